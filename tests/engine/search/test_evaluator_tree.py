"""Search of one state with an evaluator, and what else takes one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.search.search import expected_returns
from tests.engine.search.positions import random_state


def leaning(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
    """Evaluate by sums of the observation."""
    sums = observations.sum(axis=1, dtype=np.float64)
    logits = np.cos(sums[:, np.newaxis] + np.arange(legal.shape[1]))
    return logits, np.sin(sums)


def test_search_with_an_evaluator_equals_the_batched_search() -> None:
    game = empile.load("block-ness", players=2)
    state = random_state(game, 4, moves=8)
    found = empile.search(state, stream=empile.new_stream(3), simulations=300, evaluator=leaning)
    batched = empile.BatchedSearch(game, 1, seed=8).search([state], leaning, 300)
    for move in found.moves:
        column = int(np.searchsorted(game.possible_actions, move.action))
        assert batched.visits[0, column] == move.visits
    assert found.simulations == 300
    assert found.best == batched.actions[0] == found.principal_variation[0]
    assert sorted(move.action for move in found.moves) == state.legal_actions()
    assert found.moves[0].values[0] == -found.moves[0].values[1]


def test_search_with_an_evaluator_follows_the_stream() -> None:
    state = random_state(empile.load("block-out", players=2, referee="odds"), 4, moves=4)
    streams = [empile.new_stream(seed) for seed in (1, 1, 2)]
    first, same, other = (
        empile.search(state, stream=stream, simulations=200, evaluator=leaning)
        for stream in streams
    )
    assert first.moves == same.moves != other.moves
    again = empile.search(state, stream=streams[0], simulations=200, evaluator=leaning)
    assert again.moves != first.moves


def test_search_with_an_evaluator_ignores_what_the_seat_cannot_see() -> None:
    state = random_state(empile.load("block-out", players=2, referee="odds"), 4, moves=4)
    twins = [
        empile.resampled(state, state.current_player(), empile.new_stream(n)) for n in range(6)
    ]
    assert len(set(twins)) > 1
    first, *others = (
        empile.search(twin, stream=empile.new_stream(1), simulations=200, evaluator=leaning)
        for twin in twins
    )
    assert all(other.moves == first.moves for other in others)
    assert first.principal_variation == [first.best]


def test_search_with_a_wrong_evaluator_fails_and_changes_nothing() -> None:
    state = empile.load("block-ness", players=2).new_state()
    before = state.tobytes()

    def wrong(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
        logits, values = leaning(observations, legal)
        return logits, values + 2

    with pytest.raises(empile.EvaluatorError, match="values must be from -1 to 1"):
        empile.search(state, stream=empile.new_stream(1), simulations=9, evaluator=wrong)
    assert state.tobytes() == before


def test_search_with_an_evaluator_takes_a_time_a_stop_and_a_first_move() -> None:
    state = empile.load("block-ness", players=2).new_state()
    timed = empile.search(state, stream=empile.new_stream(1), seconds=0.05, evaluator=leaning)
    assert timed.simulations > 0
    stopped = empile.search(
        state, stream=empile.new_stream(1), simulations=10**6, evaluator=leaning, stop=lambda: True
    )
    assert stopped.simulations < 10**6
    move = state.legal_actions()[5]
    only = empile.search(
        state, stream=empile.new_stream(1), simulations=40, first=move, evaluator=leaning
    )
    assert [(report.action, report.visits) for report in only.moves] == [(move, 40)]


def test_gumbel_needs_a_number_of_simulations() -> None:
    state = empile.load("block-ness", players=2).new_state()
    method, stream = empile.Gumbel(), empile.new_stream(1)
    found = empile.search(state, stream=stream, simulations=64, evaluator=leaning, method=method)
    assert sum(move.visits for move in found.moves) == 64
    assert found.moves[0].action == found.best
    with pytest.raises(ValueError, match="pass simulations, not first"):
        empile.search(state, stream=stream, seconds=0.1, evaluator=leaning, method=method)


def test_expected_returns_take_an_evaluator_if_nothing_is_hidden() -> None:
    state = empile.load("block-ness", players=2).new_state()
    found = expected_returns(
        state, 1, stream=empile.new_stream(1), simulations=50, evaluator=leaning
    )
    assert sum(found) == pytest.approx(0.0)
    hidden = random_state(empile.load("block-out", players=2, referee="odds"), 4, moves=2)
    with pytest.raises(ValueError, match="seat to act"):
        expected_returns(
            hidden,
            1 - hidden.current_player(),
            stream=empile.new_stream(1),
            simulations=50,
            evaluator=leaning,
        )


def test_levels_hints_and_analysis_take_an_evaluator() -> None:
    game = empile.load("block-ness", players=2)
    level = empile.Level(1, "level.casual", 60)
    asked: list[int] = []

    def counted(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
        asked.append(len(observations))
        return leaning(observations, legal)

    state, stream = game.new_state(), empile.new_stream(1)
    assert empile.choose(state, level, stream, evaluator=counted) in state.legal_actions()
    assert sum(asked) >= 30
    asked.clear()
    advice = empile.advise(state, stream=stream, simulations=60, points=False, evaluator=counted)
    assert advice.best.visits == max(move.visits for move in advice.moves)
    assert sum(asked) >= 30
    asked.clear()
    match = empile.Match(empile.load("block-out", players=2, referee="odds"))
    match.resolve_chance(stream)
    with pytest.raises(ValueError, match="perfect information"):
        next(empile.analyse(match.record(), evaluator=counted))
