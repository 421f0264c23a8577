"""Evaluate bots as agents and write the table of `empile eval`.

    python benchmarks/eval_table.py [--agent random --agent level:1] [--games block-ness] [--add FILE ...]

Plays the short suite with each agent, ``random`` and levels 1 to 3 by default, and writes
``benchmarks/results/eval.md``. Bots are a check of the measurement: the interval of a level should contain
its own rating. ``--add`` takes files ``report.json`` of ``empile eval GAME --results FOLDER`` with a model.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from empile.evals import BotAgent, Plan, Report, evaluate, open_results, report_of, suite_of
from empile.evals.ladder import ladder_of
from empile.evals.reports.text import elo_text, percent, rates, rating_text, table
from empile.evals.suites import GAMES, Section, load_section

WRITTEN = Path(__file__).parent / "results" / "eval.md"
AGENTS = ("random", "level:1", "level:2", "level:3")
HEADINGS = (
    "section", "agent", "games", "rating", "its rating on the ladder", "score", "illegal", "unreadable",
)  # fmt: skip


def bot_report(name: str, games: Iterable[str]) -> Report:
    """Return the report of a bot on the short suite."""
    agent = BotAgent(name)
    with open_results(Plan(agent.about, suite_of("short", list(games)))) as results:
        evaluate(agent, results)
        return report_of(results)


def rows(report: Report) -> Iterator[tuple[str, ...]]:
    """Yield a row for each section."""
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


def text(reports: Iterable[Report]) -> str:
    """Return the file, by section."""
    found = sorted((row for report in reports for row in rows(report)), key=lambda row: row[0])
    lines = [
        "# Evaluations",
        "",
        "Written by `benchmarks/eval_table.py`: the short suite of `empile eval`, seed 0. Ratings are Elo",
        "points with 95 % intervals; level 1 of each section is 0. Bots are a check of the measurement.",
        "No language model has been measured yet.",
        "",
        *table(HEADINGS, found),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--agent", action="append", default=[], help="random or level:N")
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--add", nargs="*", type=Path, default=[], help="files report.json")
    chosen = parser.parse_args()
    reports = [bot_report(name, chosen.games) for name in chosen.agent or AGENTS]
    reports += [msgspec.json.decode(path.read_bytes(), type=Report) for path in chosen.add]
    models = [report for report in reports if report.agent.get("kind") != "bot"]
    written = text(reports)
    if models:
        written = written.replace("No language model has been measured yet.\n", "")
    WRITTEN.write_text(written, "utf-8")


if __name__ == "__main__":
    main()
