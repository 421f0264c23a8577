"""Moves of Blox from their actions, legal or not."""

from __future__ import annotations

import numpy as np

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.state import (
    BUILD,
    DEMOLISH,
    ENTER,
    EXCHANGE,
    MOVE,
    SETS,
    STRIKE,
    clear_ahead,
)

ENTERS, MOVES, DEMOLISHES, STRIKES, EXCHANGES, BUILDS = range(6)
"""Verbs."""


@inline
def decode(params: StructRef, s: StructRef, action: int) -> tuple[int, int, int, int, int, int]:
    """Return the verb, the figure's cell, the direction, the cell reached, the cards and the joker.

    Cells are -1 if there are none, and so is the joker, else the colour that it replaces. Cards have
    four bits a colour, the joker included.
    """
    if action < MOVE:
        cell = (action - ENTER) // 2
        colour = int(np.int64(params.colour[cell]))
        return ENTERS, -1, 0, cell, 1 << 4 * colour, _one_colour(action - ENTER, colour)
    if action < DEMOLISH:
        code = (action - MOVE) // 2
        cell, way, colour = code // 16, code // 4 % 4, code % 4
        distance = int(np.int64(params.ahead[cell, way, colour]))
        end = _ahead(params, cell, way, distance)
        return MOVES, cell, way, end, 1 << 4 * colour, _one_colour(action - MOVE, colour)
    if action < STRIKE:
        code = (action - DEMOLISH) // 5
        cell, way = code // 4, code % 4
        end = _ahead(params, cell, way, clear_ahead(params, s, cell, way) + 1)
        tower = int(np.int64(s.on[end])) & 0xFFFF if end >= 0 else 0
        return DEMOLISHES, cell, way, end, tower, (action - DEMOLISH) % 5 - 1
    if action < EXCHANGE:
        code = (action - STRIKE) // 2
        cell, way = code // 16, code // 4 % 4
        end = _ahead(params, cell, way, clear_ahead(params, s, cell, way) + 1)
        colour = int(np.int64(params.colour[end])) if end >= 0 else 0
        cards = (3 + code % 4) << 4 * colour
        return STRIKES, cell, way, end, cards, _one_colour(action - STRIKE, colour)
    if action < BUILD:
        rank = (action - EXCHANGE) // 6
        cards = _triple(params, rank) | (action - EXCHANGE) % 6 << 12
        return EXCHANGES, -1, 0, -1, cards, -1
    code = (action - BUILD) // 5
    cards = _triple(params, code % SETS)
    mauve = max(0, int(np.int64(s.phase)) + 1 - count_of(cards))
    return BUILDS, code // SETS, 0, code // SETS, cards | mauve << 12, (action - BUILD) % 5 - 1


@inline
def count_of(cards: int) -> int:
    """Return the number of cards, or of blocks."""
    return (cards & 15) + (cards >> 4 & 15) + (cards >> 8 & 15) + (cards >> 12 & 15)


@inline
def _one_colour(code: int, colour: int) -> int:
    """Return the colour that the joker replaces, if the code of a move in one colour says so."""
    return colour if code & 1 else -1


@inline
def _ahead(params: StructRef, cell: int, way: int, distance: int) -> int:
    """Return the cell at a distance, or -1 beyond the edge."""
    if distance > int(np.int64(params.room[cell, way])):
        return -1
    return cell + distance * int(params.step[way])


@inline
def _triple(params: StructRef, rank: int) -> int:
    """Return the white, grey and black cards of a multiset, four bits each."""
    white, grey, black = params.triple[rank, 0], params.triple[rank, 1], params.triple[rank, 2]
    return int(np.int64(white)) | int(np.int64(grey)) << 4 | int(np.int64(black)) << 8
