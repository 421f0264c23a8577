"""Why a move of Block Ness is not legal, told as exactly as the rules allow."""

from __future__ import annotations

from typing import Any

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_ness.notation import Play, Start, decode, end_hole, hole_at, index_of, step
from empile.games.block_ness.pieces import MAX_HEIGHT, Hole, Lake, Ring


def why_illegal(state: State, action: int, lake: Lake) -> Reason:
    """Return the first rule that the action breaks, in the order in which a player would look."""
    move = decode(state, action)
    seat = int(state.array[0].seat)
    if isinstance(move, Start):
        box: Any = state.game.boxes[0]
        ring = Ring(int(box.start_distance[seat]), int(box.start_height[seat]))
        return _why_not_there(state, move.tail, move.head, ring, lake, deep=True, leaving=None)
    if move.ring not in reserve(state, seat):
        return Reason("illegal.no_such_ring", {"ring": str(move.ring)})
    leaving = end_hole(state, seat, move.end)
    return _why_not_there(
        state, move.near, move.far, move.ring, lake, deep=False, leaving=leaving
    )


def reserve(state: State, seat: int) -> list[Ring]:
    """Return the rings that ``seat`` has not laid, ascending, the start ring first if unlaid."""
    box: Any = state.game.boxes[0]
    record: Any = state.array[0]
    rings: list[Ring] = []
    if int(record.score[seat]) == 0:
        rings.append(Ring(int(box.start_distance[seat]), int(box.start_height[seat])))
    for slot in range(int(box.kinds[seat])):
        kind = int(box.kind[seat, slot])
        ring = Ring(kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1)
        rings += [ring] * int(record.left[seat, slot])
    return rings


def _why_not_there(
    state: State,
    near: Hole,
    far: Hole,
    ring: Ring,
    lake: Lake,
    *,
    deep: bool,
    leaving: Hole | None,
) -> Reason:
    zone = lake.zones[2 if deep else state.game.num_players]
    for foot in (near, far):
        if foot not in zone:
            key = "illegal.not_deep" if deep else "illegal.not_in_zone"
            return Reason(key, {"hole": str(foot)})
    for foot in (near, far):
        taken = _what_takes(state, foot)
        if taken is not None:
            return taken
    for hole in _between(near, far):
        if hole != leaving and _end_stands_on(state, hole):
            return Reason("illegal.end_under", {"hole": str(hole)})
        height = _height_at(state, hole)
        if height == ring.height:
            return Reason("illegal.same_height", {"hole": str(hole), "height": height})
        if height > ring.height:
            return Reason("illegal.higher", {"hole": str(hole), "height": height})
    raise AssertionError("a legal move has no reason against it")


def _between(near: Hole, far: Hole) -> list[Hole]:
    columns, rows = far.column - near.column, far.row - near.row
    way = next(
        way
        for way, (c, r) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1)))
        if (columns > 0) - (columns < 0) == c and (rows > 0) - (rows < 0) == r
    )
    return [step(near, way, k) for k in range(1, abs(columns) + abs(rows))]


def _what_takes(state: State, hole: Hole) -> Reason | None:
    record: Any = state.array[0]
    index = index_of(state, hole)
    for ring in range(int(record.laid)):
        if index in (int(record.ring_near[ring]), int(record.ring_far[ring])):
            return Reason("illegal.foot_there", {"hole": str(hole)})
    if _height_at(state, hole):
        return Reason("illegal.under_arch", {"hole": str(hole)})
    return None


def _height_at(state: State, hole: Hole) -> int:
    record: Any = state.array[0]
    highest = 0
    for ring in range(int(record.laid)):
        near = hole_at(state, int(record.ring_near[ring]))
        far = hole_at(state, int(record.ring_far[ring]))
        if hole in (near, far, *_between(near, far)):
            highest = max(highest, int(record.ring_height[ring]))
    return highest


def _end_stands_on(state: State, hole: Hole) -> bool:
    record: Any = state.array[0]
    index = index_of(state, hole)
    # Index 0 is shore, so a seat that has no ends yet never matches.
    return any(index in record.end[seat] for seat in range(state.game.num_players))


__all__ = ["Play", "reserve", "why_illegal"]
