"""Decorators of compiled functions.

Numba is imported only to compile: a program starts several times faster without it.
"""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Callable
from functools import cached_property
from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast

from empile.engine.compiled.entries import entry_point

Function = TypeVar("Function", bound=Callable[..., Any])


class InlineFunction:
    """Compiled into its callers; a call from Python compiles an entry point.

    ``plain`` does the same without the compiler, if the function needs an ``Intrinsic``.
    """

    plain: Callable[..., Any] | None = None

    def __init__(self, function: Callable[..., Any], *, is_forced: bool = True) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._is_forced = is_forced

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._entry(*arguments, **named)

    @cached_property
    def _entry(self) -> Callable[..., Any]:
        return entry_point(self._function, nogil=True)

    def python(self, known: dict[InlineFunction, Callable[..., Any]]) -> Callable[..., Any]:
        """Return the function as Python, with those that it calls; ``known`` are those done."""
        if self.plain is not None:
            return self.plain
        if self not in known:
            plain = cast(FunctionType, self._function)
            names, called = dict(plain.__globals__), set(plain.__code__.co_names)
            cells = plain.__closure__ and tuple(
                CellType(_python(cell.cell_contents, called, known)) for cell in plain.__closure__
            )
            known[self] = FunctionType(
                plain.__code__, names, plain.__name__, plain.__defaults__, cells
            )
            for name in names.keys() & called:
                names[name] = _python(names[name], called, known)
        return known[self]

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's view of this function."""
        modules = _dispatchers()
        kind = modules.InlineDispatcher if self._is_forced else modules.OutlinedDispatcher
        return kind(self._function)

    @property
    def _numba_type_(self) -> Any:
        """Its type, under the name that Numba looks for in compiled code."""
        return self.dispatcher._numba_type_


def _python(value: Any, called: set[str], known: dict[InlineFunction, Callable[..., Any]]) -> Any:
    """Return a function as Python, or a module with the functions ``called`` as Python."""
    if isinstance(value, InlineFunction):
        return value.python(known)
    if isinstance(value, ModuleType):
        functions = {
            name: member.python(known)
            for name in called
            if isinstance(member := vars(value).get(name), InlineFunction)
        }
        return SimpleNamespace(**(vars(value) | functions)) if functions else value
    return value


class Intrinsic:
    """Stands for a function of ``.intrinsics``, which needs Numba."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def intrinsic(self) -> Any:
        """The one of Numba."""
        return getattr(_dispatchers().intrinsics, self._name)

    @property
    def _numba_type_(self) -> Any:
        return _dispatchers().type_of(self.intrinsic)


def _dispatchers() -> Any:
    return importlib.import_module("empile.engine.compiled.dispatchers")


def inline(function: Function) -> Function:
    """Compile a function that other compiled functions call.

    Calls would cost up to a quarter of the run time.
    """
    return cast(Function, InlineFunction(function)) if jit_is_on() else function


def outlined(function: Function) -> Function:
    """Compile a function that other compiled functions call where speed is no matter.

    That takes a third of the time.
    """
    return cast(Function, InlineFunction(function, is_forced=False)) if jit_is_on() else function


def either(function: Function, plain: Function) -> Function:
    """Return a function that is compiled, or ``plain``, which does the same, without the compiler."""
    if isinstance(function, InlineFunction):
        function.plain = plain
        return cast(Function, function)
    return plain


def compiled(function: Function) -> Function:
    """Compile a function that Python calls. Cached on disk, releases the GIL."""
    return entry_point(function, nogil=True) if jit_is_on() else function


def compiled_keep_gil(function: Function) -> Function:
    """Compile a function of about a microsecond: releasing the GIL would cost more."""
    return entry_point(function, nogil=False) if jit_is_on() else function


def interpreted(function: Function) -> Function:
    """Return a compiled function as Python, with all that it calls: nothing is compiled.

    Example: ``interpreted(rules.current)(params, s)``.
    """
    return cast(Function, function.python({})) if isinstance(function, InlineFunction) else function


def jit_is_on() -> bool:
    """Return False if ``NUMBA_DISABLE_JIT=1`` leaves functions in plain Python."""
    return not _is_set("NUMBA_DISABLE_JIT")


def bounds_are_checked() -> bool:
    """Return whether ``NUMBA_BOUNDSCHECK=1`` checks array indices."""
    return _is_set("NUMBA_BOUNDSCHECK")


def _is_set(name: str) -> bool:
    try:
        return int(os.environ.get(name, "0")) != 0
    except ValueError:  # as in Numba, which warns
        return False
