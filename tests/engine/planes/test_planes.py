"""Observation planes."""

from __future__ import annotations

import numpy as np
import pytest

from empile.engine.planes import (
    ABSENT,
    Plane,
    offsets,
    offsets_among,
    size_of,
    split_planes,
    stack_boards,
    stacked_shape,
)

PLANES = (Plane("board", (2, 3, 4)), Plane("hand", (5,), high=3.0), Plane("turn", (1,)))


def test_offsets_are_in_order() -> None:
    assert size_of(PLANES) == 24 + 5 + 1
    assert offsets(PLANES) == (0, 24, 29)
    assert size_of(()) == 0
    assert offsets(()) == ()


def test_offsets_among_finds_planes_by_name() -> None:
    known = (Plane("a", (2, 3)), Plane("b", (9,)), Plane("c", (1,)))
    assert offsets_among((Plane("a", (2, 2)), Plane("c", (1,))), known) == [0, ABSENT, 4]


def test_split_returns_views_by_name() -> None:
    flat = np.arange(30, dtype=np.float32)
    found = split_planes(PLANES, flat)
    assert list(found) == ["board", "hand", "turn"]
    assert found["board"].shape == (2, 3, 4)
    assert found["board"][1, 2, 3] == 23
    assert found["hand"].tolist() == [24, 25, 26, 27, 28]
    found["turn"][0] = 7
    assert flat[29] == 7


def test_split_takes_batches() -> None:
    flat = np.arange(60, dtype=np.float32).reshape(2, 30)
    found = split_planes(PLANES, flat)
    assert found["board"].shape == (2, 2, 3, 4)
    assert found["hand"][1].tolist() == [54, 55, 56, 57, 58]
    assert np.shares_memory(found["board"], flat)


def test_split_rejects_another_length() -> None:
    with pytest.raises(ValueError, match="hold 30 numbers, not 29"):
        split_planes(PLANES, np.zeros(29, np.float32))


def test_stack_boards_keeps_every_number() -> None:
    planes = (
        Plane("number", (2,)),
        Plane("small", (2, 3), board=True),
        Plane("seats", (2, 4, 3), board=True),
        Plane("hand", (2, 2)),
    )
    flat = np.arange(2 * size_of(planes), dtype=np.float32).reshape(2, -1) + 1
    boards, numbers = stack_boards(planes, flat)
    assert stacked_shape(planes) == (3, 4, 3)
    assert boards.shape == (2, 3, 4, 3)
    parts = split_planes(planes, flat)
    assert (boards[:, 0, :2] == parts["small"]).all()
    assert not boards[:, 0, 2:].any()
    assert (boards[:, 1:] == parts["seats"]).all()
    assert numbers[0].tolist() == [1.0, 2.0, *parts["hand"][0].ravel()]
    assert sorted([*boards[boards > 0], *numbers.ravel()]) == sorted(flat.ravel())


def test_stack_boards_without_boards_or_numbers() -> None:
    flat = np.ones(4, np.float32)
    boards, numbers = stack_boards([Plane("hand", (4,))], flat)
    assert (boards.shape, numbers.tolist()) == ((0, 0, 0), [1.0] * 4)
    boards, numbers = stack_boards([Plane("board", (2, 2), board=True)], flat)
    assert (boards.shape, numbers.shape) == ((1, 2, 2), (0,))
