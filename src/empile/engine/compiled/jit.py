"""Typed wrappers around ``numba.njit``."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar, cast

from empile.engine.compiled.dispatchers import EntryDispatcher, InlineDispatcher

_config: Any = importlib.import_module("numba.core.config")

Function = TypeVar("Function", bound=Callable[..., Any])


def inline(function: Function) -> Function:
    """Compile a function that other compiled functions call.

    Calls would cost up to a quarter of the run time.
    """
    if not jit_is_on():
        return function
    return cast(Function, InlineDispatcher(function, _entry(function, nogil=True)))


def compiled(function: Function) -> Function:
    """Compile a function that Python calls. Cached on disk, releases the GIL."""
    return _entry(function, nogil=True) if jit_is_on() else function


def compiled_keep_gil(function: Function) -> Function:
    """Compile a function of about a microsecond: releasing the GIL would cost more."""
    return _entry(function, nogil=False) if jit_is_on() else function


def _entry(function: Function, *, nogil: bool) -> Function:
    return cast(Function, EntryDispatcher(function, nogil=nogil))


def jit_is_on() -> bool:
    """Return False if ``NUMBA_DISABLE_JIT=1`` leaves functions in plain Python."""
    return not bool(_config.DISABLE_JIT)


def bounds_are_checked() -> bool:
    """Return whether ``NUMBA_BOUNDSCHECK=1`` checks array indices."""
    return bool(_config.BOUNDSCHECK)
