"""Tests of the solver against a plain one and by properties of solutions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import empile
from empile.engine.compiled.machine_code import loading_only
from empile.games.block_ness.rules import components
from empile.games.block_ness.rules import state as rules_state
from empile.games.block_ness.solo.search import layout
from empile.games.block_ness.solo.solver import NodeLimitError, Solved, solution, solve, warm
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
LARGE = {**WORKED, "reserves": [["2.2", "2.3", "2.4", "3.2", "3.4", "3.5", "4.2", "4.5", "5.3"]]}


def state_of(position: dict[str, Any], variant: str = "base") -> empile.State:
    return empile.load("block-ness", players=1, variant=variant).state_from_position(position)


def by_text(state: empile.State, solved: Solved) -> dict[str, int]:
    return {state.action_to_text(action): count for action, count in solved.by_move.items()}


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("seed", range(10))
def test_solver_matches_reference(variant: str, seed: int) -> None:
    """Compare counts, solutions by move and share on 200 random positions of up to 100 states."""
    luck = random.Random(f"{seed} {variant}")
    game = empile.load("block-ness", players=1, variant=variant)
    compared = 0
    while compared < 10:
        position = random_start(luck, 12, 12)
        state = game.state_from_position(position)
        found = solve(state, most_solutions=100_000)
        if found.nodes > 100:
            continue
        compared += 1
        if state.is_terminal():
            assert found.solutions == int(not position["reserves"][0])
            continue
        wanted = reference_solver.solve(Reference.of_solo(game.options, position))
        assert found.is_complete
        assert found.is_exact
        assert found.share_is_exact
        assert found.solutions == len(wanted.solutions)
        assert by_text(state, found) == {text: len(sets) for text, sets in wanted.by_move.items()}
        assert found.share == pytest.approx(float(wanted.share), rel=1e-12)
        assert (solution(state) is not None) == bool(wanted.solutions)


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
        moves = solution(match.state)
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
        wanted = solve(state_of(position, variant), most_solutions=10_000)
        for number in range(1, 8):
            found = solve(state_of(moved(position, number, 12, 12), variant), most_solutions=10_000)
            assert found.solutions == wanted.solutions
            assert found.share == pytest.approx(wanted.share)
            assert sorted(found.by_move.values()) == sorted(wanted.by_move.values())


def test_more_solutions_than_the_bound() -> None:
    state = state_of(WORKED)
    exact = solve(state)  # the reference counts as many
    assert (exact.solutions, exact.is_exact, exact.is_complete) == (170, True, True)
    assert solve(state, most_solutions=170) == exact
    bounded = solve(state, most_solutions=20)
    assert (bounded.solutions, bounded.is_exact, bounded.is_complete) == (20, False, True)
    assert bounded.share == exact.share
    assert bounded.by_move == {move: min(n, 21) for move, n in exact.by_move.items()}


def test_narrowest_move() -> None:
    state = state_of(WORKED)
    solved = solve(state)
    least = min(count for count in solved.by_move.values() if count)
    assert solved.narrowest_move is not None
    assert solved.by_move[solved.narrowest_move] == least
    assert set(solved.by_move) == set(state.legal_actions())


def test_node_limit() -> None:
    state = state_of(LARGE)
    solved = solve(state, nodes=50_000)
    assert (solved.is_complete, solved.is_exact, solved.nodes) == (False, False, 50_000)
    assert solved.by_move == {}
    assert not solved.share_is_exact
    assert 0 <= solved.share < 0.05
    assert solve(state, nodes=50_000) == solved, "estimates are reproducible"


def test_unknown_within_the_node_limit() -> None:
    state = state_of(LARGE)
    solved = solve(state, nodes=2)
    assert (solved.solutions, solved.is_solvable, solved.narrowest_move) == (0, None, None)
    with pytest.raises(NodeLimitError, match="no solution is known after a search of 2 states"):
        solution(state, nodes=2)


def test_estimated_share_is_near_the_exact_one() -> None:
    state = state_of(WORKED)
    exact, estimate = solve(state), solve(state, nodes=5)
    assert not estimate.share_is_exact
    assert estimate.share == pytest.approx(exact.share, abs=0.02)


def test_finished_positions() -> None:
    solved = state_of({**WORKED, "reserves": [[]]})
    assert (solve(solved).solutions, solve(solved).share, solution(solved)) == (1, 1.0, [])
    stuck = state_of({**WORKED, "reserves": [["11.9"]]})
    assert stuck.is_terminal()
    assert (solve(stuck).solutions, solve(stuck).is_solvable, solution(stuck)) == (0, False, None)


def test_one_ring_in_hand() -> None:
    state = state_of({**WORKED, "reserves": [["2.2"]]})
    solved = solve(state)
    assert solved.share == 1.0
    assert set(solved.by_move.values()) == {1}
    places = {frozenset(text[1:-2].split("-")) for text in by_text(state, solved)}
    assert solved.solutions == len(places)


def test_constants_are_those_of_the_rules() -> None:
    """The solver's compiled code does not depend on the rules', so that neither recompiles both."""
    assert layout.END == rules_state.END
    assert layout.HOLES == rules_state.HOLES
    assert layout.SLOTS == components.MAX_HAND
    assert layout.LONGEST == components.MAX_DISTANCE


def test_warm_compiles_all_entry_points() -> None:
    """After it nothing is compiled, in searches that stop for each reason."""
    game = empile.load("block-ness")
    for call in game.warm_extras:
        call()
    with loading_only():
        warm(game)
        for nodes in (2, 100_000):
            solve(state_of(WORKED), nodes=nodes)
        solution(state_of(WORKED))
