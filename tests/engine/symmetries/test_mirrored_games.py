"""Mirrored games: wrong symmetries are found out."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import empile
from empile.engine.planes import offsets
from empile.engine.symmetries.mirrored_games import first_difference
from empile.engine.symmetries.symmetry import Symmetry
from empile.games.block_out.rules.state import PASS_KIND


@cache
def block_ness() -> empile.Game:
    return empile.load("block-ness")


def difference(symmetry: Symmetry, game: empile.Game | None = None) -> str | None:
    for seed in range(10):
        found = first_difference(game or block_ness(), symmetry, empile.new_stream(seed))
        if found is not None:
            return found
    return None


def test_symmetries_hold() -> None:
    assert [difference(symmetry) for symmetry in block_ness().symmetries] == [None] * 8


def test_other_observations_are_found() -> None:
    right, other = block_ness().symmetries[1:3]
    found = difference(right._replace(observation=other.observation))
    assert found == "the observations differ after 1 moves"


def test_other_actions_are_found() -> None:
    right, other = block_ness().symmetries[1:3]
    assert difference(right._replace(actions=other.actions)) is not None


@pytest.mark.parametrize("part", ["observation", "actions"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_two_swapped_elements_are_found(part: str, share: float) -> None:
    """A single pair of numbers, of those that vary."""
    right = block_ness().symmetries[4]
    wrong = getattr(right, part).copy()
    # Among heights of holes, and among plays.
    first = int(share * 60)
    wrong[[first, first + 1]] = wrong[[first + 1, first]]
    assert difference(right._replace(**{part: wrong})) is not None


def test_cards_of_other_probabilities_are_found() -> None:
    """Chance events are mirrored too: the same cards, dealt with the same probability."""
    game = empile.load("block-out")
    same = game.symmetries[0]
    assert difference(same, game) is None
    observation = np.arange(game.observation_size, dtype=np.int32)
    at = offsets(game.observation_planes)[[p.name for p in game.observation_planes].index("hand")]
    # There are more small black cards than passes.
    observation[[at, at + PASS_KIND]] = observation[[at + PASS_KIND, at]]
    found = difference(same._replace(observation=observation), game)
    assert found is not None
    assert found.startswith("no chance event of the same probability mirrors ~")
