"""Evaluations of single moves and chance events of a game, from several searches each.

Every method may run in a thread of its own: states are copied, and each gets its own stream.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from empile.bots.analysis_results import ChanceKind, DrawAnalysed, MoveAnalysed, graded
from empile.bots.hints import Advice, advise
from empile.engine.contracts import evaluation
from empile.engine.contracts.grades import GradeThresholds, loss_and_error
from empile.engine.contracts.level import Level
from empile.engine.game import EXTERNAL, Event, State
from empile.engine.random import Stream, split
from empile.engine.search.search import expected_returns, search

LARGE: Final = 0.2
"""Minimum change of an expected return at a turning point."""
SURE: Final = 3.0
"""The same in standard errors."""
_LINE_MOVES: Final = 4
_SUSPECT: Final = 0.5


@dataclass(frozen=True)
class Depth:
    """Search effort in fractions of the level's simulations."""

    best: float
    """The search for the best move."""
    eval_sims: float
    """An evaluation of a position."""
    eval_repeats: int
    recheck_repeats: int
    """Evaluations of suspected mistakes and draws; at least 3, for the standard error."""
    coarse: float
    """An evaluation of the first pass."""
    budget: float = 1.0
    """The whole game, as a multiple of the game's ``analysis_simulations``."""

    def scaled(self, factor: float) -> Depth:
        """Return the same depth with a multiple of the simulations."""
        return Depth(
            self.best * factor,
            self.eval_sims * factor,
            self.eval_repeats,
            self.recheck_repeats,
            self.coarse * factor,
            self.budget,
        )


class StoppedError(Exception):
    """The analysis was cancelled."""


@dataclass(frozen=True)
class MoveEvaluated:
    """A move, and what a turning point needs."""

    move: MoveAnalysed
    is_turning: bool
    """Whether it certainly changed the expected result much."""
    line: list[str] | None
    """At a turning point, a continuation from the best move."""


@dataclass(frozen=True)
class DrawEvaluated:
    """A draw, and how it moved the expected returns."""

    draw: DrawAnalysed
    change: list[float]
    """By seat: the change of its expected return, as the mean over the observers."""


class Evaluator:
    """Evaluates the events of a game, given by their index.

    :param stop: polled; a method raises ``StoppedError`` after it has returned True.
    """

    def __init__(
        self,
        states: Sequence[State],
        events: Sequence[Event],
        depth: Depth,
        stop: Callable[[], bool],
        evaluator: evaluation.Evaluator | None = None,
    ) -> None:
        self._network = evaluator
        self._states, self._events = states, events
        self._game = states[0].game
        self._depth = depth
        self._level: Level = self._game.bots.levels[-1]
        self._thresholds: GradeThresholds = self._game.bots.grade_thresholds
        self._suspect = _SUSPECT * min(LARGE, self._thresholds.inaccuracy)
        self._stop = stop

    # -- Moves -------------------------------------------------------------------------------------

    def coarse(self, at: int, stream: Stream) -> tuple[list[float], list[float]]:
        """Return expected returns after the best move, and after the move that was played."""
        state, depth = self._states[at].clone(), self._depth.coarse
        played = self._events[at].actions[0]
        after = self._values(state, played, split(stream, 0), depth)
        if len(state.legal_actions()) == 1:
            return after, after
        return self._values(state, None, split(stream, 1), depth), after

    def leaf(self, at: int, stream: Stream) -> list[float]:
        """Return expected returns of the last position."""
        return self._values(self._states[at].clone(), None, stream, self._depth.eval_sims)

    def move(self, at: int, stream: Stream) -> MoveEvaluated:
        """Compare a move with the best one."""
        state, event = self._states[at].clone(), self._events[at]
        seat, played = event.seat, event.actions[0]
        if len(state.legal_actions()) == 1:
            return self._forced(at, state, event, split(stream, 1))
        advice = advise(
            state,
            stream=stream,
            simulations=self._simulations(self._depth.best),
            points=False,
            stop=self._stop,
            evaluator=self._network,
        )
        self._check_stop()
        best = advice.best.action
        pairs = self._compare(state, best, played, split(stream, 1), self._depth.eval_repeats)
        loss, error = _mean_difference(pairs, seat)
        is_suspect = best != played and loss >= self._suspect
        if is_suspect:
            pairs = self._compare(
                state, best, played, split(stream, 2), self._depth.recheck_repeats
            )
            loss, error = _mean_difference(pairs, seat)
        if loss <= 0.0:
            best, loss, error = played, 0.0, 0.0
        after = means([played_values for _, played_values in pairs])
        by_best = after if best == played else means([best_values for best_values, _ in pairs])
        grade, accuracy = graded(loss, self._thresholds, is_forced=False)
        is_only = self._is_only_move(state, advice, best, by_best[seat], split(stream, 4))
        text = state.action_to_text(best)
        is_turning = is_suspect and is_large(loss, error)
        line = self._line(state, advice.line, split(stream, 3)) if is_turning else None
        if best == played:
            parts = message = short = None
        else:
            parts = dict(self._game.presenter.move_parts(state, best))
            message = self._game.presenter.event_message(state, state.read_text(text), seat)
            short = line or _shortened(state, advice.line)
        move = MoveAnalysed(
            at,
            seat,
            event.text,
            grade,
            accuracy,
            is_only,
            text,
            after,
            by_best,
            loss,
            error,
            parts,
            message,
            short,
        )
        return MoveEvaluated(move, is_turning, line)

    def _forced(self, at: int, state: State, event: Event, stream: Stream) -> MoveEvaluated:
        after = self._values(state, event.actions[0], stream, self._depth.eval_sims)
        grade, accuracy = graded(0.0, self._thresholds, is_forced=True)
        return MoveEvaluated(
            MoveAnalysed(
                at,
                event.seat,
                event.text,
                grade,
                accuracy,
                is_only_move=False,
                best=event.text,
                expected=after,
                expected_best=after,
                loss=0.0,
                error=0.0,
            ),
            is_turning=False,
            line=None,
        )

    def _is_only_move(
        self, state: State, advice: Advice, best: int, value: float, stream: Stream
    ) -> bool:
        """Whether the most promising other moves lose at least a mistake."""
        others = [move for move in advice.moves if move.action != best and move.visits > 0]
        if not others:
            return False
        limit = value - self._thresholds.mistake
        # The value of a move with few visits says little: the search may have given it up too soon.
        rivals = {others[0].action, max(others, key=lambda move: move.value).action}
        if others[0].value > limit:
            return False
        values = (
            self._values(state, rival, split(stream, number), self._depth.eval_sims)
            for number, rival in enumerate(sorted(rivals))
        )
        return all(found[advice.seat] <= limit for found in values)

    def _compare(
        self, state: State, best: int, played: int, stream: Stream, times: int
    ) -> list[tuple[list[float], list[float]]]:
        pairs: list[tuple[list[float], list[float]]] = []
        sims = self._depth.eval_sims
        for number in range(times):
            by_played = self._values(state, played, split(stream, 2 * number), sims)
            by_best = by_played
            if best != played:
                by_best = self._values(state, best, split(stream, 2 * number + 1), sims)
            pairs.append((by_best, by_played))
        return pairs

    def _values(
        self, state: State, action: int | None, stream: Stream, effort: float
    ) -> list[float]:
        self._check_stop()
        found = search(
            state,
            stream=stream,
            simulations=self._simulations(effort),
            params=self._level.search_params,
            first=action,
            stop=self._stop,
            evaluator=self._network,
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
                    after,
                    stream=own,
                    simulations=simulations,
                    points=False,
                    stop=self._stop,
                    evaluator=self._network,
                )
                self._check_stop()
                event = after.read_text(advice.best.move)
            line.append(event.text)
            moves += event.seat >= 0
            after.apply_event(event)
        return line

    # -- Chance ------------------------------------------------------------------------------------

    def observers(self, first: int, end: int) -> list[int]:
        """Return the seats for which the luck of a draw is searched for."""
        if self._states[end].is_chance_node():
            return []  # the record ends within the draw
        if all(len(state.chance_outcomes()) == 1 for state in self._states[first:end]):
            return []
        seeing = [seat for seat in range(self._game.num_players) if self._sees(first, end, seat)]
        # With perfect information one observer's values hold for all.
        return seeing if self._game.imperfect_information else seeing[:1]

    def draw(self, first: int, end: int, observers: Sequence[int], stream: Stream) -> DrawEvaluated:
        """Compare the outcome of the chance events from ``first`` with others."""
        seats = range(self._game.num_players)
        luck, errors = [0.0] * len(seats), [0.0] * len(seats)
        moved: list[list[float]] = []
        for observer in observers:
            own = split(stream, observer)
            observed = [observer] if self._game.imperfect_information else list(seats)
            lucks = self._luck_of(first, end, observer, split(own, 0))
            if any(abs(lucks[seat][0]) >= _SUSPECT * LARGE for seat in observed):
                lucks = self._luck_of(first, end, observer, split(own, 1))
            moved.append([value for value, _ in lucks])
            for seat in observed:
                luck[seat], errors[seat] = lucks[seat]
        is_external = any(event.seat == EXTERNAL for event in self._events[first:end])
        kind: ChanceKind = "referee" if is_external else "luck"
        change = means(moved) if moved else [0.0] * len(seats)
        return DrawEvaluated(DrawAnalysed(first, end - first, kind, luck, errors), change)

    def _sees(self, first: int, end: int, seat: int) -> bool:
        return any(
            self._game.notation.redacted_text(self._states[at], self._events[at], seat)
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
                real.append(self._expected(self._states[end].clone(), observer, split(own, 1)))
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
        self._check_stop()
        found = expected_returns(
            state,
            observer,
            stream=stream,
            simulations=self._simulations(self._depth.eval_sims),
            params=self._level.search_params,
            stop=self._stop,
            evaluator=self._network,
        )
        self._check_stop()
        return found

    def _simulations(self, part: float) -> int:
        return max(1, round(self._level.simulations * part))

    def _check_stop(self) -> None:
        if self._stop():
            raise StoppedError


def is_large(size: float, error: float) -> bool:
    """Whether a change makes a turning point."""
    return size >= LARGE and size >= SURE * error


def means(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of each column."""
    return [clipped(sum(column) / len(rows)) for column in zip(*rows, strict=True)]


def clipped(value: float) -> float:
    """Return an expected return, from -1 to 1."""
    return round(min(1.0, max(-1.0, value)), 4)


def _shortened(state: State, line: Sequence[str]) -> list[str]:
    """Return the beginning of a line with at most ``_LINE_MOVES`` moves."""
    after, kept, moves = state.clone(), list[str](), 0
    for text in line:
        event = after.read_text(text)
        if event.seat >= 0 and moves == _LINE_MOVES:
            break
        moves += event.seat >= 0
        kept.append(text)
        after.apply_event(event)
    return kept


def _mean_difference(
    pairs: Sequence[tuple[list[float], list[float]]], seat: int
) -> tuple[float, float]:
    return loss_and_error([best[seat] - played[seat] for best, played in pairs])


def _error(sample: Sequence[float]) -> float:
    mean = sum(sample) / len(sample)
    spread = sum((value - mean) ** 2 for value in sample)
    return math.sqrt(spread / (len(sample) - 1) / len(sample))
