"""Exports as LLVM code: they call functions of Numba's calling convention.

An export takes numbers and pointers. An array is a pointer and its lengths, all ``i32``; every other
number is a ``double``, as in JavaScript: exact up to 2**53, and never a BigInt. It returns a ``double``
or nothing, and traps where Python raises; ``last_status`` then tells why.

An export with a *block* takes one pointer, to slots of 8 bytes: for each argument a ``double``, or a
pointer and the lengths, each ``i32`` in a slot of its own.
"""

# Numba has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Final

from empile.engine.wasm.runtime import START_CALL

_types: Any = importlib.import_module("numba.types")

SLOT_BYTES: Final = 8


def wrapper(name: str, compiled: Any, *, block: bool) -> str:
    """Return LLVM code of the export ``name`` of what Numba compiled.

    Example: ``wrapper("step.current", result, block=False)``.
    """
    description = compiled.fndesc
    function = f'@"{description.llvm_func_name}"'
    received: list[str] = []
    code: list[str] = []
    passed: list[str] = []
    for number, kind in enumerate(description.argtypes):
        received += _received(number, kind)
        code += _converted(number, kind)
        passed += _passed(number, kind)
    parameters = ", ".join(received)
    if block:
        code = _loaded(received) + code
        parameters = "ptr %block"
    kinds = ", ".join(["ptr", "ptr", *(argument.split()[0] for argument in passed)])
    arguments = ", ".join(["ptr %returned", "ptr %raised", *passed])
    result, answer = _answer(description.restype)
    lines = "\n  ".join(code)
    return f"""
declare i32 {function}({kinds})
define {result} @"{name}"({parameters}) "wasm-export-name"="{name}" {{
  %returned = alloca i64
  %raised = alloca ptr
{START_CALL}
  {lines}
  %status = call i32 {function}({arguments})
  %ended = icmp eq i32 %status, 0
  br i1 %ended, label %good, label %bad
bad:
  store i32 %status, ptr @status
  call void @llvm.trap()
  unreachable
good:
  {answer}
}}
"""


def slots(names: Sequence[str], kinds: Sequence[Any]) -> list[str]:
    """Return the names of the slots of a block: of arrays the name, and ``name.0`` for a length.

    Example: ``slots(["root", "simulations"], kinds)``.
    """
    listed: list[str] = []
    for name, kind in zip(names, kinds, strict=True):
        axes = range(kind.ndim) if isinstance(kind, _types.Array) else ()
        listed += [name, *(f"{name}.{axis}" for axis in axes)]
    return listed


def _lengths(number: int, kind: Any) -> list[str]:
    return [f"%a{number}.{axis}" for axis in range(kind.ndim)]


def _received(number: int, kind: Any) -> list[str]:
    """Return the parameters of an export for an argument."""
    if isinstance(kind, _types.Array):
        return [f"ptr %a{number}", *(f"i32 {length}" for length in _lengths(number, kind))]
    return [f"double %a{number}"]


def _loaded(received: Sequence[str]) -> list[str]:
    """Return code that reads such parameters from a block."""
    code: list[str] = []
    for number, parameter in enumerate(received):
        kind, name = parameter.split()
        offset = number * SLOT_BYTES
        code.append(f"{name}.slot = getelementptr i8, ptr %block, i32 {offset}")
        code.append(f"{name} = load {kind}, ptr {name}.slot")
    return code


def _converted(number: int, kind: Any) -> list[str]:
    """Return code that converts an argument to the type that Numba's function takes."""
    name = f"%a{number}"
    if isinstance(kind, _types.Array):
        lengths = _lengths(number, kind)
        code = [f"{length}.wide = zext i32 {length} to i64" for length in lengths]
        if kind.ndim == 2:
            code.append(f"{name}.stride = mul i64 {lengths[1]}.wide, {_item_bytes(kind.dtype)}")
            code.append(f"{name}.items = mul i64 {lengths[0]}.wide, {lengths[1]}.wide")
        return code
    word = _word(kind)
    return [] if word == "double" else [f"{name}.whole = fptosi double {name} to {word}"]


def _passed(number: int, kind: Any) -> list[str]:
    """Return the arguments of Numba's function: of an array the fields of its struct."""
    name = f"%a{number}"
    if isinstance(kind, _types.Array):
        size = _item_bytes(kind.dtype)
        lengths = [f"{length}.wide" for length in _lengths(number, kind)]
        items, strides = lengths[0], [f"{size}"]
        if kind.ndim == 2:
            items, strides = f"{name}.items", [f"{name}.stride", f"{size}"]
        fields = [f"i64 {field}" for field in (*lengths, *strides)]
        return ["ptr null", "ptr null", f"i64 {items}", f"i64 {size}", f"ptr {name}", *fields]
    word = _word(kind)
    return [f"double {name}" if word == "double" else f"{word} {name}.whole"]


def _answer(kind: Any) -> tuple[str, str]:
    """Return the type of an export's result, and the code that returns it."""
    if kind is _types.none:
        return "void", "ret void"
    word = _word(kind)
    code = f"%value = load {word}, ptr %returned\n  "
    if word == "double":
        return "double", f"{code}ret double %value"
    conversion = "sitofp" if getattr(kind, "signed", False) else "uitofp"
    return "double", f"{code}%number = {conversion} {word} %value to double\n  ret double %number"


def _item_bytes(kind: Any) -> int:
    return int(kind.size) if isinstance(kind, _types.Record) else int(kind.bitwidth) // 8


def _word(kind: Any) -> str:
    if isinstance(kind, _types.Boolean):
        return "i8"
    return "double" if isinstance(kind, _types.Float) else f"i{kind.bitwidth}"
