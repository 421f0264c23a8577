"""Evaluators of positions, and the parameters of searches that they guide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from empile.engine.arguments import whole_number
from empile.engine.contracts.level import NO_ROLLOUT

Evaluator: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[Any, Any]]
"""``evaluator(observations, legal)`` returns ``(logits, values)`` of B positions.

``observations`` has shape (B, length), as ``State.observation`` of the seat to act. ``legal`` has
shape (B, actions), with a column for each of ``game.possible_actions``, as ``Batch.action_masks``.
Both are overwritten afterwards. Networks of :mod:`empile.networks` are not called: searches run them in
machine code. An attribute ``inputs`` of the evaluator, an
:class:`EvaluatorInputs`, asks for others.

``logits`` has shape (B, actions); those of illegal moves are ignored, ``-inf`` is a probability of 0.
``values`` are expected returns from -1 to 1, of shape (B, seats): the seat to act first, then the
others clockwise, as in observations. With two seats, shape (B,) is enough: the seat to act. Both are
floating point arrays of NumPy, or arrays in CPU memory that DLPack converts.
"""


@dataclass(frozen=True)
class EvaluatorInputs:
    """What an evaluator sees of a position.

    Example: ``EvaluatorInputs(memory=True)``.
    """

    memory: bool = False
    """Information states instead of observations."""
    own_view: bool = False
    """Values of what the searching seat sees, for games with imperfect information.

    Otherwise a leaf has the value of what the seat to act sees, and the search does not notice what
    the searching seat keeps in its hand. Positions at which another seat acts have two rows: its own,
    of which the logits count, and after all of those a row of the searching seat without legal moves,
    of which the values count.
    """


def inputs_of(evaluator: Evaluator) -> EvaluatorInputs:
    """Return the evaluator's attribute ``inputs``, or the usual ones."""
    inputs = getattr(evaluator, "inputs", None)
    return inputs if isinstance(inputs, EvaluatorInputs) else EvaluatorInputs()


@dataclass(frozen=True)
class Puct:
    """PUCT (Rosin 2011; Silver et al. 2017): Q + ``exploration`` * P * sqrt(N + 1) / (n + 1).

    Example: ``Puct(noise=0.25)`` for self-play, ``Puct(leaves=8)`` for one game at a time.
    """

    exploration: float = 1.25
    """For returns from -1 to 1."""
    fpu_reduction: float = 0.0
    """First-play urgency (Gelly and Wang 2006): untried moves count as the mean minus this."""
    noise: float = 0.0
    """Share of Dirichlet noise in the priors of the root; 0.25 in self-play (Silver et al. 2017)."""
    noise_alpha: float | None = None
    """Parameter of the noise; by default 10 / moves."""
    leaves: int = 1
    """Leaves of each tree that are evaluated at once."""
    virtual_loss: float = 1.0
    """Returns subtracted for each waiting leaf (Chaslot, Winands and van den Herik 2008)."""
    rollout_weight: float = 0.0
    """Share of a rollout's return in the value of a leaf (Silver et al. 2016)."""
    rollout_depth: int = 0
    """As in ``SearchParams``; ``NO_ROLLOUT`` is the estimate of the rules alone."""

    def __post_init__(self) -> None:
        _check_rollouts(self)
        if not (self.exploration >= 0 and self.virtual_loss >= 0 and 0 <= self.noise <= 1):
            raise ValueError(
                "exploration and virtual_loss must not be negative, noise must be from 0 to 1"
            )
        if self.noise_alpha is not None and not self.noise_alpha > 0:
            raise ValueError("noise_alpha must be greater than 0")
        check_leaves(self.leaves)
        _check_finite(self)


@dataclass(frozen=True)
class Gumbel:
    """Gumbel MuZero search (Danihelka et al. 2022): better than PUCT with few simulations.

    Example: ``Gumbel(considered=8)``; ``Gumbel(scale=0)`` in matches.
    """

    considered: int = 16
    """Moves at the root among which sequential halving divides the simulations."""
    scale: float = 1.0
    """Of the Gumbel noise; 0: the same moves each time."""
    visit_offset: float = 50.0
    """Of sigma: (``visit_offset`` + visits) * ``value_scale`` * q, for q from 0 to 1."""
    value_scale: float = 1.0
    """Of sigma."""
    leaves: int = 1
    """Leaves of each tree that are evaluated at once."""
    virtual_loss: float = 1.0
    """Returns subtracted for each waiting leaf."""
    rollout_weight: float = 0.0
    """Share of a rollout's return in the value of a leaf."""
    rollout_depth: int = 0
    """As in ``SearchParams``; ``NO_ROLLOUT`` is the estimate of the rules alone."""

    def __post_init__(self) -> None:
        _check_rollouts(self)
        whole_number("considered", self.considered, 1)
        if not min(self.scale, self.visit_offset, self.value_scale, self.virtual_loss) >= 0:
            raise ValueError(
                "scale, visit_offset, value_scale and virtual_loss must not be negative"
            )
        check_leaves(self.leaves)
        _check_finite(self)


def _check_finite(method: Puct | Gumbel) -> None:
    for name, value in asdict(method).items():
        if isinstance(value, float) and not isfinite(value):
            raise ValueError(f"{name} must be finite, not {value}")


def _check_rollouts(method: Puct | Gumbel) -> None:
    if not 0 <= method.rollout_weight <= 1:
        raise ValueError("rollout_weight must be from 0 to 1")
    if method.rollout_depth < NO_ROLLOUT:
        raise ValueError(f"rollout_depth must be at least {NO_ROLLOUT}")


def check_leaves(leaves: int) -> None:
    """Raise ``ArgumentError`` unless ``leaves`` is from 1 to 1024."""
    whole_number("leaves", leaves, 1, 1024)
