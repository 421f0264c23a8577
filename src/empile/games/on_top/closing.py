"""Which circles a move of On Top would close, and what that brings: asked without making the move."""

from __future__ import annotations

from empile.engine.bits import lowest_bit
from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.games.on_top.memory import (
    OUT,
    PAWN_BITS,
    SEGMENTS,
    WORD,
)


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
def points_of(box: Record, circle: int, segments: int) -> int:
    """Return what the top colour's owner scores on a full circle."""
    return int(box.height[segments]) << int(box.golden[circle])


@inner
def out_of_pawns(pawns: int) -> int:
    """Return a bit in the byte of each colour without a pawn left; no byte may be over 127."""
    return ~(pawns + (OUT - (OUT >> (PAWN_BITS - 1)))) & OUT


@inner
def pawns_of(pawns: int, colour: int) -> int:
    """Return how many pawns a colour has not placed."""
    return pawns >> (PAWN_BITS * colour) & 255


@inner
def gain(box: Record, s: Record, action: int) -> int:
    """Return what the mover scores on the circles that a move closes, less what an end costs it."""
    place = action >> 1
    seat = int(s.seat)
    low = high = 0  # the circles that could close, as bits
    for k in range(4):
        circle = int(box.corner[place, k])
        low |= (circle < WORD) << (circle % WORD)
        high |= (circle >= WORD) << (circle % WORD)
    filled = 2
    for number in range(int(box.neighbours[place])):
        if makes_hole(box, s, place, number):
            filled += 1
            for k in range(3):
                circle = int(box.corners[int(box.around[place, number]), k])
                low |= (circle < WORD) << (circle % WORD)
                high |= (circle >= WORD) << (circle % WORD)
    pawns = int(s.pawns)
    won = 0
    while low | high:
        if low:
            circle = lowest_bit(low)
            low &= low - 1
        else:
            circle = WORD + lowest_bit(high)
            high &= high - 1
        after = circle_after(box, s, action, circle)
        if after < SEGMENTS:
            pawns -= int(box.placing[after])
            if int(box.top[after]) == seat:
                won += points_of(box, circle, after)
            if out_of_pawns(pawns):
                return won - pawns_of(pawns, seat)
    if filled == int(s.empty) or int(s.in_bag) == 0:
        won -= pawns_of(pawns, seat)
    return won
