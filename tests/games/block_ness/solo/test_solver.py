"""Tests of the solver against a plain one and by properties of solutions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.compiled.machine_code import loading_only
from empile.games.block_ness.rules import components
from empile.games.block_ness.rules import state as rules_state
from empile.games.block_ness.solo.contract import BlockNessSolo, share_estimate, warm
from empile.games.block_ness.solo.search import layout, solving
from tests.games.block_ness.reference import Reference
from tests.games.block_ness.solo import reference_solver
from tests.games.block_ness.solo.starts import moved, random_start

WORKED: dict[str, Any] = {
    "stage": "play",
    "seat": 0,
    "zone": ["c3", "h8"],
    "rings": [
        {"seat": None, "feet": ["f5", "f8"], "height": 3},
        {"seat": 0, "feet": ["d4", "d6"], "height": 1},
    ],
    "heads": ["d6"],
    "tails": ["d4"],
    "reserves": [["2.2", "4.2", "2.3"]],
}
SOLO = BlockNessSolo()
solve = SOLO.solve
LARGE = {**WORKED, "reserves": [["2.2", "2.3", "2.4", "3.2", "3.4", "3.5", "4.2", "4.5", "5.3"]]}


def state_of(position: dict[str, Any], variant: str = "base") -> empile.State:
    return empile.load("block-ness", players=1, variant=variant).state_from_position(position)


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("seed", range(10))
def test_solver_matches_reference(variant: str, seed: int) -> None:
    """Compare counts and share on 200 random positions of up to 100 states."""
    luck = random.Random(f"{seed} {variant}")
    game = empile.load("block-ness", players=1, variant=variant)
    compared = 0
    while compared < 10:
        position = random_start(luck, 12, 12)
        state = game.state_from_position(position)
        found = solve(state, most=100_000)
        if found.nodes > 100:
            continue
        compared += 1
        if state.is_terminal():
            assert found.solutions == int(not position["reserves"][0])
            continue
        wanted = reference_solver.solve(Reference.of_solo(game.options, position))
        assert found.is_complete
        assert found.is_exact
        assert found.solutions == len(wanted.solutions)
        assert found.share == pytest.approx(float(wanted.share), rel=1e-12)
        assert (SOLO.solution(state) is not None) == bool(wanted.solutions)


def test_random_positions_are_of_both_kinds() -> None:
    """The comparison above is of positions with and without solutions."""
    luck = random.Random(0)
    answers = [solve(state_of(random_start(luck, 12, 12))).is_solvable for _ in range(60)]
    assert 10 < sum(map(bool, answers)) < 50


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_solutions_replay_to_solved(variant: str) -> None:
    luck = random.Random(variant)
    game = empile.load("block-ness", players=1, variant=variant)
    replayed = 0
    for _ in range(40):
        match = empile.Match.from_position(game, random_start(luck, 12, 12, most_in_hand=6))
        moves = SOLO.solution(match.state)
        for move in moves or ():
            match.play(move)
        if moves is None:
            assert solve(match.state).solutions == 0
            continue
        result = match.state.result()
        assert result is not None
        assert result.reason == "solved"
        replayed += 1
    assert replayed > 5


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_symmetric_positions_have_equal_counts(variant: str) -> None:
    luck = random.Random(variant)
    for _ in range(5):
        position = random_start(luck, 12, 12, most_in_hand=5)
        wanted = solve(state_of(position, variant), most=10_000)
        for number in range(1, 8):
            found = solve(state_of(moved(position, number, 12, 12), variant), most=10_000)
            assert found.solutions == wanted.solutions
            assert found.share == pytest.approx(wanted.share)


def test_more_solutions_than_the_bound() -> None:
    state = state_of(WORKED)
    exact = solve(state)  # the reference counts as many
    assert (exact.solutions, exact.is_exact, exact.is_complete) == (170, True, True)
    assert solve(state, most=170) == exact
    bounded = solve(state, most=20)
    assert (bounded.solutions, bounded.is_exact, bounded.is_complete) == (20, False, True)
    assert bounded.share == exact.share


def test_node_limit() -> None:
    state = state_of(LARGE)
    solved = solve(state, nodes=50_000)
    assert (solved.is_complete, solved.is_exact, solved.nodes) == (False, False, 50_000)
    assert 0 <= solved.share < 0.05
    assert solve(state, nodes=50_000) == solved, "estimates are reproducible"


def test_unknown_within_the_node_limit() -> None:
    state = state_of(LARGE)
    for stops in (False, True):
        solved = SOLO.solve(state, nodes=2, stops=stops)
        assert (solved.solutions, solved.is_solvable, solved.grade) == (0, None, None)


def test_a_short_memory_limits_the_nodes() -> None:
    """As in a page whose memory is bounded."""
    state = state_of(LARGE)
    wanted = solve(state, nodes=solving.NODES // 8)
    answers = np.zeros(1, solving.SOLVED)
    for room, nodes in ((solving.memory_of(solving.NODES // 8, 1000), wanted.nodes), (2048, 0)):
        memory, search = np.empty(room, np.int64), np.empty(1, solving.SEARCH)
        limits = (solving.NODES, solving.MOST, False)
        solving.solve(state.game.params_array, state.array, search, memory, answers, *limits)
        assert (int(answers["nodes"][0]), bool(answers["complete"][0])) == (nodes, False)
    assert wanted.nodes == solving.NODES // 8


def test_estimated_share_is_near_the_exact_one() -> None:
    state = state_of(WORKED)
    exact, estimate = solve(state), solve(state, nodes=5)
    assert not estimate.is_complete
    assert share_estimate(state, 10_000) == estimate.share
    assert estimate.share == pytest.approx(exact.share, abs=0.02)


def test_finished_positions() -> None:
    solved = state_of({**WORKED, "reserves": [[]]})
    assert (solve(solved).solutions, solve(solved).share, SOLO.solution(solved)) == (1, 1.0, [])
    stuck = state_of({**WORKED, "reserves": [["11.9"]]})
    assert stuck.is_terminal()
    assert (solve(stuck).solutions, solve(stuck).is_solvable, SOLO.solution(stuck)) == (
        0,
        False,
        None,
    )


def test_one_ring_in_hand() -> None:
    state = state_of({**WORKED, "reserves": [["2.2"]]})
    solved = solve(state)
    assert solved.share == 1.0
    places = {frozenset(text[1:-2].split("-")) for text in state.legal_texts()}
    assert solved.solutions == len(places)


def test_constants_are_those_of_the_rules() -> None:
    """The solver's compiled code does not depend on the rules', so that neither recompiles both."""
    assert layout.END == rules_state.END
    assert layout.HOLES == rules_state.HOLES
    assert layout.SLOTS == components.MAX_HAND
    assert layout.LONGEST == components.MAX_DISTANCE
    assert (layout.KINDS, layout.MAX_HEIGHT) == (rules_state.KINDS, components.MAX_HEIGHT)


def test_warm_compiles_all_entry_points() -> None:
    """After it nothing is compiled, in searches that stop for each reason."""
    game = empile.load("block-ness")
    for call in game.warm_extras:
        call()
    with loading_only():
        warm(game)
        for nodes in (2, 100_000):
            solve(state_of(WORKED), nodes=nodes)
        SOLO.solution(state_of(WORKED))
