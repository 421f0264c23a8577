"""Template: UCT (Kocsis & Szepesvári 2006) for any number of seats and perfect information.

Each seat maximizes its own return (max-n, Luckhardt & Irani 1986). Each simulation replays the
actions from the root. An edge's second visit creates its node, whose edges are contiguous.

* MCTS-Solver (Winands et al. 2008): terminal edges are exact, solved values backed up.
* Progressive history (Nijssen & Winands 2011): an AMAF bonus that fades with an edge's losses.
* First-play urgency (Gelly & Wang 2006): untried edges count as the mean minus a reduction.
* Progressive widening (Coulom 2007).
* Policy prior: the exploration term of PUCT (Rosin 2011), added to UCB1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.prior import prior_shares
from empile.engine.compiled.templates.simulation import (
    MAX_DEPTH,
    add_final_points,
    play_out,
    update_amaf,
    write_returns,
)
from empile.engine.maths import log
from empile.engine.random import Stream, below, next_bits, pick

NODE = struct_dtype(
    [
        ("first", "i4"),  # its first edge
        ("count", "i4"),  # how many edges
        ("visits", "i4"),
        ("tried", "i4"),  # edges that selection considers
        ("seat", "i1"),  # to act, or CHANCE or EXTERNAL
        ("solved", "u1"),  # best play from here is known
    ]
)
EDGE = struct_dtype(
    [
        ("action", "i4"),
        ("child", "i4"),  # the node below, or -1
        ("visits", "i4"),
        ("solved", "u1"),  # the mean of the returns is exact
        ("share", "f4"),  # prior probability; 0 until computed
        ("value", "f8", (rules.MAX_SEATS,)),  # sums of returns by seat
    ]
)

_TABLED = 1024
_SHARES = 1.0 / np.maximum(np.arange(_TABLED), 1)
_ROOTS = np.sqrt(_SHARES)
"""Tables, since division is slow."""

_WORTH_ASKING = 8
"""Visits after which a node's prior is computed: most nodes never reach them."""
_BEST = 1.0 - 1e-9
_HALF = np.uint64(32)
_SELDOM = np.uint64(3)


@compiled
def start(
    params_array: StructArray,
    root: StructArray,
    nodes: StructArray,
    edges: StructArray,
    used: NDArray[np.int64],
    stream: Stream,
) -> bool:
    """Create the root node of ``root[0]``; return whether its edges fit.

    Sets ``used`` (nodes and edges in use); ``nodes`` and ``edges`` may be uninitialized.
    """
    used[0] = 0
    used[1] = 0
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    actions = np.empty(room, np.int32)
    weights = np.empty(room, np.int64)
    return _expand(params_array[0], root[0], nodes, edges, used, stream, actions, weights) >= 0


@inline
def _expand(
    params: StructRef,
    s: StructRef,
    nodes: StructArray,
    edges: StructArray,
    used: NDArray[np.int64],
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Create the node of ``s`` with shuffled moves; return its number, or -1 if the pools are full."""
    seat = rules.current(params, s)
    if seat >= 0:
        count = rules.legal(params, s, actions)
        for i in range(count - 1, 0, -1):
            j = below(stream, i + 1)
            kept = actions[i]
            actions[i] = actions[j]
            actions[j] = kept
    else:
        count = rules.chance(params, s, actions, weights)
    number = int(used[0])
    first = int(used[1])
    if number >= len(nodes) or first + count > len(edges):
        return -1
    used[0] = number + 1
    used[1] = first + count
    node = nodes[number]
    node.first = first
    node.count = count
    node.visits = 0
    node.tried = count
    node.seat = seat
    node.solved = 0
    for i in range(count):
        edge = edges[first + i]
        edge.action = actions[i]
        edge.child = -1
        edge.visits = 0
        edge.solved = 0
        edge.share = 0.0
        for k in range(rules.MAX_SEATS):
            edge.value[k] = 0.0
    return number


@inline
def _widen(
    params: StructRef,
    s: StructRef,
    node: StructRef,
    edges: StructArray,
    progressive_widening: float,
    stream: Stream,
    actions: NDArray[np.int32],
) -> int:
    """Return an edge to add to those tried at a seat's node, or -1 (progressive widening).

    Usually the rollout policy's choice, sometimes a random one.
    """
    if node.visits == 0:
        node.tried = 0
    tried = int(node.tried)
    left = int(node.count) - tried
    if left == 0:
        return -1
    joins = int(node.first) + tried
    if tried >= progressive_widening * math.sqrt(node.visits + 1.0):
        for e in range(int(node.first), joins):
            if not edges[e].solved:
                return -1
    node.tried = tried + 1
    if tried > 0 and int(next_bits(stream) & _SELDOM) == 0:
        return joins
    for i in range(left):
        actions[i] = edges[joins + i].action
    bits = int(next_bits(stream) >> _HALF)
    action = rules.simulation_move(params, s, actions, left, bits)
    for e in range(joins, joins + left):
        if edges[e].action == action:
            edges[e].action = edges[joins].action
            edges[joins].action = action
            break
    return joins


@inline
def _select(
    node: StructRef,
    edges: StructArray,
    history: StructArray,
    mean: float,
    exploration: float,
    fpu_reduction: float,
    amaf_weight: float,
    prior_weight: float,
) -> int:
    """Return the tried edge of a seat's node with the highest score.

    UCB1, progressive history and PUCT's term; ``mean`` is the seat's expected return.
    """
    seat = int(node.seat)
    first = int(node.first)
    spread = exploration * math.sqrt(log(float(node.visits) + 1.0))
    untried = mean - fpu_reduction + spread
    pull = prior_weight * math.sqrt(float(node.visits) + 1.0)
    best = first
    best_score = -1e300
    for e in range(first, first + int(node.tried)):
        edge = edges[e]
        visits = float(edge.visits)
        total = float(edge.value[seat])
        if edge.solved:
            score = total / visits
        else:
            score = untried
            if edge.visits > 0:
                if edge.visits < _TABLED:
                    at = np.uint64(edge.visits)
                    score = total * _SHARES[at] + spread * _ROOTS[at]
                else:
                    score = total / visits + spread / math.sqrt(visits)
            if prior_weight > 0.0:
                score += pull * float(edge.share) / (visits + 1.0)
            if amaf_weight > 0.0:
                past = history[seat * rules.ACTIONS + int(edge.action)]
                losses = 0.5 * (visits - total)
                score += (
                    amaf_weight * float(past.value) / ((float(past.count) + 1.0) * (losses + 1.0))
                )
        if score > best_score:
            best_score = score
            best = e
    return best


@inline
def _write_priors(
    params: StructRef,
    s: StructRef,
    node: StructRef,
    edges: StructArray,
    actions: NDArray[np.int32],
    shares: NDArray[np.float64],
) -> None:
    """Write the prior probabilities of the edges of a seat's node."""
    first = int(node.first)
    count = int(node.count)
    for i in range(count):
        actions[i] = edges[first + i].action
    prior_shares(params, s, actions, count, shares)
    for i in range(count):
        edges[first + i].share = shares[i]


@inline
def _solve(
    nodes: StructArray,
    edges: StructArray,
    node_path: NDArray[np.int32],
    edge_path: NDArray[np.int32],
    depth: int,
    seats: int,
) -> None:
    """Back up the solved last edge of a path as far as it solves its ancestors."""
    for k in range(depth - 1, -1, -1):
        node = nodes[int(node_path[k])]
        seat = int(node.seat)
        if seat < 0 or node.solved:
            return
        best = int(edge_path[k])
        first = int(node.first)
        if edges[best].value[seat] < _BEST * edges[best].visits:
            best = first
            for e in range(first, first + int(node.count)):
                if not edges[e].solved:
                    return
                if edges[e].value[seat] * edges[best].visits > (
                    edges[best].value[seat] * edges[e].visits
                ):
                    best = e
        node.solved = 1
        if k == 0:
            return
        above = edges[int(edge_path[k - 1])]
        above.solved = 1
        for s in range(seats):
            above.value[s] = edges[best].value[s] / edges[best].visits * above.visits


@inline
def _play_best(
    params: StructRef, s: StructRef, nodes: StructArray, edges: StructArray, e: int
) -> None:
    """Play the solved edge ``e`` in ``s``, and best play from there to the end of the game."""
    while True:
        rules.apply(params, s, int(edges[e].action))
        if edges[e].child < 0:
            return
        node = nodes[int(edges[e].child)]
        seat = int(node.seat)
        best_value = -2.0
        for k in range(int(node.first), int(node.first) + int(node.count)):
            edge = edges[k]
            if edge.solved and edge.value[seat] / edge.visits > best_value:
                best_value = edge.value[seat] / edge.visits
                e = k


@compiled
def simulate(
    params_array: StructArray,
    root: StructArray,
    work: StructArray,
    nodes: StructArray,
    edges: StructArray,
    used: NDArray[np.int64],
    history: StructArray,
    ends: StructArray,
    simulations: int,
    exploration: float,
    fpu_reduction: float,
    amaf_weight: float,
    progressive_widening: float,
    rollout_depth: int,
    solver: bool,
    prior_weight: float,
    stream: Stream,
) -> int:
    """Add ``simulations`` simulations to a tree; return their number, fewer if the root is solved.

    ``ends`` (per action) is zero before the first call. Full trees grow no further.
    """
    params = params_array[0]
    seats = int(params.seats)
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    actions = np.empty(room, np.int32)
    weights = np.empty(room, np.int64)
    shares = np.empty(room, np.float64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    returns = np.zeros(rules.MAX_SEATS, np.float64)
    scores = np.zeros(rules.MAX_SEATS, np.int32)
    node_path = np.empty(MAX_DEPTH, np.int32)
    edge_path = np.empty(MAX_DEPTH, np.int32)
    trail = np.empty(MAX_DEPTH, np.int32)
    for made in range(simulations):
        if nodes[0].solved:
            return made
        work[0] = root[0]
        s = work[0]
        at = 0
        depth = 0
        length = 0
        mean = 0.0
        while True:
            node = nodes[at]
            if node.seat >= 0:
                seat = int(node.seat)
                if depth > 0:
                    above = edges[int(edge_path[depth - 1])]
                    mean = above.value[seat] / above.visits
                else:
                    mean = _root_mean(node, edges)
                if prior_weight > 0.0 and node.visits == (_WORTH_ASKING if depth > 0 else 0):
                    _write_priors(params, s, node, edges, actions, shares)
                e = -1
                if progressive_widening > 0.0:
                    e = _widen(params, s, node, edges, progressive_widening, stream, actions)
                if e < 0:
                    e = _select(
                        node,
                        edges,
                        history,
                        mean,
                        exploration,
                        fpu_reduction,
                        amaf_weight,
                        prior_weight,
                    )
                trail[length] = seat * rules.ACTIONS + int(edges[e].action)
                length += 1
            else:
                count = rules.chance(params, s, actions, weights)
                e = int(node.first) + pick(stream, weights, count)
            node_path[depth] = at
            edge_path[depth] = e
            depth += 1
            edge = edges[e]
            if edge.solved:
                for k in range(seats):
                    returns[k] = edge.value[k] / edge.visits
                _play_best(params, s, nodes, edges, e)
                break
            rules.apply(params, s, int(edge.action))
            if edge.child < 0:
                if rules.current(params, s) == rules.TERMINAL:
                    edge.solved = solver
                    write_returns(params, s, ranks, returns)
                    break
                if edge.visits > 0 and depth < MAX_DEPTH:
                    edge.child = _expand(params, s, nodes, edges, used, stream, actions, weights)
                if edge.child < 0:
                    length = play_out(
                        params,
                        s,
                        stream,
                        actions,
                        weights,
                        trail,
                        length,
                        rollout_depth,
                        ranks,
                        returns,
                    )
                    break
            at = int(edge.child)
        for k in range(depth):
            nodes[int(node_path[k])].visits += 1
            edge = edges[int(edge_path[k])]
            edge.visits += 1
            for seat in range(seats):
                edge.value[seat] += returns[seat]
        add_final_points(params, s, ends, int(edges[int(edge_path[0])].action), scores)
        if amaf_weight > 0.0:
            update_amaf(history, trail, length, returns)
        if edges[int(edge_path[depth - 1])].solved:
            _solve(nodes, edges, node_path, edge_path, depth, seats)
    return simulations


@inline
def _root_mean(node: StructRef, edges: StructArray) -> float:
    total = 0.0
    for e in range(int(node.first), int(node.first) + int(node.count)):
        total += float(edges[e].value[int(node.seat)])
    return total / max(1.0, float(node.visits))
