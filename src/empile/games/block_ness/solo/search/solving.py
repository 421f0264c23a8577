"""The solver as a compiled function: see ``empile.engine.contracts.solo.SoloSolver``."""

from __future__ import annotations

from typing import Final

import numpy as np

from empile.engine.compiled.jit import compiled, inline, interpreted
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.contracts.solo import solved_dtype
from empile.games.block_ness.solo.search.explore import DONE, FOUND, FULL, count_solved, explore
from empile.games.block_ness.solo.search.layout import (
    HOLES,
    KINDS,
    LONGEST,
    MAX_HEIGHT,
    SEARCH,
    SLOTS,
)
from empile.games.block_ness.solo.search.steps import Codes

__all__ = ["MOST", "NODES", "SEARCH", "SOLVED", "memory_of", "share_of_plays", "solve"]

NODES: Final = 2_000_000
"""A search of that many states takes seconds and 64 MB."""
MOST: Final = 1000
SOLVED = solved_dtype(SLOTS)

_FIRST_NODES = 1 << 12
_GROWTH = 8
_PLAYS = 10_000
"""Random plays that estimate the share of an incomplete search."""
_SHARE_1, _SHARE_2, _SHARE_3, _SHARE_4, _SHARE_5 = 0.1, 1e-2, 1e-3, 1e-4, 1e-6
"""The least of grades 1 to 5; levels of grade 6 have less."""


@inline
def _table_size(entries: int) -> int:
    """Return the size of a table that is at most half full."""
    size = 1
    while size < 2 * entries:
        size *= 2
    return size


def memory_of(nodes: int, most: int) -> int:
    """Return the length of the memory that a search needs. Example: ``memory_of(NODES, MOST)``."""
    size = interpreted(_table_size)
    return size(most + 1) + 2 * size(nodes)


@inline
def _begin(params: StructRef, s: StructRef, w: StructRef) -> None:
    """Write the lake and the hand of a state."""
    w.reach = int(np.int64(params.reach))
    for way in range(4):
        w.step[way] = int(np.int64(params.step[way]))
    for end in range(2):
        w.end[end] = int(np.int64(s.end[0, end]))
    free = 0
    for hole in range(HOLES):
        top = int(np.int64(s.top[hole]))
        w.top[hole] = top
        free += int(top == 0)
    w.free = free
    hand = 0
    slots = 0
    longest = 0
    for k in range(int(np.int64(s.kinds[0]))):
        left = int(np.int64(s.left[0, k]))
        if left > 0:
            kind = int(np.int64(s.kind[0, k]))
            longest = kind // MAX_HEIGHT + 1
            w.kind[slots] = kind
            w.distance[slots] = longest
            w.height[slots] = kind % MAX_HEIGHT + 1
            w.left[slots] = left
            slots += 1
            hand += left
    w.hand = hand
    w.longest = longest
    slot = 0
    for distance in range(LONGEST + 2):
        while slot < slots and int(w.distance[slot]) < distance:
            slot += 1
        w.first[distance] = slot


@inline
def _search(w: StructRef, memory: Codes, nodes: int, most: int, stops: bool) -> int:
    """Search with tables of growing size, since most positions need a small one; return a status."""
    first = _table_size(most)
    room = len(memory) - first
    while nodes > 0 and 2 * _table_size(nodes) > room:
        nodes //= 2
    if nodes == 0:
        w.nodes = 0
        w.solutions = 0
        return FULL
    known = memory[:first]
    limit = min(_FIRST_NODES, nodes)
    while True:
        size = _table_size(limit)
        keys = memory[first : first + size]
        shares = memory[first + size : first + 2 * size].view(np.float64)
        for k in range(first):
            known[k] = 0
        for k in range(size):
            keys[k] = 0
        status = explore(w, keys, shares, known, most, limit, stops)
        if status != FULL or limit == nodes:
            if status == DONE:
                w.total[0] = shares[int(w.entry[0])]
            return status
        limit = min(limit * _GROWTH, nodes)


@inline
def _share_of_plays(w: StructRef, plays: int) -> float:
    return count_solved(w, np.zeros(1, np.uint64), plays) / plays


@inline
def _grade(share: float) -> int:
    """Return the grade of the levels with about this share of random plays that solve them."""
    return (
        1
        + int(share < _SHARE_1)
        + int(share < _SHARE_2)
        + int(share < _SHARE_3)
        + int(share < _SHARE_4)
        + int(share < _SHARE_5)
    )


@compiled
def share_of_plays(
    params_array: StructArray, states: StructArray, search: StructArray, plays: int
) -> float:
    """Return the share of ``plays`` random plays that solve ``states[0]``; always the same."""
    _begin(params_array[0], states[0], search[0])
    return _share_of_plays(search[0], plays)


@compiled
def solve(
    params_array: StructArray,
    states: StructArray,
    search: StructArray,
    memory: Codes,
    solved: StructArray,
    nodes: int,
    most: int,
    stops: bool,
) -> None:
    """See ``empile.engine.contracts.solo.SoloSolver``."""
    w = search[0]
    answer = solved[0]
    last = len(states) - 1
    for back in range(last + 1):
        _begin(params_array[0], states[last - back], w)
        is_over = int(w.hand) == 0
        # One more solution tells that there are too many.
        status = FOUND if is_over else _search(w, memory, nodes, most + 1, stops or back > 0)
        if back:
            if status != DONE:
                if status == FOUND:
                    answer.take_back = back
                return
            continue
        solutions = 1 if is_over else int(w.solutions)
        answer.solutions = min(solutions, most)
        answer.complete = int(is_over or status == DONE)
        answer.exact = int(is_over or (status == DONE and solutions <= most))
        answer.solvable = 1 if solutions > 0 else 0 if status == DONE else -1
        answer.nodes = 1 if is_over else int(w.nodes)
        answer.take_back = 0
        share = 0.0
        if is_over:
            share = 1.0
        elif status == DONE:
            share = float(w.total[0])
        elif status == FULL and not stops:
            share = _share_of_plays(w, _PLAYS)
        answer.share = share
        answer.grade = 0 if solutions == 0 or stops else _grade(share)
        answer.count = 0
        if status == FOUND:
            answer.count = int(w.hand)
            for depth in range(int(w.hand)):
                move = int(w.moves[depth, int(w.at[depth])])
                answer.moves[depth] = move // SLOTS * KINDS + int(w.kind[move % SLOTS])
        if status != DONE or solutions > 0:
            return
