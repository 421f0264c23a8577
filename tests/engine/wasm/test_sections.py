"""Sections of WebAssembly modules."""

from __future__ import annotations

import pytest

from empile.engine.wasm.sections import HEADER, facts_of, finished, sections
from empile.engine.wasm.target import WasmError


def section_of(number: int, content: bytes) -> bytes:
    return bytes([number, len(content)]) + content


def imported(name: str, rest: bytes) -> bytes:
    return b"\x03env" + bytes([len(name)]) + name.encode() + rest


NAMES = section_of(0, b"\x04namexyz")
TYPES = section_of(1, b"\x00")
MEMORY = imported("__linear_memory", b"\x02\x00\x01")
LIMITED = imported("__linear_memory", b"\x02\x01\x01\x10")
POINTER = imported("__stack_pointer", b"\x03\x7f\x01")
LOG = imported("log", b"\x00\x00")
DATA = section_of(11, b"\x02\x00\x41\x00\x0b\x02ab\x00\x41\x90\x01\x0b\x03abc")


def test_custom_sections_are_dropped_and_facts_added() -> None:
    module = finished(HEADER + TYPES + NAMES + DATA, {"blocks": {"uct.start": ["root"]}})
    assert module.startswith(HEADER + TYPES + DATA)
    assert [section.number for section in sections(module)] == [1, 11, 0]
    assert facts_of(module) == {"static": 0x90 + 3, "blocks": {"uct.start": ["root"]}}


def test_facts_longer_than_127_bytes() -> None:
    facts = {"blocks": {"uct.start": ["argument"] * 2000}}
    assert facts_of(finished(HEADER, facts)) == {"static": 0, **facts}


@pytest.mark.parametrize("memory", [MEMORY, LIMITED])
def test_memory_and_stack_pointer_may_be_imported(memory: bytes) -> None:
    finished(HEADER + section_of(2, b"\x02" + memory + POINTER), {})


def test_other_imports_are_refused() -> None:
    data = HEADER + section_of(2, b"\x03" + MEMORY + POINTER + LOG)
    with pytest.raises(WasmError, match="the rules need the function log"):
        finished(data, {})


def test_data_at_no_fixed_place_are_refused() -> None:
    with pytest.raises(WasmError, match="not at fixed places"):
        finished(HEADER + section_of(11, b"\x01\x01\x02ab"), {})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no WebAssembly module"),
        (b"\x7fELF", "no WebAssembly module"),
        (HEADER + b"\x01\x05ab", "cut off"),
        (HEADER + TYPES, "no facts"),
    ],
)
def test_damaged_modules(data: bytes, message: str) -> None:
    with pytest.raises(WasmError, match=message):
        facts_of(data)
