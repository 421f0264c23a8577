"""Tensors as named planes, concatenated in one flat array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline

ABSENT = -1
"""The start index of a plane that a game does without under its options."""


class Plane(NamedTuple):
    """A stack of boards, a hand or a number."""

    name: str
    shape: tuple[int, ...]
    """Boards end in (rows, columns), from row 1 and column a; per-seat data begins with a seat
    axis, clockwise from the observing seat.
    """
    low: float = 0.0
    high: float = 1.0
    """Bounds of the values."""
    private: bool = False
    """Whether only the observing seat may know the values; spectators know all others."""
    board: bool = False
    """Whether the last two axes are rows and columns."""


def size_of(planes: Sequence[Plane]) -> int:
    """Return the length of the flat tensor."""
    return sum(prod(plane.shape) for plane in planes)


def offsets(planes: Sequence[Plane]) -> tuple[int, ...]:
    """Return the start index of each plane."""
    sizes = [prod(plane.shape) for plane in planes]
    return tuple(accumulate(sizes[:-1], initial=0)) if sizes else ()


def offsets_among(planes: Sequence[Plane], known: Sequence[Plane]) -> list[int]:
    """Return the start index in ``planes`` of each of the ``known`` planes, by name; -1 if absent."""
    at = {plane.name: start for plane, start in zip(planes, offsets(planes), strict=True)}
    return [at.get(plane.name, ABSENT) for plane in known]


def split_planes(planes: Sequence[Plane], flat: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
    """Return a view of each plane of ``flat`` (shape (..., length)), by name.

    Raises ``ValueError`` for another length. Example: ``split_planes(game.observation_planes,
    flat)``.
    """
    if flat.shape[-1] != size_of(planes):
        raise ValueError(f"the planes hold {size_of(planes)} numbers, not {flat.shape[-1]}")
    return {
        plane.name: flat[..., at : at + prod(plane.shape)].reshape(*flat.shape[:-1], *plane.shape)
        for plane, at in zip(planes, offsets(planes), strict=True)
    }


def stacked_shape(planes: Sequence[Plane]) -> tuple[int, int, int]:
    """Return the shape (channels, rows, columns) of ``stack_boards``; zeros without boards."""
    boards = [plane.shape for plane in planes if plane.board]
    channels = sum(prod(shape[:-2]) for shape in boards)
    rows, columns = (max((shape[axis] for shape in boards), default=0) for axis in (-2, -1))
    return channels, rows, columns


def stack_boards(planes: Sequence[Plane], flat: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the boards of ``flat`` as channels, and all other numbers.

    Shapes (..., channels, rows, columns) and (..., numbers), in the order of ``planes``. Smaller
    boards get rows and columns of zeros at the end. Raises ``ValueError`` for another length.

    Example: ``boards, numbers = stack_boards(game.observation_planes, state.observation(0))``.
    """
    parts = split_planes(planes, flat)
    leading = flat.shape[:-1]
    boards = np.zeros((*leading, *stacked_shape(planes)), flat.dtype)
    numbers: list[NDArray[Any]] = [flat[..., :0]]
    channel = 0
    for plane in planes:
        part = parts[plane.name]
        if plane.board:
            rows, columns = plane.shape[-2:]
            stack = part.reshape(*leading, -1, rows, columns)
            count = stack.shape[-3]
            boards[..., channel : channel + count, :rows, :columns] = stack
            channel += count
        else:
            numbers.append(part.reshape(*leading, -1))
    return boards, np.concatenate(numbers, axis=-1)


@inline
def clear(out: NDArray[np.float32], begin: int, end: int) -> None:
    """Zero ``out[begin:end]``."""
    for k in range(begin, end):
        out[np.uint64(k)] = 0.0


@inline
def from_seat(seat: int, other: int, seats: int) -> int:
    """Return the number of seats from ``seat`` clockwise to ``other``."""
    found = other - seat
    return found if found >= 0 else found + seats
