"""Compiled rules of Block Ness, see README.md."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.compiled.templates.rules import TERMINAL
from empile.engine.random import Stream
from empile.games.block_ness.rules import lines, moves, value_network
from empile.games.block_ness.rules.board_setup import write_setup
from empile.games.block_ness.rules.components import MAX_COLUMNS, MAX_HEIGHT
from empile.games.block_ness.rules.json_view import write_move, write_view
from empile.games.block_ness.rules.messages import write_clue, write_event, write_refusal
from empile.games.block_ness.rules.options import check_option, fill_constants, fill_params
from empile.games.block_ness.rules.planes import (
    INFORMATION_PLANES,
    OBSERVATION_PLANES,
    information_state,
    observe,
)
from empile.games.block_ness.rules.policy_network import prior
from empile.games.block_ness.rules.position import read_position
from empile.games.block_ness.rules.reserves import TEXTS as SETUP_TEXTS
from empile.games.block_ness.rules.state import (
    ACTIONS,
    END,
    HEAD,
    KINDS,
    MAX_LEGAL,
    MAX_SEATS,
    PARAMS,
    START,
    STATE,
    TAIL,
    WORD,
)

__all__ = [
    "ACTIONS",
    "INFORMATION_PLANES",
    "MAX_LEGAL",
    "MAX_SEATS",
    "OBSERVATION_PLANES",
    "PARAMS",
    "SETUP_TEXTS",
    "STATE",
    "TERMINAL",
    "check_option",
    "fill_constants",
    "fill_params",
    "information_state",
    "observe",
    "prior",
    "read_position",
    "write_clue",
    "write_event",
    "write_move",
    "write_refusal",
    "write_setup",
    "write_view",
]


@inline
def init(params: StructRef, s: StructRef) -> None:
    for hole in range((int(params.rows) + 4) * int(params.stride)):
        s.top[hole] = params.top[hole]
        if int(params.lines) != 0:
            lines.block(params, s, hole, int(params.top[hole]))
    for seat in range(int(params.seats)):
        s.kinds[seat] = params.kinds[seat]
        for slot in range(int(params.kinds[seat])):
            s.kind[seat, slot] = params.kind[seat, slot]
            s.left[seat, slot] = params.count[seat, slot]
            kind = int(params.kind[seat, slot])
            if int(params.lines) != 0:
                s.reserve[seat, 0] |= lines.set_of(kind)
            else:
                s.reserve[seat, kind // WORD] |= 1 << kind % WORD


@inline
def current(params: StructRef, s: StructRef) -> int:
    return int(s.seat)


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    seat = int(s.seat)
    if seat < 0:
        return 0
    if int(s.laid) < int(params.seats):
        return moves.legal_starts(params, s, seat, out)
    return moves.legal_plays(params, s, seat, out)


@inline
def random_move(params: StructRef, s: StructRef, stream: Stream, scratch: NDArray[np.int32]) -> int:
    seat = int(s.seat)
    if int(s.laid) < int(params.seats):
        return moves.random_start(params, s, seat, stream, scratch)
    return moves.random_play(params, s, seat, stream, scratch)


simulated_move = random_move
"""Uniform, as the default ``simulation_move``."""


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    seat = int(s.seat)
    seats = int(params.seats)
    if int(s.laid) < seats:
        _lay_start(params, s, seat, action)
        if seat + 1 < seats:
            s.seat = seat + 1
            return
        seat = seats - 1  # the search for the next seat starts at seat 0
    else:
        _lay_ring(params, s, seat, action)
    other = seat
    for _ in range(seats):
        other += 1
        if other == seats:
            other = 0
        if moves.can_play(params, s, other):
            s.seat = other
            return
    s.seat = TERMINAL


@inline
def _lay_start(params: StructRef, s: StructRef, seat: int, action: int) -> None:
    hole = (action - START) // 4
    tail = (hole // MAX_COLUMNS + 2) * int(params.stride) + hole % MAX_COLUMNS
    distance = int(params.start_distance[seat])
    head = _put(params, s, seat, tail, action % 4, distance, int(params.start_height[seat]))
    _set_top(params, s, tail, int(s.top[tail]) + END)
    s.end[seat, TAIL] = tail
    s.end[seat, HEAD] = head
    s.head_height[seat] = params.start_height[seat]


@inline
def _lay_ring(params: StructRef, s: StructRef, seat: int, action: int) -> None:
    kind = action % KINDS
    ways = action // KINDS
    end = ways // 16
    distance, height = kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1
    old = int(s.end[seat, end])
    _set_top(params, s, old, int(s.top[old]) - END)
    near = old + int(params.reach) * int(params.step[ways // 4 % 4])
    s.end[seat, end] = _put(params, s, seat, near, ways % 4, distance, height)
    if end == HEAD:
        s.head_height[seat] = height
    slot = _slot_of(s, seat, kind)
    left = int(s.left[seat, slot]) - 1
    s.left[seat, slot] = left
    if left == 0:
        if int(params.lines) != 0:
            s.reserve[seat, 0] &= ~lines.set_of(kind)
        else:
            s.reserve[seat, kind // WORD] &= ~(1 << kind % WORD)


@inline
def _slot_of(s: StructRef, seat: int, kind: int) -> int:
    # No early exit: the branch would be unpredictable.
    slot = 0
    for k in range(int(s.kinds[seat])):
        slot += int(int(s.kind[seat, k]) < kind)
    return slot


@inline
def _put(
    params: StructRef, s: StructRef, seat: int, near: int, way: int, distance: int, height: int
) -> int:
    """Lay a ring from its near foot; return the hole of its far foot."""
    step = int(params.step[way])
    far = near + distance * step
    for hole in range(near, far, step):
        s.top[np.uint64(hole)] = height
    s.top[far] = height + END
    if int(params.lines) != 0:
        lines.lay(params, s, near, way, distance, height)
    ring = int(s.laid)
    s.ring_seat[ring] = seat
    s.ring_height[ring] = height
    s.ring_near[ring] = near
    s.ring_far[ring] = far
    s.laid = ring + 1
    s.score[seat] = int(s.score[seat]) + 1
    return far


@inline
def _set_top(params: StructRef, s: StructRef, hole: int, top: int) -> None:
    s.top[hole] = top
    if int(params.lines) != 0:
        lines.block(params, s, hole, top)


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank by rings laid, then by the height under the head; solo: 1 if solved, else 2."""
    seats = int(params.seats)
    if seats == 1:
        out[0] = 1 if _is_solved(s) else 2
        return
    for seat in range(seats):
        mine = int(s.score[seat]) * 16 + int(s.head_height[seat])
        rank = 1
        for other in range(seats):
            if int(s.score[other]) * 16 + int(s.head_height[other]) > mine:
                rank += 1
        out[seat] = rank


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write the rings laid by each seat, start ring included; solo: those from the hand."""
    for seat in range(int(params.seats)):
        out[seat] = s.score[seat]


@inline
def gain(params: StructRef, s: StructRef, action: int) -> int:
    return 1


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return 0 if all seats are blocked; solo: 1 if solved, 2 if stuck."""
    if int(params.seats) > 1:
        return 0
    return 1 if _is_solved(s) else 2


@inline
def _is_solved(s: StructRef) -> bool:
    """Return whether the hand of a solo game is empty."""
    left = 0
    for slot in range(int(s.kinds[0])):
        left += int(s.left[0, slot])
    return left == 0


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write the value network's estimate; in terminal states the returns.

    Solo: the share of the hand that is laid, from -1 to 1.
    """
    if int(params.seats) == 1:
        out[0] = _progress(s)
        return
    if int(s.seat) != TERMINAL:
        value_network.evaluate(params, s, out)
        return
    seats = int(params.seats)
    for seat in range(seats):
        mine = int(s.score[seat]) * 16 + int(s.head_height[seat])
        balance = 0
        for other in range(seats):
            theirs = int(s.score[other]) * 16 + int(s.head_height[other])
            balance += int(mine > theirs) - int(mine < theirs)
        out[seat] = balance / (seats - 1)


@inline
def _progress(s: StructRef) -> float:
    if int(s.seat) == TERMINAL:
        return 1.0 if _is_solved(s) else -1.0
    left = 0
    for slot in range(int(s.kinds[0])):
        left += int(s.left[0, slot])
    laid = int(s.score[0])
    return 2.0 * laid / (laid + left) - 1.0
