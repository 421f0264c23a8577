"""CUDA compilation of kernels.

With ``NUMBA_ENABLE_CUDASIM=1`` and ``NUMBA_DISABLE_JIT=1``, kernels run in its simulator.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

from empile.engine.compiled.jit import InlineFunction, Intrinsic, jit_is_on
from empile.engine.errors import EmpileError

if importlib.util.find_spec("numba_cuda") is None:
    raise ImportError("games on a GPU need numba-cuda: pip install 'empile-engine[gpu]'")

cuda: Any = importlib.import_module("numba.cuda")


def _register_types() -> None:
    """Register the types of inlined functions and intrinsics with numba-cuda."""
    typeof: Any = importlib.import_module("numba.cuda.typing.typeof").typeof_impl
    target: Any = importlib.import_module("numba.cuda.descriptor").cuda_target

    def type_of_function(function: InlineFunction, _: Any) -> Any:
        return target.typing_context.resolve_value_type(function.dispatcher)

    def type_of_intrinsic(intrinsic: Intrinsic, _: Any) -> Any:
        return target.typing_context.resolve_value_type(intrinsic.intrinsic)

    typeof.register(InlineFunction, type_of_function)
    typeof.register(Intrinsic, type_of_intrinsic)


if jit_is_on():
    _register_types()


class DeviceError(EmpileError):
    """No usable CUDA device."""


def kernel(function: Callable[..., None]) -> Any:
    """Compile a CUDA kernel, cached on disk."""
    return cuda.jit(cache=True)(function)


def require_device() -> None:
    """Raise ``DeviceError`` without a CUDA device or driver."""
    if not cuda.is_available():
        raise DeviceError("no CUDA device was found: an NVIDIA GPU and its driver are needed")
