"""Tree search with chance nodes, hidden information and cut rollouts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates.simulation import HISTORY
from empile.engine.contracts.level import SearchParams
from empile.engine.playouts import random_games
from empile.engine.random import below, new_stream
from empile.engine.search.search import MoveStats, expected_returns, resampled, search
from tests.engine.search.positions import near_the_end, random_state


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"players": 4, "teams": True}])
def test_search_samples_chance_nodes(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = empile.load("cairn", **options)
    monkeypatch.setattr(type(game), "imperfect_information", False)  # as with open hands
    state = random_state(game, 3, moves=2)
    found = search(state, stream=new_stream(1), simulations=4_000)
    again = search(state, stream=new_stream(1), simulations=4_000)
    assert found.moves == again.moves
    assert sum(move.visits for move in found.moves) == found.simulations
    after = state.clone()
    by_chance = 0
    for action in found.principal_variation:
        by_chance += after.is_chance_node()
        after.apply_action(action)
    assert by_chance > 0
    if "teams" in options:
        for move in found.moves:
            assert move.values[0] == move.values[2]
            assert move.values[1] == move.values[3]


def test_search_beats_random_play_in_games_of_chance() -> None:
    game = empile.load("cairn", players=2)
    returns: list[float] = []
    for seed in range(40):
        stream, searcher = new_stream(seed), seed % 2
        match = empile.Match(game)
        match.resolve_chance(stream, also_external=True)
        while not match.state.is_terminal():
            if match.state.current_player() == searcher:
                match.play_action(search(match.state, stream=stream, simulations=150).best)
            else:
                legal = match.state.legal_actions()
                match.play_action(legal[below(stream, len(legal))])
            match.resolve_chance(stream, also_external=True)
        returns.append(match.state.returns()[searcher])
    assert sum(returns) / len(returns) > 0.3


def test_search_values_match_random_games() -> None:
    # With a tiny tree, the mean over all moves is that of random games.
    game = empile.load("block-ness", players=2)
    state = game.new_state()
    found = search(
        state,
        stream=new_stream(1),
        simulations=20_000,
        params=SearchParams(exploration=1e9, amaf_weight=0.0),
    )
    mean = sum(move.visits * move.values[0] for move in found.moves) / found.simulations
    played = random_games(game, 20_000, stream=new_stream(2))
    # A shared first place counts for both seats here and for neither there: it cancels out.
    expected = (played.wins[0] - played.wins[1]) / played.games
    assert mean == pytest.approx(expected, abs=0.04)


def test_search_rollout_depth_cuts_simulations() -> None:
    """With a rollout depth of one move and a tiny tree, values are the rules' estimates."""
    game = empile.load("block-ness", players=2)
    state = random_state(game, 5, moves=9)
    found = search(state, stream=new_stream(1), simulations=1, params=SearchParams(rollout_depth=1))
    played = next(move for move in found.moves if move.visits)
    estimates: set[float] = set()
    after = state.clone()
    after.apply_action(played.action)
    for action in after.legal_actions():
        end = after.clone()
        end.apply_action(action)
        out = np.zeros(game.compiled.max_seats)
        game.compiled.simulation.estimate(game.params_array, end.array, 0, out)
        estimates.add(float(out[0]))
    assert played.values[0] in estimates
    assert not played.solved
    far = search(
        state, stream=new_stream(1), simulations=300, params=SearchParams(rollout_depth=1_000)
    )
    assert far.moves == search(state, stream=new_stream(1), simulations=300).moves


def test_search_visits_add_up_with_hidden_information() -> None:
    for options in ({"players": 2}, {"players": 3}, {"players": 4, "teams": True}):
        state = random_state(empile.load("cairn", **options), 3, moves=2)
        before = state.tobytes()
        found = search(state, stream=new_stream(1), simulations=2_000)
        assert sum(move.visits for move in found.moves) == found.simulations == 2_000
        assert sorted(move.action for move in found.moves) == state.legal_actions()
        assert all(move.visits for move in found.moves)
        assert found.principal_variation == [found.best] == [found.moves[0].action]
        assert state.tobytes() == before
        for move in found.moves:
            assert all(-1.0 <= value <= 1.0 for value in move.values)
            assert sum(move.values) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("name", ["blox", "block-ness", "on-top"])
def test_search_progressive_widening_tries_few_moves_first(name: str) -> None:
    state = random_state(empile.load(name, players=3), 3, moves=9)
    tried = [
        sum(
            move.visits > 0
            for move in search(
                state,
                stream=new_stream(1),
                simulations=n,
                params=SearchParams(progressive_widening=1.0, rollout_depth=4),
            ).moves
        )
        for n in (1, 16, 400)
    ]
    assert tried[0] == 1
    assert tried[0] < tried[1] <= 5
    assert tried[1] < tried[2] <= 21


def test_search_continues_with_a_full_ismcts_tree() -> None:
    state = random_state(empile.load("cairn", players=2), 2, moves=1)
    game, ismcts = state.game, state.game.compiled.ismcts
    edges: StructArray = np.empty(3, ismcts.EDGE)
    table = np.full(8, -1, np.int32)
    history = np.zeros(game.compiled.max_seats * game.compiled.actions, HISTORY)
    ends = np.zeros(game.compiled.actions, game.compiled.simulation.ENDS)
    used, work = np.zeros(2, np.int64), state.array.copy()
    sums = np.zeros(game.compiled.max_seats)
    made = ismcts.simulate(
        game.params_array, state.array, work, edges, table, used, history, ends, sums,
        state.current_player(), -1, 500, 0.5, 0.0, 1.0, 0.0, 0, new_stream(1),
    )  # fmt: skip
    assert made == 500
    assert used.tolist() == [3, 500]


def test_search_finds_the_winning_stone_for_any_hidden_hands() -> None:
    """The last stone of the cairn: C scores 1 + 4 points against 3, B as many, A fewer."""
    state = empile.load("cairn", players=2, goal=3).new_state()
    texts = ("~deal ABC", "~deal ABC", "lay A", "~stands", "~draw A", "lay C", "~stands", "~draw B")
    for text in texts:
        state.apply_text(text)
    found = search(state, stream=new_stream(1), simulations=3_000)
    assert state.action_to_text(found.best) == "lay C"
    assert found.value > 0.3


@pytest.mark.parametrize("hides", [True, False])
def test_search_scores_are_final_points(hides: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last move only chance decides: the expected points are known."""
    game = empile.load("cairn", players=3)
    monkeypatch.setattr(type(game), "imperfect_information", hides)
    checked = 0
    for seed in range(6):
        for move, means in search_last_move(game, seed, simulations=8_000):
            assert move.scores == pytest.approx(means, abs=0.2)
            checked += len(set(means)) > 1
    assert checked > 4


def search_last_move(
    game: empile.Game, seed: int, *, simulations: int
) -> list[tuple[MoveStats, list[float]]]:
    """Search before the last move of a random game; return each move and its exact mean points."""
    stream = new_stream(seed)
    match = empile.Match(game)
    match.resolve_chance(stream, also_external=True)
    before = match.state
    while not match.state.is_terminal():
        before = match.state
        legal = before.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    ends = {action: mean_scores(before, action) for action in before.legal_actions()}
    found = search(before, stream=stream, simulations=simulations)
    return [
        (move, means) for move in found.moves if (means := ends[move.action]) and move.visits > 500
    ]


def mean_scores(state: empile.State, action: int) -> list[float]:
    """Return the mean points after an action, or None if a seat still has a choice."""
    after = state.clone()
    after.apply_action(action)
    if after.is_terminal():
        return [float(score) for score in after.scores()]
    means = [0.0] * state.game.num_players
    if not after.is_chance_node():
        return []
    for outcome, odds in after.chance_outcomes():
        below_it = mean_scores(after, outcome)
        if not below_it:
            return []
        means = [mean + odds * score for mean, score in zip(means, below_it, strict=True)]
    return means


def test_search_scores_match_random_games() -> None:
    game = empile.load("block-ness", players=2)
    found = search(
        game.new_state(),
        stream=new_stream(1),
        simulations=4_000,
        params=SearchParams(exploration=1e9, amaf_weight=0.0),
    )
    stream, ends = new_stream(2), list[list[int]]()
    for _ in range(300):
        state = game.new_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[below(stream, len(legal))])
        ends.append(state.scores())
    for seat in range(2):
        total = 0.0
        for move in found.moves:
            assert move.scores is not None
            total += move.visits * move.scores[seat]
        expected, spread = np.mean(ends, 0)[seat], np.std(ends, 0)[seat] / 300**0.5
        assert total / found.simulations == pytest.approx(expected, abs=4 * spread)


def test_search_scores_near_the_end_are_possible() -> None:
    game = empile.load("block-ness", players=2)
    ended = guessed = 0
    for seed in range(30):
        state = near_the_end(game, seed, most_lines=40)
        if state is None:
            continue
        for move in search(state, stream=new_stream(seed), simulations=5_000).moves:
            if move.visits == 0:
                assert move.scores is None
                continue
            after = state.clone()
            after.apply_action(move.action)
            ends = np.array(ends_below(after))
            assert move.scores is not None
            assert np.all(ends.min(0) <= move.scores)
            assert np.all(move.scores <= ends.max(0))
            ended += len(ends) == 1
            guessed += len(ends) > 1
    assert ended > 5
    assert guessed > 5


def ends_below(state: empile.State) -> list[list[int]]:
    """Return the points of all terminal states below a state."""
    if state.is_terminal():
        return [state.scores()]
    ends: list[list[int]] = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        ends += ends_below(after)
    return ends


_PLAIN = """
import json, empile
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.engine.contracts.level import SearchParams
from empile.engine.search.search import search
answers = []
for name in ("block-ness", "cairn", "blox"):
    match = Match(empile.load(name, players=3))
    match.resolve_chance(new_stream(2), also_external=True)
    params = SearchParams(rollout_depth=12, progressive_widening=2.0)
    found = search(match.state, stream=new_stream(7), simulations=25, params=params)
    answers.append([[move.action, move.visits, move.values, move.scores] for move in found.moves])
print(json.dumps(answers))
"""


def test_search_without_the_compiler_is_identical() -> None:
    answers: list[object] = []
    for off in ("0", "1"):
        environment = dict(os.environ, NUMBA_DISABLE_JIT=off)
        ran = subprocess.run(
            [sys.executable, "-c", _PLAIN],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        answers.append(json.loads(ran.stdout))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("name", "seed"),
    [("block-ness", 3), ("cairn", 2), ("blox", 4), ("on-top", 1), ("block-out", 1)],
)
def test_search_first_restricts_to_one_move(name: str, seed: int) -> None:
    state = random_state(empile.load(name, players=2), seed, moves=4)
    for action in state.legal_actions()[:3]:
        found = search(state, stream=new_stream(1), simulations=300, first=action)
        (only,) = found.moves
        assert (found.best, only.action) == (action, action)
        assert only.visits == found.simulations
        assert found.principal_variation[0] == action
    with pytest.raises(ValueError, match="first must be a legal move"):
        search(state, stream=new_stream(1), simulations=1, first=10**6)


def test_search_first_with_a_single_legal_move() -> None:
    game = empile.load("block-ness", variant="expert")
    state = game.new_state()
    for text in ("d5-d7", "f9-i9", "Hf7-j7^5", "Td3-g3^6"):
        state.apply_text(text)
    (action,) = state.legal_actions()
    plain = search(state, stream=new_stream(1), simulations=400)
    named = search(state, stream=new_stream(1), simulations=400, first=action)
    assert (plain.moves, plain.principal_variation) == (named.moves, named.principal_variation)


@pytest.mark.parametrize("name", ["block-ness", "cairn", "blox", "on-top", "block-out"])
def test_expected_returns_is_the_mean_over_moves(name: str) -> None:
    state = random_state(empile.load(name, players=2), 5, moves=3)
    seat = state.current_player()
    found = search(state, stream=new_stream(1), simulations=500)
    means = [sum(move.visits * move.values[s] for move in found.moves) / 500 for s in range(2)]
    expected = expected_returns(state, seat, stream=new_stream(1), simulations=500)
    assert expected == pytest.approx(means)


@pytest.mark.parametrize("name", ["cairn", "blox", "block-out"])
@pytest.mark.parametrize("waits", [0, 1, 2])
def test_expected_returns_ignores_hidden_information(name: str, waits: int) -> None:
    """Only what ``observer`` observes matters, at any seat's turn."""
    state = random_state(empile.load(name, players=3), 6, moves=4)
    observer = (state.current_player() + waits) % 3
    told = expected_returns(state, observer, stream=new_stream(1), simulations=300)
    others = [resampled(state, observer, new_stream(seed)) for seed in range(8)]
    assert len({other.tobytes() for other in others}) > 1
    for other in others:
        assert expected_returns(other, observer, stream=new_stream(1), simulations=300) == told


def test_expected_returns_uses_the_observers_hand() -> None:
    """The observer knows its own hand; the seat to act does not."""
    game = empile.load("cairn", players=2, goal=3)
    found: dict[str, float] = {}
    for hand in ("AAB", "BBC"):
        state = game.new_state()
        for text in (
            "~deal ABC",
            f"~deal {hand}",
            "lay A",
            "~stands",
            "~draw A",
            "lay B",
            "~stands",
            "~draw C",
        ):
            state.apply_text(text)
        assert state.current_player() == 0
        found[hand] = expected_returns(state, 1, stream=new_stream(1), simulations=3_000)[1]
        blind = expected_returns(state, 0, stream=new_stream(1), simulations=3_000)[1]
        assert found[hand] != blind
    assert abs(found["AAB"] - found["BBC"]) > 0.02
