"""The report of an evaluation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from empile.evals.analyses import GameJudged
from empile.evals.ladder import ladder_of
from empile.evals.play import GamePlayed
from empile.evals.rating import EloRating, Share, rate, share
from empile.evals.reports.answers import (
    AnswersReport,
    CostReport,
    Prices,
    answers_of,
    cost_of,
)
from empile.evals.reports.puzzles import PuzzlesReport, lost_turns, puzzles_report
from empile.evals.results import Results
from empile.evals.suites import Section, load_section, tasks_of

FORMAT: Final = "empile-eval-report/1"


class OpponentReport(msgspec.Struct, frozen=True):
    """The agent's score against an opponent."""

    name: str
    elo: float | None
    """The opponent's rating; None if it is not known."""
    score: Share


class MovesReport(msgspec.Struct, frozen=True):
    """The agent's moves in analysed games. Returns are from -1 to 1."""

    games: int
    moves: int
    """Legal moves that had an alternative."""
    loss: float
    """The expected return that a move cost, on average."""
    error: float
    """The standard error of ``loss``, over games."""
    accuracy: float
    """Mean accuracy of the moves, from 0 to 100."""
    grades: dict[str, int]
    returns: float
    """The mean return."""
    luck: float
    """The expected return that chance gave, on average, referees included."""
    without_luck: float
    """The mean return minus luck: an estimate with less noise."""
    without_luck_error: float
    returns_error: float


class SeatsReport(msgspec.Struct, frozen=True):
    """Duplicate games: the same start and the same chance, in every seat."""

    starts: int
    """Starts played in every seat, by opponent."""
    score: float
    """The mean score of these, in which the advantage of a seat cancels."""
    error: float | None
    """Its standard error, over starts; None for fewer than two."""


class SectionReport(msgspec.Struct, frozen=True):
    """The results of a section."""

    game: str
    options: dict[str, Any]
    ladder: str
    games: int
    planned: int
    rating: EloRating | None
    """None if no opponent has a rating, or no game is finished."""
    score: Share
    opponents: list[OpponentReport]
    answers: AnswersReport
    seats: SeatsReport
    cost: CostReport
    moves: MovesReport | None = None
    """None if no game was analysed."""


class Report(msgspec.Struct, frozen=True):
    """All results of an evaluation: ``report.json``."""

    name: str
    agent: dict[str, Any]
    suite: str
    seed: int
    settings: dict[str, Any]
    games: int
    planned: int
    sections: list[SectionReport]
    puzzles: list[PuzzlesReport]
    answers: AnswersReport
    """Of games and puzzles."""
    cost: CostReport
    """Of games and puzzles."""
    empile: str
    format: str = FORMAT

    @property
    def is_complete(self) -> bool:
        """Whether all games are finished and all puzzles tried."""
        tried = all(one.solved.games == one.planned for one in self.puzzles)
        return tried and self.games == self.planned


def report_of(results: Results, prices: Prices | None = None) -> Report:
    """Return the report of the games and puzzles so far.

    Example::

        report = report_of(results)
        print(report.sections[0].rating)
    """
    plan = results.plan
    games = results.in_order()
    planned = Counter(task.section for task in tasks_of(plan.suite))
    sections = [
        _section(
            section,
            planned[at],
            [played for played in games if played.section == at],
            results,
            prices,
        )
        for at, section in enumerate(plan.suite.sections)
    ]
    tried = results.puzzles_in_order()
    puzzles = [
        puzzles_report(section, [one for one in tried if one.section == at], prices)
        for at, section in enumerate(plan.suite.puzzles)
    ]
    answers = [answer for played in games for answer in played.answers]
    answers += [answer for one in tried for answer in one.answers]
    return Report(
        name=plan.name,
        agent=plan.agent,
        suite=plan.suite.name,
        seed=plan.suite.seed,
        settings=msgspec.to_builtins(plan.settings),
        games=len(games),
        planned=planned.total(),
        sections=sections,
        puzzles=puzzles,
        answers=answers_of(answers, _consequences(games) + lost_turns(tried)),
        cost=cost_of(answers, prices),
        empile=plan.empile,
    )


def _section(
    section: Section,
    planned: int,
    games: Sequence[GamePlayed],
    results: Results,
    prices: Prices | None,
) -> SectionReport:
    ladder = ladder_of(load_section(section), section.ladder)
    scores = [(played.opponent, played.score) for played in games]
    answers = [answer for played in games for answer in played.answers]
    judged = [results.judged[one.game] for one in games if one.game in results.judged]
    return SectionReport(
        game=section.game,
        options=section.options,
        ladder=section.ladder,
        games=len(games),
        planned=planned,
        rating=None if ladder is None else rate(scores, ladder),
        score=share([score for _, score in scores]),
        opponents=[
            OpponentReport(
                name,
                None if ladder is None else ladder.rating(name),
                share([score for opponent, score in scores if opponent == name]),
            )
            for name in section.opponents
        ],
        answers=answers_of(answers, _consequences(games)),
        seats=_seats(games),
        cost=cost_of(answers, prices),
        moves=_moves(judged),
    )


def _consequences(games: Sequence[GamePlayed]) -> int:
    return sum(played.counts["consequences"] for played in games)


def _seats(games: Sequence[GamePlayed]) -> SeatsReport:
    groups: dict[tuple[str, int], list[GamePlayed]] = {}
    for played in games:
        groups.setdefault((played.opponent, played.start), []).append(played)
    most = max((len(group) for group in groups.values()), default=0)
    means = [
        sum(played.score for played in group) / most
        for group in groups.values()
        if len(group) == most
    ]
    mean, error = _mean_error(means)
    return SeatsReport(len(means), round(mean, 4), None if error is None else round(error, 4))


def _moves(judged: Sequence[GameJudged]) -> MovesReport | None:
    moves = sum(one.moves for one in judged)
    if not moves:
        return None
    loss = sum(one.loss for one in judged) / moves
    # Moves of a game depend on each other: the error of a ratio of sums over games.
    squares = sum((one.loss - loss * one.moves) ** 2 for one in judged)
    grades = Counter[str]()
    for one in judged:
        grades.update(one.grades)
    returns, returns_error = _mean_error([one.returns for one in judged])
    fair, fair_error = _mean_error([one.returns - one.luck - one.referee for one in judged])
    return MovesReport(
        games=len(judged),
        moves=moves,
        loss=round(loss, 4),
        error=round(math.sqrt(squares) / moves, 4),
        accuracy=round(sum(one.accuracy for one in judged) / moves, 1),
        grades=dict(grades),
        returns=round(returns, 4),
        luck=round(returns - fair, 4),
        without_luck=round(fair, 4),
        without_luck_error=round(fair_error or 0.0, 4),
        returns_error=round(returns_error or 0.0, 4),
    )


def _mean_error(values: Sequence[float]) -> tuple[float, float | None]:
    if not values:
        return 0.0, None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))
