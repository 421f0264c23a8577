"""The report as a Markdown table."""

from __future__ import annotations

from collections.abc import Sequence

from empile.evals.rating import EloRating
from empile.evals.report import AnswersReport, Report, SectionReport


def markdown(report: Report) -> list[str]:
    """Return the lines. Example: ``text = "".join(markdown(report))``."""
    return [
        *table(
            ("section", "games", "rating", "score", "illegal", "unreadable", "consequences"),
            [
                (
                    f"{one.game}, {one.ladder}",
                    str(one.games),
                    rating_text(one.rating),
                    percent(one.score.mean) if one.games else "–",
                    *rates(one.answers),
                )
                for one in report.sections
            ],
        ),
        "",
        *table(
            ("section", "opponent", "its rating", "games", "score", "95 % interval"),
            _opponents(report),
        ),
        "",
        *_moves(report),
        *notes(report),
    ]


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a Markdown table. Example: ``table(("a", "b"), [("1", "2")])``."""
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in [headings, *rows]]
    lines.insert(1, f"| --- |{' ---: |' * (len(headings) - 1)}")
    return lines


def rating_text(rating: EloRating | None) -> str:
    """Return a rating with its interval. Example: ``rating_text(section.rating)``."""
    if rating is None:
        return "–"
    if rating.elo is None:
        if rating.low is None:
            return f"below {elo_text(rating.high)}"
        return f"above {elo_text(rating.low)}"
    return f"{elo_text(rating.elo)} ({elo_text(rating.low)} to {elo_text(rating.high)})"


def elo_text(elo: float | None) -> str:
    """Return Elo points with a sign. Example: ``elo_text(-12.4)``."""
    return "–" if elo is None else f"{elo:+.0f}".replace("-", "−")


def percent(part: float) -> str:
    """Return a share in percent. Example: ``percent(0.5)``."""
    return f"{100 * part:.1f} %"


def rates(answers: AnswersReport) -> tuple[str, str, str]:
    """Return the rates of illegal and unreadable answers, and of turns with a consequence.

    Example: ``rates(report.answers)``.
    """
    return (
        _rate(answers.illegal, answers.answers),
        _rate(answers.unreadable, answers.answers),
        _rate(answers.consequences, answers.turns),
    )


def notes(report: Report) -> list[str]:
    """Return sentences about the report. Example: ``notes(report)``."""
    cost = report.cost
    lines = [
        f"{report.games} of {report.planned} games of suite {report.suite}, seed {report.seed}."
        " Ratings are Elo points with 95 % intervals; level 1 of each section is 0.",
    ]
    if cost.prompt_tokens or cost.completion_tokens:
        price = "" if cost.price is None else f", price {cost.price:,.2f}"
        lines.append(
            f"{cost.prompt_tokens:,} prompt and {cost.completion_tokens:,} completion tokens{price};"
            f" {cost.retry_tokens:,} for answers that were not accepted."
        )
    lines.append(
        f"{report.answers.answers:,} answers, median {cost.median_seconds:.2f} s, 95th percentile"
        f" {cost.slow_seconds:.2f} s; {cost.failed_requests} requests were repeated."
    )
    if report.answers.faults:
        named = ", ".join(f"{count} {name}" for name, count in report.answers.faults.items())
        lines.append(f"Answers that were no plain text: {named}.")
    return lines


def moves_rows(report: Report) -> list[tuple[str, ...]]:
    """Return rows about analysed moves. Example: ``moves_rows(report)``."""
    return [
        (
            f"{one.game}, {one.ladder}",
            str(one.moves.games),
            f"{one.moves.loss:.3f} ± {one.moves.error:.3f}",
            f"{one.moves.accuracy:.0f}",
            f"{one.moves.returns:+.2f} ± {one.moves.returns_error:.2f}".replace("-", "−"),
            f"{one.moves.luck:+.2f}".replace("-", "−"),
            f"{one.moves.without_luck:+.2f} ± {one.moves.without_luck_error:.2f}".replace("-", "−"),
        )
        for one in report.sections
        if one.moves is not None
    ]


MOVES_HEADINGS = (
    "section", "analysed games", "loss per move", "accuracy", "return", "luck", "without luck",
)  # fmt: skip


def _moves(report: Report) -> list[str]:
    rows = moves_rows(report)
    return [*table(MOVES_HEADINGS, rows), ""] if rows else []


def _opponents(report: Report) -> list[tuple[str, ...]]:
    return [row for section in report.sections for row in opponent_rows(section)]


def opponent_rows(section: SectionReport) -> list[tuple[str, ...]]:
    """Return a row for each opponent. Example: ``opponent_rows(report.sections[0])``."""
    return [
        (
            f"{section.game}, {section.ladder}",
            one.name,
            elo_text(one.elo),
            str(one.score.games),
            percent(one.score.mean) if one.score.games else "–",
            f"{percent(one.score.low)} to {percent(one.score.high)}" if one.score.games else "–",
        )
        for one in section.opponents
    ]


def _rate(part: int, whole: int) -> str:
    return percent(part / whole) if whole else "–"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
