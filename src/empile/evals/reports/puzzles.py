"""The report of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from empile.evals.puzzles.attempt import PuzzleTried
from empile.evals.puzzles.items import PuzzleSection
from empile.evals.rating import EloRating, Share, rate_solver, share
from empile.evals.reports.answers import AnswersReport, CostReport, Prices, answers_of, cost_of


class PuzzleGroup(msgspec.Struct, frozen=True):
    """The puzzles of a kind or with a theme."""

    name: str
    solved: Share


class PuzzlesReport(msgspec.Struct, frozen=True):
    """The puzzles of a game. They have no effect on ratings by games."""

    game: str
    shipped: bool
    """Whether the puzzles are public, so that models may have seen them."""
    planned: int
    solved: Share
    """The share of puzzles with all moves right; its ``games`` are the puzzles that were tried."""
    chance: float
    """The share that random legal moves solve on average."""
    moves: Share
    """The share of moves that are right, of those that were asked."""
    rating: EloRating | None
    """On the scale of the puzzles; None without a puzzle that bots have tried."""
    kinds: list[PuzzleGroup]
    themes: list[PuzzleGroup]
    """A puzzle may have several themes; those of most puzzles first."""
    answers: AnswersReport
    cost: CostReport


def puzzles_report(
    section: PuzzleSection, tried: Sequence[PuzzleTried], prices: Prices | None
) -> PuzzlesReport:
    """Return the report of a section. Example: ``puzzles_report(section, [], None).planned``."""
    answers = [answer for one in tried for answer in one.answers]
    asked = sum(one.right + (not one.solved) for one in tried)
    right = sum(one.right for one in tried)
    rated = [(one.rating, one.solved) for one in tried if one.rating is not None]
    return PuzzlesReport(
        game=section.game,
        shipped=section.shipped,
        planned=len(section.puzzles),
        solved=share([float(one.solved) for one in tried]),
        chance=round(sum(one.chance for one in tried) / len(tried), 4) if tried else 0.0,
        moves=share([1.0] * right + [0.0] * (asked - right)),
        rating=rate_solver(rated),
        kinds=_groups(tried, ([one.kind] for one in tried)),
        themes=_groups(tried, (one.themes for one in tried)),
        answers=answers_of(answers, lost_turns(tried)),
        cost=cost_of(answers, prices),
    )


def lost_turns(tried: Iterable[PuzzleTried]) -> int:
    """Return how many puzzles ended without a legal move. Example: ``lost_turns([])``."""
    return sum(one.answers[-1].kind != "legal" for one in tried)


def _groups(tried: Sequence[PuzzleTried], names: Iterable[Sequence[str]]) -> list[PuzzleGroup]:
    found: dict[str, list[float]] = {}
    for one, own in zip(tried, names, strict=True):
        for name in own:
            found.setdefault(name, []).append(float(one.solved))
    ordered = sorted(found.items(), key=lambda group: (-len(group[1]), group[0]))
    return [PuzzleGroup(name, share(solved)) for name, solved in ordered]
