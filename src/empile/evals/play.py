"""Plays one game of a suite."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from empile.bots.sprt import score_of
from empile.engine.random import Stream, new_stream, split
from empile.envs.text import Counts, TextEnv
from empile.evals.agents import Agent, Fault, Message, Question, bot_move
from empile.evals.conversation import Conversation
from empile.evals.settings import EvalSettings
from empile.evals.suites import Suite, Task, chance_seed, start_of

LONGEST_ANSWER = 20_000
"""Characters of an answer that are stored."""
_AGENT, _OPPONENT = 0, 1


class AnswerGiven(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer of the agent, and what it cost."""

    event: int
    """The number of events before it."""
    seat: int
    kind: str
    """``"legal"``, ``"illegal"`` or ``"unreadable"``."""
    text: str
    seconds: float
    """From the question to the answer, failed requests included."""
    move: str | None = None
    """The move that was played for the seat, if the turn ended."""
    reason: str = ""
    """Why the answer was not accepted."""
    fault: Fault = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    requests: int = 1
    waited: float = 0.0
    """Seconds of waiting between requests."""


class GamePlayed(msgspec.Struct, frozen=True):
    """A finished game: a line of ``games.jsonl``."""

    game: int
    """Its number in the suite."""
    section: int
    opponent: str
    start: int
    seating: list[bool]
    """By seat: whether the agent had it."""
    ranks: list[int]
    score: float
    """The share of pairs of opposing seats in which the agent ranked better, ties half."""
    returns: float
    """The mean return of the agent's seats, from -1 to 1."""
    counts: dict[str, int]
    """The answers of the agent's seats: :class:`empile.envs.text.Counts`, summed."""
    answers: list[AnswerGiven]
    record: dict[str, Any]
    """The game, see :class:`empile.Record`."""


async def play(
    suite: Suite, task: Task, agent: Agent, settings: EvalSettings, name: str
) -> GamePlayed:
    """Play a game; raises :class:`empile.evals.AgentError` if the agent cannot be asked.

    :param name: of the agent in the record

    Example: ``asyncio.run(play(suite, task, agent, EvalSettings(), "mine"))``.
    """
    section = suite.sections[task.section]
    seed = chance_seed(suite, section, task.start)
    env = TextEnv(start_of(suite, section, task.start), seed=seed, **settings.environment())
    seats = range(env.game.num_players)
    streams = split(new_stream(seed), _stream_of(task))
    talks = [Conversation(settings.history, settings.context) for _ in seats]
    answers: list[AnswerGiven] = []
    while env.current_seat is not None:
        seat, stream = env.current_seat, split(streams, len(env.match.events))
        if task.seating[seat]:
            # A further try gets another stream, else a bot would repeat itself.
            tried = split(split(stream, _AGENT), env.tries_left)
            answers.append(await ask(env, agent, seat, talks[seat], tried))
        else:
            own = split(stream, _OPPONENT)
            action = await asyncio.to_thread(bot_move, task.opponent, env.state, own)
            env.step(f"<move>{env.state.action_to_text(action)}</move>")
        # Bots that need no waiting must not keep other games from their turns.
        await asyncio.sleep(0)
    assert env.ranks is not None
    mine = [seat for seat in seats if task.seating[seat]]
    names = [name if task.seating[seat] else task.opponent for seat in seats]
    return GamePlayed(
        game=task.number,
        section=task.section,
        opponent=task.opponent,
        start=task.start,
        seating=list(task.seating),
        ranks=env.ranks,
        score=round(score_of(env.ranks, task.seating), 6),
        returns=round(sum(env.returns[seat] for seat in mine) / len(mine), 6),
        counts=_summed([env.counts[seat] for seat in mine]),
        answers=answers,
        record=msgspec.json.decode(env.record(names).to_json()),
    )


async def ask(
    env: TextEnv, agent: Agent, seat: int, talk: Conversation, stream: Stream, task: str = ""
) -> AnswerGiven:
    """Ask the seat to act, and give its answer to the environment.

    :param task: what is asked for, if it is not to win the game

    Example: ``await ask(env, agent, 0, talk, empile.new_stream(1))``.
    """
    messages = _with_task(env.messages(seat), task) if task else env.messages(seat)
    event = len(env.match.events)
    more = {"task": task} if task else {}
    question = Question(
        talk.asked(messages), lambda: {**env.view(seat), **more}, seat, env.state, stream
    )
    begun = time.monotonic()
    reply = await agent.answer(question)
    seconds = time.monotonic() - begun
    step = env.step(reply.text)
    talk.add(messages[-1], reply.text)
    return AnswerGiven(
        event=event,
        seat=seat,
        kind=step.kind,
        text=reply.text[:LONGEST_ANSWER],
        seconds=round(seconds, 3),
        move=step.move,
        reason=step.reason,
        fault=reply.fault,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        requests=reply.requests,
        waited=round(reply.waited, 3),
    )


def _with_task(messages: list[Message], task: str) -> list[Message]:
    """Return messages whose last one begins with a task: the legal moves stay at the end."""
    *before, turn = messages
    content = turn["content"]
    if isinstance(content, str):
        return [*before, {**turn, "content": f"{task}\n\n{content}"}]
    text, *pictures = content
    return [
        *before,
        {**turn, "content": [{**text, "text": f"{task}\n\n{text['text']}"}, *pictures]},
    ]


def _stream_of(task: Task) -> int:
    """Return an index by opponent and seating, for the moves of bots."""
    bits = sum(1 << seat for seat, is_agent in enumerate(task.seating) if is_agent)
    level = int(task.opponent.removeprefix("level:")) if ":" in task.opponent else 0
    return 2 + 64 * level + bits


def _summed(counts: list[Counts]) -> dict[str, int]:
    return {name: sum(getattr(one, name) for one in counts) for name in Counts._fields}
