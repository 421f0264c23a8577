"""Tensor encoding of Block Out!: observation planes, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import Plane, clear, from_seat, size_of
from empile.games.block_out.rules.components import COLOURS, HAND, SIZES, load_components
from empile.games.block_out.rules.state import (
    BONUS,
    DEALING,
    KINDS,
    MAX_SEATS,
    OVER_STAGE,
    PLANES,
    SIZE,
)

_BLOCKS = (len(COLOURS), len(SIZES))
_MOST_CARDS = sum(load_components()["cards"].values())


def observation_planes(seats: int, *, advanced: bool) -> tuple[Plane, ...]:
    """Return the planes for a number of seats, with or without the advanced rule."""
    return (
        Plane("tower", (SIZE, *_BLOCKS)),  # block at each level, bottom up
        Plane("free", _BLOCKS),  # blocks outside the tower
        Plane("hand", (KINDS,), private=True),  # divided by the cards of each kind
        Plane("drawn", (KINDS,), private=True),  # card that the seat must play after drawing it
        Plane("has_drawn", (1,)),  # 1 if the seat to act must play its drawn card
        Plane("hands", (seats,), high=_MOST_CARDS / HAND),  # divided by an initial hand
        Plane("stock", (1,)),  # divided by the number of cards
        Plane("discard", (KINDS,)),  # divided by the cards of each kind
        Plane("clockwise", (1,)),
        Plane("to_act", (seats,)),  # seat to act, draw, be dealt to, or that placed
        Plane("due", (5,)),  # dealing, move, draw, penalty draw, outcome
        Plane("stage", (4 if advanced else 3,)),  # ordinary move, rebuilding, over, free block
        Plane("to_draw", (1,)),  # left to deal or to draw as penalty
        Plane("turn", (1,)),  # divided by the turn limit
    )


OBSERVATION_PLANES = observation_planes(MAX_SEATS, advanced=True)
assert len(OBSERVATION_PLANES) == PLANES
(
    _TOWER,
    _FREE,
    _HAND,
    _DRAWN,
    _HAS_DRAWN,
    _HANDS,
    _STOCK,
    _DISCARD,
    _CLOCKWISE,
    _TO_ACT,
    _DUE,
    _STAGE,
    _TO_DRAW,
    _TURN,
) = range(PLANES)
OBSERVATION = size_of(OBSERVATION_PLANES)

INFORMATION_PLANES = OBSERVATION_PLANES
INFORMATION = OBSERVATION


@inline
def _at(params: StructRef, plane: int) -> int:
    return int(params.plane[np.uint64(plane)])


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    seats = int(params.seats)
    clear(out, 0, _at(params, _TURN) + 1)
    for level in range(int(s.height)):
        out[_at(params, _TOWER) + level * SIZE + int(s.tower[level]) - 1] = 1.0
    for block in range(SIZE):
        out[_at(params, _FREE) + block] = int(s.free) >> block & 1
    in_all = 0
    for kind in range(KINDS):
        cards = max(int(params.cards[kind]), 1)
        in_all += int(params.cards[kind])
        out[_at(params, _HAND) + kind] = int(s.hand[seat, kind]) / cards
        out[_at(params, _DISCARD) + kind] = int(s.discard[kind]) / cards
    for other in range(seats):
        out[_at(params, _HANDS) + from_seat(seat, other, seats)] = int(s.in_hand[other]) / HAND
    out[_at(params, _STOCK)] = int(s.in_stock) / in_all
    acting = int(s.seat)
    drawn = int(s.drawn)
    if drawn > 0:
        out[_at(params, _HAS_DRAWN)] = 1.0
        if acting == seat:
            out[_at(params, _DRAWN) + drawn - 1] = 1.0
    if int(s.direction) > 0:
        out[_at(params, _CLOCKWISE)] = 1.0
    stage = int(s.stage)
    if stage != OVER_STAGE:
        out[_at(params, _TO_ACT) + from_seat(seat, acting, seats)] = 1.0
        out[_at(params, _DUE) + int(s.due)] = 1.0
        out[_at(params, _TO_DRAW)] = int(s.to_draw) / int(
            params.initial_hand if int(s.due) == DEALING else params.penalty
        )
    out[_at(params, _STAGE) + _place_of(stage)] = 1.0
    out[_at(params, _TURN)] = int(s.turn) / int(params.turn_limit)


@inline
def _place_of(stage: int) -> int:
    """Return the stage's index, the free block's last."""
    return OVER_STAGE if stage == BONUS else min(stage, BONUS)


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write the observation: the state keeps no history."""
    observe(params, s, seat, out)
