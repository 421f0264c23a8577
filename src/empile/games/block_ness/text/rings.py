"""Reasons why a move of Block Ness is illegal."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_ness.rules.components import Hole, Lake, Ring, Zone
from empile.games.block_ness.rules.state import HEAD, KINDS, SHORE, START
from empile.games.block_ness.text.notation import (
    Start,
    decode,
    end_hole,
    hole_at,
    in_start,
    index_of,
    ring_of,
    step,
    way_between,
)


def explain_illegal(state: State, action: int, lake: Lake) -> Reason:
    """Return the first broken rule in a player's order of checks."""
    starting = in_start(state)
    if starting and action < START:
        # Without an end in the lake a play has no holes to name.
        return Reason("illegal.start_first", {"move": str(ring_of(action % KINDS))})
    move = decode(state, action)
    seat = state.field("seat")
    if isinstance(move, Start):
        if not starting:
            return Reason("illegal.start_laid", {"move": f"{move.tail}-{move.head}"})
        params = state.game.params
        ring = Ring(params["start_distance"][seat], params["start_height"][seat])
        return _placement_reason(state, move.tail, move.head, ring, lake, deep=True, leaving=None)
    if move.ring not in reserve(state, seat):
        return Reason("illegal.no_such_ring", {"ring": str(move.ring)})
    leaving = end_hole(state, seat, move.end)
    return _placement_reason(
        state, move.near, move.far, move.ring, lake, deep=False, leaving=leaving
    )


def reserve(state: State, seat: int) -> list[Ring]:
    """Return the rings that ``seat`` has not laid, ascending, an unlaid start ring first."""
    params = state.game.params
    rings: list[Ring] = []
    if state.field("end")[seat][HEAD] == 0:
        rings.append(Ring(params["start_distance"][seat], params["start_height"][seat]))
    left = state.field("left")[seat]
    kinds = state.field("kind")[seat][: state.field("kinds")[seat]]
    for kind, count in zip(kinds, left, strict=False):
        rings += [ring_of(kind)] * count
    return rings


def _placement_reason(
    state: State,
    near: Hole,
    far: Hole,
    ring: Ring,
    lake: Lake,
    *,
    deep: bool,
    leaving: Hole | None,
) -> Reason:
    zone = lake.zones[2] if deep else zone_of(state, lake)
    for foot in (near, far):
        if not (0 <= foot.column < lake.columns and 0 <= foot.row < lake.rows):
            return Reason("illegal.off_lake")
        if foot not in zone:
            key = "illegal.not_deep" if deep else "illegal.not_in_zone"
            return Reason(key, {"hole": str(foot)})
    for foot in (near, far):
        taken = _occupied_reason(state, foot)
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
    raise AssertionError("the move is legal")


def _between(near: Hole, far: Hole) -> list[Hole]:
    way = way_between(near, far)
    assert way is not None, "a ring lies straight"
    return [step(near, way[0], k) for k in range(1, way[1])]


def zone_of(state: State, lake: Lake) -> Zone:
    """Return the zone in use; a solo start has its own."""
    if state.game.num_players > 1:
        return lake.zones[state.game.num_players]
    water = [
        Hole(column, row)
        for row in range(lake.rows)
        for column in range(lake.columns)
        if state.array["top"][0, index_of(state, Hole(column, row))] != SHORE
    ]
    return Zone(water[0], water[-1])


def laid_rings(state: State) -> list[tuple[int, int, int]]:
    """Return near foot, far foot and height of every ring, in the order laid."""
    rings = zip(
        state.field("ring_near"), state.field("ring_far"), state.field("ring_height"), strict=True
    )
    return list(rings)[: state.field("laid")]


def _occupied_reason(state: State, hole: Hole) -> Reason | None:
    index = index_of(state, hole)
    if any(index in (near, far) for near, far, _ in laid_rings(state)):
        return Reason("illegal.foot_there", {"hole": str(hole)})
    if _height_at(state, hole):
        return Reason("illegal.under_arch", {"hole": str(hole)})
    return None


def _height_at(state: State, hole: Hole) -> int:
    highest = 0
    for near, far, height in laid_rings(state):
        feet = hole_at(state, near), hole_at(state, far)
        if hole in feet or hole in _between(*feet):
            highest = max(highest, height)
    return highest


def _end_stands_on(state: State, hole: Hole) -> bool:
    # Index 0 is shore: a seat without ends never matches.
    return any(index_of(state, hole) in ends for ends in state.field("end"))


__all__ = ["explain_illegal", "laid_rings", "reserve", "zone_of"]
