"""Evaluation tables for incomplete circles of On Top.

Empty cells are filled at random: any colour equally likely, by an obtuse corner (two cells) or an
acute one, or by a black triangle. Expected values follow by dynamic programming from full circles,
in thousandths. A *pattern* is the number of segments of each colour and of empty cells, at most six
in all.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.games.on_top.rules.circle_score import segments_of, tower_of
from empile.games.on_top.rules.state import COLOUR_BITS, MAX_SEATS, PATTERNS, SEGMENTS

THOUSANDTHS = 1000
_CELLS = 6
_OBTUSE, _BLACK = 0.6, 0.1
"""Probability that an obtuse corner (if it fits) or a black triangle comes next."""


class Expectations(NamedTuple):
    pattern: NDArray[np.int16]
    """Index of the pattern without empty cells, by segments; each empty cell adds one."""
    value: NDArray[np.int16]
    """Expected points plus pawns placed, by golden or not, pattern and seat."""
    lead: NDArray[np.int16]
    """``value`` plus the partner's, minus the mean of the opponents."""
    placed: NDArray[np.int16]
    """Expected pawns placed, by pattern and seat."""


@cache
def expectations(sides: tuple[int, ...]) -> Expectations:
    """Seats with equal numbers in ``sides`` are partners."""
    seats = len(sides)
    pattern, points, placed = _towers()
    value = np.stack([points + placed, 2.0 * points + placed])
    value[:, :, seats:] = 0.0
    lead = np.zeros_like(value)
    for seat in range(seats):
        own = [one for one in range(seats) if sides[one] == sides[seat]]
        others = [one for one in range(seats) if one not in own]
        ours, theirs = (value[:, :, group].mean(axis=2) for group in (own, others))
        lead[:, :, seat] = len(own) * (ours - theirs)
    return Expectations(pattern, *map(_rounded, (value, lead, placed)))


def _rounded(table: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.rint(table * THOUSANDTHS).astype(np.int16)


@cache
def _towers() -> tuple[NDArray[np.int16], NDArray[np.float64], NDArray[np.float64]]:
    pattern = np.full(SEGMENTS, -1, np.int16)
    possible = [key for key in range(SEGMENTS) if sum(segments_of(key)) <= _CELLS]
    number = 0
    for key in possible:
        pattern[key] = number
        number += 1 + _CELLS - sum(segments_of(key))
    assert number == PATTERNS
    points = np.zeros((PATTERNS, MAX_SEATS))
    placed = np.zeros((PATTERNS, MAX_SEATS))
    for key in possible:
        tower = tower_of(key)
        placed[pattern[key], tower] = 1.0
        if tower:
            points[pattern[key], tower[-1]] = len(tower)
    for empty in range(1, _CELLS + 1):
        for key in possible:
            if sum(segments_of(key)) + empty <= _CELLS:
                here = pattern[key] + empty
                wide = _OBTUSE if empty > 1 else 0.0
                for table in (points, placed):
                    table[here] = _BLACK * table[here - 1]
                    for colour in range(MAX_SEATS):
                        one = 1 << (COLOUR_BITS * colour)
                        odds = (1.0 - wide - _BLACK) / MAX_SEATS
                        table[here] += odds * table[pattern[key + one] + empty - 1]
                        if wide:
                            there = pattern[key + 2 * one] + empty - 2
                            table[here] += wide / MAX_SEATS * table[there]
    return pattern, points, placed
