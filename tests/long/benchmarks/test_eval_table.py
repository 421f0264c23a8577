"""The table of evaluations: scripted agents, with the ratings that they should have."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from empile.evals import Section, Suite, suite_of
from empile.puzzles.rating import LEVEL_RATINGS
from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def tables(program: Program) -> Any:
    return program("eval_table")


def tiny(game: str, *opponents: str, starts: int = 1, puzzles: int = 2) -> Suite:
    section = Section(game, {"players": 2}, "2 base", list(opponents), starts=starts)
    found = suite_of("short", [game], puzzles=puzzles).puzzles
    return Suite("tiny", [section], puzzles=found)


def test_levels_stand_beside_their_known_ratings(tables: Any) -> None:
    report = tables.report_for(tables.agent_named("level:2"), tiny("block-ness", "level:1"))
    [row] = tables.rows(report)
    assert row[:3] == ("block-ness, 2 base", "level:2", "2")
    assert row[4] == "+277"
    assert row[6:] == ("0.0 %", "0.0 %")
    [puzzles] = tables.puzzle_rows(report)
    assert puzzles[:3] == ("block-ness", "level:2", "2")
    assert puzzles[7] == str(LEVEL_RATINGS[1])
    assert len(row) == len(tables.HEADINGS)
    assert len(puzzles) == len(tables.PUZZLES)


def test_a_level_of_known_strength_is_found_on_the_ladder(tables: Any) -> None:
    """The interval by 40 games contains the rating of the ladder, from matches on other boards."""
    suite = tiny("block-ness", "random", "level:1", starts=10)
    report = tables.report_for(tables.agent_named("level:1"), suite)
    [row] = tables.rows(report)
    rating = report.sections[0].rating
    assert row[4] == "+0"
    assert rating.low < 0.0 < rating.high
    assert rating.high - rating.low < 450


@pytest.mark.parametrize("game", ["block-ness", "on-top"])
def test_the_first_move_is_always_legal(tables: Any, game: str) -> None:
    report = tables.report_for(tables.agent_named("first"), tiny(game, "random"))
    [row] = tables.rows(report)
    assert row[1] == "first legal move"
    assert row[4] == "–"
    assert row[6:] == ("0.0 %", "0.0 %")
    assert report.answers.answers == report.answers.turns > 4


def test_no_answer_of_the_other_script_is_legal(tables: Any) -> None:
    report = tables.report_for(tables.agent_named("illegal"), tiny("blox", "random"))
    answers = report.answers
    assert answers.illegal + answers.unreadable == answers.answers == 3 * answers.turns
    [puzzles] = tables.puzzle_rows(report)
    assert puzzles[3] == "0.0 %"


def test_the_file_has_all_agents_and_added_models(
    tables: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    small = tiny("block-ness", "random")

    def suite(name: str, games: list[str]) -> Suite:
        assert (name, games) == ("short", ["block-ness"])
        return small

    written, model = tmp_path / "eval.md", tmp_path / "report.json"
    monkeypatch.setattr(tables, "WRITTEN", written)
    monkeypatch.setattr(tables, "suite_of", suite)
    words = ["eval_table.py", "--agent", "random", "--agent", "first", "--games", "block-ness"]
    monkeypatch.setattr(sys, "argv", words)
    tables.main()
    text = written.read_text("utf-8")
    assert tables.NO_MODEL in text
    rows = [line.split(" | ")[:2] for line in text.splitlines() if line.startswith("| block-ness")]
    assert rows == [
        [f"| block-ness{what}", name]
        for what in (", 2 base", "")
        for name in ("random", "first legal move")
    ]
    report = tables.report_for(tables.agent_named("random"), small)
    agent = {"kind": "chat", "model": "large"}
    model.write_bytes(
        msgspec.json.encode(msgspec.structs.replace(report, name="large", agent=agent))
    )
    monkeypatch.setattr(sys, "argv", [*words, "--add", str(model)])
    tables.main()
    text = written.read_text("utf-8")
    assert tables.NO_MODEL not in text
    assert "| block-ness, 2 base | large | 2 |" in text
