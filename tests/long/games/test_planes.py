"""Tensors under the options of single games; what all games have in common is in the suite."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import empile
from empile.checks.steps.tensors import Range
from empile.engine.batches.batch import Batch
from tests.support.games import single_steps, variants


def test_tensors_reject_other_observers() -> None:
    state = empile.load("cairn", players=3).new_state()
    for seat in (-1, 3):
        with pytest.raises(ValueError, match=f"seats are 0 to 2, not {seat}"):
            state.observation(seat)
        with pytest.raises(ValueError, match=f"seats are 0 to 2, not {seat}"):
            state.information_state(seat)


_RESTRICTING = {"round_limit", "turn_limit", "board", "lake", "layout", "start", "rings"}
"""Options that end games before they have shown everything, and data with parts that never matter."""
_RARE = ("drawn", "phase[0]", "colours")
"""Cards drawn by a seat that can play no other, Blox's last phase; the layout does not change."""


def plain_games() -> list[Any]:
    """Return each set of other options under test, once."""
    found: dict[str, Any] = {}
    for variant in variants():
        options = {k: v for k, v in variant.options.items() if k not in _RESTRICTING}
        text = " ".join(f"{k}={v}" for k, v in options.items() if k != "referee")
        found.setdefault(f"{variant.name} {text}", (variant.name, options))
    return [pytest.param(*each, id=text) for text, each in found.items() if "cairn" not in text]


@pytest.mark.parametrize(("name", "options"), plain_games())
def test_planes_follow_options(name: str, options: dict[str, Any]) -> None:
    """No board and no number is for nothing under the options of a game."""
    game, seen = empile.load(name, **options), Range()
    constant: list[str] = []
    for seed in range(60):
        eager = (0.9, 0.5, 0.99)[seed % 3]
        states = [step.state for step in single_steps(game, seed, eager=eager)]
        constant = seen.add([*states[seed % 5 :: 5], *states[-3:]])
        constant = [part for part in constant if not part.startswith(_RARE)]
        if not constant:
            return
    assert not constant


@pytest.mark.parametrize(("name", "options"), plain_games())
def test_possible_actions_follow_options(name: str, options: dict[str, Any]) -> None:
    """In random games each is legal at least once, in Blox a part of them: it has many towers."""
    game = empile.load(name, **options)
    batch = Batch(game, 1000, 1)
    found = np.zeros(len(game.possible_actions), np.bool_)
    for _ in range(150):
        found |= batch.action_masks().any(axis=0)
        if found.all():
            break
        batch.random_step()
    assert found.mean() > (0.2 if name == "blox" else 0.999)
