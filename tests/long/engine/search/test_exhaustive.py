"""Exact values against plain expectiminimax, which is a few lines of Python."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.game import EXTERNAL, State
from empile.engine.random import below, new_stream
from empile.engine.search.exhaustive import (
    Budget,
    TooLargeError,
    exact_moves,
    exact_value,
)
from empile.engine.search.search import search
from empile.research import TinyBlockNess, TinyBlockOut, TinyBlox
from empile.research.game_tree import value
from tests.engine.search.positions import near_the_end, random_state

CLOSE = 1e-9


def plain(state: State, seat: int, *, one_outcome: bool = False, deepest: int = 12) -> float | None:
    """Return the value for ``seat`` against all others, or None if the tree is too deep."""
    if state.is_terminal():
        return state.returns()[seat]
    if deepest == 0:
        return None
    if state.is_chance_node():
        outcomes = [(action, p) for action, p in state.chance_outcomes() if p > 0]
        if one_outcome and state.current_player() == EXTERNAL:
            outcomes = [(outcomes[0][0], 1.0)]
    else:
        outcomes = [(action, 1.0) for action in state.legal_actions()]
    found: list[float] = []
    for action, share in outcomes:
        after = state.clone()
        after.apply_action(action)
        below_it = plain(after, seat, one_outcome=one_outcome, deepest=deepest - 1)
        if below_it is None:
            return None
        found.append(share * below_it)
    if state.is_chance_node():
        return sum(found)
    teams = state.game.teams
    is_own = teams[state.current_player()] == teams[seat]
    return max(found) if is_own else min(found)


def late(name: str, seed: int, *, least: int, **options: Any) -> State:
    """Return a state of a random game from which at most ``least`` moves follow."""
    game = empile.load(name, **options)
    stream, match = new_stream(seed), empile.Match(game)
    match.resolve_chance(stream, also_external=True)
    found: list[State] = []
    while not match.state.is_terminal():
        found.append(match.state.clone())
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    return found[-least]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exact_value_is_that_of_plain_minimax(seats: int) -> None:
    game, compared = empile.load("block-ness", players=seats), 0
    for seed in range(12):
        state = near_the_end(game, seed, most_lines=3_000)
        if state is None:
            continue
        for seat in range(seats):
            assert exact_value(state, seat) == plain(state, seat)
            compared += 1
    assert compared >= 12


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"players": 4, "teams": True}])
def test_exact_value_weighs_the_outcomes_of_chance(options: dict[str, Any]) -> None:
    for seed in range(4):
        state = late("on-top", seed, least=2, **options)
        for seat in range(state.game.num_players):
            found = plain(state, seat)
            assert found is not None
            assert exact_value(state, seat) == pytest.approx(found, abs=CLOSE)


def test_values_of_whole_tiny_games_are_those_of_the_transposition_table() -> None:
    game = TinyBlockNess()
    assert exact_value(game.new_state()) == value(game)


@pytest.mark.parametrize("kind", [TinyBlox, TinyBlockOut])
def test_exact_value_of_games_with_hidden_cards_takes_them_as_open(
    kind: type[empile.Game],
) -> None:
    game = kind()
    stream, match, compared = new_stream(3), empile.Match(game), 0
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        found = plain(match.state, 1, deepest=9)
        if found is not None:
            assert exact_value(match.state, 1) == pytest.approx(found, abs=CLOSE)
            compared += 1
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    assert compared > 0


def test_bounds_outside_the_window_are_bounds() -> None:
    game = empile.load("block-ness", players=2)
    for seed in range(12):
        state = near_the_end(game, seed, most_lines=3_000)
        if state is None:
            continue
        true = exact_value(state)
        assert exact_value(state, low=true, high=1.0) <= true + CLOSE
        assert exact_value(state, low=-1.0, high=true) >= true - CLOSE


def test_exact_moves_lists_all_moves_with_exact_values_of_the_best_and_the_next() -> None:
    for seed in range(6):
        state = late("on-top", seed, least=2, players=2)
        moves = exact_moves(state)
        assert sorted(move.action for move in moves) == state.legal_actions()
        assert [move.value for move in moves] == sorted(
            (move.value for move in moves), reverse=True
        )
        true: dict[int, float] = {}
        for move in moves:
            after = state.clone()
            after.apply_action(move.action)
            true[move.action] = exact_value(after, state.current_player())
            if move.is_exact:
                assert move.value == pytest.approx(true[move.action], abs=CLOSE)
            else:
                assert move.value >= true[move.action] - CLOSE
        best = max(true.values())
        others = [one for one in true.values() if one < best - CLOSE]
        wanted = {best, max(others)} if others else {best}
        exact = {round(move.value, 9) for move in moves if move.is_exact}
        assert {round(one, 9) for one in wanted} <= exact


def test_a_solved_search_finds_the_same_value() -> None:
    game = empile.load("block-ness", players=2)
    for seed in range(12):
        state = near_the_end(game, seed, most_lines=3_000)
        if state is None:
            continue
        found = search(state, stream=new_stream(seed), simulations=100_000)
        if found.moves[0].solved:
            assert found.value == exact_value(state)


def test_one_outcome_is_the_first_of_the_referee() -> None:
    game, compared = empile.load("block-out", players=3, referee="odds", turn_limit=9), 0
    for seed in range(8):
        state = random_state(game, seed, moves=0)
        stream = new_stream(seed)
        while not state.is_terminal() and state.position()["turn"] < 8:
            legal = state.legal_actions()
            state.apply_action(legal[below(stream, len(legal))])
            while state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
        if state.is_terminal():
            continue
        found = plain(state, 0, one_outcome=True, deepest=11)
        if found is not None:
            assert exact_value(state, 0, one_outcome=True) == pytest.approx(found, abs=CLOSE)
            compared += 1
    assert compared > 3


def test_a_tree_that_is_too_large_is_refused_and_uses_up_the_budget() -> None:
    state = empile.load("block-ness", players=2).new_state()
    budget = Budget(1_000)
    with pytest.raises(TooLargeError):
        exact_value(state, budget=budget)
    assert budget.left == 0


def test_a_budget_is_shared_by_searches() -> None:
    game = empile.load("block-ness", players=2)
    states = [near_the_end(game, seed, most_lines=500) for seed in range(6)]
    budget = Budget(100_000)
    left = [budget.left]
    for state in states:
        if state is not None:
            exact_value(state, budget=budget)
            left.append(budget.left)
    assert left == sorted(left, reverse=True)
    assert len(set(left)) == len(left)


def test_a_seat_has_to_be_named_at_chance_nodes() -> None:
    with pytest.raises(ValueError, match="name a seat"):
        exact_value(empile.load("on-top").new_state())
