"""An environment of verifiers: games of a language model against bots.

verifiers looks for environments by the name of a module. A file ``empile_games.py`` with these two lines makes
this one available under that name::

    from empile.envs.frameworks.verifiers import *
    from empile.envs.frameworks.verifiers import __all__

``vf-eval empile_games --env.taskset.game blox -m MODEL`` then plays games of Blox. A task is a game: the
model talks to :class:`BotEnv`, which plays the bots' turns in the same process. Rewards are those of
:class:`BotTask`. No program and no container is started, since :class:`ChatHarness` asks the model itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Protocol

from empile.engine.optional_import import missing_extra
from empile.envs.frameworks.play import BotGame
from empile.envs.text import TextEnv

try:
    import verifiers.v1 as vf
    from openai import AsyncOpenAI
    from pydantic import Field
    from verifiers.v1.dialects.chat import message_to_wire
except ImportError as error:
    raise missing_extra("verifiers 0.4", "verifiers") from error

__all__ = ["BotEnv", "BotTaskset", "ChatHarness"]


class BotTasksetConfig(vf.TasksetConfig):
    """Settings of games, in the section ``[env.taskset]``."""

    game: str = "block-ness"
    """A name."""
    games: int = Field(100, ge=0)
    """How many tasks there are."""
    seed: int = 1
    """Of the first game. Each seat plays a game before the seed increases."""
    seat: int | None = None
    """The model's; by default one after the other."""
    opponents: int | str | list[int | str] = 1
    """Levels or ``random``, see :class:`~empile.envs.frameworks.play.BotGame`."""
    settings: dict[str, Any] = Field(default_factory=dict[str, Any])
    """Of :class:`~empile.envs.text.TextEnv`, with the game's options, such as ``{players: 3}``."""


class BotTaskData(vf.TaskData):
    """A game before it begins."""

    setup: dict[str, Any]
    """Arguments of :class:`~empile.envs.frameworks.play.BotGame`."""


class BotState(vf.State):
    """A game in progress or after its end."""

    numbers: dict[str, float] = Field(default_factory=dict[str, float])
    """Those of :class:`~empile.envs.frameworks.play.Outcome`; of a lost game before the end."""


class BotTask(vf.Task[BotTaskData, BotState, vf.TaskConfig]):
    """Rates a game: the reward is ``game_score``; ``won`` and ``bad_rate`` have the weight 0.

    Other weights are settings, such as ``--env.taskset.task.rewards.bad_rate.weight -0.5``. A game that a limit
    of verifiers cut off is lost. Metrics are the rank and the counts of the model's answers.
    """

    @vf.reward
    async def game_score(self, trace: vf.Trace) -> float:
        """Return the share of opposing seats that the model beat, 0 to 1; ties count half."""
        return state_of(trace).numbers["score"]

    @vf.reward(weight=0.0)
    async def won(self, trace: vf.Trace) -> float:
        """Return 1 if the model's side alone was first, else 0."""
        return state_of(trace).numbers["won"]

    @vf.reward(weight=0.0)
    async def bad_rate(self, trace: vf.Trace) -> float:
        """Return the share of answers that were illegal or unreadable, 0 to 1."""
        return state_of(trace).numbers["bad_rate"]

    @vf.metric
    async def outcome(self, trace: vf.Trace) -> dict[str, float]:
        """Return the rank and the counts."""
        rated = ("score", "won", "bad_rate")
        return {name: value for name, value in state_of(trace).numbers.items() if name not in rated}


class BotTaskset(vf.Taskset[BotTask, BotTasksetConfig]):
    """Games against bots; the system prompt of each is the instructions of its seat."""

    def load(self) -> Iterator[BotTask]:
        """Yield the games.

        :raises ValueError: for a seat, bot or setting that does not exist

        Example: ``list(taskset)``.
        """
        config = self.config
        bots, settings = config.opponents, config.settings
        BotGame(config.game, seat=config.seat or 0, opponents=bots, seed=config.seed, **settings)
        env = TextEnv(config.game, **settings)
        seats = range(env.game.num_players) if config.seat is None else (config.seat,)
        for number in range(config.games):
            seat, seed = seats[number % len(seats)], config.seed + number // len(seats)
            told = {"game": config.game, "seat": seat, "seed": seed, "opponents": bots}
            data = BotTaskData(
                name=f"{config.game} seat {seat} seed {seed}",
                system_prompt=env.instructions(seat),
                setup={**told, **settings},
            )
            yield BotTask(data, config.task)


class ChatHarnessConfig(vf.HarnessConfig):
    """Settings of the conversation, in the section ``[env.player.harness]``."""

    history: int | None = Field(None, ge=0)
    """How many earlier questions and answers the model gets; by default all. A limit begins a new branch of the
    trace in each turn."""


class ChatHarness(vf.Harness[ChatHarnessConfig]):
    """Asks the model one question at a time, without tools."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def session(self, *given: Any, **named: Any) -> ChatSession:
        """Return a conversation; verifiers calls it."""
        return ChatSession(self, *given, **named)

    async def launch(self, *given: Any, **named: Any) -> vf.ProgramResult:
        """Raise: there is no program to run."""
        raise NotImplementedError("conversations of ChatHarness are sessions")


class ChatSession(vf.HarnessSession):
    """A conversation with the model of one seat."""

    _client: AsyncOpenAI | None = None

    async def _run(self, messages: vf.Messages | None) -> vf.ProgramResult:
        """Send a question; verifiers notes the answer in the trace."""
        if messages is None:
            raise ValueError("ChatHarness has no opening reply: ask it something")
        if self._client is None:
            self._client = AsyncOpenAI(base_url=self.endpoint, api_key=self.secret)
        branches = self.trace.branches
        earlier = [one for one in branches[-1].messages if one.role != "system"] if branches else []
        history = self.harness.config.history
        if history is not None:
            earlier = earlier[max(0, len(earlier) - 2 * history) :]
        asked = [message_to_wire(one) for one in (*earlier, *messages)]
        if self.data.system_prompt is not None:
            asked.insert(0, {"role": "system", "content": self.data.system_prompt})
        await self._client.chat.completions.create(model=self.ctx.model, messages=asked)
        return vf.ProgramResult(0, "", "")

    async def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            await self._client.close()
        await super().close()


class BotEnvConfig(vf.EnvConfig):
    """Who plays."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    """The model."""


class BotEnv(vf.Env[BotEnvConfig]):
    """Plays the game of a task with one model."""

    async def run(self, task: BotTask, agents: vf.Agents) -> None:
        """Play a game; verifiers calls it."""
        game = await asyncio.to_thread(lambda: BotGame(**task.data.setup))
        async with agents.player.interaction(task) as interaction:
            await play(game, interaction)
        if game.done:
            interaction.trace.info["record"] = game.env.record().to_dict()


class Talk(Protocol):
    """What :func:`play` needs of an interaction of verifiers."""

    trace: vf.Trace

    async def turn(self, message: list[dict[str, Any]]) -> vf.Segment:
        """Ask the model."""
        ...


async def play(game: BotGame, talk: Talk) -> None:
    """Ask the model until the game is over, or verifiers ends the conversation.

    Example: ``await play(BotGame("blox"), interaction)``.
    """
    note(game, talk.trace)
    while not game.done:
        segment = await talk.turn(game.messages()[1:])
        if segment.terminated:
            return
        # Bots think in another thread: other games go on meanwhile.
        await asyncio.to_thread(game.answer, segment.last_reply)
        note(game, talk.trace)


def note(game: BotGame, trace: vf.Trace) -> None:
    """Note in a trace how the game stands. Example: ``note(game, interaction.trace)``."""
    state_of(trace).numbers = game.outcome_if_cut_off().numbers


def state_of(trace: vf.Trace) -> BotState:
    """Return the state of a trace. Example: ``state_of(trace).numbers["score"]``."""
    state = trace.state
    assert isinstance(state, BotState)
    return state
