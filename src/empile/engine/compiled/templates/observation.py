"""Template: observation and information-state tensors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, compiled_keep_gil
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.prefetch import prefetch
from empile.engine.compiled.templates import rules


@compiled_keep_gil
def observe(
    params_array: StructArray, states: StructArray, i: int, seat: int, out: NDArray[np.float32]
) -> None:
    rules.observe(params_array[0], states[i], seat, out)


@compiled_keep_gil
def information_state(
    params_array: StructArray, states: StructArray, i: int, seat: int, out: NDArray[np.float32]
) -> None:
    rules.information_state(params_array[0], states[i], seat, out)


@compiled
def observe_many(
    params_array: StructArray,
    states: StructArray,
    seats: NDArray[np.int32],
    out: NDArray[np.float32],
) -> None:
    """Write the observations of ``seats[i]`` in each state ``i`` (one row each)."""
    for i in range(len(states)):
        prefetch(states, i)
        rules.observe(params_array[0], states[i], int(seats[i]), out[i])


@compiled
def information_state_many(
    params_array: StructArray,
    states: StructArray,
    seats: NDArray[np.int32],
    out: NDArray[np.float32],
) -> None:
    """Write the information states of ``seats[i]`` in each state ``i`` (one row each)."""
    for i in range(len(states)):
        prefetch(states, i)
        rules.information_state(params_array[0], states[i], int(seats[i]), out[i])
