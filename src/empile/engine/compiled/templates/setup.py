"""Template: positions that begin a game, if the rules define ``read_position``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates import rules


@compiled_keep_gil
def position(
    params_array: StructArray,
    states: StructArray,
    i: int,
    words: NDArray[np.int32],
    tokens: NDArray[np.int32],
) -> int:
    """Read a position into a state, which is zero; return 0, or the number of tokens of a fault."""
    return rules.read_position(params_array[0], states[i], words, tokens)
