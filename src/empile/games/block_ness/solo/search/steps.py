"""Moves of the solver, compiled: list, lay, take back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.random import fold
from empile.games.block_ness.solo.search.layout import END, HOLES, SLOTS

Codes = NDArray[np.int64]
_END_CODES = HOLES * 2 * SLOTS
_NO_BITS, _SIGN = np.uint64(0), np.uint64(1)


@inline
def _code(number: int) -> int:
    """Return 63 random bits: of rings by west or south foot, direction and slot; of ends by hole."""
    return int(np.int64(fold(_NO_BITS, number) >> _SIGN))


@inline
def end_code(end: int, hole: int) -> int:
    return _code(_END_CODES + end * HOLES + hole)


@inline
def list_moves(w: StructRef, depth: int) -> int:
    """Write the legal moves at ``depth``; return their number."""
    count = 0
    for end in range(2):
        old = int(w.end[end])
        w.top[old] = int(w.top[old]) - END  # the end leaves its hole
        for near_way in range(4):
            near = old + int(w.reach) * int(w.step[near_way])
            if int(w.top[near]) != 0:
                continue
            for far_way in range(4):
                code = ((end * 4 + near_way) * 4 + far_way) * SLOTS
                count = _list_line(w, depth, count, code, near, int(w.step[far_way]))
        w.top[old] = int(w.top[old]) + END
    w.count[depth] = count
    return count


@inline
def _list_line(w: StructRef, depth: int, count: int, code: int, near: int, step: int) -> int:
    over = 0
    hole = near
    for distance in range(1, int(w.longest) + 1):
        hole += step
        top = int(w.top[hole])
        if top == 0:
            for slot in range(int(w.first[distance]), int(w.first[distance + 1])):
                if int(w.left[slot]) > 0 and int(w.height[slot]) > over:
                    w.moves[depth, count] = code + slot
                    count += 1
        if top >= END:
            break
        over = max(over, top)
    return count


@inline
def laid_after(w: StructRef, depth: int, move: int) -> int:
    """Return the hash of the set of rings laid after a move."""
    slot = move % SLOTS
    ways = move // SLOTS
    near = near_hole(w, ways)
    first = near
    if ways % 4 >= 2:
        first = near + int(w.distance[slot]) * int(w.step[ways % 4])
    return int(w.laid[depth]) ^ _code((first * 2 + ways % 2) * SLOTS + slot)


@inline
def near_hole(w: StructRef, ways: int) -> int:
    return int(w.end[ways // 16]) + int(w.reach) * int(w.step[ways // 4 % 4])


@inline
def key_after(w: StructRef, laid: int, move: int) -> int:
    """Return the hash of the state after a move: rings laid, head and tail."""
    ways = move // SLOTS
    far = near_hole(w, ways) + int(w.distance[move % SLOTS]) * int(w.step[ways % 4])
    if ways < 16:
        return laid ^ end_code(0, far) ^ end_code(1, int(w.end[1]))
    return laid ^ end_code(0, int(w.end[0])) ^ end_code(1, far)


@inline
def lay(w: StructRef, depth: int, move: int) -> None:
    slot = move % SLOTS
    ways = move // SLOTS
    end = ways // 16
    old = int(w.end[end])
    hole = near_hole(w, ways)
    step = int(w.step[ways % 4])
    height = int(w.height[slot])
    w.old[depth] = old
    w.top[old] = int(w.top[old]) - END
    for k in range(int(w.distance[slot]) + 1):
        w.covered[depth, k] = w.top[hole]
        w.free = int(w.free) - int(int(w.top[hole]) == 0)
        w.top[hole] = height
        hole += step
    hole -= step
    w.top[hole] = height + END
    w.end[end] = hole
    w.left[slot] = int(w.left[slot]) - 1


@inline
def take_back(w: StructRef, depth: int, move: int) -> None:
    """Undo ``lay``."""
    slot = move % SLOTS
    ways = move // SLOTS
    end = ways // 16
    old = int(w.old[depth])
    w.end[end] = old
    hole = near_hole(w, ways)
    step = int(w.step[ways % 4])
    for k in range(int(w.distance[slot]) + 1):
        w.top[hole] = w.covered[depth, k]
        w.free = int(w.free) + int(int(w.top[hole]) == 0)
        hole += step
    w.top[old] = int(w.top[old]) + END
    w.left[slot] = int(w.left[slot]) + 1
