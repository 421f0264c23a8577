"""Measuring text environments, with small samples."""

from __future__ import annotations

from pathlib import Path

from tests.long.benchmarks.test_batch import run


def test_every_part_is_measured(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    done = run(
        "text_env.py",
        *["--game", "block-ness", "cairn", "--games", "1", "--rounds", "1", "--output", str(page)],
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split(" | ") for line in page.read_text("utf-8").splitlines() if " | " in line]
    assert [row[0] for row in rows[2:]] == ["| block-ness", "| block-ness", "| cairn"]
    assert {len(row) for row in rows} == {12}
    assert all(float(row[2].replace(",", "")) > 0 for row in rows[2:])
