"""Playout policy and evaluation function of Blox, compiled.

Uniform random playouts hardly ever end. The policy scores points if it can; otherwise it compares
an exchange that keeps the cards for the best target with steps towards a target.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.components import MAX_BLOCKS_IN_HAND
from empile.games.blox.rules.moves import gain
from empile.games.blox.rules.state import (
    BUILD,
    COLOURS,
    DEMOLISH,
    EXCHANGE,
    HAND,
    MOVE,
    STRIKE,
    clear_ahead,
    figure_on,
    height_of,
    heights_that_fall,
    is_tower,
    total,
)

_TRIES = 6
"""Random steps examined for each playout move."""

_CHANCES = (
    (100, 100, 100, 100, 100, 100),
    (0, 25, 44, 58, 68, 76),
    (0, 0, 9, 22, 35, 46),
    (0, 0, 0, 3, 8, 15),
)
"""Percent chance that given colours, by number missing, are among a number of cards drawn."""
CHANCES = np.array(_CHANCES, np.int64)


@inline
def _next(bits: int) -> int:
    return (bits * 1103515245 + 12345) & 0x7FFFFFFF


@inline
def _spends_joker(action: int) -> bool:
    if action < DEMOLISH:
        return action % 2 == 1
    if action < STRIKE:
        return (action - DEMOLISH) % 5 != 0
    if action < EXCHANGE:
        return (action - STRIKE) % 2 == 1
    return action >= BUILD and (action - BUILD) % 5 != 0


@inline
def _needs(params: StructRef, s: StructRef, seat: int, cell: int, way: int) -> int:
    """Return the cards for the first target in a direction, four bits a colour, or 0."""
    clear = clear_ahead(params, s, cell, way)
    if clear >= int(params.room[cell, way]):
        return 0
    target = cell + (clear + 1) * int(params.step[way])
    thing = int(s.on[target])
    if is_tower(thing):
        if not heights_that_fall(params, s) >> height_of(thing) & 1:
            return 0
        for colour in range(COLOURS):
            if (thing >> (4 * colour)) & 15 and int(params.ahead[cell, way, colour]) <= clear:
                return 0
        return thing
    if figure_on(thing) == seat + 1:
        return 0
    colour = int(params.colour[target])
    if int(params.ahead[cell, way, colour]) <= clear:
        return 0
    return 3 << (4 * colour)


@inline
def _promise(s: StructRef, seat: int, needs: int, without: int, drawn: int) -> int:
    """Return the expected points (hundredths) of ``needs`` after ``drawn`` cards.

    One card of colour ``without`` (-1: none) is spent before.
    """
    short = 0
    points = 0
    for colour in range(COLOURS):
        need = (needs >> (4 * colour)) & 15
        points += need
        held = int(s.hand[seat, colour])
        if colour == without:
            held -= 1
        if need > held:
            short += need - held
    if short > 0 and int(s.joker[seat]):
        short -= 1
    if short > 3:
        return 0
    return points * int(CHANCES[short, drawn])


@inline
def simulation_move(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, bits: int
) -> int:
    seat = int(s.seat)
    roll = bits & 0x7FFFFFFF
    best = -1
    best_score = 0
    steps = 0
    for i in range(n):
        action = int(moves[i])
        if action < DEMOLISH:
            steps += 1
            continue
        if EXCHANGE <= action < BUILD:
            continue
        roll = _next(roll)
        score = gain(params, s, action) * 4 + (roll >> 16) % 4
        if _spends_joker(action):
            score -= 3
        if score > best_score:
            best_score = score
            best = action
    if best >= 0:
        return best
    # An exchange that keeps the cards for the best target.
    keep = 0
    best_score = 0
    for slot in range(int(s.placed[seat])):
        cell = int(s.place[seat, slot]) - 1
        for way in range(4):
            needs = _needs(params, s, seat, cell, way)
            if needs:
                roll = _next(roll)
                score = _promise(s, seat, needs, -1, 3) + (roll >> 16) % 40
                if score > best_score:
                    best_score = score
                    keep = needs
    discarded = 0
    counts = 0
    for colour in range(COLOURS):
        spare = int(s.hand[seat, colour])
        need = (keep >> (4 * colour)) & 15
        spare = spare - need if spare > need else 0
        discarded += spare
        counts |= spare << (4 * colour)
    if discarded == 0:
        counts = 0
        for colour in range(COLOURS):
            counts |= int(s.hand[seat, colour]) << (4 * colour)
        discarded = HAND
    rank = int(params.rank[counts & 15, (counts >> 4) & 15, (counts >> 8) & 15])
    best = EXCHANGE + rank * 6 + (counts >> 12)
    roll = _next(roll)
    best_score = (roll >> 16) % 60
    if keep:
        best_score += _promise(s, seat, keep, -1, min(discarded, HAND))
    if not int(s.joker[seat]):
        best_score += 60
    # A step that puts a figure in line with a target.
    if steps > 0:
        for _ in range(_TRIES):
            roll = _next(roll)
            action = int(moves[((roll >> 8) * steps) >> 23])  # steps are listed first
            spent = -1
            if action < MOVE:
                cell = action // 2
                if action % 2 == 0:
                    spent = int(params.colour[cell])
            else:
                step = action - MOVE
                colour = step // 2 % COLOURS
                way = step // 8 % 4
                cell = step // 32
                cell += int(params.ahead[cell, way, colour]) * int(params.step[way])
                if step % 2 == 0:
                    spent = colour
            score = 0
            for way in range(4):
                needs = _needs(params, s, seat, cell, way)
                if needs:
                    drawn = 1 if spent >= 0 else 0
                    score += _promise(s, seat, needs, spent, drawn) + 25
            if spent < 0:
                score -= 80
            roll = _next(roll)
            score += (roll >> 16) % 60
            if score > best_score:
                best_score = score
                best = action
    return best


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Evaluate by points, blocks, jokers and figures on the board."""
    seats = int(params.seats)
    for seat in range(seats):
        total = 0.0
        mine = _strength(params, s, seat)
        for other in range(seats):
            if other != seat:
                lead = mine - _strength(params, s, other)
                total += lead / (abs(lead) + 6.0)
        out[seat] = total / (seats - 1)


@inline
def _strength(params: StructRef, s: StructRef, seat: int) -> float:
    blocks = total(s.blocks[seat])
    strength = int(s.points[seat]) + 0.02 * blocks
    if int(s.last_round) == 0:
        strength += 0.5 * int(s.joker[seat]) + 0.25 * int(s.placed[seat])
        strength += 0.3 * min(blocks, MAX_BLOCKS_IN_HAND)
    return strength
