"""The target WebAssembly of llvmlite, and the process that Numba compiles for it in."""

from __future__ import annotations

import importlib
import subprocess
import sys
from typing import Any

import pytest

from empile.engine.wasm.target import LAYOUT, TRIPLE, WasmError, require_target

llvm: Any = importlib.import_module("llvmlite.binding")

TWICE = """
from empile.engine.wasm.target import WasmError, use_target
use_target()
try:
    use_target()
except WasmError as error:
    print(error)
"""

AFTER_NATIVE = """
from empile.engine.wasm.target import WasmError, use_target
import numba
numba.njit(lambda: 1)()
try:
    use_target()
except WasmError as error:
    print(error)
"""


def test_llvmlite_has_the_target_and_its_layout() -> None:
    require_target()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine()
    assert str(machine.target_data) == LAYOUT


def test_llvmlite_without_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(triple: str) -> Any:
        raise RuntimeError(f"No available targets are compatible with triple {triple}")

    monkeypatch.setattr(llvm.Target, "from_triple", refuse)
    with pytest.raises(WasmError, match=r"llvmlite [0-9.]+ has no target WebAssembly"):
        require_target()


@pytest.mark.parametrize("code", [TWICE, pytest.param(AFTER_NATIVE, marks=pytest.mark.long)])
def test_a_process_compiles_for_one_target(code: str) -> None:
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert "a module needs one of its own" in said
