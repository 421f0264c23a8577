"""Template: the choices of random and of simulated games, and what is left of the stream."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates import rules
from empile.engine.random import Stream

_rules: Any = rules  # the functions of some games only


@compiled_keep_gil
def legal(params_array: StructArray, states: StructArray, out: NDArray[np.int32]) -> int:
    """Write the moves in the rules' own order; return their number."""
    return rules.legal(params_array[0], states[0], out)


@compiled_keep_gil
def random_move(
    params_array: StructArray, states: StructArray, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    chosen: int = _rules.random_move(params_array[0], states[0], stream, scratch)
    return chosen


@compiled_keep_gil
def simulated_move(
    params_array: StructArray, states: StructArray, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    chosen: int = _rules.simulated_move(params_array[0], states[0], stream, scratch)
    return chosen


@compiled_keep_gil
def simulation_move(
    params_array: StructArray,
    states: StructArray,
    moves: NDArray[np.int32],
    count: int,
    number: np.uint64,
) -> int:
    return rules.simulation_move(params_array[0], states[0], moves, count, int(number))
