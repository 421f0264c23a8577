"""Machine code shipped with the package: used if it fits, without compiling; else ignored."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from empile.engine.compiled import machine_code
from empile.engine.compiled.cache import cache_root
from empile.engine.compiled.entries import entry_point
from empile.engine.compiled.jit import jit_is_on
from empile.engine.compiled.machine_code import (
    INDEX,
    Machine,
    NotCompiledError,
    fits,
    loading_only,
)
from empile.engine.compiled.sources import versions
from tests.conftest import ROOT

PLAY = """
import importlib, json
events = importlib.import_module("numba.core.event")

class Compilations(events.Listener):
    names = []
    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

events.register("numba:compile", Compilations())
import empile
from empile.engine.compiled.warm import warm, warm_tensors
from empile.engine.playouts import random_games
game = empile.load("cairn")
warm(game)
warm_tensors(game)
state = game.new_state()
wins = random_games(game, 20, stream=empile.new_stream(5)).wins
try:
    empile.Match(game).play_action(10**6)
    refused = ""
except empile.EmpileError as error:
    refused = str(error)
print(json.dumps([Compilations.names, wins, refused]))
"""


def play(cache: Path, objects: Path | str, **more: str) -> tuple[list[str], list[int], str]:
    """Use everything of a game; return the functions compiled, and what was seen."""
    environment = {**os.environ, "EMPILE_CACHE": str(cache), "EMPILE_OBJECTS": str(objects), **more}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    names, wins, refused = json.loads(done.stdout)
    return names, wins, refused


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("objects") / "objects"
    command = [sys.executable, "scripts/compile_objects.py", "--output", str(folder), "cairn"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder


def test_shipped_objects_replace_compilation(objects: Path, tmp_path: Path) -> None:
    compiled, wins, refused = play(tmp_path / "with", objects)
    assert compiled == []
    assert not list((tmp_path / "with").rglob("*.code"))
    assert play(cache_root(), "")[1:] == (wins, refused)


def test_objects_that_cannot_be_loaded_are_compiled(objects: Path, tmp_path: Path) -> None:
    broken = tmp_path / "objects"
    for path in objects.rglob("*"):
        if path.is_file():
            copy = broken / path.relative_to(objects)
            copy.parent.mkdir(parents=True, exist_ok=True)
            is_step = path.name.startswith("step.current") and path.suffix == ".code"
            copy.write_bytes(b"broken" if is_step else path.read_bytes())
    assert "current" in play(tmp_path / "cache", broken)[0]


VERSIONS = ("bounds", "llvmlite", "numba", "numpy", "python")
"""The names of the versions that machine code depends on."""
FITTING = Machine("x86_64-unknown-linux-gnu", "znver3", frozenset({"avx2", "bmi2", "sha"}))


def index(**changes: Any) -> dict[str, Any]:
    return {
        "versions": versions(),
        "triple": FITTING.triple,
        "features": ["avx2", "bmi2"],
        **changes,
    }


def test_objects_fit_a_machine_with_their_features() -> None:
    assert fits(index(), FITTING)
    assert not fits(index(), FITTING._replace(features=frozenset({"avx2"})))
    assert not fits(index(triple="aarch64-unknown-linux-gnu"), FITTING)
    assert not fits(index(), FITTING._replace(processor="znver2")), "deposits are slow there"


@pytest.mark.parametrize("name", VERSIONS)
def test_objects_fit_the_versions_that_made_them(name: str) -> None:
    assert sorted(versions()) == [*VERSIONS]
    assert not fits(index(versions={**versions(), name: "0"}), FITTING)


def test_objects_index_names_what_they_need(objects: Path) -> None:
    found = json.loads((objects / INDEX).read_text("utf-8"))
    assert found["versions"] == versions()
    assert {"triple", "processor", "features"} <= set(found)


# -- Files in the cache ----------------------------------------------------------------------------

needs_compiler = pytest.mark.skipif(not jit_is_on(), reason="nothing is compiled")


def triple(x: int) -> int:
    return 3 * x


def fresh() -> Callable[[int], int]:
    """Return an entry point without code, as in a new process."""
    return entry_point(triple, nogil=True)


def content_with(**changes: Any) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        return machine_code._packed(machine_code._unpacked(data)._replace(**changes))

    return change


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "truncated": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
    "the header": lambda data: data.replace(b"cpython", b"CPYTHON", 1),
    "another format": lambda data: b"\x80\x04" + data,
    "a missing symbol": content_with(symbols=["no_such_symbol"]),
    "a missing function": content_with(wrapper="no_such_function"),
    "a missing environment": content_with(environments=["no_such_environment"]),
}


@needs_compiler
@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_files_are_compiled(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path))
    monkeypatch.setenv("EMPILE_OBJECTS", "")
    assert fresh()(5) == 15
    [file] = tmp_path.rglob("*.code")
    whole = file.read_bytes()
    damaged = DAMAGES[name](whole)
    assert damaged != whole
    file.write_bytes(damaged)
    with loading_only(), pytest.raises(NotCompiledError):
        fresh()(5)
    assert "cannot be loaded" in caplog.text
    assert fresh()(5) == 15
    assert machine_code._unpacked(file.read_bytes())
    caplog.clear()
    with loading_only():
        assert fresh()(5) == 15
    assert not caplog.text


@needs_compiler
def test_files_of_other_versions_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path))
    assert fresh()(5) == 15
    [file] = tmp_path.rglob("*.code")
    code = machine_code._unpacked(file.read_bytes())
    with monkeypatch.context() as patch:
        patch.setattr(machine_code, "versions", lambda: {**versions(), "numba": "0"})
        file.write_bytes(machine_code._packed(code))
    with loading_only(), pytest.raises(NotCompiledError):
        fresh()(5)
    assert "other versions" in caplog.text


@needs_compiler
def test_a_cache_that_cannot_be_written_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path))

    def fail(*_: Any) -> None:
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(machine_code, "write_file", fail)
    assert fresh()(5) == 15
    assert "cannot be saved" in caplog.text
    assert not list(tmp_path.rglob("*.code"))
