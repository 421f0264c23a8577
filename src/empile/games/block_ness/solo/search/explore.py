"""Depth-first search of a solo position with a transposition table, compiled.

A state is the set of rings laid with head and tail: these determine heights and hand. Keys are 64
random bits; with two million states, the chance that two have equal keys is one in ten million.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.random import Stream, below
from empile.games.block_ness.solo.search.steps import (
    Codes,
    end_code,
    key_after,
    laid_after,
    lay,
    list_moves,
    take_back,
)

DONE, FULL, FOUND = 0, 1, 2
"""Explored; out of nodes; stopped at a solution."""


@inline
def _find(keys: Codes, key: int) -> int:
    """Return the index of ``key`` in a table, or of the empty entry for it."""
    mask = len(keys) - 1
    index = key & mask
    while int(keys[index]) != key and int(keys[index]) != 0:
        index = (index + 1) & mask
    return index


@inline
def _record(w: StructRef, depth: int, known: Codes, most: int) -> None:
    """Add the solutions of the last ring's moves to the set ``known``, up to ``most``."""
    for k in range(int(w.count[depth])):
        if int(w.solutions) >= most:
            return
        laid = laid_after(w, depth, int(w.moves[depth, k]))
        index = _find(known, laid)
        if int(known[index]) == 0:
            known[index] = laid
            w.solutions = int(w.solutions) + 1


@inline
def _enter(w: StructRef, depth: int) -> None:
    w.at[depth] = 0
    w.total[depth] = 0.0
    if int(w.free) < 2 * (int(w.hand) - depth):
        w.count[depth] = 0  # no holes for the feet
    else:
        list_moves(w, depth)


@inline
def explore(
    w: StructRef,
    keys: Codes,
    shares: NDArray[np.float64],
    known: Codes,
    most: int,
    nodes: int,
    stops: bool,
) -> int:
    """Write to ``shares`` the share of random plays that solve each state; return a status.

    ``keys`` is the table, empty. ``known`` is for up to ``most`` solutions. ``stops``: at the first
    one; the path is then that of the solution.
    """
    w.nodes = 1
    w.solutions = 0
    w.laid[0] = 0
    root = end_code(0, int(w.end[0])) ^ end_code(1, int(w.end[1]))
    w.entry[0] = _find(keys, root)
    keys[int(w.entry[0])] = root
    depth = 0
    _enter(w, 0)
    while True:
        at = int(w.at[depth])
        count = int(w.count[depth])
        if at < count and int(w.hand) - depth == 1:
            _record(w, depth, known, most)
            if stops:
                return FOUND
            w.total[depth] = float(count)
            at = count
        if at == count:
            share = float(w.total[depth]) / max(count, 1)
            shares[int(w.entry[depth])] = share
            if depth == 0:
                return DONE
            depth -= 1
            take_back(w, depth, int(w.moves[depth, int(w.at[depth])]))
            w.total[depth] = float(w.total[depth]) + share
            w.at[depth] = int(w.at[depth]) + 1
            continue
        move = int(w.moves[depth, at])
        laid = laid_after(w, depth, move)
        key = key_after(w, laid, move)
        entry = _find(keys, key)
        if int(keys[entry]) == key:
            w.total[depth] = float(w.total[depth]) + float(shares[entry])
            w.at[depth] = at + 1
            continue
        if int(w.nodes) >= nodes:
            while depth > 0:
                depth -= 1
                take_back(w, depth, int(w.moves[depth, int(w.at[depth])]))
            return FULL
        w.nodes = int(w.nodes) + 1
        keys[entry] = key
        lay(w, depth, move)
        depth += 1
        w.laid[depth] = laid
        w.entry[depth] = entry
        _enter(w, depth)


@inline
def count_solved(w: StructRef, stream: Stream, plays: int) -> int:
    """Return how many of ``plays`` uniformly random plays solve the position."""
    solved = 0
    for _ in range(plays):
        depth = 0
        while depth < int(w.hand):
            count = list_moves(w, depth)
            if count == 0:
                break
            w.at[depth] = below(stream, count)
            lay(w, depth, int(w.moves[depth, int(w.at[depth])]))
            depth += 1
        solved += int(depth == int(w.hand))
        while depth > 0:
            depth -= 1
            take_back(w, depth, int(w.moves[depth, int(w.at[depth])]))
    return solved
