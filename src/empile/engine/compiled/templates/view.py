"""Template: views and legal moves as JSON, if the rules define ``write_view`` and ``write_move``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil
from empile.engine.compiled.json_writer import insert, join, render
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates import rules


@compiled_keep_gil
def view(
    params_array: StructArray,
    states: StructArray,
    i: int,
    seat: int,
    texts: NDArray[np.uint8],
    tokens: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Write the view of ``seat``, -1 for a spectator; return its length, or -1 without room."""
    count = rules.write_view(params_array[0], states[i], seat, tokens)
    return render(tokens, count, texts, out, 0)


@compiled_keep_gil
def moves(
    params_array: StructArray,
    states: StructArray,
    i: int,
    only: int,
    texts: NDArray[np.uint8],
    tokens: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Write the legal moves, sorted by text, or the legal move ``only`` unless it is -1.

    Return the length, or -1 without room.
    """
    params, s = params_array[0], states[i]
    actions = np.empty(rules.MAX_LEGAL, np.int32)
    count = 1
    if only >= 0:
        actions[0] = only
    elif rules.current(params, s) >= 0:
        count = rules.legal(params, s, actions)
    else:
        count = 0
    starts = np.zeros(count + 1, np.int32)
    order = np.empty(count, np.int32)
    keys = np.empty(count, np.int64)
    found = np.empty(len(out), np.uint8)
    for k in range(count):
        written = rules.write_move(params, s, int(actions[k]), tokens)
        at = render(tokens, written, texts, found, int(starts[k]))
        if at < 0:
            return -1
        starts[k + 1] = at
        insert(order, keys, k, starts, found)
    return join(order, starts, found, out)
