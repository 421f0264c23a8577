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

    Calls would cost up to a quarter of the run time.
    """
    return cast(Function, numba.njit(nogil=True, forceinline=True)(function))


def compiled(function: Function) -> Function:
    """Compile a function that Python calls. Cached on disk, releases the GIL."""
    return cast(Function, numba.njit(nogil=True, cache=True)(function))


def compiled_keep_gil(function: Function) -> Function:
    """Compile a function of about a microsecond: releasing the GIL would cost more."""
    return cast(Function, numba.njit(cache=True)(function))


def jit_is_on() -> bool:
    """Return False if ``NUMBA_DISABLE_JIT=1`` leaves functions in plain Python."""
    return not bool(_config.DISABLE_JIT)


def bounds_are_checked() -> bool:
    """Return whether ``NUMBA_BOUNDSCHECK=1`` checks array indices."""
    return bool(_config.BOUNDSCHECK)
