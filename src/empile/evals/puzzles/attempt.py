"""Asks for the moves of a puzzle."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from empile.engine.match import Match
from empile.engine.random import Stream, new_stream, split
from empile.envs.text import TextEnv
from empile.evals.agents import Agent
from empile.evals.conversation import Conversation
from empile.evals.play import AnswerGiven, ask
from empile.evals.puzzles.items import PuzzleTask
from empile.evals.puzzles.tasks import task_text
from empile.evals.settings import EvalSettings
from empile.puzzles.puzzle import Puzzle, kind_of


class PuzzleTried(msgspec.Struct, frozen=True):
    """A puzzle that was solved or not: a line of ``puzzles.jsonl``."""

    puzzle: int
    """Its number in the suite."""
    section: int
    id: str
    kind: str
    themes: list[str]
    rating: int | None
    """Its difficulty; None for kinds that the bots cannot try: they do not
    know that every block stands."""
    line: list[str]
    """The solution: right moves, with the best replies between."""
    moves: int
    """Right moves of the solution."""
    right: int
    """Of these, how many the agent found."""
    solved: bool
    """Whether it found all."""
    chance: float
    """The probability that random legal moves solve it."""
    answers: list[AnswerGiven]
    record: dict[str, Any]
    """What was played, see :class:`empile.Record`."""


async def attempt(task: PuzzleTask, agent: Agent, settings: EvalSettings, name: str) -> PuzzleTried:
    """Ask until a move is wrong, no legal move is given in all tries, or the puzzle is solved.

    :param name: of the agent in the record
    :raises AgentError: if the agent cannot be asked

    Example: ``asyncio.run(attempt(task, BotAgent("level:3"), EvalSettings(), "level:3"))``.
    """
    puzzle = task.puzzle
    match = Match.from_position(puzzle.load_game(), dict(puzzle.start))
    seat = match.state.current_player()
    kind = kind_of(puzzle)
    talk = Conversation(settings.history, settings.context)
    streams = new_stream(int.from_bytes(hashlib.sha256(puzzle.id.encode()).digest()[:8]))
    answers: list[AnswerGiven] = []
    right = 0
    for text in puzzle.line:
        if match.state.current_player() == seat:
            told = task_text(puzzle, match.state, settings.language)
            move = await _turn(match, told, agent, settings, talk, streams, answers)
            if move is None:
                break
            is_right = match.state.read_text(move).actions == match.state.read_text(text).actions
            match.play(move)
            if not is_right:
                break
            right += 1
        else:
            match.play(text)
    names = [name if at == seat else "solution" for at in range(match.game.num_players)]
    return PuzzleTried(
        puzzle=task.number,
        section=task.section,
        id=puzzle.id,
        kind=puzzle.kind,
        themes=list(puzzle.themes),
        rating=None if kind.every_block_stands else puzzle.rating,
        line=list(puzzle.line),
        moves=len(puzzle.own_moves),
        right=right,
        solved=right == len(puzzle.own_moves),
        chance=round(_chance(puzzle), 6),
        answers=answers,
        record=msgspec.json.decode(match.record(names).to_json()),
    )


async def _turn(
    match: Match,
    told: str,
    agent: Agent,
    settings: EvalSettings,
    talk: Conversation,
    streams: Stream,
    answers: list[AnswerGiven],
) -> str | None:
    """Return the legal move that the agent gives, or None."""
    # Without a legal move there is nothing to go on with.
    resigning = msgspec.structs.replace(settings, consequence="resign")
    env = TextEnv(match, **resigning.environment())
    seat, stream = match.state.current_player(), split(streams, len(match.events))
    while env.tries_left and env.current_seat == seat:
        answer = await ask(env, agent, seat, talk, split(stream, env.tries_left), told)
        answers.append(answer)
        if answer.kind == "legal":
            return answer.move
    return None


def _chance(puzzle: Puzzle) -> float:
    state, found = puzzle.state(), 1.0
    own = set(puzzle.own_moves)
    for number, text in enumerate(puzzle.line):
        if number in own:
            found /= len(state.legal_actions())
        state.apply_text(text)
    return found
