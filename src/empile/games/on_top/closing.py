"""Which circles a move of On Top would close, and what that brings: asked without making the move."""

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
"""What a seat's last pawn counts when moves are compared: more than all points."""


@inner
def makes_hole(box: Record, s: Record, place: int, number: int) -> bool:
    """Return whether a tile laid on ``place`` would leave its ``number``-th neighbour a hole."""
    return int(s.cell[int(box.around[place, number])]) == 1


@inner
def circle_after(box: Record, s: Record, move: int, circle: int) -> int:
    """Return what ``circle`` would be after a move of the seat to act, before it is scored."""
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
    """Return what a full circle brings: see :func:`pawns_placed` and :func:`points_won`."""
    return int(box.scoring[np.uint64(box.golden[circle]), segments])


@inner
def pawns_placed(brought: int) -> int:
    """Return the pawns that full circles place, as pawns are kept."""
    return brought & ALL_PAWNS


@inner
def points_won(brought: int, colour: int) -> int:
    """Return what a colour scores on full circles."""
    return brought >> (POINTS_AT + PAWN_BITS * colour) & 255


@inner
def out_of_pawns(pawns: int) -> int:
    """Return a bit in the byte of each colour without a pawn left; no byte may be over 127."""
    return ~(pawns + (OUT - (OUT >> (PAWN_BITS - 1)))) & OUT


@inner
def pawns_of(pawns: int, colour: int) -> int:
    """Return how many pawns a colour has not placed."""
    return pawns >> (PAWN_BITS * colour) & 255


@inner
def circles_changed(box: Record, s: Record, place: int) -> tuple[int, int]:
    """Return the circles at which a tile on ``place``, or a hole that it leaves, fills cells.

    As the bits of two words.
    """
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
    """Return the circles, the bits of two words, and one more."""
    bit = 1 << (circle % WORD)
    return (low | bit, high) if circle < WORD else (low, high | bit)


@inner
def first_circle(low: int, high: int) -> int:
    """Return the first of some circles, the bits of two words."""
    return lowest_bit(low) if low else WORD + lowest_bit(high)


@inner
def without_first(low: int, high: int) -> tuple[int, int]:
    """Return the circles but for the first."""
    return (low & (low - 1), high) if low else (low, high & (high - 1))


@inner
def holes_made(box: Record, s: Record, place: int) -> int:
    """Return how many holes a tile laid on ``place`` would leave."""
    holes = 0
    for number in range(int(box.neighbours[place])):
        holes += makes_hole(box, s, place, number)
    return holes


@inner
def gain(box: Record, s: Record, action: int) -> int:
    """Return what the mover scores on the circles that a move closes, less what an end costs it."""
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
    """Return the number of the pattern of a circle that is not scored."""
    segments = np.uint64(circle & (SEGMENTS - 1))
    return int(box.pattern[segments]) + circle // SEGMENTS


@inner
def lead_gained(box: Record, s: Record, action: int) -> int:
    """Return by how much a move changes what the mover may expect to be ahead by.

    Ahead of the mean of its opponents, with its partner, in thousandths of a point: points scored,
    pawns placed, and what becomes of circles that stay open. A seat's last pawn is worth more than
    all of them.
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
    """Return what it changes for ``seat`` that an unscored circle becomes ``after``."""
    golden = int(box.golden[np.uint64(circle)])
    before = int(s.circle[np.uint64(circle)])
    changed = int(box.lead[golden, pattern_of(box, after), seat])
    return changed - int(box.lead[golden, pattern_of(box, before), seat])


@inner
def _last_pawn(box: Record, pawns: int, seat: int) -> int:
    """Return what it is worth to ``seat`` that these pawns are left, one seat's last among them.

    Nothing where last pawns of both sides are placed, or a neutral colour's alone.
    """
    worth = 0
    for other in range(int(box.seats)):
        if pawns_of(pawns, other) == 0:
            worth += LAST_PAWN if int(box.side[other]) == int(box.side[seat]) else -LAST_PAWN
    return worth
