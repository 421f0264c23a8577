"""What a seat sees as numbers: named planes that lie one behind the other in a flat tensor.

A game declares its planes in ``games/*/planes.py`` and fills them there, compiled: see ``observe``
and ``information_state`` in :mod:`empile.engine.drivers.rules`. Here is what declares them, what takes a tensor
apart, and the little that all games' functions share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.jit import inner


class Plane(NamedTuple):
    """One part of a tensor: a stack of boards, a hand, a number."""

    name: str
    shape: tuple[int, ...]
    """Boards end in (rows, columns), row 1 and column a first; where one is smaller than the greatest
    that its game's options allow, the rest is zero. What belongs to seats begins with them: the
    observing seat first, the others clockwise, zeros for seats that are not there."""
    low: float = 0.0
    high: float = 1.0
    """Between which its values lie."""


def size_of(planes: Sequence[Plane]) -> int:
    """Return the length of the flat tensor."""
    return sum(prod(plane.shape) for plane in planes)


def offsets(planes: Sequence[Plane]) -> tuple[int, ...]:
    """Return where in the flat tensor each plane begins."""
    sizes = [prod(plane.shape) for plane in planes]
    return tuple(accumulate(sizes[:-1], initial=0)) if sizes else ()


def split_planes(planes: Sequence[Plane], flat: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
    """Return a view of each plane of ``flat``, by name.

    ``flat`` has shape (..., length): one tensor or a batch of them; each view has the plane's shape in
    place of the length and shares its memory. Raises :class:`ValueError` for another length.
    """
    if flat.shape[-1] != size_of(planes):
        raise ValueError(f"the planes hold {size_of(planes)} numbers, not {flat.shape[-1]}")
    return {
        plane.name: flat[..., at : at + prod(plane.shape)].reshape(*flat.shape[:-1], *plane.shape)
        for plane, at in zip(planes, offsets(planes), strict=True)
    }


@inner
def clear(out: NDArray[np.float32], begin: int, end: int) -> None:
    """Write zeros from ``begin`` up to ``end``."""
    for k in range(begin, end):
        out[np.uint64(k)] = 0.0


@inner
def from_seat(seat: int, other: int, seats: int) -> int:
    """Return how many seats clockwise of ``seat`` the ``other`` one sits: 0 is the seat itself."""
    found = other - seat
    return found if found >= 0 else found + seats
