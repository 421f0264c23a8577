"""The report as a Markdown table."""

from __future__ import annotations

from collections.abc import Sequence

from empile.evals.rating import EloRating, Share
from empile.evals.reports.answers import AnswersReport
from empile.evals.reports.puzzles import PuzzleGroup, PuzzlesReport
from empile.evals.reports.report import Report, SectionReport


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
        *_puzzles(report),
        *notes(report),
    ]


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a Markdown table. Example: ``table(("a", "b"), [("1", "2")])``."""
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in [headings, *rows]]
    lines.insert(1, f"| --- |{' ---: |' * (len(headings) - 1)}")
    return lines


def rating_text(rating: EloRating | None, *, signed: bool = True) -> str:
    """Return a rating with its interval. Example: ``rating_text(section.rating)``."""
    if rating is None:
        return "–"
    elo, low, high = (elo_text(one, signed=signed) for one in (rating.elo, rating.low, rating.high))
    if rating.elo is None:
        return f"below {high}" if rating.low is None else f"above {low}"
    return f"{elo} ({low} to {high})"


def elo_text(elo: float | None, *, signed: bool = True) -> str:
    """Return Elo points, with a sign or without a plus. Example: ``elo_text(-12.4)``."""
    if elo is None:
        return "–"
    whole = round(elo)  # without a negative zero
    return f"{whole:+}".replace("-", "−") if signed else f"{whole}".replace("-", "−")


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
        *puzzle_notes(report),
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


PUZZLE_HEADINGS = (
    "puzzles", "tried", "solved", "95 % interval", "by chance", "puzzle rating", "illegal",
    "unreadable",
)  # fmt: skip
GROUP_HEADINGS = ("puzzles", "kind", "tried", "solved", "95 % interval")


def puzzle_row(one: PuzzlesReport) -> tuple[str, ...]:
    """Return the row of a game's puzzles. Example: ``puzzle_row(report.puzzles[0])``."""
    tried = one.solved.games
    return (
        one.game,
        str(tried),
        percent(one.solved.mean) if tried else "–",
        interval(one.solved),
        percent(one.chance) if tried else "–",
        rating_text(one.rating, signed=False),
        *rates(one.answers)[:2],
    )


def group_rows(game: str, groups: Sequence[PuzzleGroup]) -> list[tuple[str, ...]]:
    """Return a row for each kind or theme. Example: ``group_rows("blox", one.kinds)``."""
    return [
        (
            game,
            group.name,
            str(group.solved.games),
            percent(group.solved.mean),
            interval(group.solved),
        )
        for group in groups
    ]


def interval(share: Share) -> str:
    """Return the 95 % interval of a share. Example: ``interval(section.score)``."""
    return f"{percent(share.low)} to {percent(share.high)}" if share.games else "–"


def puzzle_notes(report: Report) -> list[str]:
    """Return sentences about puzzles. Example: ``puzzle_notes(report)``."""
    if not report.puzzles:
        return []
    lines = [
        "A puzzle is solved if all its moves are right. Puzzle ratings are on the scale of the"
        " puzzles, on which the levels of the bots are 700, 1000, 1300, 1600 and 1900."
    ]
    if any(one.shipped for one in report.puzzles):
        lines.append("Shipped puzzles are public: a model may have learned them.")
    return lines


def _puzzles(report: Report) -> list[str]:
    if not report.puzzles:
        return []
    groups = [row for one in report.puzzles for row in group_rows(one.game, one.kinds)]
    return [
        *table(PUZZLE_HEADINGS, [puzzle_row(one) for one in report.puzzles]),
        "",
        *(table(GROUP_HEADINGS, groups) if groups else []),
        "",
    ]


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
            interval(one.score),
        )
        for one in section.opponents
    ]


def _rate(part: int, whole: int) -> str:
    return percent(part / whole) if whole else "–"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
