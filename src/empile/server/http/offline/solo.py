"""A solo level with all its solutions, so that the page can go on without the server.

A node is a position from which the level can be solved. Only moves that keep it solvable lead on, so
whatever is not in a node is wrong. Positions that several moves lead to are there once.
"""

from __future__ import annotations

from copy import copy
from typing import Any, Final

import msgspec
from msgspec import Struct

from empile.engine.contracts.solo import Solo
from empile.engine.game import Game, State
from empile.engine.match import Match
from empile.server.http.positions import answers as positions
from empile.server.http.solo import SoloHint, hint_at, level_of, loaded_level
from empile.server.wire import messages as wire
from empile.server.wire.schemas import ReplayEvent

_STEPS: Final = (1, 2, 3, 4)


class OfflineMove(Struct, frozen=True):
    """A move after which the level can still be solved."""

    event: ReplayEvent
    """The move, as a replay shows it."""
    next: int
    """The index of the position after it."""


class OfflinePosition(Struct, frozen=True):
    """A position from which the level can be solved, or its end."""

    position: dict[str, Any]
    """The position, as an object of the game."""
    scores: list[int]
    """The score of each seat."""
    legal: list[wire.LegalMove]
    """All legal moves."""
    right: dict[str, OfflineMove]
    """Moves that lead to a solution. All others are wrong."""
    hints: list[SoloHint]
    """The steps of a hint; empty at the end."""
    result: wire.GameResult | None
    """The result at the end; ``None`` before."""


class OfflineLevel(Struct, frozen=True):
    """A solo level with all its solutions."""

    id: str
    """Grade and number: ``"1-07"``."""
    variant: str
    """The variant of the rules."""
    start: dict[str, Any]
    """The position object from which it begins."""
    board_setup: dict[str, Any]
    """Static board data."""
    positions: list[OfflinePosition]
    """The positions; the level begins with the first."""


def encoded_level(level: str, rules_version: int, options: dict[str, Any]) -> bytes:
    """Return a level as JSON. Blocks for up to a second."""
    return msgspec.json.encode(whole(level, loaded_level(rules_version, options)))


def whole(level: str, game: Game) -> OfflineLevel:
    """Return a level with all its solutions, by breadth-first search.

    Raises ``CommandError`` if there is none of this name.
    """
    found = level_of(level)
    assert game.solo is not None
    first = positions.begin(game, found.start)
    waiting, known, nodes = [first], {_key(first): 0}, list[OfflinePosition]()
    while waiting:
        match = waiting.pop(0)
        right: dict[str, OfflineMove] = {}
        for text in _right_moves(game.solo, match.state):
            after = copy(match)
            after.play(text)
            key = _key(after)
            if key not in known:
                known[key] = len(known)
                waiting.append(after)
            (frame,) = positions.frames(after, len(match.events))
            assert frame.event is not None
            right[text] = OfflineMove(frame.event, known[key])
        nodes.append(_position(match, right))
    setup = positions.shown(first).board_setup
    return OfflineLevel(level, found.variant, found.start, setup, nodes)


def _position(match: Match, right: dict[str, OfflineMove]) -> OfflinePosition:
    shown = positions.shown(match)
    hints = [] if match.state.is_terminal() else [hint_at(match, step) for step in _STEPS]
    return OfflinePosition(shown.position, shown.scores, shown.legal, right, hints, shown.result)


def _right_moves(solo: Solo, state: State) -> list[str]:
    found: list[str] = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if solo.solution(after) is not None:
            found.append(state.action_to_text(action))
    return found


def _key(match: Match) -> bytes:
    return msgspec.json.encode(match.position_before(len(match.events)))
