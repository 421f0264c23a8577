"""Reconstruction of a Block Ness state from a position object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from empile.engine.compiled.templates.rules import TERMINAL
from empile.engine.contracts.position_reader import (
    check_keys,
    read_choice,
    read_int,
    read_list,
    read_seat,
    read_texts,
    shown,
)
from empile.engine.errors import PositionError, Reason
from empile.engine.game import Game, State
from empile.engine.strict_json import is_list, is_object
from empile.games.block_ness.rules.components import (
    COLOURS,
    MAX_DISTANCE,
    MAX_HAND,
    MAX_HEIGHT,
    Hole,
    Lake,
    Ring,
    Zone,
    read_hole,
    read_ring,
    rings_of,
)
from empile.games.block_ness.rules.state import (
    END,
    HEAD,
    MARGIN,
    MAX_LAID,
    NOBODY,
    SHORE,
    TAIL,
    WORD,
)
from empile.games.block_ness.text.notation import index_of, step, way_between

_KEYS = ("stage", "seat", "zone", "rings", "heads", "tails", "reserves")


class _Laid(NamedTuple):
    seat: int
    near: Hole
    far: Hole
    way: int
    ring: Ring

    @property
    def between(self) -> list[Hole]:
        return [step(self.near, self.way, k) for k in range(1, self.ring.distance)]

    def fault(self, key: str, hole: Hole, **args: int) -> Reason:
        """Return a message about this ring at ``hole``."""
        named: dict[str, str | int] = {"near": str(self.near), "far": str(self.far)}
        named |= {"height": self.ring.height, "hole": str(hole), "cells": str(hole)}
        return Reason(key, named | args)

    def __str__(self) -> str:
        return f"the ring {self.near}-{self.far}^{self.ring.height}"


def state_from_position(game: Game, lake: Lake, position: Mapping[str, Any]) -> State:
    """Return the state of a position object; raises ``PositionError``.

    Rings must lie as rules 1 and 3 allow, in the order listed; all else is as the page of the
    game says for two and more seats or for solo.
    """
    check_keys(position, _KEYS)
    _check_stage(position)
    zone = _read_zone(game, lake, position)
    laid = _read_rings(game, zone, position)
    heights = _lay(laid, zone)
    ends = [_read_ends(game, position, seat, laid, heights) for seat in range(game.num_players)]
    _check_ends_differ(ends)
    reserves = _read_reserves(game, position, laid)
    state = State(game, np.zeros(1, dtype=game.rules.STATE))
    s = state.array[0]
    s["seat"] = read_seat(position, "seat", game.num_players)
    _write_rings(state, s, laid)
    _write_heights(state, s, heights, zone, ends)
    for seat, pair in enumerate(ends):
        _write_seat(state, s, seat, pair, laid)
        _write_reserve(s, game, seat, reserves[seat])
    _settle_seat(state, s)
    return state


def _check_stage(position: Mapping[str, Any]) -> None:
    stage = read_choice(position, "stage", ("start", "play", "over"))
    if stage == "start":
        raise PositionError("a game cannot begin while start rings are still to be laid")
    if stage == "over":
        raise PositionError("a game cannot begin from a position in which it is over")


def _read_zone(game: Game, lake: Lake, position: Mapping[str, Any]) -> Zone:
    corners = read_texts(position, "zone", 2)
    whole = Zone(Hole(0, 0), Hole(lake.columns - 1, lake.rows - 1))
    low, high = (_hole(corner, whole, "the zone") for corner in corners)
    if low.column > high.column or low.row > high.row:
        raise PositionError("'zone' must name its lower left hole first")
    if game.num_players > 1:
        wanted = lake.zones[game.num_players]
        if (low, high) != tuple(wanted):
            raise PositionError(
                f"the zone for {game.num_players} seats is {wanted.low} to {wanted.high},"
                f" not {low} to {high}"
            )
    return Zone(low, high)


def _hole(text: object, zone: Zone, what: str) -> Hole:
    hole = read_hole(text) if isinstance(text, str) else None
    if hole is None or hole not in zone:
        raise PositionError(f"{what} names {shown(text)}, which is not a hole there")
    return hole


def _read_rings(game: Game, zone: Zone, position: Mapping[str, Any]) -> list[_Laid]:
    found = [_read_ring(game, zone, item) for item in read_list(position, "rings")]
    if len(found) > MAX_LAID:
        raise PositionError(
            f"a position has at most {MAX_LAID} rings in the lake",
            Reason("fault.too_many_rings", {"most": MAX_LAID}),
        )
    return found


def _read_ring(game: Game, zone: Zone, item: object) -> _Laid:
    if not is_object(item) or set(item) != {"seat", "feet", "height"}:
        raise PositionError(f"a ring must have exactly 'seat', 'feet' and 'height': {shown(item)}")
    if item["seat"] is None and game.num_players == 1:
        seat = NOBODY
    else:
        seat = read_int(item, "seat", 0, game.num_players - 1)
    feet = item["feet"]
    if not is_list(feet) or len(feet) != 2:
        raise PositionError(f"'feet' must be two holes, not {shown(feet)}")
    near, far = (_hole(foot, zone, "a ring") for foot in feet)
    way = way_between(near, far)
    if way is None or way[1] > MAX_DISTANCE:
        raise PositionError(
            f"the feet {near} and {far} must be in one row or column, 1 to {MAX_DISTANCE} apart"
        )
    height = read_int(item, "height", 1, MAX_HEIGHT)
    return _Laid(seat, near, far, way[0], Ring(way[1], height))


def _lay(laid: Sequence[_Laid], zone: Zone) -> dict[Hole, int]:
    """Return the greatest height in or over each taken hole, laying the rings in order."""
    heights: dict[Hole, int] = {}
    for one in laid:
        for foot in (one.near, one.far):
            if foot in heights:
                raise PositionError(
                    f"{one} stands in {foot}, which is not free",
                    one.fault("fault.foot_taken", foot),
                )
        for hole in one.between:
            if heights.get(hole, 0) >= one.ring.height:
                raise PositionError(
                    f"{one} passes over {hole}, where a ring of height {heights[hole]} is",
                    one.fault("fault.passes", hole, other=heights[hole]),
                )
        for hole in (one.near, *one.between, one.far):
            heights[hole] = one.ring.height
    return heights


def _read_ends(
    game: Game,
    position: Mapping[str, Any],
    seat: int,
    laid: Sequence[_Laid],
    heights: Mapping[Hole, int],
) -> tuple[Hole, Hole]:
    """Return the holes of head and tail."""
    feet = {foot: one for one in laid if one.seat == seat for foot in (one.near, one.far)}
    if not feet and game.num_players > 1:
        raise PositionError(f"seat {seat} has no ring in the lake", _start_missing(game, seat))
    found: list[Hole] = []
    for key in ("heads", "tails"):
        text = read_list(position, key, game.num_players)[seat]
        hole = read_hole(text) if isinstance(text, str) else None
        if hole is None or hole not in feet:
            raise PositionError(
                f"'{key}' of seat {seat} must be a foot of one of its rings, not {shown(text)}",
                Reason("fault.no_head" if key == "heads" else "fault.no_tail"),
            )
        if heights[hole] != feet[hole].ring.height:
            raise PositionError(
                f"the end of seat {seat} in {hole} lies under an arch",
                Reason("fault.end_under", {"hole": str(hole), "cells": str(hole)}),
            )
        found.append(hole)
    if found[0] == found[1]:
        raise PositionError(
            f"head and tail of seat {seat} must be in different holes",
            Reason("fault.same_end", {"hole": str(found[0]), "cells": str(found[0])}),
        )
    return found[0], found[1]


def _check_ends_differ(ends: Sequence[tuple[Hole, Hole]]) -> None:
    holes = [hole for pair in ends for hole in pair]
    assert len(set(holes)) == len(holes), "a foot belongs to one ring, a ring to one seat"


def _read_reserves(
    game: Game, position: Mapping[str, Any], laid: Sequence[_Laid]
) -> list[list[Ring]]:
    hands = [
        _read_hand(seat, hand)
        for seat, hand in enumerate(read_list(position, "reserves", game.num_players))
    ]
    if game.num_players == 1:
        if len(hands[0]) > MAX_HAND:
            raise PositionError(
                f"a hand has at most {MAX_HAND} rings, not {len(hands[0])}",
                Reason("fault.hand_size", {"most": MAX_HAND}),
            )
        if len(hands[0]) + len(laid) > MAX_LAID:
            raise PositionError(
                f"a position has at most {MAX_LAID} rings, those in hand included",
                Reason("fault.too_many_rings", {"most": MAX_LAID}),
            )
        return hands
    sets = rings_of(game.options["rings"])
    for seat, hand in enumerate(hands):
        colour: int = game.options["colours"][seat]
        start, *others = sets[colour]
        there = Counter(hand) + Counter(one.ring for one in laid if one.seat == seat)
        if there != Counter((start, *others)):
            raise PositionError(
                f"the rings of seat {seat}, laid and in reserve, are not the {COLOURS[colour]} set:"
                f" {_difference(there, Counter((start, *others)))}"
            )
        if Counter(hand) - Counter(others):
            raise PositionError(
                f"the start ring {start} of seat {seat} must be in the lake",
                _start_missing(game, seat),
            )
    return hands


def _start_missing(game: Game, seat: int) -> Reason:
    colour: int = game.options["colours"][seat]
    start, *_ = rings_of(game.options["rings"])[colour]
    return Reason("fault.start_ring", {"colour": COLOURS[colour], "distance": start.distance})


def _read_hand(seat: int, hand: object) -> list[Ring]:
    if not is_list(hand):
        raise PositionError(f"'reserves' of seat {seat} must be a list, not {shown(hand)}")
    rings: list[Ring] = []
    for text in hand:
        ring = read_ring(text) if isinstance(text, str) else None
        if ring is None or ring.distance > MAX_DISTANCE:
            raise PositionError(
                f"'reserves' of seat {seat} contains {shown(text)}; write a ring as d.h, d from 1"
                f" to {MAX_DISTANCE} and h from 1 to {MAX_HEIGHT}"
            )
        rings.append(ring)
    return rings


def _difference(there: Counter[Ring], wanted: Counter[Ring]) -> str:
    more, fewer = there - wanted, wanted - there
    parts = [
        f"{' '.join(sorted(map(str, rings.elements())))} {what}"
        for rings, what in ((more, "too many"), (fewer, "missing"))
        if rings
    ]
    return " and ".join(parts)


def _write_rings(state: State, s: Any, laid: Sequence[_Laid]) -> None:
    s["laid"] = len(laid)
    for number, one in enumerate(laid):
        s["ring_seat"][number], s["ring_height"][number] = one.seat, one.ring.height
        s["ring_near"][number] = index_of(state, one.near)
        s["ring_far"][number] = index_of(state, one.far)


def _write_heights(
    state: State,
    s: Any,
    heights: Mapping[Hole, int],
    zone: Zone,
    ends: Sequence[tuple[Hole, Hole]],
) -> None:
    params = state.game.params
    s["top"][: (params["rows"] + 4) * params["stride"]] = SHORE
    for row in range(zone.low.row, zone.high.row + 1):
        for column in range(zone.low.column, zone.high.column + 1):
            hole = Hole(column, row)
            s["top"][index_of(state, hole)] = heights.get(hole, 0)
    for pair in ends:
        for hole in pair:
            s["top"][index_of(state, hole)] += END
    if params["lines"]:
        for index, top in enumerate(s["top"][: (params["rows"] + 4) * params["stride"]].tolist()):
            blocked = (1 << min(top, MARGIN)) - 1
            s["across"][index + MARGIN] = blocked
            s["along"][params["turned"][index]] = blocked


def _write_seat(
    state: State, s: Any, seat: int, pair: tuple[Hole, Hole], laid: Sequence[_Laid]
) -> None:
    head, tail = pair
    s["end"][seat][HEAD], s["end"][seat][TAIL] = index_of(state, head), index_of(state, tail)
    s["head_height"][seat] = next(one.ring.height for one in laid if head in (one.near, one.far))
    if state.game.num_players > 1:
        s["score"][seat] = sum(one.seat == seat for one in laid)


def _write_reserve(s: Any, game: Game, seat: int, hand: Sequence[Ring]) -> None:
    left = Counter((d - 1) * MAX_HEIGHT + h - 1 for d, h in hand)
    kinds = sorted(left)
    if game.num_players > 1:  # all kinds of the set, laid ones included
        kinds = game.params["kind"][seat][: game.params["kinds"][seat]]
    s["kinds"][seat] = len(kinds)
    for slot, kind in enumerate(kinds):
        s["kind"][seat][slot], s["left"][seat][slot] = kind, left[kind]
        if left[kind] and game.params["lines"]:
            bit = kind - MAX_HEIGHT
            s["reserve"][seat][0] |= (1 | 1 << 32) << bit - bit // MAX_HEIGHT
        elif left[kind]:
            s["reserve"][seat][kind // WORD] |= 1 << kind % WORD


def _settle_seat(state: State, s: Any) -> None:
    """Give the turn to the first seat with a legal move, from the seat to act clockwise."""
    first, seats = int(s["seat"]), state.game.num_players
    params, out = state.game.params_array, np.empty(state.game.compiled.max_legal, np.int32)
    for after in range(seats):
        s["seat"] = (first + after) % seats
        if state.game.compiled.step.legal(params, state.array, 0, out):
            return
    s["seat"] = TERMINAL
