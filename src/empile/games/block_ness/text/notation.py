"""Move notation of Block Ness.

A start ring is ``c3-e3``: hole of the tail, hole of the head. A play is ``Hd5-d8^4``: ``H`` at the
head or ``T`` at the tail, near foot, far foot, height.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from empile.engine.contracts.notation import Notation
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import State
from empile.games.block_ness.rules.components import (
    MAX_COLUMNS,
    MAX_DISTANCE,
    MAX_HEIGHT,
    Hole,
    Ring,
)
from empile.games.block_ness.rules.state import HEAD, KINDS, TAIL
from empile.games.block_ness.rules.state import START as FIRST_START

ENDS = "HT"
"""Letters of ``HEAD`` and ``TAIL``."""
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Column and row steps: east, north, west, south."""

_HOLE = r"([a-z][1-9][0-9]?)"
_START = re.compile(f"{_HOLE}-{_HOLE}")
_PLAY = re.compile(rf"([HT]){_HOLE}-{_HOLE}\^([1-9])")


class Start(NamedTuple):
    tail: Hole
    head: Hole


class Play(NamedTuple):
    end: int
    near: Hole
    far: Hole
    ring: Ring


def hole_at(state: State, index: int) -> Hole:
    row, column = divmod(index, state.game.params["stride"])
    return Hole(column, row - 2)


def index_of(state: State, hole: Hole) -> int:
    return (hole.row + 2) * int(state.game.params["stride"]) + hole.column


def in_start(state: State) -> bool:
    return bool(state.field("laid") < state.game.num_players)


def step(hole: Hole, way: int, distance: int) -> Hole:
    """Return the hole ``distance`` steps away, possibly outside the lake."""
    return Hole(hole.column + distance * WAYS[way][0], hole.row + distance * WAYS[way][1])


def way_between(start: Hole, end: Hole) -> tuple[int, int] | None:
    """Return direction and distance, or None unless the holes share a line."""
    columns, rows = end[0] - start[0], end[1] - start[1]
    if rows == 0 and columns:
        return (0, columns) if columns > 0 else (2, -columns)
    if columns == 0 and rows:
        return (1, rows) if rows > 0 else (3, -rows)
    return None


def end_hole(state: State, seat: int, end: int) -> Hole:
    return hole_at(state, int(state.array["end"][0, seat, end]))


def ring_of(kind: int) -> Ring:
    return Ring(kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1)


def decode(state: State, action: int) -> Start | Play:
    """Return the move of an action, legal or not."""
    params = state.game.params
    if action >= FIRST_START:
        return _start(action, params["start_distance"][state.field("seat")])
    return _play(action, _end_index(state, action), params["stride"], params["reach"])


def action_text(state: State, action: int) -> str:
    params = state.game.params
    if action >= FIRST_START:
        return _start_text(action, params["start_distance"][state.field("seat")])
    return _play_text(action, _end_index(state, action), params["stride"], params["reach"])


def _end_index(state: State, action: int) -> int:
    """Return the index of the hole of the end that a play extends."""
    return int(state.array["end"][0, state.field("seat"), action // (KINDS * 16)])


def _start(action: int, distance: int) -> Start:
    hole, way = divmod(action - FIRST_START, 4)
    row, column = divmod(hole, MAX_COLUMNS)
    tail = Hole(column, row)
    return Start(tail, step(tail, way, distance))


def _play(action: int, hole: int, stride: int, reach: int) -> Play:
    """Return the move of an action at an end on the hole of that index."""
    ways, kind = divmod(action, KINDS)
    ring = ring_of(kind)
    row, column = divmod(hole, stride)
    near = step(Hole(column, row - 2), ways // 4 % 4, reach)
    return Play(ways // 16, near, step(near, ways % 4, ring.distance), ring)


@lru_cache(maxsize=4096)
def _start_text(action: int, distance: int) -> str:
    move = _start(action, distance)
    return f"{move.tail}-{move.head}"


@lru_cache(maxsize=65536)
def _play_text(action: int, hole: int, stride: int, reach: int) -> str:
    move = _play(action, hole, stride, reach)
    return f"{ENDS[move.end]}{move.near}-{move.far}^{move.ring.height}"


def is_start(text: str) -> bool:
    """Return whether the text of a move is that of a start ring."""
    return text[0] not in ENDS


@lru_cache(maxsize=8192)
def split_play(text: str) -> tuple[str, str, str, str]:
    """Return end, near foot, far foot and height of the text of a play.

    >>> split_play("Hd5-d8^4")
    ('H', 'd5', 'd8', '4')
    """
    feet, _, height = text[1:].partition("^")
    near, _, far = feet.partition("-")
    return text[0], near, far, height


class _Read(NamedTuple):
    """What the text of a move says without the position. A start ring is read as tail and head."""

    end: int | None
    """``HEAD`` or ``TAIL``; None for a start ring."""
    near: Hole
    far: Hole
    way: tuple[int, int] | None
    """See ``way_between``."""
    height: int


@lru_cache(maxsize=8192)
def _read(text: str) -> _Read:
    start, play = _START.fullmatch(text), _PLAY.fullmatch(text)
    if start is not None:
        near, far = _hole(start[1]), _hole(start[2])
        return _Read(None, near, far, way_between(near, far), 0)
    if play is not None:
        near, far = _hole(play[2]), _hole(play[3])
        return _Read(ENDS.index(play[1]), near, far, way_between(near, far), int(play[4]))
    raise NotationError(
        f"'{text}' is not a move of Block Ness: write a start ring like c3-e3, a ring like Hd5-d8^4"
    )


def _hole(text: str) -> Hole:
    return Hole(ord(text[0]) - ord("a"), int(text[1:]) - 1)


def read_action(state: State, text: str) -> int:
    """Return an action, legal or not."""
    end, near, far, way, height = _read(text)
    starts = in_start(state)
    if starts and end is not None:
        raise _refuse(state, "illegal.start_first", move=text)
    if not starts and end is None:
        raise _refuse(state, "illegal.start_laid", move=text)
    params = state.game.params
    for hole in (near, far):
        if hole.column >= params["columns"] or hole.row >= params["rows"]:
            raise _refuse(state, "illegal.no_hole", hole=str(hole))
    seat = state.field("seat")
    if end is None:
        distance = params["start_distance"][seat]
        if way is None or way[1] != distance:
            raise _refuse(state, "illegal.start_distance", distance=distance)
        return FIRST_START + (near.row * MAX_COLUMNS + near.column) * 4 + way[0]
    reach = params["reach"]
    near_way = way_between(end_hole(state, seat, end), near)
    if near_way is None or near_way[1] != reach:
        key = "illegal.not_beside" if reach == 1 else "illegal.not_two_away"
        raise _refuse(state, f"{key}_{'head' if end == HEAD else 'tail'}", near=str(near))
    if way is None or way[1] > MAX_DISTANCE:
        raise _refuse(state, "illegal.crooked", near=str(near), far=str(far))
    kind = (way[1] - 1) * MAX_HEIGHT + height - 1
    return ((end * 4 + near_way[0]) * 4 + way[0]) * KINDS + kind


def _refuse(state: State, key: str, **args: str | int) -> IllegalActionError:
    reason = Reason(key, args)
    return IllegalActionError(state.game.presenter.catalogue.format("en", reason), reason)


__all__ = ["ENDS", "HEAD", "TAIL", "Play", "Start", "action_text", "decode", "read_action"]


class BlockNessNotation(Notation):
    canonical_text = True

    def action_text(self, state: State, action: int) -> str:
        return action_text(state, action)

    def read_action(self, state: State, text: str) -> int:
        return read_action(state, text)
