"""Whether every seat finds room for its start ring, wherever the earlier ones are.

Holes of the deep water are numbered row by row. A start ring is a distance and a height; its placings are
numbered, those along rows first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import outlined
from empile.games.block_ness.rules.state import MAX_SEATS

_Rings = NDArray[np.uint8]
"""By seat."""
_Water = NDArray[np.uint8]
"""For each hole and ring a bit if it passes over the hole, and one if a foot is there."""

_REST = MAX_SEATS
"""Offset in the scratch space of how many placings the rings from each seat on exclude at most."""


@outlined
def seat_without_room(
    columns: int,
    rows: int,
    seats: int,
    distances: _Rings,
    heights: _Rings,
    water: _Water,
    scratch: NDArray[np.int32],
) -> int:
    """Return a seat that might find no room for its start ring, -1 if there is none.

    Exact: a depth-first search for earlier start rings that exclude every placing of a later one.
    ``water`` has room for all holes, ``scratch`` for two numbers for each seat and one more.
    """
    for hole in range(columns * rows):
        water[hole] = 0
    for seat in range(seats):
        excluded = 0
        own = int(np.int64(distances[seat]))
        for earlier in range(seat):
            other = int(np.int64(distances[earlier]))
            excluded += (other + own + 1) + (other + 1) * (own + 1)
        if _count_placings(columns, rows, own) <= excluded and _can_be_shut_out(
            columns, rows, seat, distances, heights, water, scratch
        ):
            return seat
    return -1


@outlined
def _can_be_shut_out(
    columns: int,
    rows: int,
    seat: int,
    distances: _Rings,
    heights: _Rings,
    water: _Water,
    scratch: NDArray[np.int32],
) -> bool:
    """Return whether the rings of earlier seats can exclude all placings of a seat's ring."""
    own, barring = int(np.int64(distances[seat])), _barring(heights, seat)
    following, rest = scratch[:_REST], scratch[_REST:]
    placings = _count_placings(columns, rows, own)
    rest[seat] = 0
    for k in range(seat):
        ring = seat - 1 - k
        distance, least = int(np.int64(distances[ring])), placings
        for placing in range(_count_placings(columns, rows, distance)):
            _toggle(water, columns, rows, ring, distance, placing)
            least = min(least, _count_free(water, columns, rows, own, barring, least))
            _toggle(water, columns, rows, ring, distance, placing)
        rest[ring] = int(rest[ring + 1]) + placings - least
    ring = 0 if 0 < placings <= int(rest[0]) else -1
    following[0] = 0
    while ring >= 0:
        placing, distance = int(following[ring]), int(np.int64(distances[ring]))
        following[ring] = placing + 1
        if placing == _count_placings(columns, rows, distance):
            ring -= 1
            if ring >= 0:
                distance, placing = int(np.int64(distances[ring])), int(following[ring]) - 1
                _toggle(water, columns, rows, ring, distance, placing)
        elif _fits(water, columns, rows, distance, _barring(heights, ring), placing):
            _toggle(water, columns, rows, ring, distance, placing)
            most = int(rest[ring + 1])
            free = _count_free(water, columns, rows, own, barring, most + 1)
            if free == 0:
                return True
            if free <= most:
                ring += 1
                following[ring] = 0
            else:
                _toggle(water, columns, rows, ring, distance, placing)
    return placings == 0


@outlined
def _count_placings(columns: int, rows: int, distance: int) -> int:
    """Return the number of placings in empty water."""
    return max(columns - distance, 0) * rows + max(rows - distance, 0) * columns


@outlined
def _place(columns: int, rows: int, distance: int, placing: int) -> tuple[int, int]:
    """Return the western or southern foot of a placing, and the offset to the next hole."""
    ways = max(columns - distance, 0)
    if placing < ways * rows:
        return placing // ways * columns + placing % ways, 1
    return placing - ways * rows, columns


@outlined
def _toggle(water: _Water, columns: int, rows: int, ring: int, distance: int, placing: int) -> None:
    """Lay a ring, or take it away."""
    hole, step = _place(columns, rows, distance, placing)
    for k in range(distance + 1):
        water[hole] ^= (2 if k in (0, distance) else 1) << 2 * ring
        hole += step


@outlined
def _barring(heights: _Rings, ring: int) -> int:
    """Return the bits of holes that a ring cannot pass over."""
    bits = 0
    for earlier in range(ring):
        bits |= (2 if heights[earlier] < heights[ring] else 3) << 2 * earlier
    return bits


@outlined
def _fits(
    water: _Water, columns: int, rows: int, distance: int, barring: int, placing: int
) -> bool:
    hole, step = _place(columns, rows, distance, placing)
    for k in range(distance + 1):
        bits = int(np.int64(water[hole]))
        if bits and (bits & barring or k in (0, distance)):
            return False
        hole += step
    return True


@outlined
def _count_free(
    water: _Water, columns: int, rows: int, distance: int, barring: int, most: int
) -> int:
    """Return the number of placings that fit; stop at ``most``."""
    count = 0
    for way in range(2):
        step, length = (columns, rows) if way else (1, columns)
        for line in range(columns if way else rows):
            hole = line if way else line * columns
            last = -1  # hole in this line that bars the ring
            for k in range(length):
                bits = int(np.int64(water[hole]))
                if bits == 0 and last < k - distance and k >= distance:
                    count += int(water[hole - distance * step] == 0)
                    if count == most:
                        return count
                if bits & barring:
                    last = k
                hole += step
    return count
