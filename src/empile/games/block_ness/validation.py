"""Validation of the options ``lake``, ``rings`` and ``colours``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from empile.engine.errors import OptionError
from empile.engine.strict_json import is_list, is_object
from empile.games.block_ness.rules.components import (
    COLOURS,
    MAX_COLUMNS,
    MAX_DISTANCE,
    MAX_HEIGHT,
    MAX_RINGS,
    MAX_ROWS,
    SETS,
    Hole,
    Lake,
    Ring,
    Zone,
    read_hole,
    read_ring,
)


def check_lake(value: Any, _: Mapping[str, Any]) -> dict[str, Any]:
    """Return a valid lake; raises :class:`OptionError`."""
    if not is_object(value) or set(value) != {"columns", "rows", "zones"}:
        raise OptionError("a lake must have exactly the keys 'columns', 'rows' and 'zones'")
    columns, rows, zones = value["columns"], value["rows"], value["zones"]
    for name, size, most in (("columns", columns, MAX_COLUMNS), ("rows", rows, MAX_ROWS)):
        if type(size) is not int or not 2 <= size <= most:
            raise OptionError(f"the lake's '{name}' must be a whole number from 2 to {most}")
    if not is_object(zones) or set(zones) != {"2", "3", "4"}:
        raise OptionError('the lake\'s \'zones\' must be given for "2", "3" and "4" seats')
    lake = Zone(Hole(0, 0), Hole(columns - 1, rows - 1))
    inner: Zone | None = None
    for seats in ("2", "3", "4"):
        zone = _check_zone(seats, zones[seats], lake)
        if inner is not None and not (inner.low in zone and inner.high in zone):
            raise OptionError(f"the zone for {seats} seats must contain the zone for fewer seats")
        inner = zone
    ordered = {seats: list(zones[seats]) for seats in ("2", "3", "4")}
    return {"columns": columns, "rows": rows, "zones": ordered}


def _check_zone(seats: str, corners: Any, lake: Zone) -> Zone:
    where = f"the zone for {seats} seats"
    if not is_list(corners) or len(corners) != 2:
        raise OptionError(f'{where} must be two corners, such as ["c3", "j10"]')
    holes: list[Hole] = []
    for corner in corners:
        hole = read_hole(corner) if isinstance(corner, str) else None
        if hole is None or hole not in lake:
            raise OptionError(f"{where} names {corner!r}, which is not a hole of this lake")
        holes.append(hole)
    zone = Zone(*holes)
    if zone.low.column > zone.high.column or zone.low.row > zone.high.row:
        raise OptionError(f"{where} must name its lower left corner first")
    return zone


def check_rings(value: Any, _: Mapping[str, Any]) -> list[list[str]]:
    """Return four valid ring sets; raises :class:`OptionError`."""
    if not is_list(value) or len(value) != SETS:
        raise OptionError(f"'rings' must be {SETS} lists of rings, one for each monster")
    for number, ring_set in enumerate(value):
        whose = f"the rings of monster {number} ({COLOURS[number]})"
        if not is_list(ring_set) or not 1 <= len(ring_set) <= MAX_RINGS:
            raise OptionError(f"{whose} must be a list of 1 to {MAX_RINGS} rings")
        if len(ring_set) != len(value[0]):
            raise OptionError(
                f"{whose} are {len(ring_set)}, but monster 0 has {len(value[0])}: every set must"
                " have the same number of rings"
            )
        for text in ring_set:
            ring = read_ring(text) if isinstance(text, str) else None
            if ring is None or ring.distance > MAX_DISTANCE:
                raise OptionError(
                    f"{whose} contain {text!r}; write a ring as d.h with the distance d from 1 to"
                    f" {MAX_DISTANCE} and the height h from 1 to {MAX_HEIGHT}"
                )
    return [list(ring_set) for ring_set in value]


def check_colours(value: Any, so_far: Mapping[str, Any]) -> list[int]:
    """Return a distinct monster for each seat; raises :class:`OptionError`."""
    players = so_far["players"]
    if (
        not is_list(value)
        or len(value) != players
        or any(type(colour) is not int or not 0 <= colour < SETS for colour in value)
        or len(set(value)) != players
    ):
        raise OptionError(
            f"'colours' must be {players} different numbers from 0 to {SETS - 1}, one for each seat"
        )
    return list(value)


class _Placing(NamedTuple):
    """Feet and inner holes as bit masks."""

    feet: int
    between: int
    height: int


def check_room(lake: Lake, start_rings: list[Ring]) -> None:
    """Raise :class:`OptionError` if a seat might find no room for its start ring.

    Exact: a depth-first search for earlier start rings that hit every placement of a later seat.
    """
    low, high = lake.zones[2]
    seat = _seat_without_room(
        high.column - low.column + 1, high.row - low.row + 1, tuple(start_rings)
    )
    if seat is not None:
        raise OptionError(
            f"seat {seat + 1} may find no room in the deep water for its start ring"
            f" {start_rings[seat]}: enlarge zone 2 or shorten the start rings"
        )


@lru_cache(maxsize=64)
def _seat_without_room(columns: int, rows: int, rings: tuple[Ring, ...]) -> int | None:
    tight = [seat for seat in range(len(rings)) if not _has_plenty(columns, rows, rings, seat)]
    if not tight:
        return None
    placings = [list(_placings(columns, rows, ring)) for ring in rings[: tight[-1] + 1]]
    # hits[i][j][p]: placements of ring j that placement p of ring i excludes, as bits.
    hits = [
        [[_hit_by(placing, later) for placing in earlier] for later in placings]
        for earlier in placings
    ]
    everything = [(1 << len(own)) - 1 for own in placings]
    for seat in tight:
        most = [max((hit.bit_count() for hit in hits[i][seat]), default=0) for i in range(seat)]
        if _can_shut_out(seat, 0, everything, hits, most):
            return seat
    return None


def _has_plenty(columns: int, rows: int, rings: tuple[Ring, ...], seat: int) -> bool:
    """Return whether a counting bound proves that ``seat`` has room."""
    own = rings[seat].distance
    there = max(columns - own, 0) * rows + max(rows - own, 0) * columns
    met = sum(
        (earlier.distance + own + 1) + (earlier.distance + 1) * (own + 1)
        for earlier in rings[:seat]
    )
    return there > met


def _can_shut_out(
    seat: int, laying: int, free: list[int], hits: list[list[list[int]]], most: list[int]
) -> bool:
    """Return whether rings ``laying .. seat - 1`` can hit all placements in ``free[seat]``."""
    if not free[seat]:
        return True
    if free[seat].bit_count() > sum(most[laying:]):
        return False
    left = free[laying]
    while left:
        bit = left & -left
        left ^= bit
        placing = bit.bit_length() - 1
        after = [
            mask & ~hits[laying][j][placing] if j > laying else mask for j, mask in enumerate(free)
        ]
        if _can_shut_out(seat, laying + 1, after, hits, most):
            return True
    return False


def _placings(columns: int, rows: int, ring: Ring) -> Iterator[_Placing]:
    for step_column, step_row in ((1, 0), (0, 1)):
        for column in range(columns - step_column * ring.distance):
            for row in range(rows - step_row * ring.distance):
                bits = [
                    1 << ((row + k * step_row) * columns + column + k * step_column)
                    for k in range(ring.distance + 1)
                ]
                yield _Placing(bits[0] | bits[-1], sum(bits[1:-1]), ring.height)


def _hit_by(earlier: _Placing, own: list[_Placing]) -> int:
    return sum(1 << i for i, placing in enumerate(own) if _clash(earlier, placing))


def _clash(earlier: _Placing, later: _Placing) -> bool:
    if later.feet & (earlier.feet | earlier.between) or later.between & earlier.feet:
        return True
    return bool(later.between & earlier.between) and later.height <= earlier.height
