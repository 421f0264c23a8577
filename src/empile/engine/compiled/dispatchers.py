"""Numba dispatchers of the functions of a game.

Numba translates each function to machine code, with a wrapper for Python, before it is compiled into
its callers. Nearly all functions here are only inlined: machine code is generated for entry points.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

_registry: Any = importlib.import_module("numba.core.registry")
_codegen: Any = importlib.import_module("numba.core.codegen")
_compiler: Any = importlib.import_module("numba.core.compiler")


class _InlinedLibrary(_codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code that is linked into its callers, never run by itself."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._optimize_final_module()  # Blox plays 10 % slower if only callers are optimized
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True


class _InlineCompiler(_compiler.Compiler):  # type: ignore[misc]
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        flags = self.state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True

    def compile_extra(self, function: Any) -> Any:
        self.state.library = _InlinedLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class _Name:
    """Identifies an overload to Numba, in place of a callable."""


class InlineDispatcher(_registry.CPUDispatcher):  # type: ignore[misc]
    """Compiles a function into its callers; a call from Python compiles an entry point."""

    def __init__(self, function: Callable[..., Any], entry: Callable[..., Any]) -> None:
        options = {"nopython": True, "nogil": True, "forceinline": True, "boundscheck": None}
        super().__init__(function, {}, options, _InlineCompiler)
        self._entry = entry

    def add_overload(self, result: Any) -> None:
        result = result._replace(entry_point=_Name())
        self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        self.overloads[tuple(result.signature.args)] = result

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        return self._entry


class EntryDispatcher(_registry.CPUDispatcher):  # type: ignore[misc]
    """Compiles a function that Python calls, cached on disk."""

    def __init__(self, function: Callable[..., Any], *, nogil: bool) -> None:
        super().__init__(function, {}, {"nopython": True, "nogil": nogil, "boundscheck": None})
        self._is_cached = False

    def compile(self, signature: Any) -> Any:
        if not self._is_cached:
            # Not at import, since most functions of a module are never called from Python.
            from empile.engine.compiled.objects import EntryCache

            self._cache = EntryCache(self.py_func)
            self._is_cached = True
        return super().compile(signature)

    def add_overload(self, result: Any) -> None:
        # Environments of inlined functions: set by Numba only if these are compiled by themselves.
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        super().add_overload(result)
