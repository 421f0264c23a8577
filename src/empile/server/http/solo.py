"""Solo puzzles over REST: levels, verdicts on levels of one's own, hints and solutions.

Requests are stateless: the start and the moves so far define the position.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from empile.engine.contracts.solo import Solo, SoloPosition
from empile.engine.discovery import game_with_solo
from empile.engine.game import Game
from empile.engine.match import Match
from empile.server.http.positions import answers as positions
from empile.server.tables.loaded_games import loaded_game
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError, words_of
from empile.server.wire.schemas import Frame


class SoloLevelInfo(Struct, frozen=True):
    """A level in the list."""

    id: str
    """Grade and number: ``"1-07"``."""
    grade: int
    """From 1, the easiest."""
    variant: str
    """The variant of the rules."""
    rings: int
    """Pieces in hand."""
    solutions: int
    """The number of solutions."""


class SoloLevels(Struct, frozen=True):
    """All levels, the easiest first."""

    game: str
    """The game's name."""
    levels: list[SoloLevelInfo]
    """The levels."""


class SoloLevel(Struct, frozen=True):
    """A level with its start."""

    id: str
    """Grade and number: ``"1-07"``."""
    grade: int
    """From 1, the easiest."""
    variant: str
    """The variant of the rules."""
    start: dict[str, Any]
    """The position object from which it begins."""
    solutions: int
    """The number of solutions."""
    share: float
    """Share of random plays that solve it."""


class SoloStart(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of one's own."""

    variant: str
    """The variant of the rules."""
    start: dict[str, Any]
    """The position object from which it begins."""


class SoloVerdict(Struct, frozen=True):
    """What the solver found out about a level."""

    solvable: bool | None
    """``None``: unknown, the search was stopped."""
    solutions: int
    """Solutions found."""
    more: bool
    """Whether there may be more solutions."""
    share: float
    """Share of random plays that solve it, perhaps an estimate."""
    grade: int | None
    """The grade of levels that are solved as often; ``None`` unless it can be solved."""


class SoloMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """A level and the moves since its start."""

    variant: str
    """The variant of the rules."""
    start: dict[str, Any]
    """The position object from which it begins."""
    moves: list[str] = []
    """Moves in the game's notation."""


class SoloHintRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a step of a hint."""

    variant: str
    """The variant of the rules."""
    start: dict[str, Any]
    """The position object from which it begins."""
    moves: list[str] = []
    """Moves in the game's notation."""
    step: Literal[1, 2, 3, 4] = 1
    """Each step reveals one part more of the move, the last one all of it."""


class SoloHint(Struct, frozen=True):
    """A step of a hint."""

    step: int
    """The step of the request."""
    message: wire.Message
    """The hint."""
    parts: wire.Parts
    """The parts of the move that are revealed so far."""
    move: str | None
    """The move, at the last step."""
    solvable: bool | None
    """Whether the level can still be solved. ``None``: unknown, the search was stopped."""
    take_back: int
    """Moves to take back until the level can be solved again."""


class SoloSolution(Struct, frozen=True):
    """The rest of a solution."""

    moves: list[str] | None
    """``None`` if there is no solution from here, or none is known."""
    frames: list[Frame]
    """The positions after each of ``moves``."""


@cache
def _default_game() -> Game | None:
    return game_with_solo()


def solo_game() -> str:
    """Return the game that has solo levels. Raises ``CommandError`` if there is none."""
    game = _default_game()
    if game is None:
        raise CommandError("no_table", "no game here has solo levels")
    return game.name


def options_of(variant: str) -> dict[str, Any]:
    return {"players": 1, "variant": variant}


@lru_cache(1)
def listed() -> tuple[bytes, str]:
    """Return the list of levels as JSON, and its entity tag. Blocks."""
    levels = SoloLevels(solo_game(), [_info(level) for level in _levels()])
    body = msgspec.json.encode(levels)
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def _info(level: SoloPosition) -> SoloLevelInfo:
    hand: Sequence[str] = level.position["reserves"][0]
    return SoloLevelInfo(level.id, level.grade, level.variant, len(hand), level.solutions)


def level_of(wanted: str) -> SoloLevel:
    """Return a level. Blocks. Raises ``CommandError`` if there is none of this name."""
    for level in _levels():
        if level.id == wanted:
            return SoloLevel(
                level.id,
                level.grade,
                level.variant,
                level.position,
                level.solutions,
                level.share,
            )
    raise CommandError("no_table", f"there is no level '{wanted[:100]}'")


async def find_level(wanted: str) -> SoloLevel:
    """Return a level. Raises ``CommandError`` if there is none of this name."""
    return await asyncio.to_thread(level_of, wanted)


def encoded_verdict(rules_version: int, options: dict[str, Any], data: SoloStart) -> bytes:
    return msgspec.json.encode(verdict(loaded_level(rules_version, options), data))


def encoded_hint(rules_version: int, options: dict[str, Any], data: SoloHintRequest) -> bytes:
    return msgspec.json.encode(hint(loaded_level(rules_version, options), data))


def encoded_solution(rules_version: int, options: dict[str, Any], data: SoloMoves) -> bytes:
    return msgspec.json.encode(solution(loaded_level(rules_version, options), data))


def loaded_level(rules_version: int, options: dict[str, Any]) -> Game:
    """Return the game that has solo levels, with options."""
    return loaded_game(solo_game(), rules_version, options)


def verdict(game: Game, data: SoloStart) -> SoloVerdict:
    """Solve a level. Blocks. Raises ``CommandError`` if its start does not hold together."""
    state = positions.begin(game, data.start).state
    solved = _solo_of(game).solve(state)
    return SoloVerdict(
        solved.is_solvable,
        solved.solutions,
        not solved.is_exact,
        solved.share,
        solved.grade,
    )


def hint(game: Game, data: SoloHintRequest) -> SoloHint:
    """Return a step of a hint. Blocks. Raises ``CommandError`` for an illegal move or the end."""
    match = _played(game, data.start, data.moves)
    if match.state.is_terminal():
        raise CommandError("not_now", "this level is over; take back a move for a hint")
    return hint_at(match, data.step)


def hint_at(match: Match, step: int) -> SoloHint:
    """Return a step of a hint, from 1. Blocks. The level is not over."""
    before = [match.state_before(index) for index in range(len(match.events))]
    clue = _solo_of(match.game).clue(match.state, before, step - 1)
    return SoloHint(
        step,
        words_of(clue.message),
        dict(clue.parts),
        clue.move,
        clue.is_solvable,
        clue.take_back,
    )


def solution(game: Game, data: SoloMoves) -> SoloSolution:
    """Return a solution from a position. Blocks. Raises ``CommandError`` for an illegal move."""
    match = _played(game, data.start, data.moves)
    moves = _solo_of(game).solution(match.state)
    if moves is None:
        return SoloSolution(None, [])
    first = len(match.events)
    positions.play(match, moves)
    return SoloSolution(moves, positions.frames(match, first))


def _levels() -> Sequence[SoloPosition]:
    game = _default_game()
    return [] if game is None else _solo_of(game).levels()


def _solo_of(game: Game) -> Solo:
    assert game.solo is not None
    return game.solo


def _played(game: Game, start: dict[str, Any], moves: list[str]) -> Match:
    match = positions.begin(game, start)
    positions.play(match, moves)
    return match
