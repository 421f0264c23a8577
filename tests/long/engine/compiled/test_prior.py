"""Policy priors."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.contracts.level import SearchParams
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class, game_names
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.engine.search.search import search
from tests.support.games import random_match


def shares(state: State) -> NDArray[np.float64]:
    """Return the prior probability of each legal move."""
    moves = np.array(state.legal_actions(), np.int32)
    out = np.full(len(moves), np.nan)
    template = state.game.compiled.template("prior")
    template.prior(state.game.params_array, state.array, moves, len(moves), out)
    return out


def choices(name: str) -> list[State]:
    """Return the states of a game with several legal moves."""
    match = random_match(game_class(name)(**headless_options(game_class(name))), 3)
    events = match.events
    states = [match.state_before(i) for i in range(len(events)) if events[i].seat >= 0]
    return [state for state in states if len(state.legal_actions()) > 1]


@pytest.mark.parametrize("name", game_names())
def test_prior_shares_sum_to_one_and_default_to_uniform(name: str) -> None:
    states = choices(name)
    assert states
    for state in states:
        found = shares(state)
        assert np.all(found > 0.0)
        assert found.sum() == pytest.approx(1.0)
        if not hasattr(state.game.rules, "prior"):
            assert len(set(found.tolist())) == 1


def test_search_follows_the_prior_first() -> None:
    for state in choices("block-ness"):
        moves = state.legal_actions()
        likeliest = moves[int(shares(state).argmax())]
        found = search(
            state,
            stream=new_stream(1),
            simulations=1,
            params=SearchParams(exploration=0.0, prior_weight=1.0),
        )
        assert found.moves[0].visits == 1
        assert found.best == likeliest


def test_search_prior_fades_with_visits() -> None:
    """Visits of likely moves grow with the prior weight; every move is visited in the end."""
    parts: list[list[float]] = []
    for state in choices("block-ness"):
        order = np.argsort(-shares(state))
        likely = {state.legal_actions()[int(i)] for i in order[: max(1, len(order) // 4)]}
        parts.append([])
        for prior in (0.0, 1.0, 8.0):
            found = search(
                state,
                stream=new_stream(2),
                simulations=500,
                params=SearchParams(prior_weight=prior),
            )
            visits = sum(move.visits for move in found.moves if move.action in likely)
            parts[-1].append(visits / max(1, found.simulations))
    none, some, much = np.mean(parts, axis=0).tolist()
    assert none + 0.05 < some < much - 0.05
    start = empile.load("block-ness").new_state()
    found = search(
        start, stream=new_stream(1), simulations=60_000, params=SearchParams(prior_weight=0.5)
    )
    assert min(move.visits for move in found.moves) > 0


def test_search_prior_does_not_hide_solved_moves() -> None:
    """An immediate win is found, however small its prior."""
    settled = 0
    for seed in range(40):
        match = random_match(empile.load("block-ness", players=2), seed)
        for index in range(2, len(match.events)):
            state = match.state_before(index)
            moves = state.legal_actions()
            ends: list[float] = []
            for action in moves:
                after = state.clone()
                after.apply_action(action)
                over = after.is_terminal()
                ends.append(after.returns()[state.current_player()] if over else -1.0)
            if 1.0 in ends and len(moves) > 1:
                found = search(
                    state,
                    stream=new_stream(3),
                    simulations=3_000,
                    params=SearchParams(prior_weight=8.0),
                )
                assert found.moves[0].solved
                assert found.value == 1.0
                settled += 1
    assert settled >= 5


def test_search_prior_needs_perfect_information() -> None:
    state = choices("blox")[0]
    with pytest.raises(ValueError, match="prior"):
        search(state, stream=new_stream(1), simulations=10, params=SearchParams(prior_weight=1.0))
