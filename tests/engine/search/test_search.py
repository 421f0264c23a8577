"""Tree search: UCT and ISMCTS."""

from __future__ import annotations

import time

import numpy as np
import pytest

import empile
from empile.engine.compiled.templates.simulation import HISTORY
from empile.engine.contracts.level import SearchParams
from empile.engine.errors import ArgumentError
from empile.engine.random import new_stream
from empile.engine.search.search import SearchResult, search
from tests.engine.search.positions import near_the_end, random_state
from tests.engine.threads import lets_others_run


def best_return(state: empile.State) -> float:
    """Return seat 0's minimax value."""
    if state.is_terminal():
        return state.returns()[0]
    returns: list[float] = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        returns.append(best_return(after))
    return max(returns) if state.current_player() == 0 else min(returns)


@pytest.mark.parametrize("progressive_widening", [0.0, 0.5])
def test_search_plays_endgames_perfectly(progressive_widening: float) -> None:
    game = empile.load("block-ness", players=2)
    wins = 0
    for seed in range(8):
        state = near_the_end(game, seed, most_lines=120)
        if state is None:
            continue
        found = search(
            state,
            stream=new_stream(seed),
            simulations=20_000,
            params=SearchParams(progressive_widening=progressive_widening),
        )
        after = state.clone()
        after.apply_action(found.best)
        expected = best_return(state)
        assert best_return(after) == expected
        assert found.simulations < 20_000, "a solved position needs no further simulation"
        mine = expected if found.seat == 0 else -expected
        if mine == 1.0:
            assert found.value == 1.0
            wins += 1
    assert wins >= 2, "no position of the sample was won"


def test_search_without_solver_averages_ends() -> None:
    game = empile.load("block-ness", players=2)
    states = [near_the_end(game, seed, most_lines=120) for seed in range(8)]
    for state in filter(None, states):
        found = search(
            state, stream=new_stream(1), simulations=2_000, params=SearchParams(solver=False)
        )
        assert found.simulations == 2_000
        assert not any(move.solved for move in found.moves)
        after = state.clone()
        after.apply_action(found.best)
        assert best_return(after) == best_return(state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_search_visits_add_up_to_simulations(players: int) -> None:
    game = empile.load("block-ness", players=players)
    state = random_state(game, 5, moves=players + 3)
    before = state.tobytes()
    found = search(state, stream=new_stream(3), simulations=700)
    assert sum(move.visits for move in found.moves) == found.simulations == 700
    assert sorted(move.action for move in found.moves) == state.legal_actions()
    assert state.tobytes() == before
    for move in found.moves:
        assert len(move.values) == players
        assert all(-1.0 <= value <= 1.0 for value in move.values)
        assert sum(move.values) == pytest.approx(0.0, abs=1e-9)
    assert found.best == found.moves[0].action == found.principal_variation[0]


def test_search_is_reproducible() -> None:
    state = random_state(empile.load("block-ness", players=3), 8, moves=6)
    first, second, other = (
        search(state, stream=new_stream(seed), simulations=3_000) for seed in (1, 1, 2)
    )
    assert first.moves == second.moves
    assert first.principal_variation == second.principal_variation
    assert first.moves != other.moves


def test_search_principal_variation_is_playable() -> None:
    state = random_state(empile.load("block-ness", players=2), 4, moves=8)
    found = search(state, stream=new_stream(1), simulations=5_000)
    assert len(found.principal_variation) >= 2
    after = state.clone()
    for action in found.principal_variation:
        after.apply_action(action)


def test_search_keeps_the_time_limit() -> None:
    state = empile.load("block-ness").new_state()
    search(state, stream=new_stream(1), simulations=10)
    begun, worked = time.perf_counter(), time.thread_time()
    found = search(state, stream=new_stream(1), seconds=0.2)
    took, worked = time.perf_counter() - begun, time.thread_time() - worked
    assert found.simulations > 100
    assert took >= 0.2
    assert worked < 2.0, "processor time: others may hold the thread up"


def test_search_can_be_stopped() -> None:
    state = empile.load("block-ness").new_state()
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 3

    found = search(state, stream=new_stream(1), simulations=10_000_000, stop=stop)
    assert len(asked) == 3
    assert 0 < found.simulations < 10_000_000


def test_search_releases_the_gil() -> None:
    game = empile.load("block-ness", players=4)
    state = game.new_state()
    uct = game.compiled.uct
    nodes, edges = np.empty(1_000, uct.NODE), np.empty(100_000, uct.EDGE)
    history = np.zeros(game.compiled.max_seats * game.compiled.actions, HISTORY)
    ends = np.zeros(game.compiled.actions, game.compiled.simulation.ENDS)
    used, stream = np.zeros(2, np.int64), new_stream(1)
    work = state.array.copy()
    uct.start(game.params_array, state.array, nodes, edges, used, stream)

    def simulate() -> None:
        uct.simulate(
            game.params_array,
            state.array,
            work,
            nodes,
            edges,
            used,
            history,
            ends,
            10_000,
            0.5,
            0.0,
            1.0,
            0.0,
            0,
            True,
            0.0,
            stream,
        )

    simulate()  # compile before
    assert lets_others_run(simulate)


@pytest.mark.parametrize("name", ["block-ness", "blox"])
def test_search_continues_with_a_full_tree(name: str) -> None:
    state = random_state(empile.load(name, players=2), 2, moves=4)

    def searched(max_bytes: int) -> SearchResult:
        return search(state, stream=new_stream(1), simulations=600, max_bytes=max_bytes)

    full = searched(1 << 14)
    unbounded = search(state, stream=new_stream(1), simulations=600)
    assert full.simulations == 600
    assert full.moves != unbounded.moves
    assert searched(1 << 26).moves == unbounded.moves
    with pytest.raises(ArgumentError, match="does not fit in 50 bytes"):
        searched(50)


def test_search_rejects_bad_arguments() -> None:
    state = empile.load("block-ness").new_state()
    with pytest.raises(ValueError, match="budget"):
        search(state, stream=new_stream(1))
    with pytest.raises(ValueError, match="at least 1"):
        search(state, stream=new_stream(1), simulations=0)
    with pytest.raises(ValueError, match="a seat is to act"):
        search(empile.load("cairn").new_state(), stream=new_stream(1), simulations=1)
