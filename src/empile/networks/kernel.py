"""Evaluation of many positions by a network, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled
from empile.engine.compiled.layout import StructArray
from empile.engine.maths.perceptron import (
    Floats,
    Integers,
    evaluate_row,
    new_scratch,
    unpack,
)


@compiled
def evaluate(
    layout_array: StructArray,
    floats: Floats,
    integers: Integers,
    observations: Floats,
    legal: NDArray[np.bool_],
    logits: Floats,
    values: Floats,
) -> None:
    """Write the logits of legal moves, others stay as they are, and the values: a row each."""
    layout = layout_array[0]
    weights = unpack(layout, floats, integers)
    scratch = new_scratch(layout)
    for row in range(len(observations)):
        evaluate_row(
            layout, weights, scratch, observations[row], legal[row], logits[row], values[row]
        )
