"""Bounds of the length of games, in random games and in games that last as long as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

import empile
from empile.engine.random import Stream, below, new_stream
from tests.support.games import Variant, variants

Chooser = Callable[[empile.State, Sequence[int]], Sequence[int]]
"""Returns the actions to choose from at random."""


def any_action(state: empile.State, actions: Sequence[int]) -> Sequence[int]:
    return actions


def bounds(game: empile.Game) -> tuple[int, int]:
    assert game.max_game_length is not None
    assert game.max_chance_nodes is not None
    return game.max_game_length, game.max_chance_nodes


def length(game: empile.Game, choose: Chooser, stream: Stream) -> tuple[int, int]:
    """Return the numbers of moves and of chance actions of a game."""
    state, moves, drawn = game.new_state(), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions = [action for action, chance in state.chance_outcomes() if chance > 0]
            drawn += 1
        else:
            actions = state.legal_actions()
            moves += 1
        chosen = choose(state, actions)
        state.apply_action(chosen[below(stream, len(chosen))])
    return moves, drawn


def widest(state: empile.State, actions: Sequence[int]) -> Sequence[int]:
    """Return the moves that leave the next seat most moves."""

    def moves_after(action: int) -> int:
        after = state.clone()
        after.apply_action(action)
        return len(after.legal_actions())

    left = [moves_after(action) for action in actions]
    return [action for action, count in zip(actions, left, strict=True) if count == max(left)]


@pytest.mark.parametrize("variant", variants("block-ness"), ids=str)
def test_block_ness_is_bounded_by_rings_and_holes(variant: Variant) -> None:
    game = variant.game()
    longest = max(length(game, widest, new_stream(seed))[0] for seed in range(2))
    assert game.num_players < longest <= bounds(game)[0]


def test_block_ness_bound_is_reached() -> None:
    pond = {"columns": 6, "rows": 6, "zones": {seats: ["a1", "f6"] for seats in ("2", "3", "4")}}
    game = empile.load("block-ness", lake=pond, rings=[["1.1", "1.1"]] * 4)
    assert length(game, widest, new_stream(1))[0] == game.max_game_length == 4
    small = {"columns": 2, "rows": 4, "zones": {seats: ["a1", "b4"] for seats in ("2", "3", "4")}}
    game = empile.load("block-ness", lake=small, rings=[["1.1"] + ["1.2"] * 9] * 4)
    assert game.max_game_length == 4
    assert max(length(game, any_action, new_stream(seed))[0] for seed in range(20)) == 4


def exchanges(state: empile.State, actions: Sequence[int]) -> Sequence[int]:
    if state.is_chance_node():
        return actions
    most = max(len(state.action_to_text(action)) for action in actions[-31:])
    texts = {action: state.action_to_text(action) for action in actions}
    return [a for a, text in texts.items() if text[0] == "/" and len(text) == most]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_blox_reaches_its_bounds(players: int) -> None:
    game = empile.load("blox", players=players, round_limit=7)
    found = length(game, exchanges, new_stream(1))
    assert found == bounds(game)


def falling(state: empile.State, actions: Sequence[int]) -> Sequence[int]:
    """Return outcomes that fell a tower, and moves that place a block."""
    if state.current_player() == empile.EXTERNAL:
        return [1] if 1 in actions else actions
    texts = [] if state.is_chance_node() else [state.action_to_text(action) for action in actions]
    blocks = [a for a, text in zip(actions, texts, strict=False) if ">" in text or text[0] == "+"]
    return blocks or actions


@pytest.mark.parametrize("players", [2, 3, 6])
def test_block_out_reaches_its_bound(players: int) -> None:
    game = empile.load("block-out", players=players, referee="odds", turn_limit=12)
    found = [length(game, falling, new_stream(seed)) for seed in range(10)]
    longest, most_drawn = bounds(game)
    assert max(moves for moves, _ in found) == longest == 23
    assert max(drawn for _, drawn in found) <= most_drawn


def emptying(state: empile.State, actions: Sequence[int]) -> Sequence[int]:
    """Return moves that use the last cards, and outcomes that fell free blocks only."""
    if state.current_player() == empile.EXTERNAL:
        fell = 1 if state.field("stage") == 2 else 0
        return [fell] if fell in actions else actions
    return actions


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("choose", [falling, emptying])
def test_block_out_advanced_stays_within_its_bound(choose: Chooser, players: int) -> None:
    game = empile.load("block-out", players=players, advanced=True, referee="odds", turn_limit=60)
    for seed in range(20):
        moves, drawn = length(game, choose, new_stream(seed))
        assert moves <= bounds(game)[0]
        assert drawn <= bounds(game)[1]


def test_block_out_lone_block_cannot_fall() -> None:
    weights = empile.load("block-out").params["weights"][0]
    assert weights[1] == 0, "the bound of a turn needs this"
