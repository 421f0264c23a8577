"""Circles completed by a move of On Top and their score, computed without applying it."""

from __future__ import annotations

import numpy as np

from empile.engine.compiled.bits import lowest_bit
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.on_top.rules.state import ALL_PAWNS, OUT, PAWN_BITS, POINTS_AT, SEGMENTS, WORD

LAST_PAWN = 1_000_000
"""Value of a last pawn in move comparisons: exceeds all points."""


@inline
def makes_hole(params: StructRef, s: StructRef, place: int, number: int) -> bool:
    return int(s.cell[int(params.around[place, number])]) == 1


@inline
def circle_after(params: StructRef, s: StructRef, move: int, circle: int) -> int:
    """Return the state of ``circle`` after a move, before scoring."""
    place = move >> 1
    found = int(s.circle[circle])
    for k in range(4):
        if int(params.corner[place, k]) == circle:
            found += int(params.added[int(s.tile) - 1, move & 1, k])
    for number in range(int(params.neighbours[place])):
        if makes_hole(params, s, place, number):
            for k in range(3):
                if int(params.corners[int(params.around[place, number]), k]) == circle:
                    found -= SEGMENTS
    return found


@inline
def scored_by(params: StructRef, circle: np.uint64, segments: np.uint64) -> int:
    """Return a packed result: see :func:`pawns_placed` and :func:`points_won`."""
    return int(params.scoring[np.uint64(params.golden[circle]), segments])


@inline
def outcome_of(params: StructRef, circle: int, segments: int, pawns: int) -> int:
    """Return the packed result of a full circle, given the pawns left before it.

    With the seconds first, the last pawn of one of them leaves the tower without a top.
    """
    outcome = scored_by(params, np.uint64(circle), np.uint64(segments))
    if int(params.seconds_first) and outcome:
        seconds = pawns_placed(outcome) - (1 << (PAWN_BITS * int(params.top[segments])))
        if out_of_pawns(pawns - seconds):
            return seconds
    return outcome


@inline
def is_cut(outcome: int) -> bool:
    """Return whether a packed result is a tower without a top: others have points."""
    return 0 < outcome < 1 << POINTS_AT


@inline
def pawns_placed(outcome: int) -> int:
    """Return the pawns placed, a byte for each colour."""
    return outcome & ALL_PAWNS


@inline
def points_won(outcome: int, colour: int) -> int:
    return outcome >> (POINTS_AT + PAWN_BITS * colour) & 255


@inline
def out_of_pawns(pawns: int) -> int:
    """Return a bit in the byte of each colour without pawns; bytes must be at most 127."""
    return ~(pawns + (OUT - (OUT >> (PAWN_BITS - 1)))) & OUT


@inline
def pawns_of(pawns: int, colour: int) -> int:
    return pawns >> (PAWN_BITS * colour) & 255


@inline
def circles_changed(params: StructRef, s: StructRef, place: int) -> tuple[int, int]:
    """Return the circles that a tile on ``place`` or its holes change, as two words."""
    low = high = 0
    for k in range(4):
        low, high = with_circle(low, high, int(params.corner[place, k]))
    for number in range(int(params.neighbours[place])):
        if makes_hole(params, s, place, number):
            for k in range(3):
                circle = int(params.corners[int(params.around[place, number]), k])
                low, high = with_circle(low, high, circle)
    return low, high


@inline
def with_circle(low: int, high: int, circle: int) -> tuple[int, int]:
    bit = 1 << (circle % WORD)
    return (low | bit, high) if circle < WORD else (low, high | bit)


@inline
def first_circle(low: int, high: int) -> int:
    return lowest_bit(low) if low else WORD + lowest_bit(high)


@inline
def without_first(low: int, high: int) -> tuple[int, int]:
    return (low & (low - 1), high) if low else (low, high & (high - 1))


@inline
def next_closed(
    params: StructRef, s: StructRef, action: int, low: int, high: int, pawns: int
) -> tuple[int, int, int, int]:
    """Return the next circle that a move completes, -1 without one, and its segments.

    Then the circles changed that are left, as two words.
    """
    while (low | high) and not out_of_pawns(pawns):
        circle = first_circle(low, high)
        low, high = without_first(low, high)
        after = circle_after(params, s, action, circle)
        if after < SEGMENTS:
            return circle, after, low, high
    return -1, 0, low, high


@inline
def holes_made(params: StructRef, s: StructRef, place: int) -> int:
    holes = 0
    for number in range(int(params.neighbours[place])):
        holes += makes_hole(params, s, place, number)
    return holes


@inline
def gain(params: StructRef, s: StructRef, action: int) -> int:
    """Return the mover's points, minus its penalty if the move ends the game."""
    won, pawns = _scored(params, s, action)
    full = 2 + holes_made(params, s, action >> 1) == int(s.empty) or int(s.in_bag) == 0
    out = out_of_pawns(pawns)
    if (out_of_seats(params, out) or int(params.deducts) != 0) if out else full:
        won -= pawns_of(pawns, int(s.seat))
    return won


@inline
def out_of_seats(params: StructRef, out: int) -> bool:
    """Return whether a seat is among the colours of :func:`out_of_pawns`."""
    return out & ((1 << (PAWN_BITS * int(params.seats))) - 1) != 0


@inline
def _scored(params: StructRef, s: StructRef, action: int) -> tuple[int, int]:
    """Return the mover's points by a move, and the pawns left after it."""
    low, high = circles_changed(params, s, action >> 1)
    pawns = int(s.pawns)
    won = 0
    while (low | high) and not out_of_pawns(pawns):
        circle = first_circle(low, high)
        low, high = without_first(low, high)
        after = circle_after(params, s, action, circle)
        if after < SEGMENTS:
            outcome = outcome_of(params, circle, after, pawns)
            pawns -= pawns_placed(outcome)
            won += points_won(outcome, int(s.seat))
    return won, pawns


@inline
def pattern_of(params: StructRef, circle: int) -> int:
    """Return the pattern index of an unscored circle."""
    segments = np.uint64(circle & (SEGMENTS - 1))
    return int(params.pattern[segments]) + circle // SEGMENTS


@inline
def lead_gained(params: StructRef, s: StructRef, action: int) -> int:
    """Return the change in the mover's expected lead, in thousandths of a point.

    Counts points, pawns placed and open circles; a last pawn exceeds all.
    """
    place = action >> 1
    seat = int(s.seat)
    lead = 0
    pawns = int(s.pawns)
    if holes_made(params, s, place):
        low, high = circles_changed(params, s, place)
        while low | high:
            circle = first_circle(low, high)
            low, high = without_first(low, high)
            after = circle_after(params, s, action, circle)
            lead += _lead_changed(params, s, circle, after, seat)
            if after < SEGMENTS:
                pawns -= pawns_placed(int(params.scoring[0, np.uint64(after)]))
    else:
        tile = np.uint64(int(s.tile) - 1)
        for k in range(4):
            circle = int(params.corner[place, k])
            after = int(s.circle[np.uint64(circle)]) + int(params.added[tile, action & 1, k])
            lead += _lead_changed(params, s, circle, after, seat)
            if after < SEGMENTS:
                pawns -= pawns_placed(int(params.scoring[0, np.uint64(after)]))
    if out_of_pawns(pawns):
        lead += _last_pawn(params, _scored(params, s, action)[1], seat)
    return lead


@inline
def _lead_changed(params: StructRef, s: StructRef, circle: int, after: int, seat: int) -> int:
    golden = int(params.golden[np.uint64(circle)])
    before = int(s.circle[np.uint64(circle)])
    changed = int(params.lead[golden, pattern_of(params, after), seat])
    return changed - int(params.lead[golden, pattern_of(params, before), seat])


@inline
def _last_pawn(params: StructRef, pawns: int, seat: int) -> int:
    """Return the last-pawn bonus; 0 if both sides or only neutral colours end."""
    bonus = 0
    for other in range(int(params.seats)):
        if pawns_of(pawns, other) == 0:
            bonus += LAST_PAWN if int(params.side[other]) == int(params.side[seat]) else -LAST_PAWN
    return bonus
