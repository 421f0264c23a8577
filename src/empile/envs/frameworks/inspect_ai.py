r"""Evaluations with Inspect: games of a language model against bots.

Example::

    >>> from inspect_ai import eval
    >>> from inspect_ai.model import ModelOutput, ModelUsage, get_model
    >>> from empile.envs.frameworks.inspect_ai import against_bots
    >>> def answer(messages, *_):  # your language model answers here
    ...     move = messages[-1].text.rpartition("\n\n")[2].split()[0]
    ...     output = ModelOutput.from_content("mock", f"<move>{move}</move>")
    ...     output.usage = ModelUsage()
    ...     return output
    >>> model = get_model("mockllm/model", custom_outputs=answer)
    >>> task = against_bots("block-ness", games=2, opponents="random", most_moves=300)
    >>> log, = eval(task, model=model, display="none", log_dir="logs")
    >>> [(score.name, score.metrics["mean"].value) for score in log.results.scores][3:6]
    [('bad_rate', 0.0), ('moves', ...), ('illegal', 0.0)]

A sample is a game. The solver :func:`play_game` asks the model until the game is over, the scorer :func:`result`
reports :class:`~empile.envs.frameworks.play.Outcome`. The store of a sample has the record of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from empile.engine.optional_import import missing_extra
from empile.envs.frameworks.play import BotGame

try:
    from anyio import to_thread
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import (
        ChatMessage,
        ChatMessageSystem,
        ChatMessageUser,
        Content,
        ContentImage,
        ContentText,
    )
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver
except ImportError as error:
    raise missing_extra("Inspect", "inspect-ai") from error

KEY: Final = "empile"
"""Of a sample: what describes its game in the metadata; ``numbers``, ``ranks`` and ``record`` in the store."""


@task
def against_bots(
    game: str = "block-ness",
    games: int = 10,
    seed: int = 1,
    seat: int | None = None,
    opponents: int | str | Sequence[int | str] = 1,
    history: int | None = 8,
    **settings: Any,
) -> Task:
    """Return a task of games against bots.

    Example::

        >>> task = against_bots("blox", games=6, players=3, opponents=[1, "random"])
        >>> task.dataset[4].metadata["empile"]["seat"], task.dataset[4].metadata["empile"]["seed"]
        (1, 2)

    :param games: how many samples
    :param seed: of the first game. Each seat plays a game before the seed increases.
    :param seat: the model's; by default one after the other
    :param opponents: levels or ``"random"``, see :class:`~empile.envs.frameworks.play.BotGame`
    :param history: of :func:`play_game`
    :param settings: of :class:`~empile.envs.text.TextEnv`, with the game's options

    :raises ValueError: for a seat, bot or setting that does not exist
    """
    first = BotGame(game, seat=seat or 0, opponents=opponents, seed=seed, **settings)
    seats = range(first.env.game.num_players) if seat is None else (seat,)
    samples: list[Sample] = []
    for number in range(games):
        each = {
            "game": game,
            "seat": seats[number % len(seats)],
            "seed": seed + number // len(seats),
            "opponents": opponents,
            **settings,
        }
        about = f"A game of {game} as seat {each['seat']}, seed {each['seed']}."
        samples.append(Sample(about, id=number + 1, metadata={KEY: each}))
    return Task(MemoryDataset(samples, name=game), solver=play_game(history), scorer=result())


@solver
def play_game(history: int | None = 8) -> Solver:
    """Return a solver that plays the game of a sample to its end.

    Example: ``Task(dataset, solver=play_game(history=4), scorer=result())``.

    :param history: how many earlier questions and answers the model gets; None for all
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        game = await to_thread.run_sync(lambda: BotGame(**state.metadata[KEY]))
        return await play(game, state, generate, history)

    return solve


async def play(
    game: BotGame, state: TaskState, generate: Generate, history: int | None = 8
) -> TaskState:
    """Ask the model until a game is over; the parameters are those of a solver.

    Example: ``state = await play(BotGame("blox"), state, generate)``.
    """
    system, _ = game.messages()
    begin: list[ChatMessage] = [ChatMessageSystem(content=system["content"])]
    state.messages = list(begin)
    while not game.done:
        _store(state, game)
        question = ChatMessageUser(content=_content(game.messages()[-1]["content"]))
        earlier = state.messages[len(begin) :]
        if history is not None:
            earlier = earlier[max(0, len(earlier) - 2 * history) :]
        state.messages = [*begin, *earlier, question]
        state = await generate(state)
        # Bots think in another thread: other samples go on meanwhile.
        await to_thread.run_sync(game.answer, state.output.completion)
    _store(state, game)
    state.messages.append(ChatMessageUser(content=game.turn()))
    state.completed = True
    return state


@scorer(
    metrics={
        "won": [mean(), stderr()],
        "score": [mean(), stderr()],
        "rank": [mean()],
        "bad_rate": [mean(), stderr()],
        **{
            name: [mean()] for name in ("moves", "illegal", "unreadable", "retries", "consequences")
        },
    }
)
def result() -> Scorer:
    """Return a scorer of finished games: :attr:`~empile.envs.frameworks.play.Outcome.numbers`.

    A game that a limit of Inspect ended is lost: ``won`` and ``score`` are 0, and the rank is the last one.

    Example: ``Task(dataset, solver=play_game(), scorer=result())``.
    """

    async def score(state: TaskState, target: Target) -> Score:
        found: dict[str, Any] = state.store.get(KEY, {})
        ranks: list[int] | None = found.get("ranks")
        told = f"Ranks by seat: {ranks}." if ranks else "A limit ended the game: it is lost."
        return Score(value=found["numbers"], explanation=told, metadata={"ranks": ranks})

    return score


def _store(state: TaskState, game: BotGame) -> None:
    outcome = game.outcome_if_cut_off()
    state.store.set(
        KEY,
        {
            "numbers": outcome.numbers,
            "ranks": outcome.ranks,
            "record": game.env.record().to_dict() if game.done else None,
        },
    )


def _content(content: str | list[dict[str, Any]]) -> str | list[Content]:
    """Return the content of a message as Inspect has it."""
    if isinstance(content, str):
        return content
    return [
        ContentText(text=part["text"])
        if part["type"] == "text"
        else ContentImage(image=part["image_url"]["url"])
        for part in content
    ]
