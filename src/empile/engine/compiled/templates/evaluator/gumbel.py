"""Template: Gumbel MuZero search (Danihelka, Guez, Schrittwieser & Silver 2022).

At the root, Gumbel noise picks moves without replacement, and sequential halving divides the
simulations among them. Below, the move is chosen whose share of visits is furthest below the
improved policy: the softmax of the logits and of the completed values, sigma(q).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates.evaluator.noise import uniform
from empile.engine.compiled.templates.evaluator.tree import add_stat, most_visits, put_best_first
from empile.engine.compiled.templates.sampling import softmax
from empile.engine.maths import exp, log
from empile.engine.random import Stream

_TINY = 1e-38
_NEVER = -1e300


@inline
def _mixed_value(node: StructRef, stats: StructArray) -> float:
    """Return what an untried move is worth: the paper's mixed value, v_mix."""
    seat = int(node.seat)
    visits = 0
    share = 0.0
    weighted = 0.0
    for k in range(int(node.tried)):
        stat = stats[int(node.stats) + k]
        if stat.visits > 0:
            visits += int(stat.visits)
            prior = max(float(stat.prior), _TINY)
            share += prior
            weighted += prior * stat.value[seat] / int(stat.visits)
    own = float(node.value[seat])
    return own if visits == 0 else (own + visits * weighted / share) / (1.0 + visits)


@inline
def _scale(node: StructRef, stats: StructArray, settings: StructRef) -> float:
    """Return the factor of sigma, for returns from -1 to 1."""
    most = most_visits(node, stats)
    return 0.5 * float(settings.value_scale) * (float(settings.visit_offset) + most)


@inline
def _completed_value(stat: StructRef, seat: int, scale: float, mixed: float) -> float:
    """Return sigma of a move's value; ``mixed``, which is scaled, if it was never visited."""
    value = mixed
    if stat.visits > 0:
        value = scale * stat.value[seat] / int(stat.visits)
    return value


@inline
def start_root(
    node: StructRef,
    settings: StructRef,
    pool: StructRef,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    scores: NDArray[np.float64],
    scratch: NDArray[np.float64],
    stream: Stream,
) -> None:
    """Put the considered moves first, with statistics; write Gumbel noise plus logit of each.

    Moves with a probability of 0 are not considered.
    """
    first = int(node.first)
    count = int(node.count)
    possible = 0
    for i in range(count):
        noise = -log(-log(uniform(stream)))
        prior = float(priors[first + i])
        scratch[i] = _NEVER
        if prior > 0.0:
            possible += 1
            scratch[i] = settings.gumbel_scale * noise + log(max(prior, _TINY))
    considered = min(possible, int(settings.considered))
    for k in range(considered):
        best = k
        for i in range(k + 1, count):
            if scratch[i] > scratch[best] or (
                scratch[i] == scratch[best] and actions[first + i] < actions[first + best]
            ):
                best = i
        score = scratch[best]
        action = actions[first + best]
        prior = priors[first + best]
        scratch[best] = scratch[k]
        actions[first + best] = actions[first + k]
        priors[first + best] = priors[first + k]
        scratch[k] = score
        actions[first + k] = action
        priors[first + k] = prior
        scores[k] = score
        add_stat(node, pool, actions, priors, stats)


@inline
def select_at_root(
    node: StructRef,
    settings: StructRef,
    stats: StructArray,
    scores: NDArray[np.float64],
    visits: int,
) -> int:
    """Return the best considered move with this number of visits."""
    seat = int(node.seat)
    scale = _scale(node, stats, settings)
    best = -1
    best_score = -1e300
    for k in range(int(node.tried)):
        stat = stats[int(node.stats) + k]
        if int(stat.visits) == visits:
            score = scores[k]
            if visits > 0:
                score += scale * stat.value[seat] / visits
            if best < 0 or score > best_score:
                best_score = score
                best = k
    if best < 0:  # impossible if simulations are the schedule's
        best = 0
        for k in range(int(node.tried)):
            if stats[int(node.stats) + k].visits < stats[int(node.stats) + best].visits:
                best = k
    return best


@inline
def best_at_root(
    node: StructRef, settings: StructRef, stats: StructArray, scores: NDArray[np.float64]
) -> int:
    """Return the move of a finished search: the best of those with most visits."""
    return select_at_root(node, settings, stats, scores, most_visits(node, stats))


@inline
def select_below(
    node: StructRef,
    settings: StructRef,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    full: bool,
) -> int:
    """Return the move with the greatest improved policy minus share of visits."""
    seat = int(node.seat)
    first = int(node.stats)
    tried = int(node.tried)
    scale = _scale(node, stats, settings)
    mixed = scale * _mixed_value(node, stats)
    highest = mixed
    for k in range(tried):
        highest = max(highest, _completed_value(stats[first + k], seat, scale, mixed))
    # Untried moves have the same value, so that their improved policy is in proportion to the prior.
    untried = exp(mixed - highest)
    left = 1.0
    total = 0.0
    for k in range(tried):
        stat = stats[first + k]
        prior = float(stat.prior)
        left -= prior
        value = _completed_value(stat, seat, scale, mixed)
        total += prior * exp(value - highest)
    grows = tried < int(node.count) and not full
    if tried < int(node.count):
        total += max(left, 0.0) * untried
    total = max(total, _TINY)
    share = 1.0 / (1.0 + float(node.visits))
    best = 0
    best_score = -1e300
    for k in range(tried):
        stat = stats[first + k]
        value = _completed_value(stat, seat, scale, mixed)
        score = float(stat.prior) * exp(value - highest) / total - int(stat.visits) * share
        if score > best_score:
            best_score = score
            best = k
    if grows:
        if not node.ready:
            put_best_first(node, actions, priors)
        if float(priors[int(node.first) + tried]) * untried / total > best_score:
            best = tried
    return best


@inline
def write_improved(
    node: StructRef,
    settings: StructRef,
    priors: NDArray[np.float32],
    stats: StructArray,
    out: NDArray[np.float64],
) -> None:
    """Write the improved policy of a root: the target for learning, in the order of its moves."""
    seat = int(node.seat)
    count = int(node.count)
    scale = _scale(node, stats, settings)
    mixed = scale * _mixed_value(node, stats)
    for i in range(count):
        value = mixed
        if i < int(node.tried):
            value = _completed_value(stats[int(node.stats) + i], seat, scale, mixed)
        prior = float(priors[int(node.first) + i])
        out[i] = log(max(prior, _TINY)) + value if prior > 0.0 else _NEVER
    softmax(count, out)
