"""What a game looks like afterwards: how the expected result went, and where it turned.

Every number is the mean return of a search by the strongest level's manner, with the eyes of the
seat that it is told for. Such a mean is not the truth: it is a little high for the seat whose move
is searched, since the replies to it are searched less well, and another stream of random numbers
gives another. So three things are done.

**Moves are compared alike.** What a move gave away is the difference between the best move and the
move that was played, each searched alone, with the same number of simulated games: what such
searches get wrong in general they get wrong for both. That is done again and again with streams of
their own; the spread of the differences tells how sure their mean is.

**Only what is beyond the noise is called a turning point.** A first look chooses what may be one. It
is then measured anew, by more searches and without the first look's numbers, which were chosen for
being large; it counts if it is still large and several of its standard errors from nothing.

**Luck is told apart.** What chance brought is compared with what it could have brought: the expected
result after the draw, against the mean over other draws from the same position. In a game that
hides things only the seats that see a draw can tell. What a referee said is compared in the same way,
with what the odds let expect, yet is told apart from both: it may be a hand's merit or fault, which no
search can know.

The curve of the expected result takes for each position the mean of two searches, one of the move
that led to it and one of the best move from it: what each has too much for its own seat goes out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from empile.bots.advising import advise
from empile.engine.errors import Reason
from empile.engine.game import EXTERNAL, Event, State
from empile.engine.level import Level
from empile.engine.random import Stream, new_stream, split
from empile.engine.record import Record
from empile.engine.search import expected_returns, search

DepthName = Literal["quick", "deep"]
Kind = Literal["mistake", "luck", "referee"]

LARGE: Final = 0.2
"""A turning point changes a seat's expected return by at least so much (from -1 to 1: a tenth)."""
SURE: Final = 3.0
"""And by at least so many of its standard errors."""
MOST_TURNING: Final = 10
"""No more turning points are told than this: the largest."""
_LINE_MOVES: Final = 4
"""A better line goes on for so many moves."""
_SUSPECT: Final = 0.5
"""What a first look finds as large as this part of ``LARGE`` is measured anew."""


@dataclass(frozen=True)
class Depth:
    """How much is searched. Simulated games are counted in those of the strongest level's move."""

    best: float
    """To find the best move of a position."""
    trial: float
    """To judge one move once, or one position."""
    trials: int
    """How often a move is judged at first sight."""
    again: int
    """How often it is judged anew where it may be a turning point; so many draws are compared. 3 or
    more: from fewer no error can be told."""


DEPTHS: Final[dict[DepthName, Depth]] = {
    "quick": Depth(best=0.5, trial=0.25, trials=2, again=6),
    "deep": Depth(best=2.0, trial=1.0, trials=2, again=8),
}


@dataclass(frozen=True)
class MoveAnalysed:
    """A move, and what may be expected of it."""

    event: int
    """Its number among the record's events, from 0."""
    seat: int
    move: str
    best: str
    """The move that the search would have made; the same where it found none better."""
    expected: list[float]
    """The expected returns by seat after the move, as its seat sees it, -1 to 1."""
    expected_best: list[float]
    """The same after the best move."""
    loss: float
    """How much less its seat can expect than after the best move; 0 for the best."""
    error: float
    """The standard error of ``loss``."""


@dataclass(frozen=True)
class DrawAnalysed:
    """What chance brought between two moves."""

    event: int
    """The number of its first event."""
    events: int
    """How many events they are."""
    luck: list[float]
    """By how much each seat's expected return differs from the mean over all draws; 0 for seats that
    cannot see it."""
    errors: list[float]
    """The standard errors of ``luck``."""


@dataclass(frozen=True)
class TurningPoint:
    """A move or a draw after which the game was another."""

    kind: Kind
    event: int
    events: int
    """How many events it is: 1 for a move."""
    seat: int
    """Who lost by the move, or whom the draw or the referee's answer touched most."""
    before: float
    """What the seat could expect, as a return, -1 to 1: by the best move; before the draw."""
    after: float
    """What it can expect after what happened."""
    error: float
    """The standard error of the difference."""
    better: str | None = None
    """The move that the search would have preferred."""
    words: Reason | None = None
    """That move as a message of the game's."""
    line: list[str] | None = None
    """Events from that move on as they could have gone: what is drawn in it is one of many draws."""


@dataclass(frozen=True)
class Analysis:
    """What is known so far of a game; everything once ``done`` is ``events``."""

    depth: DepthName
    teams: list[int]
    """The team of each seat; without teams the seat itself."""
    hides: bool
    """Whether seats did not see everything: each expectation is then that of its own eyes."""
    events: int
    """How many events the record has."""
    done: int
    """How many of them are analysed."""
    expected: list[list[float]]
    """For the positions before event 0, 1, ... the expected returns by seat, -1 to 1."""
    moves: list[MoveAnalysed]
    draws: list[DrawAnalysed]
    turning_points: list[TurningPoint]
    """In the order of the game."""

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come."""
        return len(self.expected) == self.events + 1

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        found = asdict(self)
        for told, point in zip(found["turning_points"], self.turning_points, strict=True):
            words = point.words
            told["words"] = None if words is None else {"key": words.key, "args": dict(words.args)}
        return found


def analyse(
    record: Record,
    *,
    depth: DepthName = "quick",
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Analysis]:
    """Yield what is known of the game of ``record`` after each of its moves; the last is all.

    The same record, depth and seed give the same. Where ``stop()``, asked every few milliseconds,
    returns True, nothing more comes. Other Python threads run meanwhile. Raises
    :class:`empile.engine.errors.RecordError` at once where the record is not a full one or breaks
    the rules.
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
    """Somebody wants no more of it."""


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
        """Go through the game from its beginning."""
        at, arriving = 0, None
        try:
            while at < len(self._events) or not self._found.is_done:
                at, arriving = self._stretch(at, arriving)
                yield self._found
        except _StoppedError:
            return

    def _stretch(self, at: int, arriving: list[float] | None) -> tuple[int, list[float] | None]:
        """Take what chance brings from event ``at`` on, and the move after it.

        ``arriving`` is what is expected of the move before, by seat. Returns the number of the next
        event and what is expected of the move.
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
        here = _middle(arriving, luck, leaving, self._game.num_players)
        before = here if luck is None else [_told(a - b) for a, b in zip(here, luck, strict=True)]
        curve = [before] * (at - chance) + [here]
        done = min(at + 1, len(self._events))
        self._found = replace(found, expected=[*found.expected, *curve], done=done)
        return done, played

    # -- Moves ---------------------------------------------------------------------------------

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
        self._go_on()
        best = advice.best.action
        trials = self._compare(state, best, played, split(stream, 1), self._depth.trials)
        loss, error = _mean_difference(trials, seat)
        is_suspect = best != played and loss >= _SUSPECT * LARGE
        if is_suspect:
            trials = self._compare(state, best, played, split(stream, 2), self._depth.again)
            loss, error = _mean_difference(trials, seat)
        if loss <= 0.0:
            best, loss, error = played, 0.0, 0.0
        after = _means([played_values for _, played_values in trials])
        by_best = after if best == played else _means([best_values for best_values, _ in trials])
        move = MoveAnalysed(
            at, seat, event.text, state.action_to_text(best), after, by_best, loss, error
        )
        if not (is_suspect and _is_turning(loss, error)):
            return move, []
        line = self._line(state, advice.line, split(stream, 3))
        words = self._game.presenter.event_message(state, state.read_text(move.best), seat)
        return move, [
            TurningPoint(
                "mistake", at, 1, seat, by_best[seat], after[seat], error, move.best, words, line
            )
        ]

    def _compare(
        self, state: State, best: int, played: int, stream: Stream, times: int
    ) -> list[tuple[list[float], list[float]]]:
        """Judge both moves ``times``, each time by a stream of its own; return pairs by seat."""
        trials: list[tuple[list[float], list[float]]] = []
        for number in range(times):
            by_played = self._values(state, played, split(stream, 2 * number))
            by_best = by_played
            if best != played:
                by_best = self._values(state, best, split(stream, 2 * number + 1))
            trials.append((by_best, by_played))
        return trials

    def _values(self, state: State, action: int | None, stream: Stream) -> list[float]:
        """Return what each seat may expect of a move, or of the best one, as its seat sees it."""
        level = self._level
        found = search(
            state,
            stream=stream,
            simulations=self._simulations(self._depth.trial),
            params=level.search_params,
            first=action,
            stop=self._stop,
        )
        self._go_on()
        return list(found.moves[0].values)

    def _line(self, state: State, begun: Sequence[str], stream: Stream) -> list[str]:
        """Return how the game could have gone on from ``state`` by the moves in ``begun``."""
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
                simulations = self._simulations(self._depth.trial)
                advice = advise(
                    after, stream=own, simulations=simulations, points=False, stop=self._stop
                )
                self._go_on()
                event = after.read_text(advice.best.move)
            line.append(event.text)
            moves += event.seat >= 0
            after.apply_event(event)
        return line

    # -- Chance --------------------------------------------------------------------------------

    def _is_open(self, first: int, end: int) -> bool:
        """Return whether the events could have gone otherwise, and led to where all is known."""
        if self._states[end].is_chance_node():
            return False  # the record is cut off in the middle of it
        return any(len(state.chance_outcomes()) > 1 for state in self._states[first:end])

    def _draw(
        self, first: int, end: int, stream: Stream, arriving: list[float] | None
    ) -> tuple[DrawAnalysed, list[float], list[TurningPoint]]:
        """Return a draw, by how much it moves the curve of each seat, and what it turned."""
        seats = range(self._game.num_players)
        seers = [seat for seat in seats if self._sees(first, end, seat)]
        luck, errors = [0.0] * len(seats), [0.0] * len(seats)
        moved: list[list[float]] = []
        # Where all lies open one pair of eyes is as good as another, and tells of every seat.
        for eyes in seers if self._found.hides else seers[:1]:
            own = split(stream, eyes)
            told_of = [eyes] if self._found.hides else list(seats)
            lucks = self._lucks(first, end, eyes, split(own, 0))
            if any(abs(lucks[seat][0]) >= _SUSPECT * LARGE for seat in told_of):
                lucks = self._lucks(first, end, eyes, split(own, 1))
            moved.append([value for value, _ in lucks])
            for seat in told_of:
                luck[seat], errors[seat] = lucks[seat]
        draw = DrawAnalysed(first, end - first, luck, errors)
        curve = _means(moved) if moved else [0.0] * len(seats)
        seat = max(seats, key=lambda seat: abs(luck[seat]))
        if arriving is None or not _is_turning(abs(luck[seat]), errors[seat]):
            return draw, curve, []
        before, after = arriving[seat], _told(arriving[seat] + luck[seat])
        judged = any(event.seat == EXTERNAL for event in self._events[first:end])
        kind: Kind = "referee" if judged else "luck"
        point = TurningPoint(kind, first, end - first, seat, before, after, errors[seat])
        return draw, curve, [point]

    def _sees(self, first: int, end: int, seat: int) -> bool:
        game = self._game
        return any(
            game.notation.redacted_text(self._states[at], self._events[at], seat)
            == self._events[at].text
            for at in range(first, end)
        )

    def _lucks(self, first: int, end: int, eyes: int, stream: Stream) -> list[tuple[float, float]]:
        """Return by seat by how much the draw differs from others, and the standard error."""
        others: list[list[float]] = []
        real: list[list[float]] = []
        for number in range(self._depth.again):
            own = split(stream, number)
            other = self._states[first].clone()
            while other.is_chance_node():
                _, other = other.after_chance(own)
            others.append(self._expected(other, eyes, split(own, 0)))
            if number % 2 == 0:
                real.append(self._expected(self._states[end], eyes, split(own, 1)))
        found: list[tuple[float, float]] = []
        for seat in range(self._game.num_players):
            with_it, without = [row[seat] for row in real], [row[seat] for row in others]
            difference = sum(with_it) / len(with_it) - sum(without) / len(without)
            error = math.hypot(_error(with_it), _error(without))
            found.append((round(difference, 4), round(error, 4)))
        return found

    def _expected(self, state: State, eyes: int, stream: Stream) -> list[float]:
        if state.is_terminal():
            return state.returns()
        level = self._level
        found = expected_returns(
            state,
            eyes,
            stream=stream,
            simulations=self._simulations(self._depth.trial),
            params=level.search_params,
            stop=self._stop,
        )
        self._go_on()
        return found

    # -- Both ----------------------------------------------------------------------------------

    def _simulations(self, part: float) -> int:
        return max(1, round(self._level.simulations * part))

    def _go_on(self) -> None:
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
    """Return ``found`` with more in it, and of the turning points the largest."""
    every = sorted([*found.turning_points, *points], key=lambda p: -abs(p.after - p.before))
    return replace(
        found,
        moves=found.moves if moves is None else moves,
        draws=found.draws if draws is None else draws,
        turning_points=sorted(every[:MOST_TURNING], key=lambda point: point.event),
    )


def _middle(
    arriving: list[float] | None, luck: list[float] | None, leaving: list[float] | None, seats: int
) -> list[float]:
    """Return the mean of what was expected of the last move, after luck, and of the next one."""
    if arriving is not None and luck is not None:
        arriving = [value + more for value, more in zip(arriving, luck, strict=True)]
    sides = [side for side in (arriving, leaving) if side is not None]
    return _means(sides) if sides else [0.0] * seats


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [_told(sum(column) / len(rows)) for column in zip(*rows, strict=True)]


def _told(value: float) -> float:
    """Return a return with as many places as anybody wants to read, within its bounds."""
    return round(min(1.0, max(-1.0, value)), 4)


def _mean_difference(
    trials: Sequence[tuple[list[float], list[float]]], seat: int
) -> tuple[float, float]:
    differences = [best[seat] - played[seat] for best, played in trials]
    mean = sum(differences) / len(differences)
    return round(mean, 4), round(_error(differences), 4)


def _error(sample: Sequence[float]) -> float:
    """Return the standard error of the mean of a sample of two or more."""
    mean = sum(sample) / len(sample)
    spread = sum((value - mean) ** 2 for value in sample)
    return math.sqrt(spread / (len(sample) - 1) / len(sample))
