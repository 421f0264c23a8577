"""Template: options and positions that begin a game, as far as the rules read them, and the board.

Each returns the number of tokens: of a fault, 0 without one; of the board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates import rules


@compiled_keep_gil
def check_option(words: NDArray[np.int32], tokens: NDArray[np.int32]) -> int:
    """Check the last of the options so far."""
    return rules.check_option(words, tokens)


@compiled_keep_gil
def fill_params(
    params_array: StructArray, words: NDArray[np.int32], tokens: NDArray[np.int32]
) -> int:
    """Compute the parameters from all options."""
    return rules.fill_params(params_array[0], words, tokens)


@compiled_keep_gil
def read_position(
    params_array: StructArray,
    states: StructArray,
    words: NDArray[np.int32],
    tokens: NDArray[np.int32],
) -> int:
    """Read a position into the first state, which is zero."""
    return rules.read_position(params_array[0], states[0], words, tokens)


@compiled_keep_gil
def write_setup(
    params_array: StructArray, words: NDArray[np.int32], tokens: NDArray[np.int32]
) -> int:
    """Write the static data of the board of a list: all options, and the start or null."""
    return rules.write_setup(params_array[0], words, tokens)
