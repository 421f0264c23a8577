"""Template: what a tree that an evaluator guides keeps after a move.

Copies what is below the new root into other pools, as a copying collector (Cheney 1970).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.evaluator.leaves import start_search
from empile.engine.compiled.templates.evaluator.table import find, key_of
from empile.engine.compiled.templates.evaluator.tree import write_observation

_DEEPEST = rules.MAX_SEATS + 1


@inline
def _equal(words: NDArray[np.uint32], i: int, others: NDArray[np.uint32], k: int) -> bool:
    different = 0
    for n in range(words.shape[1]):
        different += int(words[i, n] != others[k, n])
    return different == 0


@inline
def _search_state(
    params: StructRef,
    root: int,
    deepest: int,
    work: StructArray,
    words: NDArray[np.uint32],
    new_words: NDArray[np.uint32],
    t: int,
    nodes: StructArray,
    stats: StructArray,
    path: NDArray[np.int64],
    slots: NDArray[np.int64],
) -> int:
    """Return the node of a state within ``deepest`` moves of the old root ``work[0]``, or -1."""
    if _equal(words, 0, new_words, t):
        return root
    depth = 0
    path[0] = root
    slots[0] = 0
    while depth >= 0:
        node = nodes[int(path[depth])]
        if depth == deepest or int(slots[depth]) >= int(node.tried):
            depth -= 1
            continue
        stat = stats[int(node.stats) + int(slots[depth])]
        slots[depth] += 1
        if stat.child < 0:
            continue
        work[depth + 1] = work[depth]
        rules.apply(params, work[depth + 1], int(stat.action))
        depth += 1
        if _equal(words, depth, new_words, t):
            return int(stat.child)
        path[depth] = int(stat.child)
        slots[depth] = 0
    return -1


@inline
def _move(
    number: int,
    pool: StructRef,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    new_nodes: StructArray,
    new_actions: NDArray[np.int32],
    new_priors: NDArray[np.float32],
    new_stats: StructArray,
) -> int:
    """Copy a node unless it was copied; return the copy's number."""
    node = nodes[number]
    if node.moved >= 0:
        return int(node.moved)
    copy = int(pool.nodes)
    new_nodes[copy] = node
    node.moved = copy
    new = new_nodes[copy]
    pool.nodes = copy + 1
    new.first = pool.moves
    pool.moves += node.count
    for i in range(int(node.count)):
        new_actions[int(new.first) + i] = actions[int(node.first) + i]
        new_priors[int(new.first) + i] = priors[int(node.first) + i]
    room = 2
    while room < int(node.tried):
        room *= 2
    new.stats = pool.stats
    if node.tried > 0:
        pool.stats += min(room, int(node.count))
    for k in range(int(node.tried)):
        new_stats[int(new.stats) + k] = stats[int(node.stats) + k]
    return copy


@inline
def _move_below(
    done: int,
    pool: StructRef,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    new_nodes: StructArray,
    new_actions: NDArray[np.int32],
    new_priors: NDArray[np.float32],
    new_stats: StructArray,
) -> None:
    """Copy all nodes below the copies from ``done`` on."""
    while done < int(pool.nodes):
        node = new_nodes[done]
        for k in range(int(node.tried)):
            stat = new_stats[int(node.stats) + k]
            if stat.child >= 0:
                stat.child = _move(
                    int(stat.child), pool, nodes, actions, priors, stats,
                    new_nodes, new_actions, new_priors, new_stats,
                )  # fmt: skip
        done += 1


@compiled
def carry_over(
    params_array: StructArray,
    settings_array: StructArray,
    old_roots: StructArray,
    new_roots: StructArray,
    work: StructArray,
    words: NDArray[np.uint32],
    new_words: NDArray[np.uint32],
    trees: StructArray,
    old_pool: StructArray,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    table: NDArray[np.int32],
    pool_array: StructArray,
    new_nodes: StructArray,
    new_actions: NDArray[np.int32],
    new_priors: NDArray[np.float32],
    new_stats: StructArray,
    new_table: NDArray[np.int32],
    scores: NDArray[np.float64],
    observation: NDArray[np.float32],
    observed: NDArray[np.uint32],
    streams: NDArray[np.uint64],
) -> None:
    """Find each new root in its old tree and copy what is below it.

    The new pools are as large as the old ones, ``new_table`` is -1. Nodes after chance are kept
    if the last search met them.
    """
    params = params_array[0]
    settings = settings_array[0]
    pool = pool_array[0]
    stamp = int(old_pool[0].stamp)
    path = np.zeros(_DEEPEST + 1, np.int64)
    slots = np.zeros(_DEEPEST + 1, np.int64)
    scratch = np.empty(rules.MAX_LEGAL, np.float64)
    seats = int(params.seats)
    begun = int(pool.nodes)
    for t in range(len(trees)):
        tree = trees[t]
        root = int(tree.root)
        observer = int(tree.observer)
        actor = rules.current(params, new_roots[t])
        tree.root = -1
        tree.total = 0
        for seat in range(rules.MAX_SEATS):
            tree.sums[seat] = 0.0
        tree.observer = actor
        if root < 0 or observer < 0 or actor < 0:
            continue
        found = -1
        if settings.hidden:
            if actor == observer:
                write_observation(params, settings, new_roots[t], actor, observation)
                found = int(table[find(nodes, table, key_of(t, actor, observed))])
        else:
            found = int(table[find(nodes, table, key_of(t, actor, new_words[t]))])
            if found < 0:
                work[0] = old_roots[t]
                found = _search_state(
                    params, root, seats, work, words, new_words, t, nodes, stats, path, slots
                )
        if found < 0:
            continue
        done = int(pool.nodes)
        tree.root = _move(
            found, pool, nodes, actions, priors, stats,
            new_nodes, new_actions, new_priors, new_stats,
        )  # fmt: skip
        _move_below(
            done, pool, nodes, actions, priors, stats,
            new_nodes, new_actions, new_priors, new_stats,
        )  # fmt: skip
        node = new_nodes[int(tree.root)]
        tree.total = 1
        for seat in range(seats):
            tree.sums[seat] = float(node.value[seat])
        for k in range(int(node.tried)):
            stat = new_stats[int(node.stats) + k]
            tree.total += stat.visits
            for seat in range(seats):
                tree.sums[seat] += stat.value[seat]
        if found != root:
            start_search(
                node, settings, pool, new_actions, new_priors, new_stats, scores[t], scratch,
                streams[t : t + 1],
            )  # fmt: skip
    for number in range(begun, int(old_pool[0].nodes)):
        node = nodes[number]
        is_met = node.linked and node.stamp == stamp and node.moved < 0
        if is_met and trees[int(node.tree)].root >= 0:
            done = int(pool.nodes)
            _move(
                number, pool, nodes, actions, priors, stats,
                new_nodes, new_actions, new_priors, new_stats,
            )  # fmt: skip
            _move_below(
                done, pool, nodes, actions, priors, stats,
                new_nodes, new_actions, new_priors, new_stats,
            )  # fmt: skip
    for number in range(begun, int(pool.nodes)):
        if new_nodes[number].linked:
            new_table[find(new_nodes, new_table, new_nodes[number].key)] = number


@compiled
def rehash(nodes: StructArray, begun: int, ended: int, table: NDArray[np.int32]) -> None:
    """Write nodes into a new table, which is -1."""
    for number in range(begun, ended):
        if nodes[number].linked:
            table[find(nodes, table, nodes[number].key)] = number
