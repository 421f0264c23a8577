"""Evaluators for tests."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import empile

Observations: TypeAlias = NDArray[np.float32]
Legal: TypeAlias = NDArray[np.bool_]


def uniform(seats: int) -> empile.Evaluator:
    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        return np.zeros(legal.shape, np.float32), np.zeros((len(legal), seats), np.float32)

    return evaluator


def scattered(seats: int, seed: int = 0) -> empile.Evaluator:
    """Return an evaluator whose priors and values depend on all of an observation."""

    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        keys = np.random.default_rng(seed).normal(size=(observations.shape[1], seats + 1))
        phases = 37.0 * (observations.astype(np.float64) @ keys)
        columns = np.arange(legal.shape[1])
        logits = np.sin(phases[:, :1] + 1.7 * columns)
        return logits.astype(np.float32), np.sin(phases[:, 1:]).astype(np.float32)

    return evaluator


def sparse(seats: int, seed: int = 0) -> empile.Evaluator:
    """Return an evaluator by which most moves have a probability of 0."""
    dense = scattered(seats, seed)

    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        logits, values = dense(observations, legal)
        best = np.where(legal, logits, -np.inf).max(axis=1, keepdims=True)
        return np.where(logits < best - 0.02, np.float32(-np.inf), logits), values

    return evaluator
