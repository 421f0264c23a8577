"""Policy prior of Block Ness: a compiled one-layer network over move features.

Start rings and plays have separate ReLU networks. Features are fractions, so the weights serve all
options. ``benchmarks/train_block_ness_prior.py`` trains on search visit counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.block_ness.rules.components import MAX_COLUMNS, MAX_HEIGHT, data_of
from empile.games.block_ness.rules.moves import choice_at
from empile.games.block_ness.rules.state import FEATURES, KINDS, START, UNITS

_OF_MOVE = FEATURES - 4
"""Move features; the features shared by all moves of a position follow."""
_STARTING, _PLAYING = 0, 1
_FAR = 20
"""Upper bound of any distance in steps."""
_OF_END = 6
"""Features of each end of a start ring."""


def load_weights() -> tuple[list[list[list[float]]], list[list[float]], list[list[float]]]:
    """Return input weights, biases and output weights of both networks."""
    network = data_of("policy_network")
    return network["by_feature"], network["bias"], network["by_unit"]


@inline
def features(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, out: NDArray[np.float64]
) -> None:
    """Write the features of ``n`` moves to ``out``, shape (at least n, ``FEATURES``)."""
    choice = np.zeros(2, np.float64)
    _write_choice(params, s, choice)
    for i in range(n):
        _write_context(params, s, out[i])
        _write_move(params, s, int(moves[i]), choice, out[i])


@inline
def prior(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, out: NDArray[np.float64]
) -> None:
    """Write the prior logits of ``n`` legal moves."""
    stage = _PLAYING if int(s.laid) >= int(params.seats) else _STARTING
    by_feature = params.prior_by_feature[stage]
    by_unit = params.prior_by_unit[stage]
    known = np.zeros(FEATURES, np.float64)
    choice = np.zeros(2, np.float64)
    common = np.empty(UNITS, np.float64)
    drive = np.empty(UNITS, np.float64)
    _write_choice(params, s, choice)
    _write_context(params, s, known)
    for u in range(UNITS):
        common[u] = params.prior_bias[stage, u]
    for k in range(_OF_MOVE, FEATURES):
        for u in range(UNITS):
            common[u] += known[k] * by_feature[k, u]
    for i in range(n):
        _write_move(params, s, int(moves[i]), choice, known)
        for u in range(UNITS):
            drive[u] = common[u]
        for k in range(0, _OF_MOVE, 2):
            one = known[k]
            two = known[k + 1]
            by_one = by_feature[k]
            by_two = by_feature[k + 1]
            for u in range(UNITS):
                drive[u] += one * by_one[u] + two * by_two[u]
        total = 0.0
        for u in range(UNITS):
            total += max(drive[u], 0.0) * by_unit[u]
        out[i] = total


@inline
def _write_choice(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    if int(s.laid) < int(params.seats):
        return
    for end in range(2):
        count, _, _, _ = choice_at(params, s, int(s.seat), end)
        out[end] = count


@inline
def _write_context(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    seats = int(params.seats)
    out[_OF_MOVE] = 1.0
    out[_OF_MOVE + 1] = int(s.laid) / (seats * int(params.rings))
    out[_OF_MOVE + 2] = int(params.reach) - 1.0
    out[_OF_MOVE + 3] = (seats - 2) / 2.0


@inline
def _write_move(
    params: StructRef,
    s: StructRef,
    action: int,
    choice: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    if int(s.laid) >= int(params.seats):
        _write_play(params, s, action, choice, out)
        return
    hole = (action - START) // 4
    tail = (hole // MAX_COLUMNS + 2) * int(params.stride) + hole % MAX_COLUMNS
    distance = int(params.start_distance[np.uint64(int(s.seat))])
    _write_start(params, s, tail + distance * int(params.step[np.uint64(action % 4)]), 0, out)
    _write_start(params, s, tail, _OF_END, out)


@inline
def _write_start(
    params: StructRef, s: StructRef, hole: int, first: int, out: NDArray[np.float64]
) -> None:
    row, column = _from_middle(params, hole)
    out[first] = row / 6.0
    out[first + 1] = column / 6.0
    out[first + 2] = row * row / 36.0
    out[first + 3] = column * column / 36.0
    out[first + 4] = _steps_to_others(params, s, hole) / 10.0
    free, _ = _free_and_taken(params, s, hole, 0, 0, 0)
    out[first + 5] = free / 4.0


@inline
def _write_play(
    params: StructRef,
    s: StructRef,
    action: int,
    choice: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    seat = int(s.seat)
    reach = int(params.reach)
    kind = action % KINDS
    ways = action // KINDS
    end = ways // 16
    near_way = ways // 4 % 4
    far_way = ways % 4
    distance = kind // MAX_HEIGHT + 1
    height = kind % MAX_HEIGHT + 1
    step = int(params.step[np.uint64(far_way)])
    old = int(s.end[np.uint64(seat), np.uint64(end)])
    near = old + reach * int(params.step[np.uint64(near_way)])
    far = near + distance * step
    # The ring itself.
    out[0] = float(end)
    out[1] = distance / 6.0
    out[2] = height / MAX_HEIGHT
    out[3] = float(int(near_way == far_way))
    out[4] = float(int(near_way ^ far_way == 2))
    # Possible continuations from the new end.
    ways_on, room = _way_on(params, s, near, far, far_way)
    out[5] = ways_on / 4.0
    out[6] = room / 12.0
    out[7] = float(int(ways_on == 0))
    # Holes passed over: free ones and rings.
    used = 0
    for hole in range(near + step, far, step):
        used += int(s.top[np.uint64(hole)] == 0)
    out[8] = used / 5.0
    out[9] = (distance - 1 - used) / 5.0
    # Effect on the opponents and on the seat's other end.
    steps = _steps_to_others(params, s, far)
    out[10] = steps / 10.0
    out[11] = float(int(steps <= 2 * reach))
    taken, hurt = _harm(params, s, near, step, distance)
    out[12] = taken / 2.0
    out[13] = hurt
    other_end = int(s.end[np.uint64(seat), np.uint64(1 - end)])
    free, hit = _free_and_taken(params, s, other_end, near, step, distance)
    out[14] = hit / max(free, 1)
    # Mobility given up at this end.
    out[15] = (choice[end] + 1.0) / (choice[0] + choice[1] + 2.0)
    out[16] = float(int(choice[end] <= choice[1 - end]))
    left, tallest = _left(params, s, kind)
    out[17] = left / 3.0
    out[18] = float(int(height == tallest))
    row, column = _from_middle(params, far)
    out[19] = (row + column) / 10.0


@inline
def _from_middle(params: StructRef, hole: int) -> tuple[float, float]:
    stride = int(params.stride)
    row = abs(hole // stride - 2 - (int(params.rows) - 1) / 2.0)
    column = abs(hole % stride - (int(params.columns) - 1) / 2.0)
    return row, column


@inline
def _steps_to_others(params: StructRef, s: StructRef, hole: int) -> int:
    stride = int(params.stride)
    nearest = _FAR
    for other in range(int(params.seats)):
        for end in range(2):
            there = int(s.end[np.uint64(other), np.uint64(end)])
            if other != int(s.seat) and there != 0:
                rows = abs(there // stride - hole // stride)
                nearest = min(nearest, rows + abs(there % stride - hole % stride))
    return nearest


@inline
def _way_on(params: StructRef, s: StructRef, near: int, far: int, far_way: int) -> tuple[int, int]:
    """Return open directions from the new end and free holes, at most four a direction."""
    reach = int(params.reach)
    ways = 0
    room = 0
    for way in range(4):
        step = int(params.step[np.uint64(way)])
        hole = far + reach * step
        if way == far_way ^ 2 or hole == near or s.top[np.uint64(hole)] != 0:
            continue
        ways += 1
        for _ in range(4):
            room += 1
            hole += step
            if s.top[np.uint64(hole)] != 0:
                break
    return ways, room


@inline
def _free_and_taken(
    params: StructRef, s: StructRef, end: int, near: int, step: int, distance: int
) -> tuple[int, int]:
    """Return the free near holes of an end and those that the ring would cover."""
    free = 0
    taken = 0
    for way in range(4):
        hole = end + int(params.reach) * int(params.step[np.uint64(way)])
        if s.top[np.uint64(hole)] != 0:
            continue
        free += 1
        for k in range(distance + 1):
            taken += int(near + k * step == hole)
    return free, taken


@inline
def _harm(
    params: StructRef, s: StructRef, near: int, step: int, distance: int
) -> tuple[int, float]:
    """Return the near holes taken from opponents and the sum of the shares taken."""
    taken = 0
    hurt = 0.0
    for other in range(int(params.seats)):
        for end in range(2):
            there = int(s.end[np.uint64(other), np.uint64(end)])
            if other != int(s.seat) and there != 0:
                free, hit = _free_and_taken(params, s, there, near, step, distance)
                taken += hit
                hurt += hit / max(free, 1)
    return taken, hurt


@inline
def _left(params: StructRef, s: StructRef, kind: int) -> tuple[int, int]:
    seat = np.uint64(int(s.seat))
    of_kind = 0
    tallest = 0
    for slot in range(int(s.kinds[seat])):
        left = int(np.int64(s.left[seat, np.uint64(slot)]))
        one = int(np.int64(s.kind[seat, np.uint64(slot)]))
        of_kind += left * int(one == kind)
        tallest = max(tallest, (one % MAX_HEIGHT + 1) * int(left > 0))
    return of_kind, tallest
