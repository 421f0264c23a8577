"""Actions of Blox as planes: at the figure's cell, or the cell that it enters; exchanges are nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane
from empile.engine.planes.actions import NOWHERE, ActionPlanes, fixed_places
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


def possible_actions(params: Any) -> NDArray[np.int32]:
    """Return the actions that the layout and the options of ``params`` allow."""
    allowed = np.ones(state.ACTIONS, np.bool_)
    # Lines that end at the edge of the city, or without a cell of the colour.
    lines, is_short = CELLS * 4, np.ravel(params.room) == 0
    allowed[state.MOVE : state.DEMOLISH].reshape(-1, 2)[np.ravel(params.ahead) == state.NONE] = (
        False
    )
    allowed[state.DEMOLISH : state.STRIKE].reshape(lines, -1)[is_short] = False
    strikes = allowed[state.STRIKE : state.EXCHANGE].reshape(lines, -1, 2)
    strikes[is_short] = False
    strikes[:, int(params.strike_cap) - 2 :] = False
    exchanges = [params.exchange[rank, :count] for rank, count in enumerate(params.exchanges)]
    allowed[state.EXCHANGE : state.BUILD] = False
    allowed[np.concatenate(exchanges)] = True
    # The joker replaces one of the colours of a tower, whose other blocks are mauve.
    white_grey_black = np.asarray(params.triple)
    mauve = state.TALLEST - white_grey_black.sum(axis=1, keepdims=True)
    builds = allowed[state.BUILD :].reshape(CELLS, state.SETS, -1)
    builds[:, :, 1:] = np.hstack([white_grey_black, mauve]) > 0
    return np.flatnonzero(allowed).astype(np.int32)


def action_planes(actions: NDArray[np.int32], planes: Sequence[Plane]) -> ActionPlanes:
    """Return the planes of ``actions``; ``planes`` are those of the observation."""
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
    renumbered = np.unique(channel[actions], return_inverse=True)[1]
    return fixed_places(planes, renumbered.astype(np.int32), place[actions])
