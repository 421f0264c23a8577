"""Sections of a WebAssembly module.

An object file of one LLVM module is a valid module, with sections for a linker that pages do not need.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from empile.engine.wasm.target import WasmError

HEADER: Final = b"\0asm\1\0\0\0"
FACTS: Final = "empile"
"""The custom section with our facts, as JSON."""

_CUSTOM: Final = 0
_IMPORTS: Final = 2
_DATA: Final = 11
_ACTIVE_AT_CONSTANT: Final = b"\x00\x41"
_KINDS: Final = ("function", "table", "memory", "global", "tag")
_PROVIDED: Final = {"__linear_memory", "__stack_pointer"}


class Section(NamedTuple):
    """A section of a module."""

    number: int
    start: int
    """Of the section, with its number and size."""
    content: int
    """Where the content starts."""
    end: int


def sections(data: bytes) -> Iterator[Section]:
    """Yield the sections of a module; raises ``WasmError`` for something else.

    Example: ``[section.number for section in sections(data)]``.
    """
    if data[: len(HEADER)] != HEADER:
        raise WasmError("this is no WebAssembly module")
    at = len(HEADER)
    while at < len(data):
        size, content = _number(data, at + 1)
        if content + size > len(data):
            raise WasmError("this WebAssembly module is cut off")
        yield Section(data[at], at, content, content + size)
        at = content + size


def finished(data: bytes, facts: dict[str, Any]) -> bytes:
    """Return a module without custom sections but one, with ``facts`` and the end of its data.

    Raises ``WasmError`` if it imports more than its memory. Example:
    ``finished(machine.emit_object(linked), {})``.
    """
    parts, static = [HEADER], 0
    for section in sections(data):
        if section.number == _CUSTOM:
            continue
        if section.number == _IMPORTS:
            _check_imports(data, section)
        if section.number == _DATA:
            static = _end_of_data(data, section.content)
        parts.append(data[section.start : section.end])
    name = FACTS.encode()
    text = json.dumps({"static": static, **facts}, separators=(",", ":")).encode()
    content = bytes([len(name)]) + name + text
    return b"".join((*parts, bytes([_CUSTOM]), _encoded(len(content)), content))


def facts_of(data: bytes) -> dict[str, Any]:
    """Return the facts of a finished module; raises ``WasmError`` if there are none.

    Example: ``facts_of(data)["static"]``, in bytes.
    """
    for section in sections(data):
        length, name = _number(data, section.content)
        if section.number == _CUSTOM and data[name : name + length] == FACTS.encode():
            facts: dict[str, Any] = json.loads(data[name + length : section.end])
            return facts
    raise WasmError("this WebAssembly module has no facts of Empile")


def _check_imports(data: bytes, section: Section) -> None:
    count, at = _number(data, section.content)
    for _ in range(count):
        _, at = _text(data, at)
        name, at = _text(data, at)
        kind = _KINDS[data[at]]
        if name not in _PROVIDED:
            raise WasmError(f"the rules need the {kind} {name}, which a page does not have")
        at += 1
        if kind == "memory":
            limited, at = _number(data, at)
            for _ in range(1 + (limited & 1)):
                _, at = _number(data, at)
        else:
            at += 2  # of a global: its type, and whether it changes


def _end_of_data(data: bytes, at: int) -> int:
    """Return the end of the last segment of a data section."""
    end = 0
    count, at = _number(data, at)
    for _ in range(count):
        if data[at : at + 2] != _ACTIVE_AT_CONSTANT:
            raise WasmError("the data of this module are not at fixed places")
        offset, at = _number(data, at + 2)
        size, at = _number(data, at + 1)
        end, at = max(end, offset + size), at + size
    return end


def _text(data: bytes, at: int) -> tuple[str, int]:
    """Return a text, and where it ends."""
    length, at = _number(data, at)
    return data[at : at + length].decode(), at + length


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a LEB128 number that is not negative, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def _encoded(value: int) -> bytes:
    """Return a number as LEB128."""
    encoded = bytearray()
    while value >= 128:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes([*encoded, value])
