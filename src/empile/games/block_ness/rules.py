"""Compiled rules of Block Ness; README.md has them in words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.engine.random import Stream
from empile.games.block_ness import judging, moves
from empile.games.block_ness.foreseeing import prior
from empile.games.block_ness.memory import (
    ACTIONS,
    BOX,
    END,
    HEAD,
    KINDS,
    MAX_LEGAL,
    MAX_OUTCOMES,
    MAX_SEATS,
    STATE,
    TAIL,
    WORD,
)
from empile.games.block_ness.pieces import MAX_COLUMNS, MAX_HEIGHT
from empile.games.block_ness.planes import (
    INFORMATION,
    INFORMATION_PLANES,
    OBSERVATION,
    OBSERVATION_PLANES,
    information_state,
    observe,
)

__all__ = [
    "ACTIONS",
    "BOX",
    "CHANCE",
    "EXTERNAL",
    "INFORMATION",
    "INFORMATION_PLANES",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "MAX_SEATS",
    "OBSERVATION",
    "OBSERVATION_PLANES",
    "STATE",
    "TERMINAL",
    "information_state",
    "observe",
    "prior",
]


@inner
def init(box: Record, s: Record) -> None:
    """Set up an empty lake and full reserves."""
    for hole in range((int(box.rows) + 4) * int(box.stride)):
        s.top[hole] = box.top[hole]
    for seat in range(int(box.seats)):
        for slot in range(int(box.kinds[seat])):
            s.left[seat, slot] = box.count[seat, slot]
            kind = int(box.kind[seat, slot])
            s.reserve[seat, kind // WORD] |= 1 << kind % WORD


@inner
def current(box: Record, s: Record) -> int:
    """Return the seat to act, or ``TERMINAL``."""
    return int(s.seat)


@inner
def legal(box: Record, s: Record, out: NDArray[np.int32]) -> int:
    """Write the legal moves of the seat to act; return their number."""
    seat = int(s.seat)
    if seat < 0:
        return 0
    if int(s.laid) < int(box.seats):
        return moves.legal_starts(box, s, seat, out)
    return moves.legal_plays(box, s, seat, out)


@inner
def random_move(box: Record, s: Record, stream: Stream, scratch: NDArray[np.int32]) -> int:
    """Return a uniformly random legal move without listing all."""
    seat = int(s.seat)
    if int(s.laid) < int(box.seats):
        return moves.random_start(box, s, seat, stream, scratch)
    return moves.random_play(box, s, seat, stream, scratch)


simulated_move = random_move
"""Same distribution as :func:`simulation_move`."""


@inner
def apply(box: Record, s: Record, action: int) -> None:
    """Lay a ring, move the end and set the next seat to act."""
    seat = int(s.seat)
    seats = int(box.seats)
    if int(s.laid) < seats:
        _lay_start(box, s, seat, action)
        if seat + 1 < seats:
            s.seat = seat + 1
            return
        seat = seats - 1  # the search for the next seat starts at seat 0
    else:
        _lay_ring(box, s, seat, action)
    for after in range(1, seats + 1):
        other = (seat + after) % seats
        if moves.can_play(box, s, other):
            s.seat = other
            return
    s.seat = TERMINAL


@inner
def _lay_start(box: Record, s: Record, seat: int, action: int) -> None:
    hole = action // 4
    tail = (hole // MAX_COLUMNS + 2) * int(box.stride) + hole % MAX_COLUMNS
    distance = int(box.start_distance[seat])
    head = _put(box, s, seat, tail, action % 4, distance, int(box.start_height[seat]))
    s.top[tail] = int(s.top[tail]) + END
    s.end[seat, TAIL] = tail
    s.end[seat, HEAD] = head
    s.head_height[seat] = box.start_height[seat]


@inner
def _lay_ring(box: Record, s: Record, seat: int, action: int) -> None:
    kind = action % KINDS
    ways = action // KINDS
    end = ways // 16
    distance, height = kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1
    old = int(s.end[seat, end])
    s.top[old] = int(s.top[old]) - END
    near = old + int(box.reach) * int(box.step[ways // 4 % 4])
    s.end[seat, end] = _put(box, s, seat, near, ways % 4, distance, height)
    if end == HEAD:
        s.head_height[seat] = height
    for slot in range(int(box.kinds[seat])):
        if int(box.kind[seat, slot]) == kind:
            left = int(s.left[seat, slot]) - 1
            s.left[seat, slot] = left
            if left == 0:
                s.reserve[seat, kind // WORD] &= ~(1 << kind % WORD)
            break


@inner
def _put(box: Record, s: Record, seat: int, near: int, way: int, distance: int, height: int) -> int:
    """Lay a ring from its near foot; return the hole of its far foot."""
    step = int(box.step[way])
    far = near + distance * step
    for hole in range(near, far, step):
        s.top[np.uint64(hole)] = height
    s.top[far] = height + END
    ring = int(s.laid)
    s.ring_seat[ring] = seat
    s.ring_height[ring] = height
    s.ring_near[ring] = near
    s.ring_far[ring] = far
    s.laid = ring + 1
    s.score[seat] = int(s.score[seat]) + 1
    return far


@inner
def chance(box: Record, s: Record, out: NDArray[np.int32], weights: NDArray[np.int64]) -> int:
    """Return 0: the game has no chance nodes."""
    return 0


@inner
def chance_actions_left(box: Record, s: Record) -> int:
    """Return 0: there is no chance in Block Ness."""
    return 0


@inner
def ranks(box: Record, s: Record, out: NDArray[np.int32]) -> None:
    """Rank by rings laid, then by the height under the head."""
    seats = int(box.seats)
    for seat in range(seats):
        mine = int(s.score[seat]) * 16 + int(s.head_height[seat])
        rank = 1
        for other in range(seats):
            if int(s.score[other]) * 16 + int(s.head_height[other]) > mine:
                rank += 1
        out[seat] = rank


@inner
def team(box: Record, seat: int) -> int:
    """Return the seat: there are no teams."""
    return seat


@inner
def scores(box: Record, s: Record, out: NDArray[np.int32]) -> None:
    """Write the rings laid by each seat, start ring included."""
    for seat in range(int(box.seats)):
        out[seat] = s.score[seat]


@inner
def gain(box: Record, s: Record, action: int) -> int:
    """Return 1: every ring scores one point."""
    return 1


@inner
def reason(box: Record, s: Record) -> int:
    """Return 0, the only end reason: all seats are blocked."""
    return 0


@inner
def simulation_move(box: Record, s: Record, moves: NDArray[np.int32], n: int, bits: int) -> int:
    """Choose uniformly among the legal moves."""
    return int(moves[(bits * n) >> 32])


@inner
def estimate(box: Record, s: Record, out: NDArray[np.float64]) -> None:
    """Write the value network's estimate; in terminal states the returns."""
    if int(s.seat) != TERMINAL:
        judging.judge(box, s, out)
        return
    seats = int(box.seats)
    for seat in range(seats):
        mine = int(s.score[seat]) * 16 + int(s.head_height[seat])
        balance = 0
        for other in range(seats):
            theirs = int(s.score[other]) * 16 + int(s.head_height[other])
            balance += int(mine > theirs) - int(mine < theirs)
        out[seat] = balance / (seats - 1)


@inner
def resample(box: Record, s: Record, seat: int, stream: Stream) -> None:
    """Do nothing: the game has perfect information."""


@inner
def observed_action(box: Record, s: Record, seat: int, action: int) -> int:
    """Return the action: all of Block Ness lies open."""
    return action
