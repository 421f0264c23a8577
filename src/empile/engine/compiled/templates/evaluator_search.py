"""Template: tree search guided by an evaluator, in many games at once.

``advance`` runs simulations in every tree until its leaves wait for their evaluations, which
``write_priors`` and ``back_up`` take. Each seat maximizes its own return (max-n, Luckhardt & Irani
1986). A simulation replays its moves from the root; chance is drawn by weight.

* Perfect information: after chance, nodes are states.
* Imperfect information: ``rules.resample`` redraws what the searcher cannot see before each
  simulation (Cowling, Powley & Whitehouse 2012), and nodes are information sets: states with equal
  observations of the seat to act, which are all that the evaluator sees.
* Virtual loss (Chaslot, Winands & van den Herik 2008) separates the leaves of a tree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype
from empile.engine.compiled.prefetch import prefetch, prefetch_at
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.evaluator_gumbel import (
    best_at_root,
    select_at_root,
    select_below,
    start_root,
    write_improved,
)
from empile.engine.compiled.templates.evaluator_tree import (
    add_noise,
    add_stat,
    find,
    key_of,
    most_visits,
    select_puct,
    uniform,
    write_observation,
    write_shares,
)
from empile.engine.compiled.templates.sampling import draw
from empile.engine.compiled.templates.simulation import write_returns
from empile.engine.random import Stream

LONGEST = 250
"""Moves of a simulation; below, leaves are evaluated, but not kept."""

_ROOM = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)

LEAF = struct_dtype(
    [
        ("tree", "i4"),
        ("node", "i4"),
        ("depth", "i4"),
        ("seat", "i4"),
        ("path", "i4", (2 * LONGEST,)),  # nodes and numbers of their moves
    ]
)
SCRATCH = struct_dtype(
    [
        ("moves", "i4", (_ROOM,)),  # or outcomes
        ("weights", "i8", (_ROOM,)),
        ("ranks", "i4", (rules.MAX_SEATS,)),
        ("returns", "f8", (rules.MAX_SEATS,)),
        ("logits", "f4", (rules.MAX_LEGAL,)),
        ("shares", "f8", (rules.MAX_LEGAL,)),
    ]
)
"""Arrays of a struct take no time, unlike those that are allocated: references are not counted."""

_WAITING, _OVER, _TAKEN = 0, 1, 2
"""Ends of a simulation: at a leaf, at the end of the game, at a leaf that already waits."""


@inline
def _mean_of_root(tree: StructRef, seat: int) -> float:
    return float(tree.sums[seat]) / max(1, int(tree.total))


@inline
def _undo(leaf: StructRef, settings: StructRef, nodes: StructArray, stats: StructArray) -> None:
    for d in range(int(leaf.depth)):
        node = nodes[int(leaf.path[2 * d])]
        node.visits -= 1
        stat = stats[int(node.stats) + int(leaf.path[2 * d + 1])]
        stat.visits -= 1
        stat.value[int(node.seat)] += settings.virtual_loss


@inline
def _add_returns(
    leaf: StructRef,
    tree: StructRef,
    settings: StructRef,
    nodes: StructArray,
    stats: StructArray,
    returns: NDArray[np.float64],
    seats: int,
) -> None:
    tree.total += 1
    for seat in range(seats):
        tree.sums[seat] += returns[seat]
    for d in range(int(leaf.depth)):
        node = nodes[int(leaf.path[2 * d])]
        stat = stats[int(node.stats) + int(leaf.path[2 * d + 1])]
        for seat in range(seats):
            stat.value[seat] += returns[seat]
        stat.value[int(node.seat)] += settings.virtual_loss


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
    columns: NDArray[np.int32],
    scratch_array: StructArray,
    streams: NDArray[np.uint64],
) -> bool:
    """Run simulations until all trees wait or are finished; write the leaves' rows.

    ``pool.rows`` is their number. Returns False if the pools need room: then call it again.
    """
    params = params_array[0]
    settings = settings_array[0]
    pool = pool_array[0]
    scratch = scratch_array[0]
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
                _undo(leaf, settings, nodes, stats)
                break
            if leaf.depth > 0:
                tree.begun += 1
            if ended == _OVER:
                _add_returns(leaf, tree, settings, nodes, stats, scratch.returns, seats)
            else:
                tree.waiting += 1
                row += 1
    pool.tree = 0
    pool.rows = row
    return True


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
    """Write the priors of the leaves; return -1, or the first wrong row, negative for its values.

    A wrong row of values is ``-2 - row``. Priors are only used by ``back_up``.
    """
    scratch = scratch_array[0].logits
    for row in range(int(pool_array[0].rows)):
        node = nodes[int(leaves[row].node)]
        first = int(node.first)
        count = int(node.count)
        for i in range(count):
            scratch[i] = logits[row, np.uint64(columns[actions[first + i]])]
        if not write_shares(first, count, priors, scratch):
            return row
        for k in range(values.shape[1]):
            if not abs(values[row, k]) <= np.float32(1.001):
                return -2 - row
    return -1


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
    """Add the leaves' values to their paths; no leaf waits afterwards.

    ``values[row, k]`` is that of the seat ``k`` places after the seat to act.
    """
    settings = settings_array[0]
    pool = pool_array[0]
    seats = int(params_array[0].seats)
    scratch = scratch_array[0]
    returns = scratch.returns
    for row in range(int(pool.rows)):
        leaf = leaves[row]
        tree = trees[int(leaf.tree)]
        node = nodes[int(leaf.node)]
        tree.waiting = 0
        node.waits = 0
        seat = int(leaf.seat)
        for k in range(seats):
            value = values[row, k]
            node.value[seat] = value
            returns[seat] = value
            seat = seat + 1 if seat + 1 < seats else 0
        _add_returns(leaf, tree, settings, nodes, stats, returns, seats)
        if leaf.depth == 0:
            t = int(leaf.tree)
            start_search(
                node, settings, pool, actions, priors, stats, scores[t], scratch.shares,
                streams[t : t + 1],
            )  # fmt: skip
    pool.rows = 0


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


@compiled
def report(
    settings_array: StructArray,
    trees: StructArray,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    scores: NDArray[np.float64],
    columns: NDArray[np.int32],
    scratch_array: StructArray,
    seats: int,
    visits: NDArray[np.int32],
    policy: NDArray[np.float32],
    values: NDArray[np.float32],
    best: NDArray[np.int32],
) -> None:
    """Write each root's visits and policy target by column, values by seat, and best move.

    All are zero before, ``best`` -1.
    """
    settings = settings_array[0]
    scratch = scratch_array[0].shares
    for t in range(len(trees)):
        tree = trees[t]
        if tree.observer < 0 or tree.root < 0:
            continue
        node = nodes[int(tree.root)]
        most = -1
        total = 0
        for k in range(int(node.tried)):
            stat = stats[int(node.stats) + k]
            count = int(stat.visits)
            visits[t, int(columns[stat.action])] = count
            total += count
            if count > most:
                most = count
                best[t] = stat.action
        for seat in range(seats):
            values[t, seat] = tree.sums[seat] / max(1, int(tree.total))
        if settings.considered > 0:
            k = best_at_root(node, settings, stats, scores[t])
            best[t] = stats[int(node.stats) + k].action
            write_improved(node, settings, priors, stats, scratch)
        for i in range(int(node.count)):
            at = int(node.first) + i
            share = scratch[i]
            if settings.considered == 0:
                share = float(priors[at])
                if total > 0:
                    share = 0.0
                    if i < int(node.tried):
                        share = float(stats[int(node.stats) + i].visits) / total
            policy[t, int(columns[actions[at]])] = share
        if best[t] < 0:  # no simulation: the move with the highest prior
            highest = np.float32(-1.0)
            for i in range(int(node.first), int(node.first) + int(node.count)):
                if priors[i] > highest:
                    highest = priors[i]
                    best[t] = actions[i]


@compiled
def sample(
    trees: StructArray,
    nodes: StructArray,
    stats: StructArray,
    temperature: float,
    streams: NDArray[np.uint64],
    out: NDArray[np.int32],
) -> None:
    """Draw a root move of each tree by its visits to the power of ``1 / temperature``.

    ``out`` has the moves of trees without visits before.
    """
    for t in range(len(trees)):
        tree = trees[t]
        if tree.observer < 0 or tree.root < 0:
            continue
        node = nodes[int(tree.root)]
        most = most_visits(node, stats)
        if most == 0:
            continue
        total = 0.0
        for k in range(int(node.tried)):
            total += (int(stats[int(node.stats) + k].visits) / most) ** (1.0 / temperature)
        left = uniform(streams[t : t + 1]) * total
        for k in range(int(node.tried)):
            stat = stats[int(node.stats) + k]
            if stat.visits > 0:
                out[t] = stat.action
                left -= (int(stat.visits) / most) ** (1.0 / temperature)
                if left < 0.0:
                    break
