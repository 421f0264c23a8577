"""Results of a game analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from empile.engine.contracts.grades import Grade, GradeThresholds
from empile.engine.errors import Reason

DepthName = Literal["quick", "deep"]
ChanceKind = Literal["luck", "referee"]
Kind = Literal["mistake", "luck", "referee"]


@dataclass(frozen=True)
class MoveAnalysed:
    """The evaluation of a move."""

    event: int
    """Index in the record."""
    seat: int
    """The seat that moved."""
    move: str
    """The move in the game's notation."""
    grade: Grade
    """How good it was; the thresholds are the game's."""
    accuracy: float
    """From 0 to 100, the best move."""
    is_only_move: bool
    """Whether every other move loses at least a mistake."""
    best: str
    """The played move if none is better."""
    expected: list[float]
    """Expected returns by seat after the move, given its seat's information."""
    expected_best: list[float]
    """Expected returns by seat after the best move."""
    loss: float
    """The expected return that the move cost its seat."""
    error: float
    """Standard error of ``loss``."""
    parts: dict[str, str] | None = None
    """The choices that make the best move; ``None`` if it was played."""
    message: Reason | None = None
    """The log message for the best move; ``None`` if it was played."""
    line: list[str] | None = None
    """The best move and its continuation; ``None`` if it was played."""


@dataclass(frozen=True)
class DrawAnalysed:
    """The evaluation of chance events between two moves."""

    event: int
    """The number of the first event, from 0."""
    events: int
    """The number of chance events in a row."""
    kind: ChanceKind
    """Whether the outcome came from the rules' chance or from outside."""
    luck: list[float]
    """By seat: expected return minus its mean over all draws; 0 if the seat cannot see it."""
    errors: list[float]
    """Standard errors of ``luck``."""


@dataclass(frozen=True)
class TurningPoint:
    """A move or draw that changed the expected result."""

    kind: Kind
    """What the event was."""
    event: int
    """The number of the first event, from 0."""
    events: int
    """The number of events in a row."""
    seat: int
    """The seat that made the mistake, or that was affected most."""
    before: float
    """Its expected return after the best move, or before the draw."""
    after: float
    """The seat's expected return afterwards."""
    error: float
    """Standard error of the difference."""
    better: str | None = None
    """The best move. ``None`` unless the seat made a mistake."""
    message: Reason | None = None
    """The log message for the best move."""
    line: list[str] | None = None
    """A continuation from the best move."""


@dataclass(frozen=True)
class SeatAnalysed:
    """How a seat played: its moves, and what chance did to it."""

    accuracy: float | None
    """Mean accuracy of its moves with a choice, from 0 to 100; ``None`` if there was none."""
    grades: dict[Grade, int]
    """The number of its moves with each grade."""
    lost: float
    """The expected return that its moves cost it."""
    luck: float
    """The expected return that chance gave it, or took from it."""
    referee: float
    """The same for outcomes from outside the rules."""


@dataclass(frozen=True)
class Analysis:
    """An analysis in progress."""

    depth: DepthName
    """How long each position is searched."""
    teams: list[int]
    """The team of each seat."""
    imperfect_information: bool
    """Whether the game has hidden information; then moves are judged by what their seat knew."""
    has_chance: bool
    """Whether luck played a part: an event had several outcomes."""
    events: int
    """The number of events in the game."""
    done: int
    """The number of events analysed."""
    progress: float
    """The share of the work that is done, from 0 to 1."""
    expected: list[list[float]]
    """Expected returns by seat before event 0, 1, ...: coarse values after the first ``done``."""
    moves: list[MoveAnalysed]
    """Each move."""
    draws: list[DrawAnalysed]
    """Each chance event."""
    seats: list[SeatAnalysed]
    """A summary for each seat."""
    turning_points: list[TurningPoint]
    """The events that changed most."""

    @property
    def is_done(self) -> bool:
        """Whether it is complete."""
        return self.progress >= 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return JSON data."""
        found = asdict(self)
        messages = [
            *(move.message for move in self.moves),
            *(point.message for point in self.turning_points),
        ]
        entries = [*found["moves"], *found["turning_points"]]
        for entry, message in zip(entries, messages, strict=True):
            entry["message"] = (
                None if message is None else {"key": message.key, "args": dict(message.args)}
            )
        return found


def summarise(
    seats: int, moves: Sequence[MoveAnalysed], draws: Sequence[DrawAnalysed]
) -> list[SeatAnalysed]:
    """Return the summary of each seat.

    Example::

        >>> summarise(1, [], [])[0].accuracy is None
        True
    """
    found: list[SeatAnalysed] = []
    for seat in range(seats):
        own = [move for move in moves if move.seat == seat]
        chosen = [move.accuracy for move in own if move.grade != "forced"]
        counts: Counter[Grade] = Counter(move.grade for move in own)
        luck: dict[ChanceKind, float] = {
            kind: round(sum(draw.luck[seat] for draw in draws if draw.kind == kind), 4)
            for kind in ("luck", "referee")
        }
        found.append(
            SeatAnalysed(
                round(sum(chosen) / len(chosen), 1) if chosen else None,
                dict(counts),
                round(sum(move.loss for move in own), 4),
                luck["luck"],
                luck["referee"],
            )
        )
    return found


def graded(loss: float, thresholds: GradeThresholds, *, is_forced: bool) -> tuple[Grade, float]:
    """Return the grade and accuracy of a move.

    Example::

        >>> graded(0.0, GradeThresholds(0.1, 0.2, 0.3), is_forced=False)
        ('best', 100.0)
    """
    if is_forced:
        return "forced", 100.0
    return thresholds.grade(loss), thresholds.accuracy(loss)
