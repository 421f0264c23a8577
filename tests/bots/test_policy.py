"""Levels and move selection."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.bots import Level, choose, levels_of
from empile.engine.contracts.level import LEVEL_KEYS, SearchParams
from empile.engine.random import Stream, new_stream, next_bits
from empile.engine.search.search import search
from tests.support.games import Variant, variants


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_levels_of_increases_in_strength(variant: Variant) -> None:
    levels = levels_of(variant.game())
    assert [level.number for level in levels] == list(range(1, len(levels) + 1))
    assert [level.key for level in levels] == list(LEVEL_KEYS)
    simulations = [level.simulations for level in levels]
    assert simulations == sorted(simulations)
    # Rollout moves may be better or worse than few simulations, so their probability may rise.
    assert len({(level.simulations, level.random_move_probability) for level in levels}) == len(
        levels
    )


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_choose_plays_a_whole_game(variant: Variant) -> None:
    level = levels_of(variant.game())[0]
    match, stream = empile.Match(variant.game()), new_stream(4)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        before = match.state.tobytes()
        action = choose(match.state, level, stream)
        assert match.state.tobytes() == before
        match.play_action(action)
        match.resolve_chance(stream, also_external=True)
    assert match.state.result() is not None


@pytest.mark.parametrize("random_move_probability", [0.0, 0.5, 1.0])
def test_choose_is_reproducible(random_move_probability: float) -> None:
    state = empile.load("block-ness", players=3).new_state()
    level = Level(1, "level.test", 200, random_move_probability=random_move_probability)
    first = [choose(state, level, new_stream(seed)) for seed in range(12)]
    second = [choose(state, level, new_stream(seed)) for seed in range(12)]
    assert first == second
    assert len(set(first)) > 1


def test_choose_advances_the_stream() -> None:
    state = empile.load("block-ness").new_state()
    level = Level(1, "level.test", 1, random_move_probability=1.0)
    stream = new_stream(1)
    assert len({choose(state, level, stream) for _ in range(20)}) > 10


def test_choose_returns_a_single_move_without_search() -> None:
    game = empile.load("block-ness", players=2)
    state = game.new_state()
    line = "c7-c9 f5-c5 Tc6-g6^5 Tf4-d4^2 Th6-h4^2 Td3-h3^3 Ti4-i6^3 Ti7-g7^4"
    for text in line.split():
        state.apply_text(text)
    never = Level(1, "level.test", 2_000_000_000)
    assert state.action_to_text(choose(state, never, new_stream(1))) == "Ti3-i8^5"


@pytest.mark.parametrize(
    "params",
    [{}, {"rollout_depth": 3}, {"progressive_widening": 1.0}, {"exploration": 2.0}],
    ids=str,
)
def test_choose_passes_the_level_to_search(params: dict[str, Any]) -> None:
    match, stream = empile.Match(empile.load("blox", players=3)), new_stream(2)
    match.resolve_chance(stream)
    level = Level(1, "level.test", 60, **params)
    moves: list[int] = []
    for seed in range(8):
        moves.append(choose(match.state, level, new_stream(seed)))
        found = search(
            match.state, stream=_searched(seed), simulations=60, params=SearchParams(**params)
        )
        assert moves[-1] == found.best
    assert len(set(moves)) > 1


def test_choose_uses_the_prior_weight_of_the_level() -> None:
    state = empile.load("block-ness", players=3).new_state()
    level = Level(1, "level.test", 300, exploration=0.0, prior_weight=1.0)
    for seed in range(4):
        found = search(
            state,
            stream=_searched(seed),
            simulations=300,
            params=SearchParams(exploration=0.0, prior_weight=1.0),
        )
        assert choose(state, level, new_stream(seed)) == found.best


def test_choose_adds_placement_bonuses() -> None:
    state = empile.load("block-ness", players=3).new_state()
    level = Level(1, "level.test", 300)
    moves = state.legal_actions()
    plain = choose(state, level, new_stream(3))
    assert choose(state, level, new_stream(3), {}) == plain
    other = next(move for move in moves if move != plain)
    assert choose(state, level, new_stream(3), {other: 2.0}) == other
    # A tiny bonus: the best move of many simulations, or an equal one.
    sure = Level(1, "level.test", 20_000)
    found = search(state, stream=_searched(4), simulations=20_000)
    values = {move.action: move.values[found.seat] for move in found.moves}
    chosen = choose(state, sure, new_stream(4), {found.moves[-1].action: 1e-9})
    assert values[chosen] > values[found.best] - 0.02


def _searched(seed: int) -> Stream:
    """Return the stream of a bot's search."""
    stream = new_stream(seed)
    next_bits(stream)  # whether it is a rollout move
    return stream


@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_choose_rejects_states_without_a_seat_to_act(name: str) -> None:
    game = empile.load(name)
    match, stream = empile.Match(game), new_stream(1)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        match.play_action(match.state.legal_actions()[0])
        match.resolve_chance(stream, also_external=True)
    with pytest.raises(ValueError, match="a seat is to act"):
        choose(match.state, levels_of(game)[0], stream)
