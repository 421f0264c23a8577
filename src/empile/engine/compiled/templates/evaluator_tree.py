"""Template: nodes and edges of trees that an evaluator guides (see ``.evaluator_search``).

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
from empile.engine.random import Stream, fold, new_stream, next_bits

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
        ("considered", "i4"),  # moves at a root of Gumbel search; 0: PUCT
        ("leaves", "i4"),  # of each tree that wait at once
        ("hidden", "u1"),  # imperfect information
        ("memory", "u1"),  # evaluate information states
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
    ]
)

_SALT = np.uint64(0x656D70696C65)
_BLOCK = 1024
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def _keys(seed: int) -> NDArray[np.uint64]:
    drawn = [int(next_bits(new_stream(seed + n))) for n in range(_BLOCK // 2)]
    return np.array(drawn, np.uint64)


_KEYS, _OTHER_KEYS = _keys(0), _keys(_BLOCK)
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


# -- The table of nodes ------------------------------------------------------------------------------


@inline
def _sums_compiled(words: NDArray[np.uint32], first: int, pairs: int) -> tuple[int, int]:
    # Sums of products are vector code, unlike a chain of hashes.
    one = np.uint64(0)
    other = np.uint64(0)
    for i in range(pairs):
        at = np.uint64(first + 2 * i)
        pair = np.uint64(words[at]) | np.uint64(words[at + np.uint64(1)]) << _HALF  # one load
        left = pair + _KEYS[np.uint64(i)]
        right = pair + _OTHER_KEYS[np.uint64(i)]
        one += (left & _LOW) * (left >> _HALF)
        other += (right & _LOW) * (right >> _HALF)
    return int(np.int64(one)), int(np.int64(other))


def _sums_plain(words: NDArray[np.uint32], first: int, pairs: int) -> tuple[int, int]:
    low, mask = int(_LOW), (1 << 64) - 1
    found: list[int] = []
    for keys in (_KEYS, _OTHER_KEYS):
        total = 0
        for i in range(pairs):
            pair = int(words[first + 2 * i]) | int(words[first + 2 * i + 1]) << 32
            pair = pair + int(keys[i]) & mask
            total += (pair & low) * (pair >> 32)
        found.append(total & mask)
    return found[0], found[1]


_sums = _sums_compiled if jit_is_on() else _sums_plain


@inline
def _hash_words(words: NDArray[np.uint32]) -> np.uint64:
    """Hash words by blocks: two NH hashes of each (Black et al. 1999).

    A key is added to two words at once. The carry from the lower to the upper one at most doubles
    the probability that hashes are equal.
    """
    found = _SALT
    done = 0
    while done < len(words):
        pairs = min(len(words) - done, _BLOCK) // 2
        if pairs == 0:
            return fold(found, int(words[done]))
        one, other = _sums(words, done, pairs)
        found = fold(fold(found, one), other)
        done += 2 * pairs
    return found


@inline
def key_of(tree: int, seat: int, words: NDArray[np.uint32]) -> np.uint64:
    """Return the key of the node of a state or an observation, given as words."""
    return fold(fold(_hash_words(words), tree), seat + 1)


@inline
def find(nodes: StructArray, table: NDArray[np.int32], key: np.uint64) -> int:
    """Return the slot of the node with this key, or a free slot."""
    mask = len(table) - 1
    place = int(np.int64(key & np.uint64(mask)))
    while table[place] >= 0 and nodes[int(table[place])].key != key:
        place = (place + 1) & mask
    return place


# -- Moves -------------------------------------------------------------------------------------------


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


@inline
def uniform(stream: Stream) -> float:
    """Return a random number above 0 and below 1."""
    return (float(np.int64(next_bits(stream) >> np.uint64(12))) + 0.5) * 2.0**-52


@inline
def _normal(stream: Stream) -> float:
    """Return a normal variate (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(uniform(stream)))
    return radius * math.cos(2.0 * math.pi * uniform(stream))


@inline
def _gamma(stream: Stream, shape: float) -> float:
    """Return a gamma variate (Marsaglia and Tsang 2000)."""
    factor = 1.0
    if shape < 1.0:
        factor = uniform(stream) ** (1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = _normal(stream)
        v = (1.0 + c * x) ** 3
        u = uniform(stream)
        if v > 0.0 and math.log(u) < 0.5 * x * x + d - d * v + d * math.log(v):
            return d * v * factor


@inline
def add_noise(
    node: StructRef,
    settings: StructRef,
    priors: NDArray[np.float32],
    stats: StructArray,
    scratch: NDArray[np.float64],
    stream: Stream,
) -> None:
    """Mix Dirichlet noise into the priors of a root (Silver et al. 2017)."""
    count = int(node.count)
    alpha = settings.alpha
    if alpha == 0.0:
        alpha = 10.0 / count
    total = 0.0
    for i in range(count):
        scratch[i] = _gamma(stream, alpha)
        total += scratch[i]
    if not total > 0.0:  # all underflowed
        return
    share = settings.noise
    for i in range(count):
        at = int(node.first) + i
        priors[at] = (1.0 - share) * float(priors[at]) + share * scratch[i] / total
        if i < int(node.tried):
            stats[int(node.stats) + i].prior = priors[at]
    node.ready = 0
