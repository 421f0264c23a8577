"""The contract's own side: states as values, errors in words, returns from ranks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.state import returns_of_ranks
from tests.support.games import random_match


def test_state_equality_needs_equal_games() -> None:
    state = empile.load("block-ness").new_state()
    assert state == empile.load("block-ness").new_state()
    assert state != empile.load("block-ness", variant="expert").new_state()
    assert state != empile.load("cairn").new_state()
    assert state != "a state"
    assert len({state, state.clone()}) == 1


def test_from_bytes_rejects_another_length() -> None:
    game = empile.load("block-ness")
    data = game.new_state().tobytes()
    assert empile.State.from_bytes(game, data) == game.new_state()
    for wrong in (data[:-1], data + b"\0", b""):
        with pytest.raises(ValueError, match="a state of block-ness has"):
            empile.State.from_bytes(game, wrong)


@pytest.mark.parametrize("kind", [int, np.int32, np.int64, np.uint8])
def test_apply_action_accepts_numpy_integers(kind: Any) -> None:
    state = empile.load("cairn").new_state()
    state.apply_action(kind(2))
    assert state.position()["hands"][0] == "C"


@pytest.mark.parametrize("action", [1.0, "1", None])
def test_apply_action_rejects_other_types(action: Any) -> None:
    with pytest.raises(empile.ArgumentError):
        empile.load("block-ness").new_state().apply_action(action)


def test_apply_action_error_names_the_range() -> None:
    state = empile.load("block-ness").new_state()
    for action in (-1, state.game.num_distinct_actions):
        with pytest.raises(IllegalActionError, match=r"actions of block-ness are 0 to \d+, not"):
            state.apply_action(action)


def test_chance_texts_need_a_game_with_chance() -> None:
    state = empile.load("block-ness").new_state()
    assert state.chance_outcomes() == []
    with pytest.raises(NotImplementedError):
        state.game.notation.event_text(state, (0,))
    with pytest.raises(NotationError, match="has no chance events"):
        state.game.notation.read_event(state, "~x")


def test_params_are_read_only() -> None:
    game = empile.load("block-ness")
    with pytest.raises(ValueError, match="read-only"):
        game.params_array["seats"][0] = 3


def test_returns_of_a_running_game_are_zero() -> None:
    assert random_match(empile.load("block-ness"), 1, 5).state.returns() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("ranks", "teams", "returns"),
    [
        ([1, 2], [0, 1], [1.0, -1.0]),
        ([1, 1], [0, 1], [0.0, 0.0]),
        ([1, 2, 3], [0, 1, 2], [1.0, 0.0, -1.0]),
        ([1, 1, 3], [0, 1, 2], [0.5, 0.5, -1.0]),
        ([4, 1, 1, 3], [0, 1, 2, 3], [-1.0, 2 / 3, 2 / 3, -1 / 3]),
        ([1, 2, 1, 2], [0, 1, 0, 1], [1.0, -1.0, 1.0, -1.0]),
        ([1, 1, 1, 1], [0, 1, 0, 1], [0.0, 0.0, 0.0, 0.0]),
        ([1], [0], [1.0]),
        ([2], [0], [-1.0]),
    ],
)
def test_returns_come_from_ranks(ranks: list[int], teams: list[int], returns: list[float]) -> None:
    assert returns_of_ranks(ranks, teams) == pytest.approx(returns)


def test_repr() -> None:
    game = empile.load("block-ness", players=3)
    assert repr(game).startswith("<BlockNess players=3, variant='base'")
    assert repr(game.new_state()) == "<State of block-ness, to act: 0>"


def test_feasible_order_is_found() -> None:
    """Kept as it is where it can be; what cannot happen is left at the end."""
    state = empile.load("cairn").new_state()
    assert state.feasible_order([2, 0, 1]) == (2, 0, 1)
    assert state.feasible_order([2, 2, 9]) == (2, 2, 9)
    state.array["deck"][0] = [0, 1, 0]
    state.array["discard"][0] = [2, 0, 0]
    assert state.feasible_order([0, 0, 1]) == (1, 0, 0)
    assert state.feasible_order([2, 0, 1]) == (1, 0, 2)
    assert empile.load("block-ness").new_state().feasible_order([1, 0]) == (1, 0)


def test_partners_share_the_rank_of_their_team() -> None:
    """Teams are ranked as if each were one seat: 1 and 2, or both 1."""
    game = empile.load("on-top", players=4, teams=True)
    found = set[tuple[int, ...]]()
    for seed in range(12):
        match, stream = empile.Match(game), empile.new_stream(seed)
        match.resolve_chance(stream)
        while not match.state.is_terminal():
            moves = match.state.legal_actions()
            match.play_action(moves[empile.below(stream, len(moves))])
            match.resolve_chance(stream)
        found.add(tuple(match.state.ranks()))
    assert {(1, 2, 1, 2), (2, 1, 2, 1)} <= found <= {(1, 2, 1, 2), (2, 1, 2, 1), (1, 1, 1, 1)}
