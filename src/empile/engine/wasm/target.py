"""Numba's code generator for WebAssembly.

Numba runs function passes as soon as a function is lowered, and they turn fields of structs into
offsets. So its code generator is told the layout of 32-bit pointers before it lowers anything; it can
then generate nothing for this machine. The process is of no other use.
"""

# Numba and llvmlite have no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import importlib
from typing import Any, Final

from empile.engine.compiled.jit import jit_is_on
from empile.engine.errors import EmpileError

TRIPLE: Final = "wasm32-unknown-unknown"
LAYOUT: Final = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES: Final = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What all browsers of the last years have. Without SIMD: searches gain nothing by it."""

_OPTIMIZATION: Final = 3


class WasmError(EmpileError):
    """A game cannot be compiled to WebAssembly here; the text says what is missing."""


def require_target() -> None:
    """Raise ``WasmError`` if llvmlite cannot generate WebAssembly, or if nothing is compiled.

    Example::

        >>> require_target()
    """
    if not jit_is_on():
        raise WasmError("NUMBA_DISABLE_JIT is set: without the compiler there is no module")
    _target()


def use_target() -> Any:
    """Let Numba generate WebAssembly in this process; return LLVM's target machine.

    :raises WasmError: as ``require_target``, or Numba has compiled something in this process.

    Example: ``machine = use_target()``, once and before anything is compiled.
    """
    require_target()
    machine = _target().create_target_machine(
        cpu="generic", features=FEATURES, opt=_OPTIMIZATION, reloc="static"
    )
    registry: Any = importlib.import_module("numba.core.registry")
    codegen = registry.cpu_target.target_context.codegen()
    if isinstance(codegen._engine, _NoEngine) or codegen._engine._defined_symbols:
        raise WasmError("Numba has compiled code in this process: a module needs one of its own")
    codegen._data_layout = LAYOUT
    codegen._target_data = _llvm().create_target_data(LAYOUT)
    # The engine owns its target machine, so both are replaced.
    codegen._tm, codegen._engine = machine, _NoEngine()
    codegen.set_env = _set_no_environment
    codegen.magic_tuple = _processor
    return machine


class _NoEngine:
    """In place of the engine of this machine: what Numba gives it is only inlined here."""

    def add_module(self, module: Any) -> None:
        pass

    def finalize_object(self) -> None:
        pass

    def is_symbol_defined(self, name: str) -> bool:
        return False


def _set_no_environment(name: str, environment: Any) -> None:
    """Set no environment of Python: there is none."""


def _processor() -> tuple[str, str, str]:
    """Return what is asked before an instruction of some processors is used."""
    return TRIPLE, "generic", ""


def _target() -> Any:
    llvm = _llvm()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        return llvm.Target.from_triple(TRIPLE)
    except RuntimeError as error:
        version = importlib.import_module("llvmlite").__version__
        raise WasmError(
            f"llvmlite {version} has no target WebAssembly: install it from a wheel of PyPI"
        ) from error


def _llvm() -> Any:
    return importlib.import_module("llvmlite.binding")
