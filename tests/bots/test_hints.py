"""Hints by the strongest level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import empile
from empile.bots import levels_of
from empile.bots.hints import PLAYED_TO_THE_END, advise
from empile.bots.lines import best_lines
from empile.engine.random import below, new_stream
from empile.engine.search.search import resampled, search


def after_random_moves(game: empile.Game, seed: int, moves: int) -> empile.State:
    """Return a state after so many random moves, at a seat's turn."""
    stream = new_stream(seed)
    match = empile.Match(game)
    match.resolve_chance(stream, also_external=True)
    for _ in range(moves):
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    assert not match.state.is_terminal()
    return match.state


GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("block-ness", {"players": 2}, 4),
    ("block-ness", {"players": 3}, 5),
    ("blox", {"players": 2}, 6),
    ("blox", {"players": 4}, 9),
    ("on-top", {"players": 2}, 4),
    ("block-out", {"players": 3, "advanced": True}, 6),
    ("cairn", {"players": 2}, 1),
    ("cairn", {"players": 4, "teams": True}, 2),
]


@pytest.mark.parametrize(("name", "options", "moves"), GAMES)
def test_advise_evaluates_every_legal_move(name: str, options: dict[str, Any], moves: int) -> None:
    state = after_random_moves(empile.load(name, **options), 3, moves)
    before = state.tobytes()
    advice = advise(state, stream=new_stream(1), simulations=300)
    assert state.tobytes() == before
    assert advice.seat == state.current_player()
    assert advice.best is advice.moves[0]
    assert sorted(evaluation.move for evaluation in advice.moves) == state.legal_texts()
    assert sum(evaluation.visits for evaluation in advice.moves) == advice.simulations == 300
    for evaluation in advice.moves:
        assert state.text_to_action(evaluation.move) == evaluation.action
        assert evaluation.value == evaluation.values[advice.seat]
        assert len(evaluation.values) == state.game.num_players
        if evaluation.scores is not None:
            assert evaluation.visits > 0
            assert len(evaluation.scores) == state.game.num_players


@pytest.mark.parametrize(("name", "options", "moves"), GAMES)
def test_advise_is_reproducible(name: str, options: dict[str, Any], moves: int) -> None:
    state = after_random_moves(empile.load(name, **options), 4, moves)
    first, again, other = (
        advise(state.clone(), stream=new_stream(seed), simulations=400) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_advise_searches_like_the_strongest_level() -> None:
    for name, options, moves in GAMES:
        state = after_random_moves(empile.load(name, **options), 5, moves)
        level = levels_of(state.game)[-1]
        found = search(
            state,
            stream=new_stream(9),
            simulations=level.simulations,
            params=level.search_params,
        )
        advice = advise(state, stream=new_stream(9), points=False)
        assert advice.best.action == found.best
        assert advice.simulations == found.simulations
        for evaluation, report in zip(advice.moves, found.moves, strict=True):
            assert (evaluation.action, evaluation.visits) == (report.action, report.visits)
            assert tuple(evaluation.values) == report.values
            assert (evaluation.scores and tuple(evaluation.scores)) == report.scores


@pytest.mark.parametrize(
    ("name", "options", "moves"), [row for row in GAMES if row[0] in ("blox", "cairn")]
)
def test_advise_ignores_hidden_information(name: str, options: dict[str, Any], moves: int) -> None:
    state = after_random_moves(empile.load(name, **options), 6, moves)
    seat = state.current_player()
    expected = advise(state, stream=new_stream(1), simulations=400)
    assert expected.best.scores is not None
    others: set[bytes] = set()
    for seed in range(12):
        other = resampled(state, seat, new_stream(seed))
        assert other.view(seat) == state.view(seat)
        others.add(other.tobytes())
        assert advise(other, stream=new_stream(1), simulations=400) == expected
    assert len(others - {state.tobytes()}) > 1, "nothing was hidden in this position"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_advise_line_can_be_replayed(players: int) -> None:
    state = after_random_moves(empile.load("block-ness", players=players), 2, 5)
    advice = advise(state, stream=new_stream(1), simulations=4_000)
    assert advice.line[0] == advice.best.move
    assert len(advice.line) > 1
    after = state.clone()
    for text in advice.line:
        after.apply_text(text)


def test_advise_line_ends_at_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    game = empile.load("cairn", players=2)
    monkeypatch.setattr(
        type(game), "imperfect_information", False
    )  # as with open hands: the line continues
    state = after_random_moves(game, 3, 2)
    advice = advise(state, stream=new_stream(1), simulations=4_000)
    after = state.clone()
    for text in advice.line:
        if after.is_chance_node():
            assert len(after.chance_outcomes()) == 1
        after.apply_text(text)
    assert after.is_chance_node()
    assert len(after.chance_outcomes()) > 1


def test_advise_line_is_one_move_with_hidden_information() -> None:
    state = after_random_moves(empile.load("blox", players=2), 3, 4)
    advice = advise(state, stream=new_stream(1), simulations=100)
    assert advice.line == [advice.best.move]


CUT_SHORT: list[tuple[str, dict[str, Any], int]] = [
    ("blox", {"players": 2}, 6),
    ("blox", {"players": 3}, 6),
    ("on-top", {"players": 2}, 4),
    ("on-top", {"players": 4, "teams": True}, 6),
]
"""Games whose strongest level cuts rollouts."""


@pytest.mark.parametrize(("name", "options", "moves"), CUT_SHORT)
def test_advise_scores_of_cut_rollouts_come_from_full_games(
    name: str, options: dict[str, Any], moves: int
) -> None:
    state = after_random_moves(empile.load(name, **options), 3, moves)
    level = levels_of(state.game)[-1]
    assert level.rollout_depth
    stream = new_stream(1)
    without = advise(state, stream=stream, simulations=200, points=False)
    assert all(evaluation.scores is None for evaluation in without.moves)
    to_the_end = search(
        state,
        stream=stream,
        simulations=PLAYED_TO_THE_END,
        first=without.best.action,
        params=replace(level, rollout_depth=0).search_params,
    )
    advice = advise(state, stream=new_stream(1), simulations=200)
    assert advice.best.scores is not None
    assert tuple(advice.best.scores) == to_the_end.moves[0].scores
    # The full simulations change nothing else.
    assert replace(advice.best, scores=None) == without.best
    assert advice.moves[1:] == without.moves[1:]
    assert advice.simulations == without.simulations


@pytest.mark.parametrize("name", ["blox", "on-top"])
@pytest.mark.parametrize("strong", [0, 1])
def test_advise_scores_agree_with_a_clear_lead(name: str, strong: int) -> None:
    stream = new_stream(2)
    match = empile.Match(empile.load(name, players=2))
    match.resolve_chance(stream, also_external=True)
    state = match.state
    while state.scores()[strong] - state.scores()[1 - strong] < 15:
        legal = state.legal_actions()
        action = legal[below(stream, len(legal))]
        if state.current_player() == strong:
            action = advise(state, stream=stream, simulations=50, points=False).best.action
        match.play_action(action)
        match.resolve_chance(stream, also_external=True)
        state = match.state
    assert not state.is_terminal()
    scores = advise(state, stream=new_stream(1), simulations=200).best.scores
    assert scores is not None
    assert scores[strong] > scores[1 - strong] + 5


def test_advise_scores_at_the_end_are_exact() -> None:
    stream = new_stream(4)
    match = empile.Match(empile.load("on-top", players=2))
    match.resolve_chance(stream, also_external=True)
    advice = None
    while not match.state.is_terminal():
        advice = advise(match.state, stream=stream, simulations=30)
        assert advice.best.scores is not None
        match.play_action(advice.best.action)
        match.resolve_chance(stream, also_external=True)
    assert advice is not None
    assert advice.best.scores == match.state.scores()


@pytest.mark.parametrize(("name", "options"), [("block-ness", {"players": 2}), ("blox", {})])
def test_advise_without_points_has_no_scores(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = after_random_moves(empile.load(name, **options), 5, 4)
    scored = advise(state, stream=new_stream(1), simulations=50)
    monkeypatch.setattr(type(state.game), "has_points", False)
    advice = advise(state, stream=new_stream(1), simulations=50)
    assert scored.best.scores is not None
    assert all(evaluation.scores is None for evaluation in advice.moves)
    assert [one.action for one in advice.moves] == [one.action for one in scored.moves]
    lines = best_lines(state, stream=new_stream(1), simulations=50, count=2).lines
    assert [line.scores for line in lines] == [None, None]


def test_advise_can_be_stopped() -> None:
    state = empile.load("block-ness").new_state()
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 2

    advice = advise(state, stream=new_stream(1), simulations=10_000_000, points=False, stop=stop)
    assert len(asked) == 2
    assert 0 < advice.simulations < 10_000_000


@pytest.mark.parametrize("name", ["blox", "on-top"])
def test_advise_stopped_has_no_scores(name: str) -> None:
    state = after_random_moves(empile.load(name, players=2), 3, 4)
    advice = advise(state, stream=new_stream(1), simulations=10_000_000, stop=lambda: True)
    assert 0 < advice.best.visits < 10_000_000
    assert advice.best.scores is None


def test_advise_rejects_states_without_a_seat_to_act() -> None:
    with pytest.raises(ValueError, match="a seat is to act"):
        advise(empile.load("cairn").new_state(), stream=new_stream(1))


def test_advise_ends_after_its_seconds() -> None:
    """A tenth of a second is too short for the search of the strongest level at four seats."""
    state = after_random_moves(empile.load("block-ness", players=4), 1, 4)
    advise(state, stream=new_stream(1), simulations=10)  # compiles
    found = advise(state, stream=new_stream(1), seconds=0.1)
    assert 0 < found.simulations < levels_of(state.game)[-1].simulations
    assert found.best.move in state.legal_texts()
