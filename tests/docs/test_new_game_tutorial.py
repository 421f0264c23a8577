"""The tutorial on making a game: how much code its games take, and what checks find in them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks

PAGE = ROOT / "docs" / "tutorial" / "add-a-game.md"
FILES = [block for block in blocks() if block.document == PAGE][-1].files
"""What the reader has at the end."""


def lines_of(folder: str) -> int:
    """Return how many lines of Python a game has that are not empty, without tests."""
    return sum(
        bool(line.strip())
        for name, text in FILES.items()
        if name.startswith(f"{folder}/") and name.endswith(".py") and "test_" not in name
        for line in text.splitlines()
    )


def test_tic_tac_toe_takes_80_lines() -> None:
    assert 40 < lines_of("tic_tac_toe") <= 80


def test_climbing_game_takes_fewer_than_300_lines() -> None:
    assert 100 < lines_of("stairs") < 300


@pytest.mark.parametrize("name", ["tic-tac-toe", "stairs"])
def test_checks_find_nothing_wrong(name: str, tmp_path: Path) -> None:
    for file, text in FILES.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    variants = tmp_path / name.replace("-", "_") / "variants.json"
    if not variants.exists():
        variants.write_text('{"2": {"players": 2}}', "utf-8")
    steps = ["game", "rules", "notation", "positions", "pictures", "tensors"]
    done = subprocess.run(
        [sys.executable, "-m", "empile", "check-game", name, "--json", "--only", *steps],
        env={**os.environ, "EMPILE_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
