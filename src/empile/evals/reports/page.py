"""The report as a page: one HTML file that loads nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import NamedTuple

from empile.evals.rating import Share
from empile.evals.reports.answers import AnswersReport, CostReport
from empile.evals.reports.puzzles import PuzzlesReport
from empile.evals.reports.report import Report, SectionReport
from empile.evals.reports.text import (
    MOVES_HEADINGS,
    PUZZLE_HEADINGS,
    elo_text,
    group_rows,
    moves_rows,
    notes,
    opponent_rows,
    percent,
    puzzle_row,
    rates,
    rating_text,
)

_ROW, _LEFT, _WIDE = 26, 90, 260


def page(report: Report) -> str:
    """Return the page. Example: ``Path("report.html").write_text(page(report), "utf-8")``."""
    template = Template(files("empile.evals.reports").joinpath("page.html").read_text("utf-8"))
    return template.substitute(
        title=escape(f"{report.name}: suite {report.suite}"),
        summary=escape(" ".join(notes(report))),
        body="\n".join(_body(report)),
        settings="".join(
            f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in _settings(report)
        ),
    )


def _body(report: Report) -> Iterator[str]:
    headings = ("section", "games", "rating", "score", "illegal", "unreadable", "consequences")
    rows = [
        (
            f"{one.game}, {one.ladder}",
            f"{one.games} of {one.planned}",
            rating_text(one.rating),
            percent(one.score.mean) if one.games else "–",
            *rates(one.answers),
        )
        for one in report.sections
    ]
    yield "<h2>Results</h2>"
    yield _table("Rating, score and answers by section", headings, rows)
    judged = moves_rows(report)
    if judged:
        yield _table("Moves and luck by game analysis", MOVES_HEADINGS, judged)
    if report.puzzles:
        puzzles = [puzzle_row(one) for one in report.puzzles]
        yield _table("Puzzles by game", PUZZLE_HEADINGS, puzzles)
    for section in report.sections:
        yield f"<h2>{escape(f'{section.game}, {section.ladder}')}</h2>"
        yield from _section(section)
    for one in report.puzzles:
        yield f"<h2>{escape(f'{one.game}, puzzles')}</h2>"
        yield from _puzzles(one)


def _section(section: SectionReport) -> Iterator[str]:
    title = f"Score by opponent in {section.game}, {section.ladder}"
    bars = [
        _Bar(one.name, one.score, f"{percent(one.score.mean)}, rating {elo_text(one.elo)}")
        for one in section.opponents
        if one.score.games
    ]
    yield _figure(title, bars)
    headings = ("opponent", "its rating", "games", "score", "95 % interval")
    yield _table(title, headings, [row[1:] for row in opponent_rows(section)])
    facts = [_cost_text(section.answers, section.cost)]
    seats = section.seats
    if seats.error is not None:
        facts.append(
            f"From {seats.starts} starts played in every seat with the same chance, the score is"
            f" {percent(seats.score)} ± {percent(seats.error)} (standard error)."
        )
    yield f'<p class="soft">{escape(" ".join(facts))}</p>'


def _puzzles(puzzles: PuzzlesReport) -> Iterator[str]:
    bars = [_Bar(one.name, one.solved, percent(one.solved.mean)) for one in puzzles.kinds]
    title = f"Puzzles of {puzzles.game} solved, by"
    yield _figure(f"{title} kind", bars)
    for caption, groups in (("kind", puzzles.kinds), ("theme", puzzles.themes)):
        headings = (caption, "tried", "solved", "95 % interval")
        rows = [row[1:] for row in group_rows(puzzles.game, groups)]
        if rows:
            yield _table(f"{title} {caption}", headings, rows)
    facts = [_cost_text(puzzles.answers, puzzles.cost)]
    if puzzles.moves.games:
        facts.append(f"{percent(puzzles.moves.mean)} of {puzzles.moves.games} moves were right.")
    yield f'<p class="soft">{escape(" ".join(facts))}</p>'


def _cost_text(answers: AnswersReport, cost: CostReport) -> str:
    text = (
        f"{answers.answers:,} answers in {answers.turns:,} turns;"
        f" median {cost.median_seconds:.2f} s, 95th percentile {cost.slow_seconds:.2f} s"
    )
    if not cost.prompt_tokens and not cost.completion_tokens:
        return f"{text}."
    return (
        f"{text}; {cost.prompt_tokens:,} prompt and {cost.completion_tokens:,} completion tokens,"
        f" {cost.retry_tokens:,} of them for answers that were not accepted."
    )


class _Bar(NamedTuple):
    name: str
    share: Share
    label: str


def _figure(title: str, bars: Sequence[_Bar]) -> str:
    """Return bars of shares with their intervals; a table says the same."""
    if not bars:
        return ""
    height = _ROW * len(bars) + 6
    parts = [
        f'<svg class="figure" viewBox="0 0 {_LEFT + _WIDE + 10} {height}" role="img"'
        f' aria-label="{escape(title)}">'
    ]
    for at, one in enumerate(bars):
        top = at * _ROW + 4
        middle = top + 9
        low, high = (_LEFT + _WIDE * edge for edge in (one.share.low, one.share.high))
        parts += [
            f"<g><title>{escape(f'{one.name}: {one.label}')}</title>",
            f'<text x="0" y="{middle + 4}">{escape(one.name)}</text>',
            f'<rect class="whole" x="{_LEFT}" y="{top}" width="{_WIDE}" height="18"/>',
            f'<rect class="bar" x="{_LEFT}" y="{top}" width="{_WIDE * one.share.mean:.1f}" height="18"/>',
            f'<path class="range" d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 5}v10'
            f'M{high:.1f} {middle - 5}v10"/></g>',
        ]
    half = _LEFT + _WIDE // 2
    parts.append(f'<path class="half" d="M{half} 0V{height}"/></svg>')
    return "".join(parts)


def _table(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in headings)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{_cell(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    # Wide tables scroll by themselves, also by keyboard.
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(text: str) -> str:
    # Narrow cells break between an estimate and its interval only.
    return re.sub(r" (?=%|±|to )|(?<=±) |(?<=to) ", "&nbsp;", escape(text))


def _settings(report: Report) -> Iterator[tuple[str, str]]:
    for name, value in {**report.agent, **report.settings}.items():
        yield name, value if isinstance(value, str) else json.dumps(value)
    yield "seed", str(report.seed)
    yield "empile", report.empile
