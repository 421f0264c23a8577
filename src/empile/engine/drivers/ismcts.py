"""Template: single-observer information-set MCTS (Cowling, Powley & Whitehouse 2012).

For games of imperfect information. The search observes for one seat, the searcher, usually the one
to act. Before each simulation everything hidden from the searcher is redrawn (``rules.resample``),
so the true hidden state is never read. A node is a sequence of moves and chance events as the
searcher observes them (``rules.seen``): another seat's face-down draws lead to the same node.

An edge is a move at a node, with its visits and the sums of all seats' returns; each seat
maximizes its own (max-n). The legal moves at a node vary between determinizations, so each edge
also counts the simulations in which it was available; UCB1 uses that number in place of the
parent's visits.

Nodes are not stored. A node is identified by a 64-bit hash of its sequence, an edge by that hash
and its move, in an open-addressing table. Chance needs no edges: the observed parts of an event
are hashed into the next node, independent of their order. Each simulation adds one edge. Final
points are kept for the root moves only.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.drivers.drawing import draw
from empile.engine.drivers.simulation import (
    MAX_DEPTH,
    note_end,
    play_out,
    remember,
    write_returns,
)
from empile.engine.jit import entry, inner
from empile.engine.layout import Record, RecordArray, record_dtype
from empile.engine.random import Stream, below, fold, next_bits

EDGE = record_dtype(
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


@inner
def _find(edges: RecordArray, table: NDArray[np.int32], name: np.uint64) -> int:
    """Return the slot of the edge with hash ``name`` in ``table``, or a free slot for it."""
    mask = len(table) - 1
    place = int(np.int64(name & np.uint64(mask)))
    while table[place] >= 0 and edges[int(table[place])].hash != name:
        place = (place + 1) & mask
    return place


@inner
def _select(
    box: Record,
    s: Record,
    node: np.uint64,
    edges: RecordArray,
    table: NDArray[np.int32],
    history: RecordArray,
    searcher: int,
    actions: NDArray[np.int32],
    count: int,
    stream: Stream,
    stamp: int,
    mean: float,
    exploration: float,
    urgency: float,
    trust: float,
    widening: float,
) -> int:
    """Return the index of the legal move that maximizes UCB1 with progressive history.

    As :func:`empile.engine.drivers.uct._select`; ties are broken at random. Counts the edges as
    available, once per ``stamp``. With ``widening``, at most ``widening`` times the square root of
    the visits here are tried (progressive widening, Coulom 2007): usually the rollout policy's
    move, sometimes a random one.
    """
    seat = rules.current(box, s)
    here = 0
    tried = 0
    for i in range(count):
        e = int(table[_find(edges, table, fold(node, rules.seen(box, s, searcher, actions[i])))])
        if e >= 0 and edges[e].stamp != stamp:
            edges[e].stamp = stamp
            edges[e].available += 1
            here += int(edges[e].visits)
            tried += 1
    first = below(stream, count)
    if widening > 0.0 and tried < widening * math.sqrt(here + 1.0):
        bits = int(next_bits(stream) >> _HALF)
        action = int(actions[first])
        if tried == 0 or bits & 3:
            action = rules.simulation_move(box, s, actions, count, int(next_bits(stream) >> _HALF))
        name = fold(node, rules.seen(box, s, searcher, action))
        if tried == 0 or table[_find(edges, table, name)] < 0:
            for i in range(count):
                if actions[i] == action:
                    return i
    untried = mean - urgency + exploration * math.sqrt(math.log(here + 1.0))
    best = 0
    best_score = -1e300
    last_available = 0
    log_available = 0.0
    for k in range(count):
        i = first + k
        if i >= count:
            i -= count
        action = int(actions[i])
        e = int(table[_find(edges, table, fold(node, rules.seen(box, s, searcher, action)))])
        if e < 0 and widening > 0.0:
            continue
        score = untried
        losses = 0.0
        if e >= 0:
            edge = edges[e]
            visits = float(edge.visits)
            total = float(edge.value[seat])
            if int(edge.available) != last_available:
                last_available = int(edge.available)
                log_available = math.log(last_available + 1.0)
            score = total / visits + exploration * math.sqrt(log_available / visits)
            losses = 0.5 * (visits - total)
        if trust > 0.0:
            past = history[seat * rules.ACTIONS + action]
            score += trust * float(past.value) / (float(past.count) + 1.0) / (losses + 1.0)
        if score > best_score:
            best_score = score
            best = i
    return best


@entry
def simulate(
    boxes: RecordArray,
    root: RecordArray,
    work: RecordArray,
    edges: RecordArray,
    table: NDArray[np.int32],
    used: NDArray[np.int64],
    history: RecordArray,
    ends: RecordArray,
    sums: NDArray[np.float64],
    searcher: int,
    first: int,
    simulations: int,
    exploration: float,
    urgency: float,
    trust: float,
    widening: float,
    horizon: int,
    stream: Stream,
) -> int:
    """Add ``simulations`` simulations to a tree; return their number.

    ``root[0]`` is a state in which a seat acts. If that seat is the ``searcher``, ``first`` may
    fix the first move of all simulations; otherwise it is -1. ``used`` (edges in use, simulations
    so far), ``sums`` (returns by seat) and ``ends`` (one element per action) are zero before the
    first call. ``table`` is filled with -1; its length is a power of two, greater than that of
    ``edges``. ``horizon``, if not 0, is the rollout depth. ``work`` is scratch space for one
    state. When ``edges`` is full the tree stops growing and the simulations continue.
    """
    box = boxes[0]
    seats = int(box.seats)
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
        rules.resample(box, s, searcher, stream)
        node = _ROOT
        event = 0  # order-independent hash of the current chance event as observed
        depth = 0
        length = 0
        while True:
            seat = rules.current(box, s)
            if seat == rules.OVER:
                write_returns(box, s, ranks, returns)
                break
            if seat < 0:
                action = draw(box, s, stream, actions, weights)
                noticed = fold(np.uint64(1), rules.seen(box, s, searcher, action))
                event += int(np.int64(noticed >> _HALF))
                if rules.event_left(box, s) == 1:
                    node = fold(node, event)
                    event = 0
                rules.apply(box, s, action)
                continue
            count = rules.legal(box, s, actions)
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
                    box,
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
                    urgency,
                    trust,
                    widening,
                )
                action = int(actions[chosen])
            node = fold(node, rules.seen(box, s, searcher, action))
            trail[length] = seat * rules.ACTIONS + action
            length += 1
            place = _find(edges, table, node)
            e = int(table[place])
            rules.apply(box, s, action)
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
                    box, s, stream, actions, weights, trail, length, horizon, ranks, returns
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
        note_end(box, s, ends, int(trail[0]) % rules.ACTIONS, scores)
        if trust > 0.0:
            remember(history, trail, length, returns)
    return simulations


@entry
def report(
    boxes: RecordArray,
    root: RecordArray,
    edges: RecordArray,
    table: NDArray[np.int32],
    moves: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """Write the edge number of each of the searcher's legal ``moves``, or -1."""
    box = boxes[0]
    s = root[0]
    searcher = rules.current(box, s)
    for i in range(len(moves)):
        name = fold(_ROOT, rules.seen(box, s, searcher, moves[i]))
        out[i] = table[_find(edges, table, name)]
