"""Kernels compiled without a GPU: PTX by libNVVM, machine code by ptxas."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import empile
from tests.support.patience import PATIENCE

Capability = tuple[int, int]


class Resident(np.ndarray[Any, Any]):
    """Stands for an array on a device."""

    def copy_to_host(self) -> np.ndarray[Any, Any]:
        return np.array(self)


def _to_device(array: np.ndarray[Any, Any]) -> Resident:
    return array.copy().view(Resident)


def _device_array(shape: Any, dtype: Any) -> Resident:
    return np.zeros(shape, dtype).view(Resident)


def kernels_of(
    game: empile.Game,
    capabilities: list[Capability],
    patch: pytest.MonkeyPatch,
    *,
    optimized: bool,
) -> dict[tuple[str, Capability], str]:
    """Return the PTX of every kernel that a batch of ``game`` starts, with the arguments it gives.

    To optimize takes most of the time, up to 20 seconds a kernel.
    """
    from empile.engine.batches import gpu_batch as gpu  # loads Numba

    cuda = importlib.import_module("numba.cuda")
    types = importlib.import_module("numba.cuda.types")
    from_dtype = importlib.import_module("numba.cuda.np.numpy_support").from_dtype
    found: dict[tuple[str, Capability], str] = {}

    def type_of(argument: Any) -> Any:
        if isinstance(argument, bool):
            return types.boolean
        return types.Array(from_dtype(argument.dtype), argument.ndim, "C")

    class Compiled(gpu.GpuBatch):
        def _run(self, kernel: Any, *arguments: Any) -> None:
            name = kernel.py_func.__name__
            for capability in capabilities:
                if (name, capability) not in found:
                    found[name, capability], _ = cuda.compile(
                        kernel.py_func,
                        tuple(type_of(argument) for argument in arguments),
                        device=False,
                        abi="numba",
                        cc=capability,
                        opt=optimized,
                    )

    # Functions that kernels call are compiled for the device that is there: here, for one that is not.
    device = SimpleNamespace(compute_capability=capabilities[0])
    patch.setattr("numba.cuda.dispatcher.get_current_device", lambda: device)
    patch.setattr(gpu, "require_device", lambda: None)
    host = SimpleNamespace(to_device=_to_device, device_array=_device_array)
    patch.setattr(gpu, "cuda", host)
    batch = Compiled(game, 2, 0)
    assert batch.legal_mask.shape == (2, game.num_distinct_actions)
    batch.step(batch.random_actions())
    batch.observations()
    batch.information_state()
    batch.rollouts()
    return found


def assemble(ptx: str, capability: Capability, folder: Path) -> str:
    """Return the resource usage that ptxas reports for ``ptx``; it must compile without errors."""
    spec = importlib.util.find_spec("nvidia.cuda_nvcc")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    ptxas = Path(next(iter(spec.submodule_search_locations))) / "bin" / "ptxas"
    (folder / "kernel.ptx").write_text(ptx, "utf-8")
    target = f"-arch=sm_{capability[0]}{capability[1]}"
    done = subprocess.run(
        [ptxas, "-v", target, folder / "kernel.ptx", "-o", folder / "kernel.cubin"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "kernel.cubin").stat().st_size > 0
    return done.stderr
