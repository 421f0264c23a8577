"""Typed wrappers around ``numba.njit``."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_config: Any = importlib.import_module("numba.core.config")

Function = TypeVar("Function", bound=Callable[..., Any])


def inline(function: Function) -> Function:
    """Compile a function that other compiled functions call.

    Inlined, since calls between small rules cost up to a quarter of the run time.
    """
    return cast(Function, numba.njit(nogil=True, forceinline=True)(function))


def compiled(function: Function) -> Function:
    """Compile a function that Python calls. Cached on disk, releases the GIL."""
    return cast(Function, numba.njit(nogil=True, cache=True)(function))


def compiled_keep_gil(function: Function) -> Function:
    """Compile a function that takes about a microsecond. Cached on disk, keeps the GIL.

    Releasing and reacquiring the GIL would cost more than it gains.
    """
    return cast(Function, numba.njit(cache=True)(function))


def jit_is_on() -> bool:
    """Return False if ``NUMBA_DISABLE_JIT=1`` leaves compiled functions in plain Python."""
    return not bool(_config.DISABLE_JIT)


def bounds_are_checked() -> bool:
    """Return whether machine code checks array indices (``NUMBA_BOUNDSCHECK=1``)."""
    return bool(_config.BOUNDSCHECK)
