"""Arrays of batches in other libraries, by DLPack."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import empile
from empile import Batch
from tests.conftest import ROOT
from tests.support.batches import arrays_of


@pytest.mark.parametrize("size", [1, 5, 300])
def test_arrays_are_shared_by_dlpack(size: int) -> None:
    for array in arrays_of(Batch(empile.load("block-ness"), size, 1)):
        assert array.ctypes.data % 64 == 0, "JAX copies arrays that are aligned less"
        assert array.flags.c_contiguous
        shared = np.from_dlpack(array)
        assert shared.ctypes.data == array.ctypes.data
        assert shared.dtype == array.dtype


def test_torch_shares_arrays(torch: Any) -> None:
    batch = Batch(empile.load("block-ness"), 5, 1)
    for array in arrays_of(batch):
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data
    moves = torch.from_dlpack(batch.random_actions())
    batch.step(moves)


JAX_SHARES_ARRAYS = """
import jax

from empile import Batch, load
from tests.support.batches import arrays_of

batch = Batch(load("block-ness"), 5, 1)
writable = [array for array in arrays_of(batch) if array.flags.writeable]  # JAX refuses others
assert len(writable) == 9
for array in writable:
    shared = jax.dlpack.from_dlpack(array, copy=False)
    assert shared.unsafe_buffer_pointer() == array.ctypes.data
moves = jax.numpy.asarray(batch.random_actions())
batch.step(moves)
assert int(moves.sum()) > 0
"""
"""In a process of its own: JAX starts threads, and warns in all forks of its process."""


def test_jax_shares_arrays() -> None:
    if find_spec("jax") is None and not os.environ.get("CI"):
        pytest.skip("JAX is not installed")
    command = [sys.executable, "-W", "error", "-c", JAX_SHARES_ARRAYS]
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
