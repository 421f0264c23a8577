"""The two ways in which Empile compiles a function, with types that a checker can follow."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_config: Any = importlib.import_module("numba.core.config")

Function = TypeVar("Function", bound=Callable[..., Any])


def inner(function: Function) -> Function:
    """Compile a function that other compiled functions call (a rule, a helper).

    It is not cached by itself: its machine code is part of every driver that calls it, and the
    driver's cache folder is named by the sources of both. There is no call in that code: rules are
    many small functions, and calling them costs up to a quarter of the time.
    """
    return cast(Function, numba.njit(nogil=True, forceinline=True)(function))


def entry(function: Function) -> Function:
    """Compile a function that Python calls: a driver. Cached on disk, releases the lock."""
    return cast(Function, numba.njit(nogil=True, cache=True)(function))


def quick_entry(function: Function) -> Function:
    """Compile a driver that takes a microsecond. Cached on disk, keeps the lock.

    To give up the lock for so short a time costs more than it gains: where another thread waits for
    it, getting it back takes longer than the call.
    """
    return cast(Function, numba.njit(cache=True)(function))


def jit_is_on() -> bool:
    """Return False where ``NUMBA_DISABLE_JIT=1`` makes every compiled function plain Python."""
    return not bool(_config.DISABLE_JIT)


def bounds_are_checked() -> bool:
    """Return whether machine code is made that checks its indices (``NUMBA_BOUNDSCHECK=1``)."""
    return bool(_config.BOUNDSCHECK)
