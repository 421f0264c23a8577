"""Machine code shipped with the package: used if it fits, without compiling; else ignored."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from empile.engine.compiled.cache import cache_root
from empile.engine.compiled.machine_code import INDEX, Machine, fits
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
    assert not list((tmp_path / "with").rglob("*.nbc"))
    assert play(cache_root(), "")[1:] == (wins, refused)


def test_objects_that_cannot_be_loaded_are_compiled(objects: Path, tmp_path: Path) -> None:
    broken = tmp_path / "objects"
    for path in objects.rglob("*"):
        if path.is_file():
            copy = broken / path.relative_to(objects)
            copy.parent.mkdir(parents=True, exist_ok=True)
            is_step = path.name.startswith("step.current") and path.suffix == ".nbc"
            copy.write_bytes(b"broken" if is_step else path.read_bytes())
    assert "current" in play(tmp_path / "cache", broken)[0]


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


@pytest.mark.parametrize("name", sorted(versions()))
def test_objects_fit_the_versions_that_made_them(name: str) -> None:
    assert not fits(index(versions={**versions(), name: "0"}), FITTING)


def test_objects_index_names_what_they_need(objects: Path) -> None:
    found = json.loads((objects / INDEX).read_text("utf-8"))
    assert found["versions"] == versions()
    assert {"triple", "processor", "features"} <= set(found)
