"""Actions of Blox as planes: at the figure's cell, or the cell that it enters; exchanges are nowhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from empile.engine.action_planes import NOWHERE, ActionPlanes, fixed_places
from empile.engine.planes import Plane
from empile.games.blox.rules import state
from empile.games.blox.rules.components import CELLS

_KINDS = (
    (state.ENTER, state.MOVE),
    (state.MOVE, state.DEMOLISH),
    (state.DEMOLISH, state.STRIKE),
    (state.STRIKE, state.EXCHANGE),
    (state.BUILD, state.ACTIONS),
)
"""First and last action (exclusive) of each kind, of which every cell has equally many."""


def action_planes(planes: Sequence[Plane]) -> ActionPlanes:
    """Return the planes of all actions; ``planes`` are those of the observation."""
    channel = np.zeros(state.ACTIONS, np.int32)
    place = np.full(state.ACTIONS, NOWHERE, np.int32)
    channels = 0
    for first, end in _KINDS:
        of_each = (end - first) // CELLS
        place[first:end], way = np.divmod(np.arange(end - first), of_each)
        channel[first:end] = channels + way
        channels += of_each
    exchanges = state.BUILD - state.EXCHANGE
    channel[state.EXCHANGE : state.BUILD] = channels + np.arange(exchanges)
    return fixed_places(planes, channel, place)
