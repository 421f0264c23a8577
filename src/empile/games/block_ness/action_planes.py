"""Actions of Block Ness as planes.

Starts are at the tail's hole, with a channel for each direction to the head. Plays are at the end
that they extend, the head or the tail of the seat to act, with a channel for each kind of ring and
pair of directions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane, stacked_shape
from empile.engine.planes.actions import NOWHERE, ActionPlanes, first_channels
from empile.games.block_ness.rules.components import MAX_COLUMNS
from empile.games.block_ness.rules.state import HEAD, KINDS, START

_DIRECTIONS = 4
_WAYS = _DIRECTIONS * _DIRECTIONS
"""To the near and to the far hole."""


def action_planes(
    actions: NDArray[np.int32],
    kinds: Sequence[int],
    planes: Sequence[Plane],
    corner: tuple[int, int],
) -> ActionPlanes:
    """Return the planes of ``actions``.

    :param kinds: the kinds of rings in play, ascending.
    :param planes: those of the observation.
    :param corner: column and row of the first hole of the zone in use.
    """
    _, rows, columns = stacked_shape(planes)
    channel, anchored = np.zeros((2, len(actions)), np.int32)
    place, anchor = np.full((2, len(actions)), NOWHERE, np.int32)
    is_start = actions >= START
    hole, channel[is_start] = np.divmod(actions[is_start] - START, _DIRECTIONS)
    place[is_start] = (hole // MAX_COLUMNS - corner[1]) * columns + hole % MAX_COLUMNS - corner[0]
    way, kind = np.divmod(actions, KINDS)
    is_play = ~is_start
    first = first_channels(planes)
    anchor[is_play] = np.where(way // _WAYS == HEAD, first["heads"], first["tails"])[is_play]
    shape = way % _WAYS * len(kinds) + np.searchsorted(kinds, kind)
    anchored[is_play] = _DIRECTIONS + shape[is_play]
    channels = _DIRECTIONS + _WAYS * len(kinds)
    return ActionPlanes((channels, rows, columns), channel, place, anchor, anchored)
