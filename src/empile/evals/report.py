"""The report of an evaluation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from empile.evals.analyses import GameJudged
from empile.evals.ladder import ladder_of
from empile.evals.play import AnswerGiven, GamePlayed
from empile.evals.rating import EloRating, Share, rate, share
from empile.evals.results import Results
from empile.evals.suites import Section, load_section, tasks_of

FORMAT: Final = "empile-eval-report/1"


class Prices(msgspec.Struct, frozen=True):
    """Prices of a million tokens, in any currency."""

    prompt: float
    completion: float


class OpponentReport(msgspec.Struct, frozen=True):
    """The agent's score against an opponent."""

    name: str
    elo: float | None
    """The opponent's rating; None if it is not known."""
    score: Share


class AnswersReport(msgspec.Struct, frozen=True):
    """What the agent answered."""

    answers: int
    turns: int
    illegal: int
    """Answers with an illegal move."""
    unreadable: int
    """Answers with no move, or several; those of ``faults`` among them."""
    consequences: int
    """Turns without a legal move after all tries."""
    faults: dict[str, int]
    """Answers that were refusals, broken, truncated, too late, or missing after a crash."""


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


class CostReport(msgspec.Struct, frozen=True):
    """Tokens, times and repeated requests."""

    prompt_tokens: int
    completion_tokens: int
    seconds: float
    """Summed over answers, which may overlap."""
    median_seconds: float
    """Of an answer."""
    slow_seconds: float
    """The 95th percentile."""
    retry_tokens: int
    """Tokens of answers that were not accepted."""
    retry_seconds: float
    """Seconds of answers that were not accepted."""
    failed_requests: int
    """Requests that were sent again."""
    waited: float
    """Seconds before these."""
    price: float | None = None
    """Of all tokens; None without prices."""


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
    answers: AnswersReport
    cost: CostReport
    empile: str
    format: str = FORMAT

    @property
    def is_complete(self) -> bool:
        """Whether all games are finished."""
        return self.games == self.planned


def report_of(results: Results, prices: Prices | None = None) -> Report:
    """Return the report of the games so far.

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
    return Report(
        name=plan.name,
        agent=plan.agent,
        suite=plan.suite.name,
        seed=plan.suite.seed,
        settings=msgspec.to_builtins(plan.settings),
        games=len(games),
        planned=planned.total(),
        sections=sections,
        answers=_answers(games),
        cost=_cost(games, prices),
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
        answers=_answers(games),
        seats=_seats(games),
        cost=_cost(games, prices),
        moves=_moves(judged),
    )


def _answers(games: Sequence[GamePlayed]) -> AnswersReport:
    counts = Counter[str]()
    for played in games:
        counts.update(played.counts)
    answers = list(_all_answers(games))
    faults = Counter(answer.fault for answer in answers if answer.fault)
    return AnswersReport(
        answers=len(answers),
        turns=counts["moves"] + counts["consequences"],
        illegal=counts["illegal"],
        unreadable=counts["unreadable"],
        consequences=counts["consequences"],
        faults=dict(sorted(faults.items())),
    )


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


def _cost(games: Sequence[GamePlayed], prices: Prices | None) -> CostReport:
    answers = list(_all_answers(games))
    times = sorted(answer.seconds for answer in answers)
    bad = [answer for answer in answers if answer.kind != "legal"]
    prompt = sum(answer.prompt_tokens for answer in answers)
    completion = sum(answer.completion_tokens for answer in answers)
    price = None
    if prices is not None:
        price = round((prompt * prices.prompt + completion * prices.completion) / 1e6, 4)
    return CostReport(
        prompt_tokens=prompt,
        completion_tokens=completion,
        seconds=round(sum(times), 3),
        median_seconds=times[len(times) // 2] if times else 0.0,
        slow_seconds=times[min(len(times) - 1, len(times) * 95 // 100)] if times else 0.0,
        retry_tokens=sum(answer.prompt_tokens + answer.completion_tokens for answer in bad),
        retry_seconds=round(sum(answer.seconds for answer in bad), 3),
        failed_requests=sum(answer.requests - 1 for answer in answers),
        waited=round(sum(answer.waited for answer in answers), 3),
        price=price,
    )


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


def _all_answers(games: Iterable[GamePlayed]) -> Iterable[AnswerGiven]:
    return (answer for played in games for answer in played.answers)
