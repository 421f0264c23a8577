"""Symmetries of Block Ness: those of the holes in use and of the deep water."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane
from empile.engine.symmetries.isometries import Isometry, isometries
from empile.engine.symmetries.symmetry import Image, Symmetry, crossed, symmetry_of
from empile.games.block_ness.rules.components import MAX_COLUMNS, Hole, Zone
from empile.games.block_ness.rules.state import KINDS, START

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Columns and rows by direction: east, north, west, south."""


def symmetries(
    zone: Zone, deep: Zone | None, planes: Sequence[Plane], actions: NDArray[np.int32]
) -> tuple[Symmetry, ...]:
    """Return the symmetries of a lake.

    :param zone: the holes in use.
    :param deep: those for start rings, None without any.
    :param planes: those of the observation.
    :param actions: the possible actions.
    """
    rows = range(zone.low.row, zone.high.row + 1)
    holes = [
        Hole(column, row) for row in rows for column in range(zone.low.column, zone.high.column + 1)
    ]
    is_deep = np.array([deep is not None and hole in deep for hole in holes])
    return tuple(
        symmetry_of(
            one.name, planes, _plane_images(one, planes), actions, _moved(one, holes, actions)
        )
        for one in isometries(holes)
        if np.array_equal(is_deep[one.image], is_deep)
    )


def _plane_images(isometry: Isometry, planes: Sequence[Plane]) -> dict[str, Image]:
    images = {plane.name: isometry.image for plane in planes if plane.board}
    return {**images, "other_foot": crossed(isometry.turned(_STEPS), isometry.image)}


def _moved(isometry: Isometry, holes: Sequence[Hole], actions: NDArray[np.int32]) -> Image:
    """Return the action to which each of ``actions`` moves."""
    ways = isometry.turned(_STEPS)
    codes = [row * MAX_COLUMNS + column for column, row in holes]
    hole_to = np.zeros(max(codes) + 1, np.intp)
    hole_to[codes] = np.array(codes)[isometry.image]
    found = actions.astype(np.intp)
    is_start = actions >= START
    tail, to_head = np.divmod(actions[is_start] - START, len(_STEPS))
    found[is_start] = START + hole_to[tail] * len(_STEPS) + ways[to_head]
    # Head or tail, direction to the near hole, direction to the far hole.
    turned = np.array(
        [
            ((end * 4) + ways[near]) * 4 + ways[far]
            for end, near, far in product(range(2), range(4), range(4))
        ]
    )
    way, kind = np.divmod(actions[~is_start], KINDS)
    found[~is_start] = turned[way] * KINDS + kind
    return found
