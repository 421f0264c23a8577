"""Actions as planes."""

from __future__ import annotations

import numpy as np
import pytest

from empile.engine.planes import Plane
from empile.engine.planes.actions import ActionPlanes, first_channels, fixed_places

PLANES = (
    Plane("number", (2,)),
    Plane("heads", (2, 2, 3), board=True),
    Plane("walls", (2, 3), board=True),
)


def numbers(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(values, np.int32)


MIXED = ActionPlanes(
    (2, 2, 3),
    channel=numbers(0, 1, 1, 0),
    place=numbers(4, 0, -1, -1),
    anchor=numbers(-1, -1, -1, 1),
    anchored=numbers(0, 0, 0, 1),
)
POLICY = np.arange(12.0).reshape(2, 2, 3)


def boards(
    row: int | None = None, column: int = 0
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    found = np.zeros((3, 2, 3), np.float32)
    found[0] = 1
    if row is not None:
        found[1, row, column] = 1
    return found


def test_gather_finds_places_and_anchors() -> None:
    mean = POLICY.mean(axis=(1, 2))
    assert MIXED.gather(POLICY, boards(1, 2)).tolist() == [4, 6, mean[1], POLICY[1, 1, 2]]
    assert MIXED.gather(POLICY, boards()).tolist() == [4, 6, mean[1], mean[0]]


def test_gather_takes_batches() -> None:
    many = np.stack([POLICY, 2 * POLICY, POLICY])
    found = MIXED.gather(many, np.stack([boards(), boards(0, 0), boards(1, 2)]))
    alone = [
        MIXED.gather(policy, seen)
        for policy, seen in zip(many, (boards(), boards(0, 0), boards(1, 2)), strict=True)
    ]
    assert np.array_equal(found, alone)


def test_gather_rejects_other_shapes() -> None:
    with pytest.raises(ValueError, match=r"planes of shape \(2, 2, 3\)"):
        MIXED.gather(POLICY[:1], boards())
    with pytest.raises(ValueError, match="fit, not"):
        MIXED.gather(POLICY, np.zeros((3, 3, 3)))


def test_fixed_places_have_no_anchors() -> None:
    found = fixed_places(PLANES, numbers(0, 3), numbers(5, -1))
    assert found.shape == (4, 2, 3)
    assert found.anchor.tolist() == [-1, -1]
    assert found.gather(np.ones((4, 2, 3)), boards()).tolist() == [1, 1]


def test_first_channels() -> None:
    assert first_channels(PLANES) == {"heads": 0, "walls": 2}
