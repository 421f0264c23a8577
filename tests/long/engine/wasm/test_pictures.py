"""Pages draw each view of a game on cells as Python does. ``empile check-game`` compares what modules say too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from empile.scaffold.writer import file_texts, folders
from tests.conftest import ROOT
from tests.long.engine.wasm.test_equality import repeat
from tests.scaffold.test_plan import all_plans


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return random games of all kinds of new games, and of others, played without the compiler."""
    folder = tmp_path_factory.mktemp("games")
    for plan in all_plans(package=False):
        game, _ = folders(plan)
        for path, text in file_texts(plan).items():
            if path.is_relative_to(game):
                target = folder / plan.folder / path.relative_to(game)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "EMPILE_GAMES": str(folder)}
    file = folder / "pictures.ndjson"
    command = [sys.executable, "-m", "tests.long.engine.wasm.pictures", str(file)]
    subprocess.run(command, env=environment, cwd=ROOT, check=True)
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def drawn_by_node(file: Path, lines: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return repeat(file, "pictures.ts")


def test_node_draws_the_same(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    done = drawn_by_node(tmp_path / "pictures.ndjson", lines)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == sum(len(line["seen"]) for line in lines)
    assert len(lines) == len(all_plans(package=False)) + 5
    print(len(lines), "games,", done.stdout.strip(), "pictures")


def test_differences_are_told(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    line, *_ = lines
    first, *others = line["seen"]
    changed = {**first, "svg": first["svg"].replace("cell", "Cell", 1)}
    done = drawn_by_node(tmp_path / "pictures.ndjson", [{**line, "seen": [*others, changed]}])
    assert done.returncode == 1
    assert f"a picture of {line['game']}" in done.stderr


def test_seats_that_see_less_have_other_pictures(lines: list[dict[str, Any]]) -> None:
    cards = next(line for line in lines if line["game"] == "cards")
    spectator, *seats = cards["seen"][:4]
    assert len({one["svg"] for one in (spectator, *seats)}) == 4
    assert "ace" not in spectator["svg"]
