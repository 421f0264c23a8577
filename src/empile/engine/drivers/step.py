"""Template: single steps, the compiled part of :class:`empile.engine.game.State`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.jit import quick_entry
from empile.engine.layout import RecordArray


@quick_entry
def init(boxes: RecordArray, states: RecordArray, i: int) -> None:
    """Set up state ``i``, which must be zero, as the initial state."""
    rules.init(boxes[0], states[i])


@quick_entry
def current(boxes: RecordArray, states: RecordArray, i: int) -> int:
    """Return the seat to act, or ``CHANCE``, ``EXTERNAL`` or ``TERMINAL``."""
    return rules.current(boxes[0], states[i])


@quick_entry
def legal(boxes: RecordArray, states: RecordArray, i: int, out: NDArray[np.int32]) -> int:
    """Write the legal moves into ``out``; return their number."""
    return rules.legal(boxes[0], states[i], out)


@quick_entry
def is_legal(boxes: RecordArray, states: RecordArray, i: int, action: int) -> bool:
    """Return whether ``action`` is legal."""
    out = np.empty(rules.MAX_LEGAL, np.int32)
    found = False
    for k in range(rules.legal(boxes[0], states[i], out)):
        if int(out[k]) == action:
            found = True
    return found


@quick_entry
def apply(boxes: RecordArray, states: RecordArray, i: int, action: int) -> None:
    """Apply a legal action, unchecked."""
    rules.apply(boxes[0], states[i], action)


@quick_entry
def chance(
    boxes: RecordArray,
    states: RecordArray,
    i: int,
    out: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Write the outcomes and weights of a chance node; return their number."""
    return rules.chance(boxes[0], states[i], out, weights)


@quick_entry
def chance_actions_left(boxes: RecordArray, states: RecordArray, i: int) -> int:
    """Return how many chance actions the chance event still takes."""
    return rules.chance_actions_left(boxes[0], states[i])


@quick_entry
def ranks(boxes: RecordArray, states: RecordArray, i: int, out: NDArray[np.int32]) -> None:
    """Write each seat's rank into ``out``."""
    rules.ranks(boxes[0], states[i], out)


@quick_entry
def scores(boxes: RecordArray, states: RecordArray, i: int, out: NDArray[np.int32]) -> None:
    """Write each seat's points into ``out``."""
    rules.scores(boxes[0], states[i], out)


@quick_entry
def team(boxes: RecordArray, seat: int) -> int:
    """Return the team of ``seat``."""
    return rules.team(boxes[0], seat)


@quick_entry
def gain(boxes: RecordArray, states: RecordArray, i: int, action: int) -> int:
    """Return how many points a legal move adds at once."""
    return rules.gain(boxes[0], states[i], action)


@quick_entry
def reason(boxes: RecordArray, states: RecordArray, i: int) -> int:
    """Return the index of the game's reason for ending."""
    return rules.reason(boxes[0], states[i])
