"""Searches with a time: evaluators that are slow, on a clock that only they move."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile import Puct
from empile.networks import Network, NetworkShape
from tests.engine.search.positions import random_state


class SlowEvaluator:
    """Takes seconds for each call, and for each row."""

    def __init__(self, seconds: float, seconds_per_row: float = 0.0) -> None:
        self.now = 100.0
        self.rows: list[int] = []
        self._seconds, self._seconds_per_row = seconds, seconds_per_row

    def __call__(
        self, observations: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[Any, Any]:
        self.rows.append(len(legal))
        self.now += self._seconds + self._seconds_per_row * len(legal)
        sums = observations.sum(axis=1, dtype=np.float64)
        return np.cos(sums[:, np.newaxis] + np.arange(legal.shape[1])), np.sin(sums)

    def clock(self) -> float:
        """Return the time; half a millisecond passes between two looks."""
        self.now += 0.0005
        return self.now


def search(
    evaluator: SlowEvaluator, monkeypatch: pytest.MonkeyPatch, seconds: float, method: Puct
) -> empile.SearchResult:
    module = importlib.import_module("empile.engine.search.search")
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=evaluator.clock))
    state = empile.load("block-ness", players=2).new_state()
    found = empile.search(
        state,
        stream=empile.new_stream(1),
        seconds=seconds,
        evaluator=evaluator,
        method=method,
    )
    assert sorted(move.action for move in found.moves) == state.legal_actions()
    assert found.best == found.moves[0].action == found.principal_variation[0]
    assert found.simulations == sum(move.visits for move in found.moves)
    assert sum(evaluator.rows) == 1 + found.simulations, "the root, then a leaf each"
    return found


@pytest.mark.parametrize(("seconds", "calls"), [(0.05, 6), (0.1, 3), (0.2, 2), (0.31, 1), (7.0, 1)])
def test_no_call_of_an_evaluator_begins_after_the_deadline(
    monkeypatch: pytest.MonkeyPatch, seconds: float, calls: int
) -> None:
    evaluator = SlowEvaluator(seconds)
    found = search(evaluator, monkeypatch, 0.3, Puct())
    assert evaluator.rows == [1] * calls
    assert found.simulations == calls - 1


def test_time_of_an_evaluator_is_used() -> None:
    evaluator = SlowEvaluator(0.002)
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert 80 <= search(evaluator, monkeypatch, 0.3, Puct()).simulations <= 150


def test_batches_of_a_slow_evaluator_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = SlowEvaluator(0.0, seconds_per_row=0.02)
    begun = evaluator.now
    found = search(evaluator, monkeypatch, 0.5, Puct(leaves=64))
    assert found.simulations >= 15
    assert evaluator.now - begun < 0.55


def test_batches_are_full_if_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = SlowEvaluator(0.05)
    search(evaluator, monkeypatch, 1.0, Puct(leaves=8))
    assert len(evaluator.rows) >= 12
    assert evaluator.rows.count(8) >= 8


def test_best_move_without_simulations_has_the_highest_prior(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = search(SlowEvaluator(1.0), monkeypatch, 0.3, Puct())
    assert found.simulations == 0
    game = empile.load("block-ness", players=2)
    state = game.new_state()
    legal = np.isin(game.possible_actions, state.legal_actions())
    logits, _ = SlowEvaluator(0.0)(state.observation(0)[np.newaxis], legal[np.newaxis])
    assert found.best == game.possible_actions[legal][np.argmax(logits[0, legal])]


@pytest.mark.parametrize("kind", ["called", "network"])
def test_leaves_evaluated_together_do_not_depend_on_the_time(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    game = empile.load("block-ness", players=2)
    state = random_state(game, 4, moves=8)
    network = Network.random(game, NetworkShape(width=16, blocks=1), seed=1)
    module = importlib.import_module("empile.engine.search.search")
    results: list[list[empile.MoveStats]] = []
    for tick in (1e-6, 1e-3, 10.0):
        ticks = iter(range(10**9))
        clock = SimpleNamespace(perf_counter=lambda ticks=ticks, tick=tick: next(ticks) * tick)
        monkeypatch.setattr(module, "time", clock)
        evaluator: Any = SlowEvaluator(0.0) if kind == "called" else network
        results.append(
            empile.search(
                state,
                stream=empile.new_stream(1),
                simulations=600,
                evaluator=evaluator,
                method=Puct(leaves=7),
            ).moves
        )
    assert results[0] == results[1] == results[2]
