"""Template: nodes and edges of trees that an evaluator guides (see ``.search``).

Trees share pools. A node lists its moves with prior probabilities; only the moves that were tried
have statistics, in blocks that double. PUCT (Rosin 2011, Silver et al. 2017) needs no more: of the
untried moves only the one with the highest prior can be next.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, jit_is_on
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype
from empile.engine.compiled.templates import rules

SETTINGS = struct_dtype(
    [
        ("exploration", "f8"),
        ("fpu_reduction", "f8"),
        ("virtual_loss", "f8"),
        ("noise", "f8"),  # share of the root noise
        ("alpha", "f8"),  # of Dirichlet noise; 0: 10 / moves
        ("gumbel_scale", "f8"),
        ("value_scale", "f8"),
        ("visit_offset", "f8"),
        ("rollout_weight", "f8"),  # share of a rollout in the value of a leaf
        ("considered", "i4"),  # moves at a root of Gumbel search; 0: PUCT
        ("leaves", "i4"),  # of each tree that wait at once
        ("hidden", "u1"),  # imperfect information
        ("memory", "u1"),  # evaluate information states
        ("own_view", "u1"),  # values are those of what the searching seat sees
        ("rollout_depth", "i4"),
    ]
)
TREE = struct_dtype(
    [
        ("root", "i4"),  # a node, or -1
        ("budget", "i4"),  # simulations of this search
        ("begun", "i4"),
        ("waiting", "i4"),  # leaves
        ("observer", "i4"),  # the seat to act at the root, or -1: nothing to search
        ("total", "i4"),  # simulations in ``sums``, and the root's evaluation
        ("sums", "f8", (rules.MAX_SEATS,)),
    ]
)
NODE = struct_dtype(
    [
        ("key", "u8"),  # if it is in the table
        ("first", "i4"),  # its first move
        ("count", "i4"),  # how many moves
        ("stats", "i4"),  # the first block of statistics
        ("tried", "i4"),  # how many moves have statistics
        ("visits", "i4"),  # simulations through it, waiting ones too
        ("stamp", "i4"),  # the last search that found it in the table
        ("moved", "i4"),  # its copy, or -1
        ("tree", "i4"),
        ("value", "f4", (rules.MAX_SEATS,)),  # its evaluation
        ("seat", "i1"),
        ("waits", "u1"),  # for its evaluation
        ("ready", "u1"),  # the first untried move has the highest prior of them
        ("linked", "u1"),  # in the table
    ]
)
STAT = struct_dtype(
    [
        ("action", "i4"),
        ("child", "i4"),  # the node below if that is certain, or -1
        ("visits", "i4"),  # waiting ones too
        ("prior", "f4"),
        ("value", "f8", (rules.MAX_SEATS,)),  # sums of returns by seat
    ]
)
POOL = struct_dtype(
    [
        ("nodes", "i4"),  # in use
        ("moves", "i4"),
        ("stats", "i4"),
        ("stamp", "i4"),  # the number of this search
        ("full", "u1"),  # trees grow no further
        ("tree", "i4"),  # at which a round continues once there is room
        ("rows", "i4"),  # leaves of the round so far
        ("evaluated", "i8"),  # rows that a compiled network evaluated
        ("views", "i4"),  # leaves whose values come from another seat's view
    ]
)
_ROOM = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
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

_TABLED = 1024
_SHARES = 1.0 / np.maximum(np.arange(_TABLED), 1)
"""A table, since division is slow."""

_LOG2_E = np.float32(1.4426950408889634)
_LN_2 = np.float32(0.6931471805599453)
_ROUNDS = np.float32(12582912.0)
_LEAST = np.float32(-80.0)
_C0, _C2, _C3, _C4, _C5 = (np.float32(1.0 / math.factorial(n)) for n in (0, 2, 3, 4, 5))
_EXPONENT = np.int32(23)


@inline
def _exp_compiled(x: np.float32) -> np.float32:
    """Return ``exp(x)`` for ``x`` up to 0, to five digits: a vector loop, unlike ``math.exp``."""
    if x < _LEAST:
        x = _LEAST
    shifted = np.float32(x * _LOG2_E + _ROUNDS)
    power = np.int32(shifted.view(np.int32) << _EXPONENT)
    r = x - (shifted - _ROUNDS) * _LN_2
    p = np.float32(_C0 + r * (_C0 + r * (_C2 + r * (_C3 + r * (_C4 + r * _C5)))))
    return np.int32(p.view(np.int32) + power).view(np.float32)


def _exp_plain(x: np.float32) -> np.float32:
    return np.float32(math.exp(max(float(x), float(_LEAST))))


exp32 = _exp_compiled if jit_is_on() else _exp_plain


@inline
def write_shares(
    first: int, count: int, priors: NDArray[np.float32], logits: NDArray[np.float32]
) -> bool:
    """Write the softmax of ``count`` logits; return False if there is none.

    ``-inf`` is a probability of 0.
    """
    greatest = np.float32(-np.inf)
    wrong = False
    for i in range(count):
        x = logits[i]
        wrong |= not x < np.float32(np.inf)
        greatest = max(greatest, x)
    if wrong or not greatest > np.float32(-np.inf):
        return False
    for i in range(count):
        priors[first + i] = exp32(logits[i] - greatest)
    total = 0.0
    for i in range(count):
        if logits[i] == np.float32(-np.inf):
            priors[first + i] = 0.0
        total += float(priors[first + i])
    share = np.float32(1.0 / total)
    for i in range(count):
        priors[first + i] *= share
    return True


@inline
def put_best_first(
    node: StructRef, actions: NDArray[np.int32], priors: NDArray[np.float32]
) -> None:
    """Swap the untried move with the highest prior to the front; the first action if equal."""
    here = int(node.first) + int(node.tried)
    best = here
    highest = priors[here]
    for i in range(here + 1, int(node.first) + int(node.count)):
        if priors[i] >= highest and (priors[i] > highest or actions[i] < actions[best]):
            best = i
            highest = priors[i]
    action = actions[best]
    actions[best] = actions[here]
    priors[best] = priors[here]
    actions[here] = action
    priors[here] = highest
    node.ready = 1


@inline
def add_stat(
    node: StructRef,
    pool: StructRef,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
) -> int:
    """Give the first untried move statistics; return their index."""
    tried = int(node.tried)
    if tried == 0 or (tried > 1 and tried & (tried - 1) == 0):
        room = min(int(node.count), max(2, 2 * tried))
        block = int(pool.stats)
        pool.stats = block + room
        for i in range(tried):
            stats[block + i] = stats[int(node.stats) + i]
        node.stats = block
    here = int(node.stats) + tried
    stat = stats[here]
    stat.action = actions[int(node.first) + tried]
    stat.prior = priors[int(node.first) + tried]
    stat.child = -1
    stat.visits = 0
    for seat in range(rules.MAX_SEATS):
        stat.value[seat] = 0.0
    node.tried = tried + 1
    node.ready = 0
    return here


@inline
def write_observation(
    params: StructRef, settings: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]
) -> None:
    """Write what the evaluator sees: the observation of a seat, or what it knows."""
    if settings.memory:
        rules.information_state(params, s, seat, out)
    else:
        rules.observe(params, s, seat, out)


@inline
def most_visits(node: StructRef, stats: StructArray) -> int:
    """Return the visits of the most visited move of a node; 0 without any."""
    most = 0
    for k in range(int(node.tried)):
        most = max(most, int(stats[int(node.stats) + k].visits))
    return most


@inline
def select_puct(
    node: StructRef,
    settings: StructRef,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    mean: float,
    full: bool,
) -> int:
    """Return the number of the move with the highest score: Q + c P sqrt(N + 1) / (n + 1).

    ``mean`` is what the seat expects: untried moves count as it, less ``fpu_reduction``. If scores
    are equal, tried moves come first, in the order in which they were tried.
    """
    seat = int(node.seat)
    first = int(node.stats)
    tried = int(node.tried)
    pull = settings.exploration * math.sqrt(float(node.visits) + 1.0)
    untried = mean - settings.fpu_reduction
    best = 0
    best_score = -1e300
    for k in range(tried):
        stat = stats[first + k]
        visits = int(stat.visits)
        score = untried
        if visits > 0:
            score = stat.value[seat] / visits
        if visits < _TABLED - 1:
            score += pull * float(stat.prior) * _SHARES[np.uint64(visits + 1)]
        else:
            score += pull * float(stat.prior) / (visits + 1.0)
        if score > best_score:
            best_score = score
            best = k
    if tried < int(node.count) and not full:
        if not node.ready:
            put_best_first(node, actions, priors)
        if untried + pull * float(priors[int(node.first) + tried]) > best_score:
            best = tried
    return best
