"""Compiled trees that an evaluator guides equal plain Python ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.contracts.level import NO_ROLLOUT
from empile.engine.search.forest import visit_schedule
from empile.research import TinyBlockOut
from tests.conftest import ROOT
from tests.engine.search import sample_searches
from tests.engine.search.evaluators import Legal, scattered, sparse, uniform
from tests.engine.search.positions import random_state
from tests.engine.search.reference_tree import OBSERVATIONS, Method, differences, visit_sequence

PUCT = empile.Puct(0.7, fpu_reduction=0.2)
MEMORY = empile.EvaluatorInputs(memory=True)
METHODS = [
    pytest.param(PUCT, id="puct"),
    pytest.param(empile.Gumbel(8), id="gumbel"),
    pytest.param(empile.Gumbel(5, value_scale=0.1, scale=0.0), id="gumbel-without-noise"),
]
GAMES = [
    pytest.param("block-ness", {"players": 2}, id="two seats"),
    pytest.param("block-ness", {"players": 3}, id="three seats"),
    pytest.param("on-top", {"players": 2}, id="chance"),
    pytest.param("on-top", {"players": 4, "teams": True}, id="chance, teams"),
    pytest.param("block-out", {"players": 3, "referee": "odds"}, id="hidden, three seats"),
    pytest.param("blox", {"players": 2}, id="hidden, two seats"),
]


def check_equal(
    state: empile.State,
    method: Method,
    simulations: int,
    evaluator: empile.Evaluator,
    *,
    seed: int = 4,
    inputs: empile.EvaluatorInputs = OBSERVATIONS,
) -> None:
    assert not differences(state, method, simulations, evaluator, seed=seed, inputs=inputs)


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_search_equals_plain_trees(name: str, options: dict[str, Any], method: Method) -> None:
    game = empile.load(name, **options)
    for seed in range(3):
        check_equal(
            random_state(game, seed, moves=2 + 3 * seed),
            method,
            80,
            scattered(game.num_players),
            seed=seed,
        )


@pytest.mark.parametrize("method", [PUCT, empile.Gumbel(32)])
def test_search_never_tries_moves_with_a_probability_of_0(method: Method) -> None:
    game, evaluator = empile.load("block-ness", players=2), sparse(2)
    for seed in range(3):
        state = random_state(game, seed, moves=3)
        check_equal(state, method, 100, evaluator, seed=seed)
        found = empile.BatchedSearch(game, 1, seed=1, method=method).search([state], evaluator, 100)
        logits, _ = evaluator(
            state.observation(state.current_player())[np.newaxis], masks_of(state)
        )
        possible = np.isfinite(logits) & masks_of(state)
        assert 1 < possible.sum() < 20 < masks_of(state).sum()
        assert not found.visits[~possible].any()
        assert not found.policy[~possible].any()


def masks_of(state: empile.State) -> Legal:
    """Return the legal moves of one state as an evaluator gets them."""
    return state.legal_mask()[np.newaxis, state.game.possible_actions]


@pytest.mark.parametrize("method", METHODS)
def test_search_equals_plain_trees_in_a_tiny_game(method: Method) -> None:
    game = TinyBlockOut(turn_limit=6)
    for seed in range(3):
        state = random_state(game, seed, moves=0)
        for evaluator in (uniform(2), scattered(2)):
            check_equal(state, method, 200, evaluator, seed=seed)


def test_search_equals_plain_trees_of_information_states() -> None:
    game = empile.load("block-out", players=2, referee="odds")
    check_equal(random_state(game, 2, moves=5), PUCT, 100, scattered(2), inputs=MEMORY)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param("block-out", {"players": 2, "referee": "odds"}, id="two seats"),
        pytest.param("block-out", {"players": 3, "referee": "odds"}, id="three seats"),
        pytest.param("blox", {"players": 2}, id="chance"),
    ],
)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("memory", [False, True])
def test_values_of_own_views_equal_plain_trees(
    name: str, options: dict[str, Any], method: Method, memory: bool
) -> None:
    game = empile.load(name, **options)
    inputs = empile.EvaluatorInputs(memory=memory, own_view=True)
    for seed in range(3):
        state = random_state(game, seed, moves=2 + 3 * seed)
        check_equal(state, method, 80, scattered(game.num_players), seed=seed, inputs=inputs)


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("depth", [NO_ROLLOUT, 2, 0])
def test_rollouts_equal_those_of_plain_trees(
    name: str, options: dict[str, Any], depth: int
) -> None:
    game = empile.load(name, **options)
    methods: list[Method] = [
        empile.Puct(rollout_weight=0.3, rollout_depth=depth),
        empile.Gumbel(rollout_weight=0.3, rollout_depth=depth),
    ]
    for seed, method in enumerate(methods):
        state = random_state(game, seed, moves=4 + seed)
        check_equal(state, method, 40, scattered(game.num_players), seed=seed)


# -- Without the compiler ----------------------------------------------------------------------------


def without_compiler(asked: str) -> Any:
    command = [sys.executable, "-W", "error", "-m", "tests.engine.search.sample_searches", asked]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(ran.stdout)


@pytest.mark.parametrize("name", ["block-ness", "block-out", "on-top"])
def test_search_without_the_compiler_is_the_same(name: str) -> None:
    for mine, other in zip(sample_searches.results(name), without_compiler(name), strict=True):
        for exact in ("visits", "actions", "sample"):
            assert mine[exact] == other[exact]
        for rounded in ("policy", "values"):  # compiled priors are rounded to five digits
            assert np.array(mine[rounded]) == pytest.approx(np.array(other[rounded]), abs=1e-4)


def test_search_without_the_compiler_equals_plain_trees() -> None:
    assert without_compiler("differences") == []


# -- The schedule of Gumbel search -------------------------------------------------------------------


@pytest.mark.parametrize("considered", [1, 2, 3, 4, 5, 7, 8, 16, 21])
@pytest.mark.parametrize("simulations", [1, 2, 7, 16, 50, 200])
def test_visit_schedule_is_that_of_sequential_halving(considered: int, simulations: int) -> None:
    schedule = visit_schedule(considered, simulations)[considered]
    assert schedule.tolist() == visit_sequence(considered, simulations)


@pytest.mark.parametrize(
    ("considered", "simulations"), [(2, 10), (4, 8), (8, 24), (8, 48), (16, 200)]
)
def test_gumbel_visits_each_move_as_often_as_its_phases_say(
    considered: int, simulations: int
) -> None:
    """As published: floor(n / (log2(m) * left)) visits of each move that is left in a phase."""
    phases = considered.bit_length() - 1
    per_phase = [simulations // (phases * (considered >> phase)) for phase in range(phases)]
    expected = [sum(per_phase[: phases - rank.bit_length() + 1]) for rank in range(considered)]
    rest = simulations - sum(expected)  # for the last two
    expected[0] += (rest + 1) // 2
    expected[1] += rest // 2
    game = empile.load("block-ness", players=2)
    searcher = empile.BatchedSearch(game, 1, seed=6, method=empile.Gumbel(considered))
    found = searcher.search([game.new_state()], scattered(2), simulations)
    assert sorted(found.visits[found.visits > 0].tolist(), reverse=True) == expected
