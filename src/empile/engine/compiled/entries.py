"""Entry points: compiled functions that Python calls.

The first call loads or compiles machine code for the types of its arguments. Later calls check these
types and run the code: machine code that is given other types would corrupt memory.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import threading
from collections.abc import Callable
from functools import cache, cached_property
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
_lock = threading.Lock()


def entry_point(function: Function, *, nogil: bool) -> Function:
    """Return a function that runs the machine code of ``function``."""
    return cast(Function, _EntryPoint(function, nogil=nogil).call)


def _unloaded(*arguments: Any, **named: Any) -> Any:
    return _dispatch(*arguments, **named)  # type: ignore[name-defined]  # noqa: F821


class _EntryPoint:
    def __init__(self, function: Any, *, nogil: bool) -> None:
        self._function = function
        self._nogil = nogil
        self._machine_code: dict[str, Callable[..., Any]] = {}
        self.call = FunctionType(_unloaded.__code__, {"_dispatch": self._dispatch})
        functools.update_wrapper(self.call, function)

    def _dispatch(self, *arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != self._function.__code__.co_argcount:
            arguments = inspect.signature(self._function).bind(*arguments, **named).args
        types = type_names(arguments)
        code = self._machine_code.get(types or "")
        return (code or self._prepare(types, arguments))(*arguments)

    def _prepare(self, types: str | None, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return code for ``arguments``, loaded or compiled."""
        from empile.engine.compiled.machine_code import announce, load, only_loads, save

        # Code depends on the values of a closure, which files do not name.
        has_file = types is not None and self._function.__closure__ is None
        code = load(self._function, types) if types is not None and has_file else None
        if code is None:
            only_loads(self._function)
            if types is None:
                # Numba converts, compiles or raises.
                return cast(Callable[..., Any], self._dispatcher)
            announce(self._function)
            code, object_code = self._dispatcher.compile_for(arguments)
            if object_code is not None and has_file:
                save(self._function, types, object_code)
        assert types is not None
        with _lock:
            if not self._machine_code:
                self._specialize(arguments, code)
            self._machine_code[types] = code
        return code

    @cached_property
    def _dispatcher(self) -> Any:
        dispatchers: Any = importlib.import_module("empile.engine.compiled.dispatchers")
        return dispatchers.EntryDispatcher(self._function, nogil=self._nogil)

    def _specialize(self, arguments: tuple[Any, ...], code: Callable[..., Any]) -> None:
        """Run ``code`` from now on if the types are those of ``arguments``.

        Generated, as the check would otherwise take longer than most of the functions.
        """
        names = self._function.__code__.co_varnames[: len(arguments)]
        known: dict[str, Any] = {"_code": code}
        checks: list[str] = []
        for i, (name, argument) in enumerate(zip(names, arguments, strict=True)):
            kind = cast(Any, type(argument))
            known[f"_type_{i}"] = _PYTHON_TYPES.get(_type_name(argument), kind)
            check = f"type({name}) is _type_{i}"
            if kind is np.ndarray:
                # Code that only reads may be given an array that is writable.
                flag = "carray" if argument.flags.writeable else "c_contiguous"
                if not getattr(argument.flags, flag):
                    return
                known[f"_dtype_{i}"] = argument.dtype
                # Parameters, texts and buffers are the same arrays in most calls.
                known[f"_first_{i}"] = argument
                check = (
                    f"({name} is _first_{i} or {check} and {name}.dtype is _dtype_{i}"
                    f" and {name}.ndim == {argument.ndim} and {name}.flags.{flag})"
                )
            checks.append(check)
        given = ", ".join(names)
        source = (
            f"def call({given}):\n"
            f"    if {' and '.join(checks)}:\n"
            f"        return _code({given})\n"
            f"    return _dispatch({given})\n"
        )
        made: dict[str, Any] = {}
        exec(compile(source, f"<entry point {self._function.__qualname__}>", "exec"), made)
        self.call.__globals__.update(known)
        self.call.__code__ = made["call"].__code__


_PYTHON_TYPES: dict[str | None, type] = {"int64": int, "float64": float, "bool": bool}
_NAMES: dict[type, str | None] = {kind: name for name, kind in _PYTHON_TYPES.items()}


def type_names(arguments: tuple[Any, ...]) -> str | None:
    """Return a text that differs if the machine code does; None for types without such a text."""
    names = [_type_name(argument) for argument in arguments]
    return None if None in names else "; ".join(cast(list[str], names))


def _type_name(argument: Any) -> str | None:
    kind = cast(Any, type(argument))
    if kind is np.ndarray:
        flags = argument.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "strided"
        access = "writable" if flags.writeable else "read-only"
        dtype = _dtype_name(argument.dtype, argument.dtype.isalignedstruct)
        return f"{access} {layout} array of {argument.ndim} dimensions, {dtype}"
    if issubclass(kind, np.number | np.bool_):
        name: str = argument.dtype.name
        return name
    return _NAMES.get(kind)


@cache
def _dtype_name(dtype: np.dtype[Any], is_aligned: bool) -> str:
    # The type of its elements is no matter: equal dtypes may differ in it, and in the alignment.
    return (
        f"{'aligned ' if is_aligned else ''}{np.dtype((np.void, dtype)) if dtype.names else dtype}"
    )
