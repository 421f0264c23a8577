"""Template: observation and information-state tensors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.jit import entry, quick_entry
from empile.engine.layout import RecordArray


@quick_entry
def observe(
    boxes: RecordArray, states: RecordArray, i: int, seat: int, out: NDArray[np.float32]
) -> None:
    """Write ``seat``'s observation of state ``i`` into ``out``."""
    rules.observe(boxes[0], states[i], seat, out)


@quick_entry
def information_state(
    boxes: RecordArray, states: RecordArray, i: int, seat: int, out: NDArray[np.float32]
) -> None:
    """Write what ``seat`` knows of element ``i`` into ``out`` (length ``INFORMATION``)."""
    rules.information_state(boxes[0], states[i], seat, out)


@entry
def observe_many(
    boxes: RecordArray,
    states: RecordArray,
    seats: NDArray[np.int32],
    out: NDArray[np.float32],
) -> None:
    """Write the observation of ``seats[i]`` in each state ``i`` (one row each)."""
    for i in range(len(states)):
        rules.observe(boxes[0], states[i], int(seats[i]), out[i])


@entry
def information_state_many(
    boxes: RecordArray,
    states: RecordArray,
    seats: NDArray[np.int32],
    out: NDArray[np.float32],
) -> None:
    """Write what ``seats[i]`` knows of each element ``i`` into ``out`` (shape (states, ``INFORMATION``))."""
    for i in range(len(states)):
        rules.information_state(boxes[0], states[i], int(seats[i]), out[i])
