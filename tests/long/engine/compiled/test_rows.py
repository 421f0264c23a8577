"""Rows written sixteen at a time, with and without the processor's vectors."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.rows import LANES, write_row
from tests.long.engine.compiled.test_bits import PROCESSORS

TABLE = np.random.default_rng(1).integers(0, 256, (5, LANES), np.uint8)


@inline
def written(row: int, added: int, out: NDArray[np.int32], at: int) -> int:
    write_row(TABLE, row, added, out, at)
    return at + LANES


def check_all() -> None:
    for row in range(5):
        for added in (-3, 0, 7, 1 << 20):
            for at in (0, 1, 4, 9):
                out = np.full(LANES + 10, -1, np.int32)
                assert written(row, added, out, at) == at + LANES
                assert out[at : at + LANES].tolist() == (TABLE[row] + added * np.int64(1)).tolist()
                assert (np.delete(out, range(at, at + LANES)) == -1).all()


@pytest.mark.parametrize("name", PROCESSORS)
def test_write_row_on(name: str) -> None:
    """Each processor type compiles in a separate process."""
    subprocess.run(
        [
            sys.executable,
            "-c",
            "from tests.long.engine.compiled.test_rows import check_all; check_all()",
        ],
        env={**os.environ, **PROCESSORS[name]},
        check=True,
    )
