"""The comparison of rules in a page with Python's repeats games of each version of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long.benchmarks.conftest import Program


def test_games_of_all_versions_are_repeated(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "results.md"
    equality = program("rules_equality")
    arguments = ["--games", "on-top", "--played", "4", "--results", str(results)]
    monkeypatch.setattr("sys.argv", ["rules_equality.py", *arguments])
    equality.main()
    rows = [line.split(" | ") for line in results.read_text("utf-8").splitlines()[-2:]]
    assert [row[:2] for row in rows] == [["| on-top", "1"], ["| on-top", "2"]]
    assert all(int(row[3]) == 4 for row in rows)


def test_all_games_of_the_project_are_compared(program: Program) -> None:
    ours = {"block-ness", "block-out", "blox", "on-top"}
    assert ours <= set(program("rules_equality").playable())
