"""Rows of small numbers, written sixteen at a time."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import Intrinsic, inline, jit_is_on

LANES: Final = 16
"""Length of a row."""

_write_row: Any = Intrinsic("write_row")


@inline
def _write_row_compiled(
    table: NDArray[np.uint8], row: int, added: int, out: NDArray[np.int32], at: int
) -> None:
    _write_row(table, row, added, out, at)


def _write_row_plain(
    table: NDArray[np.uint8], row: int, added: int, out: NDArray[np.int32], at: int
) -> None:
    out[at : at + LANES] = table[row] + np.int32(added)


write_row = _write_row_compiled if jit_is_on() else _write_row_plain
"""Write ``table[row] + added`` to ``out`` from index ``at``; rows have ``LANES`` numbers, and so must ``out``."""
