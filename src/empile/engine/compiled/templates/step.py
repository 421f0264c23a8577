"""Template: single steps, the compiled part of :class:`empile.engine.game.State`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates import rules


@compiled_keep_gil
def init(params_array: StructArray, states: StructArray, i: int) -> None:
    """Set up state ``i``, which must be zero, as the initial state."""
    rules.init(params_array[0], states[i])


@compiled_keep_gil
def current(params_array: StructArray, states: StructArray, i: int) -> int:
    """Return the seat to act, or ``CHANCE``, ``EXTERNAL`` or ``TERMINAL``."""
    return rules.current(params_array[0], states[i])


@compiled_keep_gil
def legal(params_array: StructArray, states: StructArray, i: int, out: NDArray[np.int32]) -> int:
    """Write the legal moves into ``out``; return their number."""
    return rules.legal(params_array[0], states[i], out)


@compiled_keep_gil
def is_legal(params_array: StructArray, states: StructArray, i: int, action: int) -> bool:
    """Return whether ``action`` is legal."""
    out = np.empty(rules.MAX_LEGAL, np.int32)
    found = False
    for k in range(rules.legal(params_array[0], states[i], out)):
        if int(out[k]) == action:
            found = True
    return found


@compiled_keep_gil
def apply(params_array: StructArray, states: StructArray, i: int, action: int) -> None:
    """Apply a legal action, unchecked."""
    rules.apply(params_array[0], states[i], action)


@compiled_keep_gil
def chance(
    params_array: StructArray,
    states: StructArray,
    i: int,
    out: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Write the outcomes and weights of a chance node; return their number."""
    return rules.chance(params_array[0], states[i], out, weights)


@compiled_keep_gil
def chance_actions_left(params_array: StructArray, states: StructArray, i: int) -> int:
    """Return how many chance actions the chance event still takes."""
    return rules.chance_actions_left(params_array[0], states[i])


@compiled_keep_gil
def ranks(params_array: StructArray, states: StructArray, i: int, out: NDArray[np.int32]) -> None:
    """Write each seat's rank into ``out``."""
    rules.ranks(params_array[0], states[i], out)


@compiled_keep_gil
def scores(params_array: StructArray, states: StructArray, i: int, out: NDArray[np.int32]) -> None:
    """Write each seat's points into ``out``."""
    rules.scores(params_array[0], states[i], out)


@compiled_keep_gil
def team(params_array: StructArray, seat: int) -> int:
    """Return the team of ``seat``."""
    return rules.team(params_array[0], seat)


@compiled_keep_gil
def gain(params_array: StructArray, states: StructArray, i: int, action: int) -> int:
    """Return how many points a legal move adds at once."""
    return rules.gain(params_array[0], states[i], action)


@compiled_keep_gil
def reason(params_array: StructArray, states: StructArray, i: int) -> int:
    """Return the index of the game's reason for ending."""
    return rules.reason(params_array[0], states[i])
