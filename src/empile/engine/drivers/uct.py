"""Driver: tree search by simulated games (UCT), for any number of seats.

The tree keeps for each action that was tried how often it was and the sum of the returns that
followed, for every seat; the seat to act prefers what is good for itself (max-n). Chance decides
inside the tree by its weights, a referee's answer by the odds that the rules tell. The search sees
the whole state: it suits games in which every seat does too. For the others there is
:mod:`empile.engine.drivers.ismcts`.

A node is a state in which somebody or chance is to act; an edge is an action there. States are
not kept: each simulation starts from a copy of the root and makes the actions again. A node is
made when its edge is passed for the second time, its edges lie side by side.

What is settled is not guessed: an edge to the end of the game has the exact returns, and so has,
counted back, each edge below which the best play is known. Such an edge is ``solved``.

Where there are more moves than simulations for them, a search can widen: of a node's edges only
those in front count as tried, and one more joins them as the node's visits grow.

Where the rules have a *prior* of their moves, what it foresees for an edge counts beside what was found
out, and fades as the edge is tried. It is asked for at the root at once, elsewhere when a node has
proved worth it.

What the games ended with in points is kept for the moves at the root alone; what is settled counts
there as the end that best play leads to.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.drivers.foreseeing import prior_shares
from empile.engine.drivers.simulation import (
    MAX_DEPTH,
    note_end,
    play_out,
    remember,
    write_returns,
)
from empile.engine.jit import entry, inner
from empile.engine.layout import Record, RecordArray, record_dtype
from empile.engine.random import Stream, below, next_bits, pick

NODE = record_dtype(
    [
        ("first", "i4"),  # its first edge
        ("count", "i4"),  # how many edges
        ("visits", "i4"),
        ("tried", "i4"),  # how many of its edges may be chosen
        ("seat", "i1"),  # to act, or CHANCE or EXTERNAL
        ("solved", "u1"),  # best play from here is known
    ]
)
EDGE = record_dtype(
    [
        ("action", "i4"),
        ("child", "i4"),  # the node below, -1 where there is none yet
        ("visits", "i4"),
        ("solved", "u1"),  # the mean of the returns is exact
        ("share", "f4"),  # of its node's visits, as the prior foresees them; 0 before it is asked
        ("value", "f8", (rules.MAX_SEATS,)),  # sums of returns by seat
    ]
)

_TABLED = 1024
_SHARES = 1.0 / np.maximum(np.arange(_TABLED), 1)
_ROOTS = np.sqrt(_SHARES)
"""One by visits, and its root: many edges are asked for each one chosen, and to divide is slow."""

_WORTH_ASKING = 8
"""After so many visits a node's moves are judged beforehand: most nodes never have them."""
_BEST = 1.0 - 1e-9
_HALF = np.uint64(32)
_SELDOM = np.uint64(3)


@entry
def start(
    boxes: RecordArray,
    root: RecordArray,
    nodes: RecordArray,
    edges: RecordArray,
    used: NDArray[np.int64],
    stream: Stream,
) -> bool:
    """Make the tree's first node; return whether there was room for its edges.

    ``root[0]`` is a state in which a seat is to act. ``used`` (two numbers: nodes and edges in
    use) is set; ``nodes`` and ``edges`` need not be cleared before.
    """
    used[0] = 0
    used[1] = 0
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    actions = np.empty(room, np.int32)
    weights = np.empty(room, np.int64)
    return _expand(boxes[0], root[0], nodes, edges, used, stream, actions, weights) >= 0


@inner
def _expand(
    box: Record,
    s: Record,
    nodes: RecordArray,
    edges: RecordArray,
    used: NDArray[np.int64],
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Make the node of ``s``; return its number, or -1 where there is no room left.

    Moves are put into a random order, in which untried ones are tried; outcomes keep theirs.
    """
    seat = rules.current(box, s)
    if seat >= 0:
        count = rules.legal(box, s, actions)
        for i in range(count - 1, 0, -1):
            j = below(stream, i + 1)
            kept = actions[i]
            actions[i] = actions[j]
            actions[j] = kept
    else:
        count = rules.chance(box, s, actions, weights)
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


@inner
def _widen(
    box: Record,
    s: Record,
    node: Record,
    edges: RecordArray,
    widening: float,
    stream: Stream,
    actions: NDArray[np.int32],
) -> int:
    """Return an edge that joins those tried at a seat's node, -1 where it is not time for one.

    It is the one that the game proposes among the others, seldom any. Where all that were tried
    are solved it is time: what is left may be better.
    """
    if node.visits == 0:
        node.tried = 0
    tried = int(node.tried)
    left = int(node.count) - tried
    if left == 0:
        return -1
    joins = int(node.first) + tried
    if tried >= widening * math.sqrt(node.visits + 1.0):
        for e in range(int(node.first), joins):
            if not edges[e].solved:
                return -1
    node.tried = tried + 1
    if tried > 0 and int(next_bits(stream) & _SELDOM) == 0:
        return joins
    for i in range(left):
        actions[i] = edges[joins + i].action
    bits = int(next_bits(stream) >> _HALF)
    action = rules.simulation_move(box, s, actions, left, bits)
    for e in range(joins, joins + left):
        if edges[e].action == action:
            edges[e].action = edges[joins].action
            edges[joins].action = action
            break
    return joins


@inner
def _select(
    node: Record,
    edges: RecordArray,
    history: RecordArray,
    mean: float,
    exploration: float,
    urgency: float,
    trust: float,
    prior: float,
) -> int:
    """Return the edge tried at a seat's node that looks best, with a bonus for what was tried little.

    ``mean`` is what the seat expects here; an untried edge counts as a little worse than that.
    What the same action brought elsewhere counts by ``trust``, and fades as an edge disappoints; what
    the rules foresee counts by ``prior``.
    """
    seat = int(node.seat)
    first = int(node.first)
    spread = exploration * math.sqrt(math.log(float(node.visits) + 1.0))
    untried = mean - urgency + spread
    pull = prior * math.sqrt(float(node.visits) + 1.0)
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
            if prior > 0.0:
                score += pull * float(edge.share) / (visits + 1.0)
            if trust > 0.0:
                past = history[seat * rules.ACTIONS + int(edge.action)]
                losses = 0.5 * (visits - total)
                score += trust * float(past.value) / ((float(past.count) + 1.0) * (losses + 1.0))
        if score > best_score:
            best_score = score
            best = e
    return best


@inner
def _foresee(
    box: Record,
    s: Record,
    node: Record,
    edges: RecordArray,
    actions: NDArray[np.int32],
    shares: NDArray[np.float64],
) -> None:
    """Write the shares that the rules' prior gives to the edges of a seat's node."""
    first = int(node.first)
    count = int(node.count)
    for i in range(count):
        actions[i] = edges[first + i].action
    prior_shares(box, s, actions, count, shares)
    for i in range(count):
        edges[first + i].share = shares[i]


@inner
def _solve(
    nodes: RecordArray,
    edges: RecordArray,
    node_path: NDArray[np.int32],
    edge_path: NDArray[np.int32],
    depth: int,
    seats: int,
) -> None:
    """Carry what the last edge of a path settles upwards as far as it settles anything."""
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


@inner
def _play_best(box: Record, s: Record, nodes: RecordArray, edges: RecordArray, e: int) -> None:
    """Play the solved edge ``e`` in ``s``, and best play from there to the end of the game."""
    while True:
        rules.apply(box, s, int(edges[e].action))
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


@entry
def simulate(
    boxes: RecordArray,
    root: RecordArray,
    work: RecordArray,
    nodes: RecordArray,
    edges: RecordArray,
    used: NDArray[np.int64],
    history: RecordArray,
    ends: RecordArray,
    simulations: int,
    exploration: float,
    urgency: float,
    trust: float,
    widening: float,
    horizon: int,
    solving: bool,
    prior: float,
    stream: Stream,
) -> int:
    """Add ``simulations`` simulated games to a tree that :func:`start` began; return how many.

    Fewer are made where the root is solved before. With ``widening``, after n simulations at a seat's
    node about ``widening`` times the root of n of its edges are tried, in the order in which the
    rules propose their moves; 0: all. ``horizon``, if it is not 0, is the number of
    moves below the tree after which a simulated game is cut and estimated. Unless ``solving``, an
    end of the game is one simulated game among others. ``prior`` weighs what the rules foresee of
    moves; 0: they are not asked. ``ends`` has an element
    for every action and is zero before the first call. ``work`` is one state of scratch space.
    Where the pools are full the tree stops growing and the simulations go on.
    """
    box = boxes[0]
    seats = int(box.seats)
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
                if prior > 0.0 and node.visits == (_WORTH_ASKING if depth > 0 else 0):
                    _foresee(box, s, node, edges, actions, shares)
                e = -1
                if widening > 0.0:
                    e = _widen(box, s, node, edges, widening, stream, actions)
                if e < 0:
                    e = _select(node, edges, history, mean, exploration, urgency, trust, prior)
                trail[length] = seat * rules.ACTIONS + int(edges[e].action)
                length += 1
            else:
                count = rules.chance(box, s, actions, weights)
                e = int(node.first) + pick(stream, weights, count)
            node_path[depth] = at
            edge_path[depth] = e
            depth += 1
            edge = edges[e]
            if edge.solved:
                for k in range(seats):
                    returns[k] = edge.value[k] / edge.visits
                _play_best(box, s, nodes, edges, e)
                break
            rules.apply(box, s, int(edge.action))
            if edge.child < 0:
                if rules.current(box, s) == rules.TERMINAL:
                    edge.solved = solving
                    write_returns(box, s, ranks, returns)
                    break
                if edge.visits > 0 and depth < MAX_DEPTH:
                    edge.child = _expand(box, s, nodes, edges, used, stream, actions, weights)
                if edge.child < 0:
                    length = play_out(
                        box, s, stream, actions, weights, trail, length, horizon, ranks, returns
                    )
                    break
            at = int(edge.child)
        for k in range(depth):
            nodes[int(node_path[k])].visits += 1
            edge = edges[int(edge_path[k])]
            edge.visits += 1
            for seat in range(seats):
                edge.value[seat] += returns[seat]
        note_end(box, s, ends, int(edges[int(edge_path[0])].action), scores)
        if trust > 0.0:
            remember(history, trail, length, returns)
        if edges[int(edge_path[depth - 1])].solved:
            _solve(nodes, edges, node_path, edge_path, depth, seats)
    return simulations


@inner
def _root_mean(node: Record, edges: RecordArray) -> float:
    total = 0.0
    for e in range(int(node.first), int(node.first) + int(node.count)):
        total += float(edges[e].value[int(node.seat)])
    return total / max(1.0, float(node.visits))
