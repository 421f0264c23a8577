"""Perft with chance: the compiled count against a plain one that walks states."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import empile
from empile.engine.errors import EmpileError
from empile.engine.perft import perft
from empile.engine.random import Stream, new_stream, pick, split


def plain_count(state: empile.State, depth: int, stream_after: Callable[[int], Stream]) -> int:
    """Count as perft says it does: the draws after the k-th move come from one stream."""

    def settled(state: empile.State, moves: int) -> empile.State:
        state = state.clone()
        stream = stream_after(moves)
        while state.is_chance_node():
            outcomes, weights = state._outcomes()
            state.apply_action(outcomes[pick(stream, weights, len(weights))])
        return state

    def count(state: empile.State, moves: int) -> int:
        if moves == depth:
            return 1
        total = 0
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            total += count(settled(after, moves + 1), moves + 1)
        return total

    return count(settled(state, 0), 0)


@pytest.mark.parametrize("seed", [0, 1, 77])
@pytest.mark.parametrize("depth", [0, 1, 2, 4])
def test_draws_are_fixed_beforehand(seed: int, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = empile.load("cairn", players=3)
    monkeypatch.setattr(type(game), "has_referee", False)
    expected = plain_count(
        game.new_state(), depth, lambda moves: split(new_stream(seed), moves)
    )  # fmt: skip
    assert perft(game, depth, seed) == expected


def test_it_is_not_offered_with_a_referee() -> None:
    with pytest.raises(EmpileError, match="cairn has no perft"):
        perft(empile.load("cairn"), 2)


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    perft(empile.load("block-ness"), 1, told=lambda done, of: told.append((done, of)))
    assert told[0] == (0, 192)
    assert told[-1][0] in (191, 192)
