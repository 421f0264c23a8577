"""Evaluate scripted agents and write the table of `empile eval`.

    python benchmarks/eval_table.py [--agent random --agent level:1] [--games block-ness] [--add FILE ...]

Plays the short suite with each agent and asks its puzzles, and writes ``benchmarks/results/eval.md``. The agents
are ``random``, levels 1 to 4, ``first`` (the first legal move) and ``illegal`` (never a legal one). Bots are a
check of the measurement: the interval of a level should contain its own rating. ``--add`` takes files
``report.json`` of ``empile eval GAME --results FOLDER`` with a model.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from empile.evals import (
    Agent,
    BotAgent,
    FunctionAgent,
    Plan,
    Question,
    Reply,
    Report,
    Suite,
    evaluate,
    open_results,
    report_of,
    suite_of,
)
from empile.evals.ladder import ladder_of
from empile.evals.reports.text import (
    PUZZLE_HEADINGS,
    elo_text,
    percent,
    puzzle_row,
    rates,
    rating_text,
    table,
)
from empile.evals.suites import GAMES, Section, load_section
from empile.puzzles.rating import LEVEL_RATINGS

WRITTEN = Path(__file__).parent / "results" / "eval.md"
AGENTS = ("random", "level:1", "level:2", "level:3", "level:4", "first", "illegal")
HEADINGS = (
    "section", "agent", "games", "rating", "its rating on the ladder", "score", "illegal", "unreadable",
)  # fmt: skip
PUZZLES = ("puzzles", "agent", *PUZZLE_HEADINGS[1:6], "its rating as a level", *PUZZLE_HEADINGS[6:])
COMMANDS = (
    "```text",
    "python benchmarks/eval_table.py",
    "empile eval all --agent URL --model NAME --results FOLDER",
    "python benchmarks/eval_table.py --add FOLDER/report.json",
    "```",
    "",
    "The first command takes about a minute of processor time; the others add a model.",
)
NO_MODEL = "No language model has been measured yet."


class FirstMove:
    """Plays the first legal move, or the first example if not all are listed."""

    def __init__(self) -> None:
        self.about: dict[str, Any] = {"kind": "script", "name": "first legal move"}

    async def answer(self, question: Question) -> Reply:
        """Return it in a tag."""
        view = question.view()
        moves: Sequence[str] = view["legal_moves"] or view["examples"][0]
        return Reply(f"<move>{moves[0]}</move>")

    async def close(self) -> None:
        """Do nothing."""


def agent_named(name: str) -> Agent:
    """Return a bot or one of the scripts."""
    if name == "first":
        return FirstMove()
    if name == "illegal":
        return FunctionAgent(lambda messages: "<move>none</move>", "no legal answer")
    return BotAgent(name)


def report_for(agent: Agent, suite: Suite) -> Report:
    """Return the report of an agent."""
    with open_results(Plan(agent.about, suite)) as results:
        evaluate(agent, results)
        return report_of(results)


def rows(report: Report) -> Iterator[tuple[str, ...]]:
    """Yield a row for each section of games."""
    for one in report.sections:
        game = load_section(Section(one.game, one.options, one.ladder, [], 0))
        ladder = ladder_of(game, one.ladder)
        known = None if ladder is None else ladder.rating(report.name)
        yield (
            f"{one.game}, {one.ladder}",
            report.name,
            str(one.games),
            rating_text(one.rating),
            elo_text(known),
            percent(one.score.mean),
            *rates(one.answers)[:2],
        )


def puzzle_rows(report: Report) -> Iterator[tuple[str, ...]]:
    """Yield a row for the puzzles of each game."""
    number = report.name.removeprefix("level:")
    known = f"{LEVEL_RATINGS[int(number) - 1]}" if number.isdigit() else "–"
    for one in report.puzzles:
        game, *found = puzzle_row(one)
        yield (game, report.name, *found[:5], known, *found[5:])


def text(reports: Sequence[Report]) -> str:
    """Return the file, by section and game."""
    models = any(report.agent.get("kind") in ("chat", "program") for report in reports)
    lines = [
        "# Evaluations",
        "",
        "Written by `benchmarks/eval_table.py`: the short suite of `empile eval`, seed 0. Ratings are Elo",
        "points with 95 % intervals; level 1 of each section is 0. Bots and scripts are a check of the",
        "measurement: the interval of a level should contain its own rating, in 19 of 20 rows.",
        *([] if models else [NO_MODEL]),
        "",
        *COMMANDS,
        "",
        *table(HEADINGS, _by_section(map(rows, reports))),
        "",
        "Puzzles, on their own scale. A script that gives no legal answer solves none, and its random moves as a",
        "consequence count in games only.",
        "",
        *table(PUZZLES, _by_section(map(puzzle_rows, reports))),
    ]
    return "\n".join(lines) + "\n"


def _by_section(reports: Iterable[Iterable[tuple[str, ...]]]) -> list[tuple[str, ...]]:
    return sorted((row for found in reports for row in found), key=lambda row: row[0])


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--agent", action="append", default=[], help="one of AGENTS, or level:N")
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--add", nargs="*", type=Path, default=[], help="files report.json")
    chosen = parser.parse_args()
    suite = suite_of("short", chosen.games)
    reports = [report_for(agent_named(name), suite) for name in chosen.agent or AGENTS]
    reports += [msgspec.json.decode(path.read_bytes(), type=Report) for path in chosen.add]
    WRITTEN.write_text(text(reports), "utf-8")


if __name__ == "__main__":
    main()
