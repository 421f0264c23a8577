"""Template: what evaluators return for leaves (see ``.search``)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates.evaluator.gumbel import start_root
from empile.engine.compiled.templates.evaluator.noise import add_noise
from empile.engine.compiled.templates.evaluator.paths import add_returns
from empile.engine.compiled.templates.evaluator.tree import write_shares
from empile.engine.random import Stream


@inline
def priors_of_leaves(
    pool: StructRef,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    leaves: StructArray,
    columns: NDArray[np.int32],
    scratch: NDArray[np.float32],
    logits: NDArray[np.float32],
    values: NDArray[np.float32],
) -> int:
    """Write the priors of the leaves; return -1, or the first wrong row, negative for its values.

    A wrong row of values is ``-2 - row``. Priors are only used by ``back_up``. Rows of views have
    values only.
    """
    leaves_in_round = int(pool.rows)
    for row in range(leaves_in_round):
        node = nodes[int(leaves[row].node)]
        first = int(node.first)
        count = int(node.count)
        for i in range(count):
            scratch[i] = logits[row, np.uint64(columns[actions[first + i]])]
        if not write_shares(first, count, priors, scratch):
            return row
    for row in range(leaves_in_round + int(pool.views)):
        for k in range(values.shape[1]):
            if not abs(values[row, k]) <= np.float32(1.001):
                return -2 - row
    return -1


@inline
def add_evaluations(
    seats: int,
    settings: StructRef,
    trees: StructArray,
    pool: StructRef,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    scores: NDArray[np.float64],
    leaves: StructArray,
    scratch: StructRef,
    values: NDArray[np.float32],
    streams: NDArray[np.uint64],
) -> None:
    """Add the leaves' values to their paths; no leaf waits afterwards.

    ``values[row, k]`` is that of the seat ``k`` places after the seat to act, or after the searching
    seat in rows of its views.
    """
    returns = scratch.returns
    for row in range(int(pool.rows)):
        leaf = leaves[row]
        tree = trees[int(leaf.tree)]
        node = nodes[int(leaf.node)]
        tree.waiting = 0
        node.waits = 0
        seat = int(leaf.seat)
        from_row = row
        if leaf.view_row >= 0:
            seat = int(leaf.observer)
            from_row = int(pool.rows) + int(leaf.view_row)
        weight = settings.rollout_weight
        for k in range(seats):
            value = values[from_row, k]
            node.value[seat] = value
            returns[seat] = value
            if weight > 0.0:
                returns[seat] = (1.0 - weight) * value + weight * leaf.rollout[seat]
            seat = seat + 1 if seat + 1 < seats else 0
        add_returns(leaf, tree, settings, nodes, stats, returns, seats)
        if leaf.depth == 0:
            t = int(leaf.tree)
            start_search(
                node, settings, pool, actions, priors, stats, scores[t], scratch.shares,
                streams[t : t + 1],
            )  # fmt: skip
    pool.rows = 0
    pool.views = 0


@compiled
def write_priors(
    pool_array: StructArray,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    leaves: StructArray,
    columns: NDArray[np.int32],
    scratch_array: StructArray,
    logits: NDArray[np.float32],
    values: NDArray[np.float32],
) -> int:
    """As ``priors_of_leaves``."""
    return priors_of_leaves(
        pool_array[0], nodes, actions, priors, leaves, columns, scratch_array[0].logits, logits,
        values,
    )  # fmt: skip


@compiled
def back_up(
    params_array: StructArray,
    settings_array: StructArray,
    trees: StructArray,
    pool_array: StructArray,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    scores: NDArray[np.float64],
    leaves: StructArray,
    scratch_array: StructArray,
    values: NDArray[np.float32],
    streams: NDArray[np.uint64],
) -> None:
    """As ``add_evaluations``."""
    add_evaluations(
        int(params_array[0].seats), settings_array[0], trees, pool_array[0], nodes, actions,
        priors, stats, scores, leaves, scratch_array[0], values, streams,
    )  # fmt: skip


@inline
def start_search(
    root: StructRef,
    settings: StructRef,
    pool: StructRef,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    scores: NDArray[np.float64],
    scratch: NDArray[np.float64],
    stream: Stream,
) -> None:
    """Prepare a root that was evaluated."""
    if settings.considered > 0:
        start_root(root, settings, pool, actions, priors, stats, scores, scratch, stream)
    elif settings.noise > 0.0:
        add_noise(root, settings, priors, stats, scratch, stream)
