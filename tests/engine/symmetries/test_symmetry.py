"""Permutations of observations and actions."""

from __future__ import annotations

import numpy as np
import pytest

import empile
from empile.engine.planes import Plane
from empile.engine.symmetries.symmetry import crossed, identity, repeated, symmetry_of

PLANES = (Plane("pieces", (2, 1, 3), board=True), Plane("left", (2,)))
BACKWARDS = np.array([2, 1, 0])
ACTIONS = np.array([3, 5, 9], np.int32)


def test_boards_move_and_other_numbers_stay() -> None:
    found = symmetry_of("rotate-180", PLANES, {"pieces": BACKWARDS}, ACTIONS, ACTIONS)
    assert found.observation.tolist() == [2, 1, 0, 5, 4, 3, 6, 7]
    assert found.actions.tolist() == [0, 1, 2]
    assert found.observation.dtype == found.actions.dtype == np.int32


def test_arrays_are_sources() -> None:
    """Element ``k`` of the mirror image comes from element ``array[k]``."""
    ahead = np.array([1, 2, 0])
    found = symmetry_of("rotate-120", PLANES, {"pieces": ahead}, ACTIONS, np.array([5, 9, 3]))
    mirrored = np.array([10, 11, 12])[found.actions]
    assert mirrored.tolist() == [12, 10, 11]
    assert np.array([10, 11, 12, 0, 0, 0, 0, 0])[found.observation][:3].tolist() == [12, 10, 11]
    assert np.argsort(found.actions).tolist() == ahead.tolist()


def test_planes_with_directions_move_on_both_axes() -> None:
    assert crossed(np.array([1, 0]), BACKWARDS).tolist() == [5, 4, 3, 2, 1, 0]
    assert repeated(BACKWARDS, 2).tolist() == [2, 1, 0, 5, 4, 3]


def test_identity_changes_nothing() -> None:
    found = identity(PLANES, ACTIONS)
    assert found.name == "identity"
    assert found.observation.tolist() == [*range(8)]
    assert found.actions.tolist() == [0, 1, 2]


def test_images_must_be_permutations() -> None:
    with pytest.raises(ValueError, match="moves two elements to the same place"):
        symmetry_of("wrong", PLANES, {"pieces": np.array([0, 0, 1])}, ACTIONS, ACTIONS)
    with pytest.raises(ValueError, match="moves two elements to the same place"):
        symmetry_of("wrong", PLANES, {}, ACTIONS, np.array([3, 3, 5]))
    with pytest.raises(ValueError, match="moves an action to one that is not possible"):
        symmetry_of("wrong", PLANES, {}, ACTIONS, np.array([3, 5, 10]))


def test_symmetries_are_computed_once_and_constant() -> None:
    game = empile.load("block-ness")
    assert game.symmetries is game.symmetries
    for array in game.symmetries[1][1:]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
