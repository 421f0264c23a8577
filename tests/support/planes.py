"""Comparison of tensors, plane by plane, with values computed from a view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane, split_planes


def assert_planes(
    planes: Sequence[Plane], tensor: NDArray[np.float32], expected: Mapping[str, Any]
) -> None:
    """Fail if a plane differs from the expected values, rounded like tensors."""
    found = split_planes(planes, tensor)
    assert list(found) == list(expected)
    for plane in planes:
        wanted = np.asarray(expected[plane.name], np.float32)
        assert wanted.size == found[plane.name].size, plane.name
        wanted = wanted.reshape(plane.shape)
        if not np.array_equal(found[plane.name], wanted):  # the other function is slow
            np.testing.assert_array_equal(found[plane.name], wanted, err_msg=plane.name)


def marked(size: int, *chosen: int) -> list[int]:
    """Return ``size`` zeros, but ones at the ``chosen`` places."""
    return [int(k in chosen) for k in range(size)]


def clockwise(by_seat: Sequence[Any], seat: int, size: int, nothing: Any = 0) -> list[Any]:
    """Return what belongs to the seats from ``seat`` on, and ``nothing`` for seats not there."""
    return [*by_seat[seat:], *by_seat[:seat], *[nothing] * (size - len(by_seat))]


def seat_marked(acting: int | None, seat: int, seats: int, size: int) -> list[int]:
    """Return the seat to act, counted clockwise from ``seat``, as a one-hot list."""
    return marked(size) if acting is None else marked(size, (acting - seat) % seats)


def on_board(size: tuple[int, int], values: Mapping[tuple[int, int], float]) -> NDArray[Any]:
    """Return a board of (rows, columns) with ``values`` by row and column, zero elsewhere."""
    board = np.zeros(size)
    for place, value in values.items():
        board[place] = value
    return board


def ones(places: Collection[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """Return 1 for each of the ``places``."""
    return dict.fromkeys(places, 1.0)
