"""Tensor encoding of Blox: observation and information state planes, compiled."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import Plane, clear, from_seat, size_of
from empile.games.blox.rules.components import BLOCKS, BLOCKS_OF_A_COLOUR, CARDS_OF_A_COLOUR
from empile.games.blox.rules.state import (
    CELLS,
    COLOURS,
    END,
    FIGURES,
    HAND,
    LAST_PHASE,
    MAX_SEATS,
    NEUTRAL,
    PLANES,
    SIZE,
    TALLEST,
    TOWERS,
    figure_on,
    total,
)

_CITY = (SIZE, SIZE)


def observation_planes(seats: int, *, neutral: bool) -> tuple[Plane, ...]:
    """Return the planes for a number of seats, with or without neutral figures."""
    return (
        Plane("colours", (COLOURS, *_CITY), board=True),  # of cells: white, grey, black, mauve
        Plane("blocks", (COLOURS, *_CITY), board=True),  # of towers, divided by the greatest height
        Plane("figures", (seats, *_CITY), board=True),
        *([Plane("neutral", _CITY, board=True)] if neutral else []),
        Plane("hand", (COLOURS,), private=True),
        Plane("hands", (seats,)),  # number of cards
        Plane("jokers", (seats,)),  # 1 if face up
        Plane("reserves", (seats,)),  # figures off the board
        Plane("taken", (seats, COLOURS)),  # blocks taken, by colour
        Plane("points", (seats,), high=math.inf),  # divided by the number of blocks
        Plane("deck", (1,)),  # cards in the draw pile
        Plane("discard", (COLOURS,)),
        Plane("to_draw", (1,)),  # blocks or cards left in the chance event
        Plane("phase", (LAST_PHASE,)),
        Plane("last_round", (1,)),
        Plane("round", (1,)),  # divided by the limit
        Plane("to_act", (seats,)),  # seat to act, draw or be dealt to
        Plane("begins", (seats,)),  # first seat of every round
        Plane("stage", (5,)),  # set-up, dealing, move, drawing, over
    )


def information_planes(seats: int, *, neutral: bool) -> tuple[Plane, ...]:
    """Return the observation's planes, and the cards known to be in the other hands together."""
    known = Plane("known", (COLOURS,), private=True)
    return (*observation_planes(seats, neutral=neutral), known)


OBSERVATION_PLANES = observation_planes(MAX_SEATS, neutral=True)
INFORMATION_PLANES = information_planes(MAX_SEATS, neutral=True)
OBSERVATION = size_of(OBSERVATION_PLANES)
INFORMATION = size_of(INFORMATION_PLANES)
assert len(INFORMATION_PLANES) == PLANES

(
    _COLOURS,
    _BLOCKS,
    _FIGURES,
    _NEUTRAL,
    _HAND,
    _HANDS,
    _JOKERS,
    _RESERVES,
    _TAKEN,
    _POINTS,
    _DECK,
    _DISCARD,
    _TO_DRAW,
    _PHASE,
    _LAST_ROUND,
    _ROUND,
    _TO_ACT,
    _BEGINS,
    _STAGE,
    _KNOWN,
) = range(PLANES)


@inline
def _at(params: StructRef, plane: int) -> int:
    return int(params.plane[np.uint64(plane)])


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    clear(out, 0, _at(params, _KNOWN))
    seats = int(params.seats)
    _observe_city(params, s, seat, out)
    for other in range(seats):
        r = from_seat(seat, other, seats)
        out[_at(params, _HANDS) + r] = total(s.hand[other]) / HAND
        out[_at(params, _JOKERS) + r] = int(s.joker[other])
        out[_at(params, _RESERVES) + r] = (FIGURES - int(s.placed[other])) / FIGURES
        for colour in range(COLOURS):
            taken = int(s.blocks[other, colour])
            out[_at(params, _TAKEN) + r * COLOURS + colour] = taken / BLOCKS_OF_A_COLOUR
        out[_at(params, _POINTS) + r] = int(s.points[other]) / BLOCKS
    out[_at(params, _DECK)] = total(s.deck) / (COLOURS * CARDS_OF_A_COLOUR)
    for colour in range(COLOURS):
        out[_at(params, _HAND) + colour] = int(s.hand[seat, colour]) / HAND
        out[_at(params, _DISCARD) + colour] = int(s.discard[colour]) / CARDS_OF_A_COLOUR
    stage = int(s.stage)
    out[_at(params, _TO_DRAW)] = int(s.to_draw) / (BLOCKS if stage == TOWERS else HAND)
    out[_at(params, _PHASE) + int(s.phase) - 1] = 1.0
    out[_at(params, _LAST_ROUND)] = int(s.last_round)
    out[_at(params, _ROUND)] = int(s.round_number) / int(params.round_limit)
    if stage != END:
        out[_at(params, _TO_ACT) + from_seat(seat, int(s.seat), seats)] = 1.0
    out[_at(params, _BEGINS) + from_seat(seat, 0, seats)] = 1.0
    out[_at(params, _STAGE) + stage] = 1.0


@inline
def _observe_city(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    seats = int(params.seats)
    for cell in range(CELLS):
        out[_at(params, _COLOURS) + int(params.colour[cell]) * CELLS + cell] = 1.0
        thing = int(s.on[cell])
        if thing == 0:
            continue
        for colour in range(COLOURS):
            out[_at(params, _BLOCKS) + colour * CELLS + cell] = (
                thing >> (4 * colour) & 15
            ) / TALLEST
        figure = figure_on(thing)
        if figure == NEUTRAL:
            out[_at(params, _NEUTRAL) + cell] = 1.0
        elif figure > 0:
            out[_at(params, _FIGURES) + from_seat(seat, figure - 1, seats) * CELLS + cell] = 1.0


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` sees, and the cards that it knows to be in the others' hands.

    After a reshuffle, all cards that the seat does not see are in hands, until paid.
    """
    observe(params, s, seat, out)
    for colour in range(COLOURS):
        known = 0
        for other in range(int(params.seats)):
            if other != seat:
                known += int(s.kept[other, colour])
        out[_at(params, _KNOWN) + colour] = max(0, known) / CARDS_OF_A_COLOUR
