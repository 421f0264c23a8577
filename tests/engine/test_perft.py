"""Perft with chance: the compiled count against a plain Python one."""

from __future__ import annotations

import numpy as np
import pytest

import empile
from empile.engine.errors import EmpileError
from empile.engine.perft import perft
from empile.engine.random import new_stream, pick, split
from empile.engine.state import State
from tests.games.cairn.rules import DRAW


def plain_count(state: empile.State, depth: int, seed: int) -> int:
    """Count in plain Python: the d-th chance action uses the d-th stream."""

    def settled(state: empile.State, drawn: int) -> tuple[empile.State, int]:
        state = state.clone()
        while state.is_chance_node():
            outcomes, weights = state._outcomes()
            stream = split(new_stream(seed), drawn)
            state.apply_action(outcomes[pick(stream, weights, len(weights))])
            drawn += 1
        return state, drawn

    def count(state: empile.State, drawn: int, left: int) -> int:
        if left == 0:
            return 1
        total = 0
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            total += count(*settled(after, drawn), left - 1)
        return total

    return count(*settled(state, 0), depth)


@pytest.mark.parametrize("seed", [0, 1, 77])
@pytest.mark.parametrize("depth", [0, 1, 2, 4])
def test_perft_draws_are_the_same_in_every_branch(
    seed: int, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = empile.load("cairn", players=3)
    monkeypatch.setattr(game, "referee", None)
    assert perft(game, depth, seed) == plain_count(game.new_state(), depth, seed)


def test_perft_branches_share_one_order_of_draws() -> None:
    """All branches draw from the same order of the deck."""
    game = empile.load("cairn", players=2)
    settle = game.compiled.perft.settle
    seeds = new_stream(5)
    state = game.new_state()
    drawn = np.zeros(1, np.int64)
    settle(game.params_array, state.array, 0, seeds, drawn)
    state = State(game, state.array)
    assert drawn[0] == 6
    orders: dict[str, list[str]] = {}
    for first in [text for text in state.legal_texts() if text.startswith("swap")]:
        line, count, order = state.clone(), drawn.copy(), list[str]()
        for move in (first, None, None):
            line.apply_text(move or max(line.legal_texts(), key=len))  # a swap of many
            deck = line.field("deck")
            settle(game.params_array, line.array, 0, seeds, count)
            line = State(game, line.array)
            left = line.field("deck")
            order.append("".join(c * (m - n) for c, m, n in zip("ABC", deck, left, strict=True)))
        orders[first] = order
    sizes = {tuple(map(len, order)) for order in orders.values()}
    assert len(orders) >= 2
    assert len(sizes) >= 2, "no two branches drew unlike many"
    # The order of the pile:
    pile, single = state.clone(), list[str]()
    while sum(pile.field("deck")) and pile.current_player() >= 0:
        pile.array["stage"], pile.array["to_draw"] = DRAW, 1
        pile = State(game, pile.array)
        outcomes, weights = pile._outcomes()
        stream = split(seeds, 6 + len(single))
        action = int(outcomes[pick(stream, weights, len(weights))])
        pile.apply_action(action)
        single.append("ABC"[action])
    for order in orders.values():
        at = 0
        for batch in order:
            assert sorted(batch) == sorted(single[at : at + len(batch)])
            at += len(batch)


def test_perft_rejects_games_with_a_referee() -> None:
    with pytest.raises(EmpileError, match="cairn has no perft"):
        perft(empile.load("cairn"), 2)


def test_perft_reports_progress() -> None:
    told: list[tuple[int, int]] = []
    perft(empile.load("block-ness"), 1, progress=lambda done, of: told.append((done, of)))
    assert told[0] == (0, 192)
    assert told[-1][0] in (191, 192)
