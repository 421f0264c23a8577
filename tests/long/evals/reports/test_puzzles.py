"""The report of puzzles: shares, groups, and ratings on the scale of the puzzles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from empile.evals import (
    AgentError,
    BotAgent,
    FunctionAgent,
    Plan,
    PuzzleSection,
    Report,
    Suite,
    evaluate,
    open_results,
    report_of,
    suite_of,
    write_report,
)
from empile.evals.agents import Message
from empile.evals.rating import share
from empile.evals.reports.text import markdown
from empile.evals.suites import Section
from empile.puzzles.rating import LEVEL_RATINGS


def only_puzzles(game: str, count: int) -> Suite:
    return Suite("puzzles", [], puzzles=suite_of("short", [game], puzzles=count).puzzles)


def report_for(agent: BotAgent | FunctionAgent, suite: Suite) -> Report:
    with open_results(Plan(agent.about, suite)) as results:
        evaluate(agent, results)
        return report_of(results)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_levels_are_rated_as_by_convention(number: int) -> None:
    """The scale of the puzzles is that of the levels; an interval of 95 % may miss it a little."""
    report = report_for(BotAgent(f"level:{number}"), only_puzzles("block-ness", 150))
    [puzzles] = report.puzzles
    rating = puzzles.rating
    assert rating is not None
    assert rating.elo is not None
    assert rating.low is not None
    assert rating.high is not None
    assert rating.high - rating.low < 220
    assert abs(rating.elo - LEVEL_RATINGS[number - 1]) < 150
    assert rating.games == puzzles.solved.games == puzzles.planned == 150
    assert puzzles.solved.mean > puzzles.chance > 0.0
    assert puzzles.answers.illegal == puzzles.answers.unreadable == 0


def test_groups_add_up_and_intervals_are_those_of_wilson() -> None:
    report = report_for(BotAgent("level:3"), only_puzzles("on-top", 30))
    [puzzles] = report.puzzles
    assert sum(one.solved.games for one in puzzles.kinds) == 30
    assert {one.name for one in puzzles.kinds} == {"ending", "middlegame", "points"}
    assert sum(one.solved.games for one in puzzles.themes) >= 30
    counts = [one.solved.games for one in puzzles.themes]
    assert counts == sorted(counts, reverse=True)
    solved = round(30 * puzzles.solved.mean)
    assert puzzles.solved == share([1.0] * solved + [0.0] * (30 - solved))
    assert report.is_complete


def test_puzzles_whose_difficulty_is_no_rating_give_none() -> None:
    section = suite_of("short", ["block-out"], puzzles=60).puzzles[0]
    cards = [line for line in section.puzzles if '"kind":"cards"' in line]
    suite = Suite("cards", [], puzzles=[PuzzleSection("block-out", cards)])
    [puzzles] = report_for(BotAgent("random"), suite).puzzles
    assert puzzles.rating is None
    assert puzzles.solved.games == len(cards) > 20


def test_illegal_answers_solve_nothing() -> None:
    def answer(messages: list[Message]) -> str:
        return "<move>a1-z9</move>"

    suite = only_puzzles("block-ness", 10)
    report = report_for(FunctionAgent(answer), suite)
    [puzzles] = report.puzzles
    assert puzzles.solved.mean == puzzles.moves.mean == 0.0
    assert puzzles.rating is not None
    assert (puzzles.rating.elo, puzzles.rating.low) == (None, None)
    assert puzzles.answers.consequences == puzzles.answers.turns == 10
    assert puzzles.answers.answers == 30
    assert puzzles.answers.illegal + puzzles.answers.unreadable == 30
    assert report.answers == puzzles.answers


def test_puzzles_do_not_change_the_rating_by_games(small: Suite) -> None:
    agent = BotAgent("level:2")
    alone = report_for(agent, small)
    found = suite_of("short", ["block-ness"], puzzles=5).puzzles
    both = report_for(agent, Suite("small", small.sections, puzzles=found))
    assert [one.rating for one in both.sections] == [one.rating for one in alone.sections]
    assert both.answers.answers > alone.answers.answers
    assert (alone.puzzles, len(both.puzzles)) == ([], 1)


def test_interrupted_puzzles_resume(tmp_path: Path) -> None:
    asked = 0

    def answer(messages: list[Message]) -> str:
        nonlocal asked
        asked += 1
        if asked == 9:
            raise RuntimeError("gone")
        moves = str(messages[-1]["content"]).partition("## Your legal moves")[2]
        return f"<move>{moves.split()[1]}</move>"

    agent = FunctionAgent(answer, "first")
    plan = Plan(agent.about, only_puzzles("block-ness", 12))
    with (
        open_results(plan, tmp_path) as results,
        pytest.raises(AgentError, match="gone"),
    ):
        evaluate(agent, results, concurrency=1)
    kept = (tmp_path / "puzzles.jsonl").read_bytes()
    assert 0 < kept.count(b"\n") < 9
    with open_results(plan, tmp_path) as results:
        assert not report_of(results).is_complete
        evaluate(agent, results)
        report = report_of(results)
        write_report(results, report, tmp_path)
    assert report.is_complete
    assert (tmp_path / "puzzles.jsonl").read_bytes().startswith(kept)
    with open_results(plan) as results:
        evaluate(agent, results)
        whole = report_of(results)
    assert whole.puzzles[0].solved == report.puzzles[0].solved
    records = (tmp_path / "puzzle-records.jsonl").read_text("utf-8").splitlines()
    assert len(records) == 12
    assert all(json.loads(line)["start"] for line in records)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "block-ness, puzzles" in page
    assert "Puzzles of block-ness solved, by theme" in page


def test_the_report_of_a_known_level_has_both_ratings() -> None:
    """A level is found at its place on the ladder, and on the scale of the puzzles."""
    section = Section("block-ness", {"players": 2}, "2 base", ["level:1", "level:2"], starts=6)
    puzzles = suite_of("short", ["block-ness"], puzzles=60).puzzles
    report = report_for(BotAgent("level:2"), Suite("both", [section], puzzles=puzzles))
    lines = "\n".join(markdown(report))
    assert "| block-ness, 2 base | 24 |" in lines
    assert "| block-ness | 60 |" in lines
    assert "Shipped puzzles are public" in lines
