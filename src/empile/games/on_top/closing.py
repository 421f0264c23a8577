"""Circles completed by a move of On Top and their score, computed without applying it."""

from __future__ import annotations

import numpy as np

from empile.engine.bits import lowest_bit
from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.games.on_top.memory import (
    ALL_PAWNS,
    OUT,
    PAWN_BITS,
    POINTS_AT,
    SEGMENTS,
    WORD,
)

LAST_PAWN = 1_000_000
"""Value of a seat's last pawn in move comparisons: exceeds all points."""


@inner
def makes_hole(box: Record, s: Record, place: int, number: int) -> bool:
    """Return whether a tile on ``place`` makes its ``number``-th neighbour a hole."""
    return int(s.cell[int(box.around[place, number])]) == 1


@inner
def circle_after(box: Record, s: Record, move: int, circle: int) -> int:
    """Return the state of ``circle`` after a move of the seat to act, before scoring."""
    place = move >> 1
    found = int(s.circle[circle])
    for k in range(4):
        if int(box.corner[place, k]) == circle:
            found += int(box.added[int(s.tile) - 1, move & 1, k])
    for number in range(int(box.neighbours[place])):
        if makes_hole(box, s, place, number):
            for k in range(3):
                if int(box.corners[int(box.around[place, number]), k]) == circle:
                    found -= SEGMENTS
    return found


@inner
def brought_by(box: Record, circle: np.uint64, segments: np.uint64) -> int:
    """Return a full circle's packed result: see :func:`pawns_placed` and :func:`points_won`."""
    return int(box.scoring[np.uint64(box.golden[circle]), segments])


@inner
def pawns_placed(brought: int) -> int:
    """Return the pawns placed, a byte for each colour."""
    return brought & ALL_PAWNS


@inner
def points_won(brought: int, colour: int) -> int:
    """Return the points that a colour scores."""
    return brought >> (POINTS_AT + PAWN_BITS * colour) & 255


@inner
def out_of_pawns(pawns: int) -> int:
    """Return a bit in the byte of each colour without pawns; bytes must be at most 127."""
    return ~(pawns + (OUT - (OUT >> (PAWN_BITS - 1)))) & OUT


@inner
def pawns_of(pawns: int, colour: int) -> int:
    """Return the pawns that a colour has left."""
    return pawns >> (PAWN_BITS * colour) & 255


@inner
def circles_changed(box: Record, s: Record, place: int) -> tuple[int, int]:
    """Return the circles that a tile on ``place`` or its holes change, as two words."""
    low = high = 0
    for k in range(4):
        low, high = with_circle(low, high, int(box.corner[place, k]))
    for number in range(int(box.neighbours[place])):
        if makes_hole(box, s, place, number):
            for k in range(3):
                circle = int(box.corners[int(box.around[place, number]), k])
                low, high = with_circle(low, high, circle)
    return low, high


@inner
def with_circle(low: int, high: int, circle: int) -> tuple[int, int]:
    """Return a set of circles with one added."""
    bit = 1 << (circle % WORD)
    return (low | bit, high) if circle < WORD else (low, high | bit)


@inner
def first_circle(low: int, high: int) -> int:
    """Return the lowest circle of a set."""
    return lowest_bit(low) if low else WORD + lowest_bit(high)


@inner
def without_first(low: int, high: int) -> tuple[int, int]:
    """Return a set of circles without its lowest."""
    return (low & (low - 1), high) if low else (low, high & (high - 1))


@inner
def holes_made(box: Record, s: Record, place: int) -> int:
    """Return the number of holes that a tile on ``place`` makes."""
    holes = 0
    for number in range(int(box.neighbours[place])):
        holes += makes_hole(box, s, place, number)
    return holes


@inner
def gain(box: Record, s: Record, action: int) -> int:
    """Return the mover's points from a move, minus its penalty if the move ends the game."""
    place = action >> 1
    seat = int(s.seat)
    low, high = circles_changed(box, s, place)
    pawns = int(s.pawns)
    won = 0
    while low | high:
        circle = first_circle(low, high)
        low, high = without_first(low, high)
        after = circle_after(box, s, action, circle)
        if after < SEGMENTS:
            brought = brought_by(box, np.uint64(circle), np.uint64(after))
            pawns -= pawns_placed(brought)
            won += points_won(brought, seat)
            if out_of_pawns(pawns):
                return won - pawns_of(pawns, seat)
    if 2 + holes_made(box, s, place) == int(s.empty) or int(s.in_bag) == 0:
        won -= pawns_of(pawns, seat)
    return won


@inner
def pattern_of(box: Record, circle: int) -> int:
    """Return the pattern index of an unscored circle."""
    segments = np.uint64(circle & (SEGMENTS - 1))
    return int(box.pattern[segments]) + circle // SEGMENTS


@inner
def lead_gained(box: Record, s: Record, action: int) -> int:
    """Return the change in the mover's expected lead, in thousandths of a point.

    Counts points, pawns placed and the expected value of open circles; a seat's last pawn exceeds
    all.
    """
    place = action >> 1
    seat = int(s.seat)
    lead = 0
    pawns = int(s.pawns)
    if holes_made(box, s, place):
        low, high = circles_changed(box, s, place)
        while low | high:
            circle = first_circle(low, high)
            low, high = without_first(low, high)
            after = circle_after(box, s, action, circle)
            lead += _lead_changed(box, s, circle, after, seat)
            if after < SEGMENTS:
                pawns -= pawns_placed(int(box.scoring[0, np.uint64(after)]))
    else:
        tile = np.uint64(int(s.tile) - 1)
        for k in range(4):
            circle = int(box.corner[place, k])
            after = int(s.circle[np.uint64(circle)]) + int(box.added[tile, action & 1, k])
            lead += _lead_changed(box, s, circle, after, seat)
            if after < SEGMENTS:
                pawns -= pawns_placed(int(box.scoring[0, np.uint64(after)]))
    if out_of_pawns(pawns):
        lead += _last_pawn(box, pawns, seat)
    return lead


@inner
def _lead_changed(box: Record, s: Record, circle: int, after: int, seat: int) -> int:
    golden = int(box.golden[np.uint64(circle)])
    before = int(s.circle[np.uint64(circle)])
    changed = int(box.lead[golden, pattern_of(box, after), seat])
    return changed - int(box.lead[golden, pattern_of(box, before), seat])


@inner
def _last_pawn(box: Record, pawns: int, seat: int) -> int:
    """Return the last-pawn bonus for ``seat``; 0 if both sides or only neutral colours end."""
    worth = 0
    for other in range(int(box.seats)):
        if pawns_of(pawns, other) == 0:
            worth += LAST_PAWN if int(box.side[other]) == int(box.side[seat]) else -LAST_PAWN
    return worth
