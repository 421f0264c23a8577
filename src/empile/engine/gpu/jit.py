"""How functions become CUDA kernels.

A kernel calls rules that :func:`empile.engine.jit.inner` made: numba-cuda compiles the same Python
functions for the device, so there is no second writing of any rule. With ``NUMBA_ENABLE_CUDASIM=1``
kernels run in numba-cuda's simulator, thread by thread in Python, which takes rules as plain Python
(``NUMBA_DISABLE_JIT=1``).
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

from empile.engine.errors import EmpileError

if importlib.util.find_spec("numba_cuda") is None:
    raise ImportError("games on a GPU need numba-cuda: pip install 'empile[gpu]'")

cuda: Any = importlib.import_module("numba.cuda")
"""numba-cuda's module, as code in kernels names it."""


class DeviceError(EmpileError):
    """There is no CUDA device that can be used."""


def kernel(function: Callable[..., None]) -> Any:
    """Compile a function that the host starts on a grid of threads. Cached on disk."""
    return cuda.jit(cache=True)(function)


def require_device() -> None:
    """Raise :class:`DeviceError` where there is no device, or no driver for it."""
    if not cuda.is_available():
        raise DeviceError("no CUDA device was found: an NVIDIA GPU and its driver are needed")
