"""Symmetries of Blox: those of the city's colours and of the set-up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane
from empile.engine.symmetries.isometries import isometries
from empile.engine.symmetries.symmetry import Image, Symmetry, crossed, symmetry_of
from empile.games.blox.rules import state
from empile.games.blox.rules.components import CELLS, SIZE, Layout

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Columns and rows by direction: east, north, west, south."""
_BY_CELL = ((state.ENTER, state.MOVE), (state.BUILD, state.ACTIONS))
"""First and last action (exclusive) of the kinds that name a cell first, without a direction."""
_BY_LINE = (
    (state.MOVE, state.DEMOLISH),
    (state.DEMOLISH, state.STRIKE),
    (state.STRIKE, state.EXCHANGE),
)
"""The same of those that name a cell and a direction."""


def symmetries(
    layout: Layout, seats: int, planes: Sequence[Plane], actions: NDArray[np.int32]
) -> tuple[Symmetry, ...]:
    """Return the symmetries of a layout with so many seats.

    The towers are set up cell by cell in reading order: within that chance event, states have no mirror
    images. After it each outcome is as probable as its mirror image.

    :param planes: those of the observation.
    :param actions: the possible actions.
    """
    cells = [(cell % SIZE, cell // SIZE) for cell in range(CELLS)]
    neutrals = layout.neutrals() if seats == 2 else []
    is_neutral = [cell in neutrals for cell in range(CELLS)]
    marks = np.array([layout.colours, layout.heights(seats), is_neutral])
    found: list[Symmetry] = []
    for isometry in isometries(cells):
        image = isometry.image
        if np.array_equal(marks[:, image], marks):
            plane_images = {plane.name: image for plane in planes if plane.board}
            moved = _moved(image, isometry.turned(_STEPS))[actions]
            found.append(symmetry_of(isometry.name, planes, plane_images, actions, moved))
    return tuple(found)


def _moved(cells: Image, ways: Image) -> Image:
    """Return the action to which each action moves; exchanges stay."""
    found = np.arange(state.ACTIONS)
    for kinds, image in ((_BY_CELL, cells), (_BY_LINE, crossed(cells, ways))):
        for first, end in kinds:
            of_each = (end - first) // len(image)
            found[first:end] = first + crossed(image, np.arange(of_each))
    return found
