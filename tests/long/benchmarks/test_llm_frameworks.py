"""Playing whole games in frameworks for language models, with small samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long.benchmarks.test_batch import run
from tests.support import frameworks


@pytest.mark.parametrize("name", frameworks.NAMES)
def test_whole_games_are_played_in_each_framework(name: str, tmp_path: Path) -> None:
    frameworks.python(name)
    page = tmp_path / "page.md"
    done = run(
        "llm_frameworks.py",
        *["--framework", name, "--game", "block-out", "--rounds", "1", "--seconds", "0.01"],
        *["--keep", "--output", str(page)],
    )
    assert done.returncode == 0, done.stderr
    rows = [line.strip("| ").split(" | ") for line in page.read_text("utf-8").splitlines()]
    (about,) = [row for row in rows if row[0] == name]
    assert float(about[3]) > 0
    played = {row[1]: row for row in rows if row[0] == "block-out"}
    assert played.keys() == {"none", name}
    for row in played.values():
        games, answers, bad = (int(cell) for cell in row[2:5])
        assert games > 0
        assert answers >= games
        assert bad == 0
