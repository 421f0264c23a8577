"""Hints: evaluations of a position's moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from empile.engine.arguments import real_number
from empile.engine.contracts.evaluation import Evaluator
from empile.engine.game import State
from empile.engine.random import Stream
from empile.engine.search.search import MoveStats, search

PLAYED_TO_THE_END: Final = 200
"""Full simulations to estimate points to about one point."""
_POINTS_SHARE: Final = 0.2
"""Of the time, to estimate points."""


@dataclass(frozen=True)
class MoveEvaluation:
    """The evaluation of a legal move."""

    move: str
    """Its text."""
    action: int
    visits: int
    """If 0, the values are unknown."""
    value: float
    """Expected return of the seat to act, -1 to 1."""
    values: list[float]
    """Expected returns by seat."""
    scores: list[float] | None
    """Mean final points by seat; if the level cuts rollouts, known for the best move only.

    None in a game without points.
    """


@dataclass(frozen=True)
class Advice:
    """The evaluation of a position."""

    seat: int
    """The seat to act."""
    best: MoveEvaluation
    moves: list[MoveEvaluation]
    """The best first, then by visits."""
    line: list[str]
    """The principal variation, up to the first uncertain chance event."""
    simulations: int


def advise(
    state: State,
    *,
    stream: Stream,
    simulations: int | None = None,
    seconds: float | None = None,
    points: bool = True,
    stop: Callable[[], bool] | None = None,
    evaluator: Evaluator | None = None,
) -> Advice:
    """Evaluate the moves by the strongest level, from the acting seat's information.

    Deterministic without ``seconds`` and ``stop``; releases the GIL.

    :param simulations: by default the level's.
    :param seconds: the longest time, of which estimating points takes at most a fifth.
    :param points: estimate the best move's ``scores`` even if the level cuts rollouts.
    :param stop: polled; ends the search by returning True.
    :param evaluator: guides the search, see :func:`empile.search`; points are estimated without it.
    :raises ArgumentError: as :func:`empile.search`.

    Example::

        >>> state = empile.load("block-ness", players=2).new_state()
        >>> advise(state, stream=empile.new_stream(1), simulations=100).seat
        0
    """
    if seconds is not None:
        seconds = real_number("seconds", seconds, 0)
    level = state.game.bots.levels[-1]
    begun = time.perf_counter()
    points = points and state.game.has_points
    share = 1.0 - _POINTS_SHARE if points else 1.0
    found = search(
        state,
        stream=stream,
        simulations=level.simulations if simulations is None else simulations,
        seconds=None if seconds is None else share * seconds,
        params=level.search_params,
        stop=stop,
        evaluator=evaluator,
    )
    moves = [_evaluation(state, found.seat, report) for report in found.moves]
    if points and moves[0].scores is None:
        left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - begun))
        scores = mean_scores(state, moves[0].action, stream, seconds=left, stop=stop)
        moves[0] = replace(moves[0], scores=scores)
    line = event_texts(state, found.principal_variation)
    return Advice(found.seat, moves[0], moves, line, found.simulations)


def _evaluation(state: State, seat: int, report: MoveStats) -> MoveEvaluation:
    return MoveEvaluation(
        move=state.action_to_text(report.action),
        action=report.action,
        visits=report.visits,
        value=report.values[seat],
        values=list(report.values),
        scores=None if report.scores is None else list(report.scores),
    )


def mean_scores(
    state: State,
    action: int,
    stream: Stream,
    *,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> list[float] | None:
    """Return the mean final points by seat after a move.

    None if stopped too soon, or if the game has no points.

    Example::

        >>> state = empile.load("block-ness", players=2).new_state()
        >>> action = state.legal_actions()[0]
        >>> len(mean_scores(state, action, empile.new_stream(1)))
        2
    """
    if not state.game.has_points or (stop is not None and stop()):
        return None
    found = search(
        state,
        stream=stream,
        simulations=PLAYED_TO_THE_END,
        seconds=seconds,
        first=action,
        stop=stop,
        params=replace(state.game.bots.levels[-1], rollout_depth=0).search_params,
    )
    (report,) = found.moves
    return None if report.scores is None else list(report.scores)


def event_texts(state: State, line: Sequence[int]) -> list[str]:
    """Return the texts of actions from ``state``, up to the first uncertain chance event."""
    after = state.clone()
    texts: list[str] = []
    waiting: list[int] = []  # actions of an incomplete chance event
    begun = after
    for action in line:
        if after.is_chance_node():
            if len(after.chance_outcomes()) > 1:
                break
            if not waiting:
                begun = after.clone()
            waiting.append(action)
            if after.chance_actions_left() == 1:
                texts.append(state.game.notation.event_text(begun, waiting))
                waiting = []
        else:
            texts.append(after.action_to_text(action))
        after.apply_action(action)
    return texts
