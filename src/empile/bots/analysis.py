"""Game analysis: expected results by move, mistakes and luck.

Values are mean returns of searches by the strongest level, given one seat's information. To cancel
bias, mistakes and luck are differences of like searches, the value of a position is the mean of two
searches (of the move before it and of the best move from it), and turning points are measured again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from empile.bots.hints import advise
from empile.engine.contracts.level import Level
from empile.engine.errors import Reason
from empile.engine.game import EXTERNAL, Event, State
from empile.engine.random import Stream, new_stream, split
from empile.engine.record import Record
from empile.engine.search.search import expected_returns, search

DepthName = Literal["quick", "deep"]
Kind = Literal["mistake", "luck", "referee"]

LARGE: Final = 0.2
"""Minimum change of an expected return at a turning point."""
SURE: Final = 3.0
"""The same in standard errors."""
MOST_TURNING: Final = 10
_LINE_MOVES: Final = 4
_SUSPECT: Final = 0.5


@dataclass(frozen=True)
class Depth:
    """Search effort; the first two are fractions of the level's simulations."""

    best: float
    eval_sims: float
    eval_repeats: int
    recheck_repeats: int
    """Evaluations of turning point candidates and draws; at least 3, for the standard error."""


DEPTHS: Final[dict[DepthName, Depth]] = {
    "quick": Depth(best=0.5, eval_sims=0.25, eval_repeats=2, recheck_repeats=6),
    "deep": Depth(best=2.0, eval_sims=1.0, eval_repeats=2, recheck_repeats=8),
}


@dataclass(frozen=True)
class MoveAnalysed:
    """The evaluation of a move."""

    event: int
    """Index in the record."""
    seat: int
    """The seat that moved."""
    move: str
    """The move in the game's notation."""
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


@dataclass(frozen=True)
class DrawAnalysed:
    """The evaluation of chance events between two moves."""

    event: int
    """The number of the first event, from 0."""
    events: int
    """The number of chance events in a row."""
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
class Analysis:
    """An analysis in progress."""

    depth: DepthName
    """How long each position is searched."""
    teams: list[int]
    """The team of each seat."""
    imperfect_information: bool
    """Whether the game has hidden information; then moves are judged by what their seat knew."""
    events: int
    """The number of events in the game."""
    done: int
    """The number of events analysed."""
    expected: list[list[float]]
    """Expected returns by seat before event 0, 1, ..."""
    moves: list[MoveAnalysed]
    """Each move with a choice."""
    draws: list[DrawAnalysed]
    """Each chance event."""
    turning_points: list[TurningPoint]
    """The events that changed most."""

    @property
    def is_done(self) -> bool:
        """Whether it is complete."""
        return len(self.expected) == self.events + 1

    def to_dict(self) -> dict[str, Any]:
        """Return JSON data."""
        found = asdict(self)
        for entry, point in zip(found["turning_points"], self.turning_points, strict=True):
            message = point.message
            entry["message"] = (
                None if message is None else {"key": message.key, "args": dict(message.args)}
            )
        return found


def analyse(
    record: Record,
    *,
    depth: DepthName = "quick",
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Analysis]:
    """Analyse a game; yield the analysis after each move. Deterministic; releases the GIL.

    :param stop: polled during searches; ends the iterator by returning True.
    :raises RecordError: the record is incomplete or breaks the rules; raised at once.

    Example::

        >>> match = empile.Match(empile.load("block-ness", players=2))
        >>> event = match.play_action(match.state.legal_actions()[0])
        >>> [analysis.done for analysis in analyse(match.record())]
        [1, 1]
    """
    states: list[State] = []
    events: list[Event] = []
    for state, event in record.steps():
        states.append(state)
        if event is None:
            record.check_result(state)
        else:
            events.append(event)
    return _Analyser(states, events, depth, new_stream(seed), stop).run()


class _StoppedError(Exception):
    pass


class _Analyser:
    def __init__(
        self,
        states: Sequence[State],
        events: Sequence[Event],
        depth: DepthName,
        stream: Stream,
        stop: Callable[[], bool] | None,
    ) -> None:
        self._states, self._events = states, events
        self._game = states[0].game
        self._depth = DEPTHS[depth]
        self._level: Level = self._game.bots.levels[-1]
        self._stream = stream
        self._stop = stop
        self._found = Analysis(
            depth,
            self._game.teams,
            self._game.imperfect_information,
            len(events),
            0,
            [],
            [],
            [],
            [],
        )

    def run(self) -> Iterator[Analysis]:
        at, arriving = 0, None
        try:
            while at < len(self._events) or not self._found.is_done:
                at, arriving = self._analyse_next(at, arriving)
                yield self._found
        except _StoppedError:
            return

    def _analyse_next(
        self, at: int, arriving: list[float] | None
    ) -> tuple[int, list[float] | None]:
        """Analyse the events from ``at`` to the next move.

        Takes and returns an event's index with the expected returns after the move before it.
        """
        chance = at
        while at < len(self._events) and self._events[at].seat < 0:
            at += 1
        stream = split(self._stream, chance)
        luck: list[float] | None = None
        found = self._found
        if at > chance and self._is_open(chance, at):
            draw, luck, points = self._draw(chance, at, split(stream, 0), arriving)
            found = _with(found, draws=[*found.draws, draw], points=points)
        state = self._states[at]
        leaving: list[float] | None = None
        played: list[float] | None = None
        if at < len(self._events):
            move, points = self._move(at, split(stream, 1))
            leaving, played = move.expected_best, move.expected
            found = _with(found, moves=[*found.moves, move], points=points)
        elif state.is_terminal():
            arriving, leaving = None, state.returns()
        elif not state.is_chance_node():
            leaving = self._values(state, None, split(stream, 2))
        here = _midpoint(arriving, luck, leaving, self._game.num_players)
        before = (
            here if luck is None else [_rounded(a - b) for a, b in zip(here, luck, strict=True)]
        )
        curve = [before] * (at - chance) + [here]
        done = min(at + 1, len(self._events))
        self._found = replace(found, expected=[*found.expected, *curve], done=done)
        return done, played

    def _move(self, at: int, stream: Stream) -> tuple[MoveAnalysed, list[TurningPoint]]:
        state, event = self._states[at], self._events[at]
        seat, played = event.seat, event.actions[0]
        advice = advise(
            state,
            stream=stream,
            simulations=self._simulations(self._depth.best),
            points=False,
            stop=self._stop,
        )
        self._check_stop()
        best = advice.best.action
        pairs = self._compare(state, best, played, split(stream, 1), self._depth.eval_repeats)
        loss, error = _mean_difference(pairs, seat)
        is_suspect = best != played and loss >= _SUSPECT * LARGE
        if is_suspect:
            pairs = self._compare(
                state, best, played, split(stream, 2), self._depth.recheck_repeats
            )
            loss, error = _mean_difference(pairs, seat)
        if loss <= 0.0:
            best, loss, error = played, 0.0, 0.0
        after = _means([played_values for _, played_values in pairs])
        by_best = after if best == played else _means([best_values for best_values, _ in pairs])
        move = MoveAnalysed(
            at, seat, event.text, state.action_to_text(best), after, by_best, loss, error
        )
        if not (is_suspect and _is_turning(loss, error)):
            return move, []
        line = self._line(state, advice.line, split(stream, 3))
        message = self._game.presenter.event_message(state, state.read_text(move.best), seat)
        return move, [
            TurningPoint(
                "mistake", at, 1, seat, by_best[seat], after[seat], error, move.best, message, line
            )
        ]

    def _compare(
        self, state: State, best: int, played: int, stream: Stream, times: int
    ) -> list[tuple[list[float], list[float]]]:
        pairs: list[tuple[list[float], list[float]]] = []
        for number in range(times):
            by_played = self._values(state, played, split(stream, 2 * number))
            by_best = by_played
            if best != played:
                by_best = self._values(state, best, split(stream, 2 * number + 1))
            pairs.append((by_best, by_played))
        return pairs

    def _values(self, state: State, action: int | None, stream: Stream) -> list[float]:
        level = self._level
        found = search(
            state,
            stream=stream,
            simulations=self._simulations(self._depth.eval_sims),
            params=level.search_params,
            first=action,
            stop=self._stop,
        )
        self._check_stop()
        return list(found.moves[0].values)

    def _line(self, state: State, begun: Sequence[str], stream: Stream) -> list[str]:
        after = state.clone()
        line: list[str] = []
        moves = 0
        while not after.is_terminal() and (moves < _LINE_MOVES or after.is_chance_node()):
            own = split(stream, len(line))
            if len(line) < len(begun):
                event = after.read_text(begun[len(line)])
            elif after.is_chance_node():
                event = after.draw_event(own)
            else:
                simulations = self._simulations(self._depth.eval_sims)
                advice = advise(
                    after, stream=own, simulations=simulations, points=False, stop=self._stop
                )
                self._check_stop()
                event = after.read_text(advice.best.move)
            line.append(event.text)
            moves += event.seat >= 0
            after.apply_event(event)
        return line

    def _is_open(self, first: int, end: int) -> bool:
        if self._states[end].is_chance_node():
            return False  # the record ends within the draw
        return any(len(state.chance_outcomes()) > 1 for state in self._states[first:end])

    def _draw(
        self, first: int, end: int, stream: Stream, arriving: list[float] | None
    ) -> tuple[DrawAnalysed, list[float], list[TurningPoint]]:
        seats = range(self._game.num_players)
        observers = [seat for seat in seats if self._sees(first, end, seat)]
        luck, errors = [0.0] * len(seats), [0.0] * len(seats)
        moved: list[list[float]] = []
        # With perfect information one observer's values hold for all.
        for observer in observers if self._found.imperfect_information else observers[:1]:
            own = split(stream, observer)
            observed = [observer] if self._found.imperfect_information else list(seats)
            lucks = self._luck_of(first, end, observer, split(own, 0))
            if any(abs(lucks[seat][0]) >= _SUSPECT * LARGE for seat in observed):
                lucks = self._luck_of(first, end, observer, split(own, 1))
            moved.append([value for value, _ in lucks])
            for seat in observed:
                luck[seat], errors[seat] = lucks[seat]
        draw = DrawAnalysed(first, end - first, luck, errors)
        curve = _means(moved) if moved else [0.0] * len(seats)
        seat = max(seats, key=lambda seat: abs(luck[seat]))
        if arriving is None or not _is_turning(abs(luck[seat]), errors[seat]):
            return draw, curve, []
        before, after = arriving[seat], _rounded(arriving[seat] + luck[seat])
        external = any(event.seat == EXTERNAL for event in self._events[first:end])
        kind: Kind = "referee" if external else "luck"
        point = TurningPoint(kind, first, end - first, seat, before, after, errors[seat])
        return draw, curve, [point]

    def _sees(self, first: int, end: int, seat: int) -> bool:
        game = self._game
        return any(
            game.notation.redacted_text(self._states[at], self._events[at], seat)
            == self._events[at].text
            for at in range(first, end)
        )

    def _luck_of(
        self, first: int, end: int, observer: int, stream: Stream
    ) -> list[tuple[float, float]]:
        """Return each seat's luck and its standard error."""
        others: list[list[float]] = []
        real: list[list[float]] = []
        for number in range(self._depth.recheck_repeats):
            own = split(stream, number)
            other = self._states[first].clone()
            while other.is_chance_node():
                _, other = other.after_chance(own)
            others.append(self._expected(other, observer, split(own, 0)))
            if number % 2 == 0:
                real.append(self._expected(self._states[end], observer, split(own, 1)))
        found: list[tuple[float, float]] = []
        for seat in range(self._game.num_players):
            with_it, without = [row[seat] for row in real], [row[seat] for row in others]
            difference = sum(with_it) / len(with_it) - sum(without) / len(without)
            error = math.hypot(_error(with_it), _error(without))
            found.append((round(difference, 4), round(error, 4)))
        return found

    def _expected(self, state: State, observer: int, stream: Stream) -> list[float]:
        if state.is_terminal():
            return state.returns()
        level = self._level
        found = expected_returns(
            state,
            observer,
            stream=stream,
            simulations=self._simulations(self._depth.eval_sims),
            params=level.search_params,
            stop=self._stop,
        )
        self._check_stop()
        return found

    def _simulations(self, part: float) -> int:
        return max(1, round(self._level.simulations * part))

    def _check_stop(self) -> None:
        if self._stop is not None and self._stop():
            raise _StoppedError


def _is_turning(size: float, error: float) -> bool:
    return size >= LARGE and size >= SURE * error


def _with(
    found: Analysis,
    *,
    moves: list[MoveAnalysed] | None = None,
    draws: list[DrawAnalysed] | None = None,
    points: list[TurningPoint],
) -> Analysis:
    every = sorted([*found.turning_points, *points], key=lambda p: -abs(p.after - p.before))
    return replace(
        found,
        moves=found.moves if moves is None else moves,
        draws=found.draws if draws is None else draws,
        turning_points=sorted(every[:MOST_TURNING], key=lambda point: point.event),
    )


def _midpoint(
    arriving: list[float] | None, luck: list[float] | None, leaving: list[float] | None, seats: int
) -> list[float]:
    if arriving is not None and luck is not None:
        arriving = [value + more for value, more in zip(arriving, luck, strict=True)]
    sides = [side for side in (arriving, leaving) if side is not None]
    return _means(sides) if sides else [0.0] * seats


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [_rounded(sum(column) / len(rows)) for column in zip(*rows, strict=True)]


def _rounded(value: float) -> float:
    return round(min(1.0, max(-1.0, value)), 4)


def _mean_difference(
    pairs: Sequence[tuple[list[float], list[float]]], seat: int
) -> tuple[float, float]:
    differences = [best[seat] - played[seat] for best, played in pairs]
    mean = sum(differences) / len(differences)
    return round(mean, 4), round(_error(differences), 4)


def _error(sample: Sequence[float]) -> float:
    mean = sum(sample) / len(sample)
    spread = sum((value - mean) ** 2 for value in sample)
    return math.sqrt(spread / (len(sample) - 1) / len(sample))
