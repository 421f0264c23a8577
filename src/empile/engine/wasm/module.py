"""Compiles exports to one WebAssembly module, with llvmlite alone.

Numba lowers each function; what it made is linked below a small runtime and a wrapper for each export,
optimized as a whole and emitted. There is no linker, and no other tool.
"""

# Numba and llvmlite have no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Final

from empile.engine.wasm.exports import Export, names_of
from empile.engine.wasm.runtime import NAMES, RUNTIME
from empile.engine.wasm.sections import finished
from empile.engine.wasm.target import LAYOUT, TRIPLE, use_target

_LEVEL: Final = 3
"""Of LLVM's optimization."""


def compile_module(exports: Sequence[Export]) -> bytes:
    """Return a module with ``exports``. It takes 10 to 60 seconds of processor time.

    In a process of its own, that compiles nothing before and nothing else after: see ``.target``.

    :raises WasmError: llvmlite has no such target, Numba has compiled something in this process, or a
        function needs something of the operating system.

    Example: ``compile_module(exports_of(empile.load("blox")))``.
    """
    machine = use_target()
    llvm: Any = importlib.import_module("llvmlite.binding")
    wrappers: Any = importlib.import_module("empile.engine.wasm.wrappers")
    results = [_lowered(export) for export in exports]
    code = [
        wrappers.wrapper(export.name, result, block=export.block)
        for export, result in zip(exports, results, strict=True)
    ]
    linked = llvm.parse_assembly(RUNTIME + "".join(code))
    for result in results:
        # LLVM decides what is inlined: searches start sooner and are as fast, modules are smaller.
        module = llvm.parse_assembly(str(result.library.plain).replace("alwaysinline", "nounwind"))
        module.data_layout, module.triple = LAYOUT, TRIPLE
        linked.link_in(module)
    _hide(linked, {*NAMES, *(export.name for export in exports)})
    linked.verify()
    _optimize(linked, machine)
    blocks = {
        export.name: wrappers.slots(names_of(export), result.fndesc.argtypes)
        for export, result in zip(exports, results, strict=True)
        if export.block
    }
    return finished(machine.emit_object(linked), {"blocks": blocks})


def _lowered(export: Export) -> Any:
    """Return what Numba made of a function, not optimized."""
    # Imported after the target is set: it defines intrinsics.
    dispatchers: Any = importlib.import_module("empile.engine.compiled.dispatchers")
    dispatcher = dispatchers.InlineDispatcher(export.function)
    kinds = tuple(dispatcher.typeof_pyval(argument) for argument in export.arguments)
    dispatcher.compile(kinds)
    result = dispatcher.overloads[kinds]
    result.library._ensure_finalized()
    return result


def _hide(module: Any, exported: set[str]) -> None:
    """Make internal what is not exported, so that it is inlined or dropped.

    Numba's environments are ``common``, which WebAssembly does not have.
    """
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"


def _optimize(module: Any, machine: Any) -> None:
    llvm: Any = importlib.import_module("llvmlite.binding")
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    options.loop_vectorization = options.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
