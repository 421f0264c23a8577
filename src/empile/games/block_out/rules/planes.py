"""Tensor encoding of Block Out!: observation planes, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import Plane, clear, from_seat, offsets, size_of
from empile.games.block_out.rules.components import COLOURS, HAND, SIZES, load_components
from empile.games.block_out.rules.state import DEALING, KINDS, MAX_SEATS, OVER_STAGE, SIZE

_BLOCKS = (len(COLOURS), len(SIZES))
_MOST_CARDS = sum(load_components()["cards"].values())

OBSERVATION_PLANES = (
    Plane("tower", (SIZE, *_BLOCKS)),  # block at each level, bottom up
    Plane("free", _BLOCKS),  # blocks outside the tower
    Plane("hand", (KINDS,), private=True),  # divided by the cards of each kind
    Plane("drawn", (KINDS,), private=True),  # card that the seat must play after drawing it
    Plane("has_drawn", (1,)),  # 1 if the seat to act must play its drawn card
    Plane("hands", (MAX_SEATS,), high=_MOST_CARDS / HAND),  # divided by an initial hand
    Plane("stock", (1,)),  # divided by the number of cards
    Plane("discard", (KINDS,)),  # divided by the cards of each kind
    Plane("clockwise", (1,)),
    Plane("to_act", (MAX_SEATS,)),  # seat to act, draw, be dealt to, or that placed
    Plane("due", (5,)),  # dealing, move, draw, penalty draw, outcome
    Plane("stage", (4,)),  # ordinary move, rebuilding, free block, over
    Plane("to_draw", (1,)),  # left to deal or to draw as penalty
    Plane("turn", (1,)),  # divided by the turn limit
    Plane("seats", (MAX_SEATS - 1,)),  # 2 to 6
    Plane("advanced", (1,)),
)
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
    _SEATS,
    _ADVANCED,
) = offsets(OBSERVATION_PLANES)
OBSERVATION = size_of(OBSERVATION_PLANES)

INFORMATION_PLANES = OBSERVATION_PLANES
INFORMATION = OBSERVATION


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    clear(out, 0, OBSERVATION)
    seats = int(params.seats)
    for level in range(int(s.height)):
        out[_TOWER + level * SIZE + int(s.tower[level]) - 1] = 1.0
    for block in range(SIZE):
        out[_FREE + block] = int(s.free) >> block & 1
    in_all = 0
    for kind in range(KINDS):
        cards = max(int(params.cards[kind]), 1)
        in_all += int(params.cards[kind])
        out[_HAND + kind] = int(s.hand[seat, kind]) / cards
        out[_DISCARD + kind] = int(s.discard[kind]) / cards
    for other in range(seats):
        out[_HANDS + from_seat(seat, other, seats)] = int(s.in_hand[other]) / HAND
    out[_STOCK] = int(s.in_stock) / in_all
    acting = int(s.seat)
    drawn = int(s.drawn)
    if drawn > 0:
        out[_HAS_DRAWN] = 1.0
        if acting == seat:
            out[_DRAWN + drawn - 1] = 1.0
    if int(s.direction) > 0:
        out[_CLOCKWISE] = 1.0
    stage = int(s.stage)
    if stage != OVER_STAGE:
        out[_TO_ACT + from_seat(seat, acting, seats)] = 1.0
        out[_DUE + int(s.due)] = 1.0
        out[_TO_DRAW] = int(s.to_draw) / int(
            params.initial_hand if int(s.due) == DEALING else params.penalty
        )
    out[_STAGE + stage] = 1.0
    out[_TURN] = int(s.turn) / int(params.turn_limit)
    out[_SEATS + seats - 2] = 1.0
    out[_ADVANCED] = int(params.advanced)


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write the observation: the state keeps no history."""
    observe(params, s, seat, out)
