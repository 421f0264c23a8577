"""Runs object code that Numba compiled, without Numba.

LLVM links it. Numba's extension modules, which it calls, are loaded without the package around them:
importing that takes most of a second.
"""

# llvmlite has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import builtins
import ctypes
import importlib
import importlib.machinery
import importlib.util
import logging
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

log = logging.getLogger("empile.compiled")


class ObjectCode(NamedTuple):
    """Object code of a function and its wrapper for Python."""

    wrapper: str
    """Symbol of a ``PyCFunctionWithKeywords``."""
    environments: list[str]
    """Symbols of pointers to Numba's environments, whose constants are not used."""
    symbols: list[str]
    """External symbols."""
    data: bytes


class LinkError(Exception):
    """Object code needs something that this process lacks."""


def link(code: ObjectCode, function: Any) -> Callable[..., Any]:
    """Load ``code``, compiled from ``function``; return its wrapper."""
    llvm = _llvm()
    # One for each object: other objects have symbols of the same names.
    engine = _new_engine()
    for name in code.symbols:
        _provide(name)  # those of this process are known to LLVM once there is an engine
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.data))
    engine.finalize_object()
    dynamic = _extension("numba._dynfunc")
    environment = dynamic.Environment({})
    for name in code.environments:
        address = engine.get_global_value_address(name)
        if not address:
            raise LinkError(f"the environment {name} is missing")
        ctypes.c_void_p.from_address(address).value = id(environment)
    address = engine.get_function_address(code.wrapper)
    if not address:
        raise LinkError(f"the function {code.wrapper} is missing")
    module = sys.modules[function.__module__]
    made: Callable[..., Any] = dynamic.make_function(
        module, function.__name__, "", address, environment, (engine,)
    )
    return made


@cache
def _llvm() -> Any:
    llvm: Any = importlib.import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _new_engine() -> Any:
    llvm = _llvm()
    module = llvm.parse_assembly("")
    module.triple = llvm.get_process_triple()
    target = llvm.Target.from_triple(module.triple)
    machine = target.create_target_machine(codemodel="jitdefault", jit=True)
    return llvm.create_mcjit_compiler(module, machine)


@cache
def _provide(name: str) -> None:
    """Define an external symbol; LLVM would end the process for one that is missing."""
    address = _helpers().get(name)
    if address is not None:
        _llvm().add_symbol(name, address)
    elif not _llvm().address_of_symbol(name):
        raise LinkError(f"the symbol {name} is missing")


@cache
def _helpers() -> dict[str, int]:
    """Return the symbols that Numba defines for its code."""
    found = {"_Py_NoneStruct": id(None)}
    for kind in vars(builtins).values():
        if isinstance(kind, type) and issubclass(kind, BaseException):
            found[f"PyExc_{kind.__name__}"] = id(kind)
    for extension in ("numba._helperlib", "numba._dynfunc"):
        for name, address in _extension(extension).c_helpers.items():
            found[f"numba_{name}"] = address
    runtime = _extension("numba.core.runtime._nrt_python")
    runtime.memsys_use_cpython_allocator()
    for name, address in runtime.c_helpers.items():
        found[name if name.startswith("_") else f"NRT_{name}"] = address
    return found


def _extension(name: str) -> Any:
    """Import an extension module of Numba without its package."""
    if "numba" not in sys.modules and name not in sys.modules:
        try:
            return numba_module(name)
        except Exception:
            log.warning("%s cannot be loaded without Numba", name, exc_info=True)
            sys.modules.pop(name, None)
    return importlib.import_module(name)


def numba_module(name: str) -> Any:
    """Load a module of Numba without its package; an extension module stays in ``sys.modules``."""
    package = importlib.util.find_spec("numba")
    if package is None or not package.submodule_search_locations:
        raise ImportError("Numba is missing", name="numba")
    folder = Path(package.submodule_search_locations[0], *name.split(".")[1:-1])
    spec = importlib.machinery.PathFinder.find_spec(name, [str(folder)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is missing", name=name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
