"""Template: single-observer information-set MCTS (Cowling, Powley & Whitehouse 2012).

``rules.resample`` redraws what is hidden from the searcher before each simulation. Nodes are 64-bit
hashes of sequences of moves and chance events as the searcher observes them, edges hashes of node
and move, in an open-addressing table. Each seat maximizes its own return (max-n). UCB1 uses the
number of simulations in which a move was available in place of the parent's visits. Each simulation
adds one edge.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.sampling import draw
from empile.engine.compiled.templates.simulation import (
    MAX_DEPTH,
    add_final_points,
    play_out,
    update_amaf,
    write_returns,
)
from empile.engine.maths import log
from empile.engine.random import Stream, below, fold, next_bits

EDGE = struct_dtype(
    [
        ("hash", "u8"),
        ("visits", "i4"),
        ("available", "i4"),  # simulations in which it was legal
        ("stamp", "i8"),  # the last simulation that counted it as available
        ("value", "f8", (rules.MAX_SEATS,)),  # sums of returns by seat
    ]
)

_HALF = np.uint64(32)
_ROOT = np.uint64(0x656D70696C65)


@inline
def _find(edges: StructArray, table: NDArray[np.int32], name: np.uint64) -> int:
    """Return the slot of the edge with hash ``name``, or a free slot."""
    mask = len(table) - 1
    place = int(np.int64(name & np.uint64(mask)))
    while table[place] >= 0 and edges[int(table[place])].hash != name:
        place = (place + 1) & mask
    return place


@inline
def _select(
    params: StructRef,
    s: StructRef,
    node: np.uint64,
    edges: StructArray,
    table: NDArray[np.int32],
    history: StructArray,
    searcher: int,
    actions: NDArray[np.int32],
    count: int,
    stream: Stream,
    stamp: int,
    mean: float,
    exploration: float,
    fpu_reduction: float,
    amaf_weight: float,
    progressive_widening: float,
) -> int:
    """Return the index of the legal move with the highest score, as in ``.uct``.

    Ties are broken at random. Counts the edges as available, once per ``stamp``.
    """
    seat = rules.current(params, s)
    here = 0
    tried = 0
    for i in range(count):
        e = int(
            table[
                _find(
                    edges, table, fold(node, rules.observed_action(params, s, searcher, actions[i]))
                )
            ]
        )
        if e >= 0 and edges[e].stamp != stamp:
            edges[e].stamp = stamp
            edges[e].available += 1
            here += int(edges[e].visits)
            tried += 1
    first = below(stream, count)
    if progressive_widening > 0.0 and tried < progressive_widening * math.sqrt(here + 1.0):
        bits = int(next_bits(stream) >> _HALF)
        action = int(actions[first])
        if tried == 0 or bits & 3:
            action = rules.simulation_move(
                params, s, actions, count, int(next_bits(stream) >> _HALF)
            )
        name = fold(node, rules.observed_action(params, s, searcher, action))
        if tried == 0 or table[_find(edges, table, name)] < 0:
            for i in range(count):
                if actions[i] == action:
                    return i
    untried = mean - fpu_reduction + exploration * math.sqrt(log(here + 1.0))
    best = 0
    best_score = -1e300
    last_available = 0
    log_available = 0.0
    for k in range(count):
        i = first + k
        if i >= count:
            i -= count
        action = int(actions[i])
        e = int(
            table[
                _find(edges, table, fold(node, rules.observed_action(params, s, searcher, action)))
            ]
        )
        if e < 0 and progressive_widening > 0.0:
            continue
        score = untried
        losses = 0.0
        if e >= 0:
            edge = edges[e]
            visits = float(edge.visits)
            total = float(edge.value[seat])
            if int(edge.available) != last_available:
                last_available = int(edge.available)
                log_available = log(last_available + 1.0)
            score = total / visits + exploration * math.sqrt(log_available / visits)
            losses = 0.5 * (visits - total)
        if amaf_weight > 0.0:
            past = history[seat * rules.ACTIONS + action]
            score += amaf_weight * float(past.value) / (float(past.count) + 1.0) / (losses + 1.0)
        if score > best_score:
            best_score = score
            best = i
    return best


@compiled
def simulate(
    params_array: StructArray,
    root: StructArray,
    work: StructArray,
    edges: StructArray,
    table: NDArray[np.int32],
    used: NDArray[np.int64],
    history: StructArray,
    ends: StructArray,
    sums: NDArray[np.float64],
    searcher: int,
    first: int,
    simulations: int,
    exploration: float,
    fpu_reduction: float,
    amaf_weight: float,
    progressive_widening: float,
    rollout_depth: int,
    stream: Stream,
) -> int:
    """Add ``simulations`` simulations to a tree; return their number.

    ``first`` fixes the first move if the searcher acts in ``root[0]``, else it is -1. Before the
    first call ``used`` (edges, simulations), ``sums`` (returns by seat) and ``ends`` (per action)
    are zero, and ``table`` (a power of two, longer than ``edges``) is -1. Full trees grow no
    further.
    """
    params = params_array[0]
    seats = int(params.seats)
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    actions = np.empty(room, np.int32)
    weights = np.empty(room, np.int64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    returns = np.zeros(rules.MAX_SEATS, np.float64)
    scores = np.zeros(rules.MAX_SEATS, np.int32)
    path = np.empty(MAX_DEPTH, np.int32)
    trail = np.empty(MAX_DEPTH, np.int32)
    for _ in range(simulations):
        work[0] = root[0]
        s = work[0]
        rules.resample(params, s, searcher, stream)
        node = _ROOT
        event = 0  # order-independent hash of the current chance event as observed
        depth = 0
        length = 0
        while True:
            seat = rules.current(params, s)
            if seat == rules.TERMINAL:
                write_returns(params, s, ranks, returns)
                break
            if seat < 0:
                action = draw(params, s, stream, actions, weights)
                noticed = fold(np.uint64(1), rules.observed_action(params, s, searcher, action))
                event += int(np.int64(noticed >> _HALF))
                if rules.chance_actions_left(params, s) == 1:
                    node = fold(node, event)
                    event = 0
                rules.apply(params, s, action)
                continue
            count = rules.legal(params, s, actions)
            mean = 0.0
            if depth > 0:
                above = edges[int(path[depth - 1])]
                mean = above.value[seat] / above.visits
            elif used[1] > 0:
                mean = sums[seat] / used[1]
            if first >= 0 and length == 0:
                action = first
            else:
                chosen = _select(
                    params,
                    s,
                    node,
                    edges,
                    table,
                    history,
                    searcher,
                    actions,
                    count,
                    stream,
                    used[1] + 1,
                    mean,
                    exploration,
                    fpu_reduction,
                    amaf_weight,
                    progressive_widening,
                )
                action = int(actions[chosen])
            node = fold(node, rules.observed_action(params, s, searcher, action))
            trail[length] = seat * rules.ACTIONS + action
            length += 1
            place = _find(edges, table, node)
            e = int(table[place])
            rules.apply(params, s, action)
            if e < 0 or depth + 1 == MAX_DEPTH:
                if e < 0 and used[0] < len(edges):
                    e = int(used[0])
                    used[0] = e + 1
                    table[place] = e
                    edge = edges[e]
                    edge.hash = node
                    edge.visits = 0
                    edge.available = 1
                    edge.stamp = used[1] + 1
                    for k in range(rules.MAX_SEATS):
                        edge.value[k] = 0.0
                if e >= 0:
                    path[depth] = e
                    depth += 1
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
            path[depth] = e
            depth += 1
        for k in range(depth):
            edge = edges[int(path[k])]
            edge.visits += 1
            for seat in range(seats):
                edge.value[seat] += returns[seat]
        for seat in range(seats):
            sums[seat] += returns[seat]
        used[1] += 1
        add_final_points(params, s, ends, int(trail[0]) % rules.ACTIONS, scores)
        if amaf_weight > 0.0:
            update_amaf(history, trail, length, returns)
    return simulations


@compiled
def report(
    params_array: StructArray,
    root: StructArray,
    edges: StructArray,
    table: NDArray[np.int32],
    moves: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """Write the edge number of each of the searcher's legal ``moves``, or -1."""
    params = params_array[0]
    s = root[0]
    searcher = rules.current(params, s)
    for i in range(len(moves)):
        name = fold(_ROOT, rules.observed_action(params, s, searcher, moves[i]))
        out[i] = table[_find(edges, table, name)]
