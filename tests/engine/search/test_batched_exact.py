"""Trees that an evaluator guides against exact values, with chance and hidden information.

With perfect information a search converges to the value of the game, by expectiminimax. With hidden
information a determinized search need not converge to an equilibrium (Cowling, Powley & Whitehouse 2012):
it does converge if the searcher decides alone, to the mean over what it cannot see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pytest

import empile
from empile.engine.random import below
from empile.engine.search.exhaustive import exact_value
from empile.research import TinyBlockOut
from tests.engine.search.evaluators import uniform
from tests.engine.search.positions import random_state

METHODS = [
    pytest.param(empile.Puct(1.0), id="puct"),
    pytest.param(empile.Puct(1.0, leaves=8), id="leaves"),
    pytest.param(empile.Gumbel(64), id="gumbel"),
]


class OpenBlockOut(TinyBlockOut):
    """Tiny Block Out! with open hands."""

    name = "open-block-out"
    imperfect_information = False


def exact_after(state: empile.State, action: int) -> float:
    """Return the exact return of the seat to act after a move, all cards open."""
    return exact_value(after(state, action), state.current_player())


# -- Chance ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_search_finds_the_value_of_a_tiny_game_with_chance(
    method: empile.Puct | empile.Gumbel,
) -> None:
    game = OpenBlockOut(turn_limit=4)
    states = [random_state(game, seed, moves=seed % 2) for seed in range(12)]
    exact = [
        {action: exact_after(state, action) for action in state.legal_actions()} for state in states
    ]
    searcher = empile.BatchedSearch(game, len(states), seed=1, method=method)
    found = searcher.search(states, uniform(2), 20_000)
    decided = 0
    for row, (state, values) in enumerate(zip(states, exact, strict=True)):
        best, seat = max(values.values()), state.current_player()
        assert values[int(found.actions[row])] == pytest.approx(best, abs=0.01)
        if isinstance(method, empile.Puct):  # Gumbel search divides simulations among all moves
            assert found.values[row, seat] == pytest.approx(best, abs=0.05)
        decided += best - min(values.values()) > 0.1
    assert decided > 4


# -- Hidden information ------------------------------------------------------------------------------


def decides_again(state: empile.State, seat: int) -> bool:
    """Return whether a seat may have to choose a move before the game ends."""
    if state.is_terminal() or state.current_player() == seat:
        return not state.is_terminal()
    actions = state.legal_actions() or [action for action, p in state.chance_outcomes() if p > 0]
    return any(decides_again(after(state, action), seat) for action in actions)


def after(state: empile.State, action: int) -> empile.State:
    found = state.clone()
    found.apply_action(action)
    return found


class LastDecision(NamedTuple):
    """A position in which a seat chooses its last move."""

    state: empile.State
    worlds: Counter[empile.State]
    """4000 draws of the states that the seat cannot distinguish."""

    def exact(self, action: int) -> set[float]:
        """Return what a move is worth in these states."""
        return {exact_after(world, action) for world in self.worlds}

    def mean(self, action: int) -> float:
        total = sum(exact_after(world, action) * n for world, n in self.worlds.items())
        return total / self.worlds.total()


def last_decisions(game: empile.Game) -> Iterator[LastDecision]:
    """Yield last decisions of random games, with several moves that hidden cards make good or bad."""
    for seed in range(300):
        stream = empile.new_stream(seed)
        match = empile.Match(game)
        match.resolve_chance(stream, also_external=True)
        while not match.state.is_terminal():
            state, legal = match.state, match.state.legal_actions()
            match.play_action(legal[below(stream, len(legal))])
            match.resolve_chance(stream, also_external=True)
            seat = state.current_player()
            if len(legal) == 1 or any(decides_again(after(state, a), seat) for a in legal):
                continue
            worlds = Counter(empile.resampled(state, seat, stream) for _ in range(4_000))
            if any(decides_again(after(world, a), seat) for world in worlds for a in legal):
                continue
            found = LastDecision(state, worlds)
            if any(len(found.exact(action)) > 1 for action in legal):
                yield found


def test_search_finds_the_mean_over_hidden_cards_of_the_last_decision() -> None:
    """The opponent sees its hand, and the searcher's in all draws: it answers as with open cards."""
    checked = unlike = 0
    for position in islice(last_decisions(TinyBlockOut(turn_limit=3)), 8):
        state, seat = position.state, position.state.current_player()
        means = {action: position.mean(action) for action in state.legal_actions()}
        for action, mean in means.items():
            value = searched(state, 4_000, first=action).moves[0].values[seat]
            assert value == pytest.approx(mean, abs=0.07)
            unlike += abs(exact_after(state, action) - mean) > 0.3
        best = searched(state, 4_000).best
        assert means[best] == pytest.approx(max(means.values()), abs=0.03)
        checked += 1
    assert checked == 8
    assert unlike > 3, "the true cards should have misled a search that sees them"


def searched(
    state: empile.State, simulations: int, first: int | None = None
) -> empile.SearchResult:
    return empile.search(
        state,
        stream=empile.new_stream(1),
        simulations=simulations,
        evaluator=uniform(2),
        method=empile.Puct(0.7),
        first=first,
    )
