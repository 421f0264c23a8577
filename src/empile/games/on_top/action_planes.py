"""Actions of On Top as planes: at the cell that points up, a channel for each other cell and turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane, stacked_shape
from empile.engine.planes.actions import ActionPlanes, fixed_places

_BESIDE = ((-1, 0), (0, -1), (0, 0))
"""Column and row of the other cell, from the first."""
_TURNS = 2


def action_planes(
    places: Sequence[tuple[str, str]], actions: NDArray[np.int32], planes: Sequence[Plane]
) -> ActionPlanes:
    """Return the planes of the actions of a board.

    :param places: pairs of cells, the one pointing up first.
    :param actions: the numbers of the actions, two turns at each place.
    :param planes: those of the observation.
    """
    columns = stacked_shape(planes)[2]
    way, place = (np.zeros(len(places), np.int32) for _ in range(2))
    for number, (up, down) in enumerate(places):
        x, y = int(up[1]), int(up[2])
        way[number] = _BESIDE.index((int(down[1]) - x, int(down[2]) - y))
        place[number] = y * columns + x
    channel = np.add.outer(way * _TURNS, range(_TURNS)).ravel().astype(np.int32)
    return fixed_places(planes, channel[actions], np.repeat(place, _TURNS)[actions])
