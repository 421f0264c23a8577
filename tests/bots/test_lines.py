"""Engine lines: the best moves with values and continuations."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.bots.hints import advise
from empile.bots.lines import EngineLines, best_lines
from empile.engine.match import Match
from empile.engine.random import below, new_stream
from empile.engine.search.search import resampled
from tests.bots.test_hints import GAMES, after_random_moves


def lines_of(
    state: empile.State, seed: int = 1, simulations: int = 1000, count: int = 3
) -> EngineLines:
    return best_lines(state.clone(), stream=new_stream(seed), simulations=simulations, count=count)


@pytest.mark.parametrize(("name", "options", "moves"), GAMES)
def test_best_lines_evaluate_distinct_legal_moves(
    name: str, options: dict[str, Any], moves: int
) -> None:
    state = after_random_moves(empile.load(name, **options), 3, moves)
    found = lines_of(state)
    assert found.seat == state.current_player()
    assert len({line.move for line in found.lines}) == min(3, len(state.legal_actions()))
    values = [line.values[found.seat] for line in found.lines]
    assert values == sorted(values, reverse=True)
    for line in found.lines:
        assert state.text_to_action(line.move) == line.action
        assert len(line.values) == state.game.num_players
        assert line.odds == pytest.approx((line.values[found.seat] + 1) / 2)
        assert 0 < line.visits <= found.simulations <= 1000
        assert line.scores is not None
        assert len(line.scores) == state.game.num_players


@pytest.mark.parametrize(("name", "options", "moves"), GAMES)
def test_best_lines_can_be_played(name: str, options: dict[str, Any], moves: int) -> None:
    state = after_random_moves(empile.load(name, **options), 3, moves)
    found = lines_of(state, simulations=4000)
    longest = 0
    for line in found.lines:
        assert line.events[0] == line.move
        after, own_moves = state.clone(), 0
        for text in line.events:
            if after.is_chance_node():
                assert len(after.chance_outcomes()) == 1
            else:
                own_moves += 1
            after.apply_text(text)
        longest = max(longest, own_moves)
        if state.game.imperfect_information:
            assert line.events == [line.move]
    assert found.depth == longest
    if name == "block-ness":
        assert found.depth > 1


@pytest.mark.parametrize(("name", "options", "moves"), GAMES)
def test_best_lines_are_reproducible(name: str, options: dict[str, Any], moves: int) -> None:
    state = after_random_moves(empile.load(name, **options), 4, moves)
    first, again, other = (lines_of(state, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    ("name", "options", "moves"), [row for row in GAMES if row[0] in ("blox", "cairn")]
)
def test_best_lines_ignore_hidden_information(
    name: str, options: dict[str, Any], moves: int
) -> None:
    state = after_random_moves(empile.load(name, **options), 6, moves)
    expected = lines_of(state)
    others: set[bytes] = set()
    for seed in range(12):
        other = resampled(state, state.current_player(), new_stream(seed))
        others.add(other.tobytes())
        assert lines_of(other) == expected
    assert len(others - {state.tobytes()}) > 1, "nothing was hidden in this position"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_best_lines_have_the_wanted_count(count: int) -> None:
    state = empile.load("block-ness").new_state()
    assert len(lines_of(state, count=count, simulations=100).lines) == count


def test_best_lines_contain_the_move_of_a_deep_search() -> None:
    state = after_random_moves(empile.load("on-top"), 3, 4)
    best = advise(state, stream=new_stream(9), simulations=8000, points=False).best.move
    assert best in [line.move for line in lines_of(state, simulations=4000).lines]


def finished() -> Match:
    """Return a match of random moves that is over."""
    match, stream = Match(empile.load("block-ness")), new_stream(5)
    while not match.state.is_terminal():
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
    return match


def test_best_lines_know_proven_results() -> None:
    match = finished()
    state = match.state_before(len(match.events) - 1)
    best = lines_of(state, count=5).lines[0]
    assert best.solved
    assert best.odds == (best.values[state.current_player()] + 1) / 2
    after = state.clone()
    for text in best.events:
        after.apply_text(text)
    assert after.returns() == best.values


def test_best_lines_can_be_stopped() -> None:
    state = empile.load("block-ness").new_state()
    found = best_lines(state, stream=new_stream(1), simulations=10_000_000, stop=lambda: True)
    assert len(found.lines) == 3
    assert found.simulations < 10_000


def test_best_lines_need_a_seat_to_act() -> None:
    match = Match(empile.load("blox"))
    with pytest.raises(ValueError, match="a chance event comes next"):
        lines_of(match.state)
    with pytest.raises(ValueError, match="the game is over"):
        lines_of(finished().state)


@pytest.mark.parametrize("wanted", [{"simulations": 0}, {"count": 0}])
def test_best_lines_need_a_budget(wanted: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        lines_of(empile.load("block-ness").new_state(), **wanted)
