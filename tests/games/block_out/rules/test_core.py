"""Tests that sampling chance events matches the listed weights.

Includes an empty stock and a ninth block, which random games seldom reach.
"""

from __future__ import annotations

import numpy as np
import pytest

import empile
from empile.engine.random import new_stream, pick, split
from tests.games.block_out.reference import BLOCKS
from tests.games.block_out.situations import Beginning, Situation

SOME = "kS kL n* y* *S ** pass"


def drawn(state: empile.State, seed: int) -> empile.State:
    """Return the state once chance and the tower have acted, in compiled code."""
    after, game = state.clone(), state.game
    game.compiled.perft.settle(
        game.params_array, after.array, 0, new_stream(seed), np.zeros(1, np.int64)
    )
    return after


def picked(state: empile.State, seed: int) -> empile.State:
    """Return the state once each outcome was picked from the list of all that there are."""
    after, compiled = state.clone(), state.game.compiled
    actions = np.empty(compiled.max_outcomes, np.int32)
    weights = np.empty(compiled.max_outcomes, np.int64)
    number = 0
    while after.is_chance_node():
        count = compiled.step.chance(after.game.params_array, after.array, 0, actions, weights)
        stream = split(new_stream(seed), number)
        after.apply_action(int(actions[pick(stream, weights, count)]))
        number += 1
    return after


def compare(situation: Situation, least: int) -> None:
    found = [drawn(situation.state, seed) for seed in range(150)]
    assert found == [picked(situation.state, seed) for seed in range(150)]
    assert len(set(found)) >= least


def test_draw_hands() -> None:
    compare(Beginning(), 150)


@pytest.mark.parametrize("stock", ["", "y*", "kS kS", None])
def test_draw_from_small_stock_or_discard(stock: str | None) -> None:
    situation = Situation("kL kM", "yS y*", tower="yS yM yL kS", stock=stock)
    compare(situation.then("kL>kL", "~stands"), 15)


@pytest.mark.parametrize("height", range(1, 10))
def test_draw_outcomes(height: int) -> None:
    situation = Situation("** pass", SOME, tower=" ".join(BLOCKS[: height - 1]))
    compare(situation.then(f"**>{BLOCKS[height - 1]}"), 3 if height > 2 else 1)
