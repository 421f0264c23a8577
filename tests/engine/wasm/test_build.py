"""Modules are compiled in another process, and kept."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.wasm import WasmError, build, rules_module
from empile.engine.wasm.sections import HEADER, finished

MODULE = finished(HEADER, {"blocks": {}})


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file of the modules of all games."""
    path = tmp_path / "kept.wasm"

    def place_of(game: empile.Game) -> Path:
        return path

    monkeypatch.setattr(build, "_place", place_of)
    return path


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands of processes, which write ``MODULE`` instead of running."""
    started: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        started.append(command)
        Path(command[4]).write_bytes(MODULE)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    return started


def test_a_process_compiles_the_rules_of_the_game(place: Path, commands: list[list[str]]) -> None:
    assert rules_module(empile.load("on-top", rules_version=1)) == MODULE
    (command,) = commands
    assert command[1:4] == ["-m", "empile.engine.wasm", "on-top"]
    assert command[5] == "--rules-version=1"


def test_a_module_that_is_there_is_read(place: Path, commands: list[list[str]]) -> None:
    place.write_bytes(MODULE)
    assert rules_module(empile.load("blox")) == MODULE
    assert commands == []


@pytest.mark.parametrize("data", [b"", MODULE[:-3], b"\x7fELF", HEADER, HEADER + b"\x01"])
def test_a_damaged_file_is_compiled_again(
    data: bytes, place: Path, commands: list[list[str]]
) -> None:
    place.write_bytes(data)
    assert rules_module(empile.load("blox")) == MODULE
    assert len(commands) == 1


def test_the_error_of_the_process(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 2, "", "usage: ...\nerror: no memory\n")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(WasmError, match="the module of blox was not compiled: error: no memory"):
        rules_module(empile.load("blox"))


def test_the_rules_decide_the_place_and_not_the_options() -> None:
    place_of = build._place
    assert place_of(empile.load("on-top")) == place_of(empile.load("on-top", players=4))
    assert place_of(empile.load("on-top")) != place_of(empile.load("blox"))


def test_a_shipped_module_is_used_for_its_sources_only(
    place: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = empile.load("blox")
    shipped = build.shipped_path(game, tmp_path)
    shipped.write_bytes(MODULE)
    assert shipped == build.shipped_path(empile.load("blox", players=4), tmp_path)
    assert shipped != build.shipped_path(empile.load("on-top"), tmp_path)

    def path_of(game: empile.Game) -> Path:
        return shipped

    monkeypatch.setattr(build, "shipped_path", path_of)
    assert rules_module(game) == MODULE
    assert commands == []
    shipped.write_bytes(b"")
    assert rules_module(game) == MODULE
    assert len(commands) == 1


def test_a_process_does_not_compile_what_another_has_compiled(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def alone(path: Path) -> Generator[None]:
        assert path == place.with_suffix(".lock")
        place.write_bytes(MODULE)  # by the process that had the lock before
        yield

    monkeypatch.setattr(build, "alone", alone)
    monkeypatch.setattr(build, "yield_to_others", lambda: None)
    assert build.rules_module_here(empile.load("blox")) == MODULE
