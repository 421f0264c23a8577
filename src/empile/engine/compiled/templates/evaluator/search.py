"""Template: tree search guided by an evaluator, in many games at once.

``advance`` runs simulations in every tree until its leaves wait for their evaluations, which
``.leaves`` takes, or with a network until the search is finished. Each seat maximizes its own return (max-n, Luckhardt & Irani 1986). A simulation
replays its moves from the root; chance is drawn by weight.

* Perfect information: after chance, nodes are states.
* Imperfect information: ``rules.resample`` redraws what the searcher cannot see before each
  simulation (Cowling, Powley & Whitehouse 2012), and nodes are information sets: states with equal
  observations of the seat to act, which are all that the evaluator sees. With ``own_view`` values
  are those of what the searching seat sees: its own hand counts after its move as well.
* A rollout from each leaf can be mixed into its value (AlphaGo, Silver et al. 2016).
* Virtual loss (Chaslot, Winands & van den Herik 2008) separates the leaves of a tree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.prefetch import prefetch, prefetch_at
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.evaluator.gumbel import select_at_root, select_below
from empile.engine.compiled.templates.evaluator.leaves import (
    add_evaluations,
    priors_of_leaves,
)
from empile.engine.compiled.templates.evaluator.paths import LONGEST, add_returns, undo
from empile.engine.compiled.templates.evaluator.table import find, key_of
from empile.engine.compiled.templates.evaluator.tree import add_stat, select_puct, write_observation
from empile.engine.compiled.templates.sampling import draw
from empile.engine.compiled.templates.simulation import MAX_DEPTH, play_out, write_returns
from empile.engine.maths.perceptron import evaluate_row, new_scratch, unpack
from empile.engine.random import Stream

_WAITING, _OVER, _TAKEN = 0, 1, 2
"""Ends of a simulation: at a leaf, at the end of the game, at a leaf that already waits."""


@inline
def _mean_of_root(tree: StructRef, seat: int) -> float:
    return float(tree.sums[seat]) / max(1, int(tree.total))


@inline
def _simulate(
    params: StructRef,
    settings: StructRef,
    s: StructRef,
    words: NDArray[np.uint32],
    t: int,
    row: int,
    tree: StructRef,
    pool: StructRef,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    table: NDArray[np.int32],
    schedule: NDArray[np.int32],
    scores: NDArray[np.float64],
    leaf: StructRef,
    observation: NDArray[np.float32],
    observed: NDArray[np.uint32],
    legal: NDArray[np.bool_],
    columns: NDArray[np.int32],
    scratch: StructRef,
    stream: Stream,
) -> int:
    """Run a simulation from the root's state in ``s``; return how it ended."""
    moves = scratch.moves
    full = bool(pool.full)
    hidden = bool(settings.hidden)
    depth = 0
    at = int(tree.root)
    place = -1
    above = 0
    seat_above = -1
    actor = rules.current(params, s)
    while True:
        child = -1
        place = -1
        by_chance = False
        if at >= 0:
            node = nodes[at]
            seat = int(node.seat)
            if settings.considered > 0:
                if depth == 0:
                    visits = schedule[int(node.tried), int(tree.begun)]
                    k = select_at_root(node, settings, stats, scores, visits)
                else:
                    k = select_below(node, settings, actions, priors, stats, full)
            else:
                mean = _mean_of_root(tree, seat)
                if depth > 0:
                    mean = float(node.value[seat])
                    before = int(stats[above].visits) - 1
                    if before > 0:
                        mean = stats[above].value[seat]
                        if seat == seat_above:
                            mean += settings.virtual_loss
                        mean /= before
                k = select_puct(node, settings, actions, priors, stats, mean, full)
            if k == int(node.tried):
                add_stat(node, pool, actions, priors, stats)
            above = int(node.stats) + k
            seat_above = seat
            leaf.path[2 * depth] = at
            leaf.path[2 * depth + 1] = k
            depth += 1
            leaf.depth = depth
            node.visits += 1
            stat = stats[above]
            stat.visits += 1
            stat.value[seat] -= settings.virtual_loss
            child = int(stat.child)
            rules.apply(params, s, int(stat.action))
            actor = rules.current(params, s)
            while actor < 0 and actor != rules.TERMINAL:
                rules.apply(params, s, draw(params, s, stream, moves, scratch.weights))
                actor = rules.current(params, s)
                by_chance = True
            if actor == rules.TERMINAL:
                write_returns(params, s, scratch.ranks, scratch.returns)
                return _OVER
        key = np.uint64(0)
        if by_chance and not hidden:
            key = key_of(t, actor, words)
            place = find(nodes, table, key)
            child = int(table[place])
        if hidden or child < 0:
            write_observation(params, settings, s, actor, observation)
        if hidden:
            key = key_of(t, actor, observed)
            place = find(nodes, table, key)
            child = int(table[place])
        if child >= 0:
            if nodes[child].waits:
                return _TAKEN
            nodes[child].stamp = pool.stamp
            if depth < LONGEST and (not full or nodes[child].tried > 0):
                at = child
                continue
            # Evaluated again, but not kept.
            if not hidden and not by_chance:
                write_observation(params, settings, s, actor, observation)
        break
    count = rules.legal(params, s, moves)
    kept = child < 0 and not full
    if kept:
        number = int(pool.nodes)
        first = int(pool.moves)
        pool.nodes = number + 1
        pool.moves = first + count
    else:
        number = row
        first = row * rules.MAX_LEGAL
    node = nodes[number]
    node.key = key
    node.first = first
    node.count = count
    node.stats = 0
    node.tried = 0
    node.visits = 0
    node.stamp = pool.stamp
    node.moved = -1
    node.tree = t
    node.seat = actor
    node.waits = 1
    node.ready = 0
    node.linked = 0
    for i in range(count):
        actions[first + i] = moves[i]
        legal[int(columns[moves[i]])] = True
    if kept:
        if at < 0:
            tree.root = number
        elif place < 0:
            stats[above].child = number
        if place >= 0:
            node.linked = 1
            table[place] = number
    leaf.tree = t
    leaf.node = number
    leaf.depth = depth
    leaf.seat = actor
    return _WAITING


@compiled
def begin(params_array: StructArray, roots: StructArray, trees: StructArray) -> None:
    """Empty the trees of new roots."""
    for t in range(len(trees)):
        tree = trees[t]
        tree.root = -1
        tree.total = 0
        tree.observer = rules.current(params_array[0], roots[t])
        for seat in range(rules.MAX_SEATS):
            tree.sums[seat] = 0.0


@inline
def _run_round(
    params: StructRef,
    settings: StructRef,
    roots: StructArray,
    work: StructArray,
    words: NDArray[np.uint32],
    trees: StructArray,
    pool: StructRef,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    table: NDArray[np.int32],
    schedule: NDArray[np.int32],
    scores: NDArray[np.float64],
    leaves: StructArray,
    observations: NDArray[np.float32],
    observed: NDArray[np.uint32],
    legal: NDArray[np.bool_],
    views: NDArray[np.float32],
    columns: NDArray[np.int32],
    scratch: StructRef,
    streams: NDArray[np.uint64],
) -> bool:
    """Run simulations until all trees wait or are finished; return False if the pools need room."""
    s = work[0]
    seats = int(params.seats)
    row = int(pool.rows)
    reserve = 2 * (rules.MAX_LEGAL + len(trees) * int(settings.considered))
    for t in range(int(pool.tree), len(trees)):
        tree = trees[t]
        prefetch(roots, t)
        later = max(0, int(trees[min(t + 2, len(trees) - 1)].root))
        prefetch_at(stats, int(nodes[later].stats))
        prefetch_at(nodes, max(0, int(trees[min(t + 4, len(trees) - 1)].root)))
        observer = 0  # wide enough for all rules
        observer += int(tree.observer)
        stream = streams[t : t + 1]
        while int(tree.waiting) < int(settings.leaves):
            if tree.observer < 0 or (tree.root >= 0 and tree.begun >= tree.budget):
                break
            if tree.waiting > 0 and nodes[int(tree.root)].waits:
                break
            if pool.full:
                if nodes[int(tree.root)].tried == 0:
                    tree.begun = tree.budget
                    break
            elif (
                pool.nodes >= len(nodes)
                or pool.moves + rules.MAX_LEGAL > len(actions)
                or pool.stats + reserve > len(stats)
            ):
                pool.tree = t
                pool.rows = row
                return False
            work[0] = roots[t]
            if settings.hidden:
                rules.resample(params, s, observer, stream)
            leaf = leaves[row]
            leaf.depth = 0
            ended = _simulate(
                params, settings, s, words, t, row, tree, pool, nodes, actions, priors, stats,
                table, schedule, scores[t], leaf, observations[row], observed[row], legal[row],
                columns, scratch, stream,
            )  # fmt: skip
            if ended == _TAKEN:
                undo(leaf, settings, nodes, stats)
                break
            if leaf.depth > 0:
                tree.begun += 1
            if ended == _OVER:
                add_returns(leaf, tree, settings, nodes, stats, scratch.returns, seats)
            else:
                leaf.view_row = -1
                leaf.observer = observer
                if settings.own_view and leaf.seat != observer:
                    leaf.view_row = pool.views
                    pool.views += 1
                    write_observation(params, settings, s, observer, views[int(leaf.view_row)])
                if settings.rollout_weight > 0.0:
                    play_out(
                        params, s, stream, scratch.moves, scratch.weights, leaf.path, MAX_DEPTH,
                        int(settings.rollout_depth), scratch.ranks, scratch.returns,
                    )  # fmt: skip
                    for seat in range(seats):
                        leaf.rollout[seat] = scratch.returns[seat]
                tree.waiting += 1
                row += 1
    pool.tree = 0
    pool.rows = row
    return True


@compiled
def advance(
    params_array: StructArray,
    settings_array: StructArray,
    roots: StructArray,
    work: StructArray,
    words: NDArray[np.uint32],
    trees: StructArray,
    pool_array: StructArray,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    table: NDArray[np.int32],
    schedule: NDArray[np.int32],
    scores: NDArray[np.float64],
    leaves: StructArray,
    observations: NDArray[np.float32],
    observed: NDArray[np.uint32],
    legal: NDArray[np.bool_],
    views: NDArray[np.float32],
    columns: NDArray[np.int32],
    scratch_array: StructArray,
    streams: NDArray[np.uint64],
    layout_array: StructArray,
    floats: NDArray[np.float32],
    integers: NDArray[np.int64],
    logits: NDArray[np.float32],
    values: NDArray[np.float32],
) -> bool:
    """Run simulations until all trees wait or are finished; write the rows to evaluate.

    ``pool.rows`` is the number of leaves, ``pool.views`` that of searching seats' views, whose rows
    follow. Returns False if the pools need room: then call it again.

    With a network (see ``perceptron``), goes on until all trees are finished. Leaves for which it
    returns what no evaluator may return are left waiting.
    """
    params = params_array[0]
    settings = settings_array[0]
    pool = pool_array[0]
    scratch = scratch_array[0]
    layout = layout_array[0]
    seats = int(params.seats)
    outputs = int(layout.outputs)
    weights = unpack(layout, floats, integers)
    work_arrays = new_scratch(layout)
    while True:
        if not _run_round(
            params, settings, roots, work, words, trees, pool, nodes, actions, priors, stats,
            table, schedule, scores, leaves, observations, observed, legal, views, columns,
            scratch, streams,
        ):  # fmt: skip
            return False
        count = int(pool.rows)
        shown = int(pool.views)
        for row in range(shown):
            observations[count + row] = views[row]
        rows = count + shown
        if layout.width == 0 or rows == 0:
            return True
        for row in range(rows):
            evaluate_row(
                layout, weights, work_arrays, observations[row], legal[row], logits[row],
                values[row, :outputs],
            )  # fmt: skip
            if outputs < seats:
                values[row, 1] = -values[row, 0]
        found = priors_of_leaves(
            pool, nodes, actions, priors, leaves, columns, scratch.logits, logits, values
        )
        if found != -1:
            return True
        add_evaluations(
            seats, settings, trees, pool, nodes, actions, priors, stats, scores, leaves, scratch,
            values, streams,
        )  # fmt: skip
        pool.evaluated += rows
        for row in range(rows):
            legal[row] = False
