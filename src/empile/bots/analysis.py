"""Game analysis: expected results by move, grades, mistakes and luck.

Values are mean returns of searches by the strongest level, given one seat's information. To cancel
bias, mistakes and luck are differences of like searches, the value of a position is the mean of two
searches (of the move before it and of the best move from it), and doubtful moves are measured again.

A first pass evaluates all positions coarsely, a second one in full. The budget in simulations is
the game's, so that long games take no longer than short ones.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from empile.bots.analysis_results import (
    Analysis,
    DepthName,
    DrawAnalysed,
    MoveAnalysed,
    SeatAnalysed,
    TurningPoint,
    summarise,
)
from empile.bots.evaluation import (
    LARGE,
    Depth,
    DrawEvaluated,
    Evaluator,
    MoveEvaluated,
    StoppedError,
    clipped,
    is_large,
    means,
)
from empile.engine.arguments import new_stream, whole_number
from empile.engine.contracts import evaluation
from empile.engine.errors import ArgumentError
from empile.engine.game import Event, State
from empile.engine.random import Stream, split
from empile.engine.record import Record

__all__ = [
    "DEPTHS",
    "LARGE",
    "Analysis",
    "Depth",
    "DepthName",
    "DrawAnalysed",
    "MoveAnalysed",
    "SeatAnalysed",
    "TurningPoint",
    "analyse",
]

MOST_TURNING: Final = 10
MOST_THREADS: Final = 2
_COARSE_SHARE: Final = 0.1
"""Of the work, for the progress."""

DEPTHS: Final[dict[DepthName, Depth]] = {
    "quick": Depth(best=0.5, eval_sims=0.25, eval_repeats=2, recheck_repeats=6, coarse=0.04),
    "deep": Depth(
        best=2.0, eval_sims=1.0, eval_repeats=2, recheck_repeats=8, coarse=0.04, budget=5.0
    ),
}


def analyse(
    record: Record,
    *,
    depth: DepthName = "quick",
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
    threads: int | None = None,
    evaluator: evaluation.Evaluator | None = None,
) -> Iterator[Analysis]:
    """Analyse a game; yield the analysis after each step. Deterministic; releases the GIL.

    A first pass gives coarse values of all positions, a second one everything else.

    :param stop: polled during searches; ends the iterator by returning True.
    :param threads: by default 2 if there are two cores; they do not change the result.
    :param evaluator: guides the searches, see :func:`empile.search`; called by several threads.
    :raises RecordError: the record is incomplete or breaks the rules; raised at once.
    :raises ArgumentError: an unknown depth, or fewer than 1 thread.
    :raises ValueError: an evaluator, but imperfect information: the values of a position for a seat
        that is not to act need rollouts.

    Example::

        >>> match = empile.Match(empile.load("block-ness", players=2))
        >>> event = match.play_action(match.state.legal_actions()[0])
        >>> [analysis.done for analysis in analyse(match.record())]
        [0, 0, 1, 1]
    """
    states, events = record.history()
    if evaluator is not None and states[0].game.imperfect_information:
        raise ValueError("an analysis with an evaluator needs a game of perfect information")
    if depth not in DEPTHS:
        raise ArgumentError(f"depth must be one of {', '.join(DEPTHS)}, not {depth!r}")
    if threads is None:
        threads = min(MOST_THREADS, os.cpu_count() or 1)
    threads = whole_number("threads", threads, 1)
    return _Analyser(states, events, depth, new_stream(seed), stop, threads, evaluator).run()


@dataclass(frozen=True)
class _Segment:
    """Chance events up to the next move, or to the end of the record."""

    first: int
    """The first chance event."""
    at: int
    """The move, or the number of events."""
    observers: list[int]
    """The seats for which the luck is searched for."""


@dataclass
class _Values:
    """Expected returns around the position in which a move is chosen."""

    change: list[float] | None = None
    """By the chance events before it."""
    leaving: list[float] | None = None
    """After the best move, or at the end."""
    played: list[float] | None = None
    """After the move that was played."""


class _Analyser:
    def __init__(
        self,
        states: Sequence[State],
        events: Sequence[Event],
        depth: DepthName,
        stream: Stream,
        stop: Callable[[], bool] | None,
        threads: int,
        evaluator: evaluation.Evaluator | None,
    ) -> None:
        self._states, self._events = states, events
        self._game = states[0].game
        self._depth: DepthName = depth
        self._stream = stream
        self._threads = threads
        self._closing = threading.Event()
        self._stop = stop
        bare = Evaluator(states, events, DEPTHS[depth], self._is_stopping, evaluator)
        self._segments = _segments(events, bare)
        self._evaluator = Evaluator(
            states, events, self._affordable(), self._is_stopping, evaluator
        )
        self._values = [_Values() for _ in self._segments]
        self._moves: list[MoveAnalysed] = []
        self._draws: list[DrawAnalysed] = []
        self._points: list[TurningPoint] = []
        self._steps = 0

    def run(self) -> Iterator[Analysis]:
        with ThreadPoolExecutor(self._threads, "analysis") as pool:
            try:
                yield from self._run(pool)
            except StoppedError:
                return
            finally:
                self._closing.set()
                pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, pool: ThreadPoolExecutor) -> Iterator[Analysis]:
        coarse = [pool.submit(self._coarse, number) for number in range(len(self._segments))]
        refined = [self._submit(pool, number) for number in range(len(self._segments))]
        if self._events:
            for number, values in enumerate(coarse):
                self._values[number] = values.result()
                self._steps += 1
                yield self._found(known=number + 1, refined=0)
        for number, (draw, move) in enumerate(refined):
            self._refine(number, draw, move)
            self._steps += 1
            yield self._found(known=len(self._segments), refined=number + 1)

    # -- In threads --------------------------------------------------------------------------------

    def _coarse(self, number: int) -> _Values:
        at = self._segments[number].at
        if at == len(self._events):
            return _Values(leaving=self._last(split(self._stream, 2 * number)))
        leaving, played = self._evaluator.coarse(at, split(self._stream, 2 * number))
        return _Values(None, leaving, played)

    def _submit(
        self, pool: ThreadPoolExecutor, number: int
    ) -> tuple[Future[DrawEvaluated] | None, Future[MoveEvaluated] | None]:
        segment, stream = self._segments[number], split(self._stream, 2 * number + 1)
        draw = move = None
        if segment.observers:
            draw = pool.submit(
                self._evaluator.draw,
                segment.first,
                segment.at,
                segment.observers,
                split(stream, 0),
            )
        if segment.at < len(self._events):
            move = pool.submit(self._evaluator.move, segment.at, split(stream, 1))
        return draw, move

    def _last(self, stream: Stream) -> list[float] | None:
        state = self._states[-1]
        if state.is_terminal():
            return state.returns()
        return None if state.is_chance_node() else self._evaluator.leaf(len(self._events), stream)

    # -- Results -----------------------------------------------------------------------------------

    def _refine(
        self,
        number: int,
        draw: Future[DrawEvaluated] | None,
        move: Future[MoveEvaluated] | None,
    ) -> None:
        values = self._values[number]
        if draw is not None:
            drawn = draw.result()
            values.change = drawn.change
            self._draws.append(drawn.draw)
            arriving = self._values[number - 1].played if number else None
            self._points += _points_of_draw(drawn.draw, arriving)
        if move is not None:
            found = move.result()
            values.leaving, values.played = found.move.expected_best, found.move.expected
            self._moves.append(found.move)
            if found.is_turning:
                self._points.append(_point_of_move(found))
        elif values.leaving is None:
            values.leaving = self._last(split(self._stream, 2 * number))

    def _found(self, known: int, refined: int) -> Analysis:
        seats = self._game.num_players
        every = sorted(self._points, key=lambda point: -abs(point.after - point.before))
        done = 0 if refined == 0 else min(self._segments[refined - 1].at + 1, len(self._events))
        return Analysis(
            depth=self._depth,
            teams=self._game.teams,
            imperfect_information=self._game.imperfect_information,
            has_chance=any(segment.observers for segment in self._segments),
            events=len(self._events),
            done=done,
            progress=self._progress(known, refined),
            expected=self._curve(known, refined),
            moves=list(self._moves),
            draws=list(self._draws),
            seats=summarise(seats, self._moves, self._draws),
            turning_points=sorted(every[:MOST_TURNING], key=lambda point: point.event),
        )

    def _progress(self, known: int, refined: int) -> float:
        if refined == len(self._segments):
            return 1.0
        count = len(self._segments)
        return round(_COARSE_SHARE * known / count + (1 - _COARSE_SHARE) * refined / count, 3)

    def _curve(self, known: int, refined: int) -> list[list[float]]:
        curve: list[list[float]] = []
        arriving: list[float] | None = None
        for number in range(known):
            segment, values = self._segments[number], self._values[number]
            chances = segment.at - segment.first
            is_measured = number < refined or not segment.observers
            change = values.change if is_measured else None
            if values.played is None and self._states[-1].is_terminal():
                arriving = None
            if chances and not is_measured and arriving is not None and values.leaving is not None:
                before, here = arriving, values.leaving
            else:
                here = _midpoint(arriving, change, values.leaving, self._game.num_players)
                before = here if change is None else _shifted(here, change)
            curve += [before] * chances + [here]
            arriving = values.played
        return curve

    # -- Budget ------------------------------------------------------------------------------------

    def _affordable(self) -> Depth:
        """Return the depth, scaled down if the game is too long for it."""
        depth = DEPTHS[self._depth]
        bots = self._game.bots
        chosen = sum(
            len(self._states[segment.at].legal_actions()) > 1
            for segment in self._segments
            if segment.at < len(self._events)
        )
        observers = sum(len(segment.observers) for segment in self._segments)
        # Half of the moves are measured again.
        evaluations = 2 * depth.eval_repeats + depth.recheck_repeats
        cost = chosen * (2 * depth.coarse + depth.best + evaluations * depth.eval_sims)
        cost += observers * 1.5 * depth.recheck_repeats * depth.eval_sims
        affordable = depth.budget * bots.analysis_simulations / bots.levels[-1].simulations
        return depth if cost <= affordable else depth.scaled(affordable / cost)

    def _is_stopping(self) -> bool:
        if self._stop is not None and not self._closing.is_set() and self._stop():
            self._closing.set()
        return self._closing.is_set()


def _segments(events: Sequence[Event], evaluator: Evaluator) -> list[_Segment]:
    segments: list[_Segment] = []
    first = 0
    for at, event in enumerate([*events, None]):
        if event is None or event.seat >= 0:
            observers = evaluator.observers(first, at) if at > first else []
            segments.append(_Segment(first, at, observers))
            first = at + 1
    return segments


def _points_of_draw(draw: DrawAnalysed, arriving: list[float] | None) -> list[TurningPoint]:
    seat = max(range(len(draw.luck)), key=lambda seat: abs(draw.luck[seat]))
    luck, error = draw.luck[seat], draw.errors[seat]
    if arriving is None or not is_large(abs(luck), error):
        return []
    before, after = arriving[seat], clipped(arriving[seat] + luck)
    return [TurningPoint(draw.kind, draw.event, draw.events, seat, before, after, error)]


def _point_of_move(found: MoveEvaluated) -> TurningPoint:
    move = found.move
    return TurningPoint(
        "mistake",
        move.event,
        1,
        move.seat,
        move.expected_best[move.seat],
        move.expected[move.seat],
        move.error,
        move.best,
        move.message,
        found.line,
    )


def _midpoint(
    arriving: list[float] | None,
    change: list[float] | None,
    leaving: list[float] | None,
    seats: int,
) -> list[float]:
    if arriving is not None and change is not None:
        arriving = [value + more for value, more in zip(arriving, change, strict=True)]
    sides = [side for side in (arriving, leaving) if side is not None]
    return means(sides) if sides else [0.0] * seats


def _shifted(here: list[float], change: list[float]) -> list[float]:
    return [clipped(value - more) for value, more in zip(here, change, strict=True)]
