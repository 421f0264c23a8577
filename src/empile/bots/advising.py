"""Hints: evaluations of all moves of a position by the strongest level's search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from empile.engine.game import State
from empile.engine.level import Level
from empile.engine.random import Stream
from empile.engine.search import MoveReport, search

PLAYED_TO_THE_END: Final = 200
"""Full-length simulations to estimate the best move's points, if the level cuts rollouts: enough for
an error of about one point, in a few hundredths of a second."""


@dataclass(frozen=True)
class Judged:
    """The evaluation of a legal move."""

    move: str
    """The move's text."""
    action: int
    visits: int
    """Number of simulations of the move; if 0, nothing is known about it."""
    value: float
    """The expected return of the seat to act, -1 to 1; 0 without visits."""
    values: list[float]
    """The expected returns by seat."""
    scores: list[float] | None
    """Mean final points by seat, or None without visits. If the level cuts rollouts, known for the
    best move only, from a separate search."""


@dataclass(frozen=True)
class Advice:
    """The evaluation of a position."""

    seat: int
    """The seat to act."""
    best: Judged
    moves: list[Judged]
    """All legal moves, the best first, then by visits."""
    line: list[str]
    """Texts of the principal variation, up to the first chance event with several outcomes; with
    imperfect information the best move only."""
    simulations: int
    """Number of simulations, the sum of the moves' visits."""


def advise(
    state: State,
    *,
    stream: Stream,
    simulations: int | None = None,
    points: bool = True,
    stop: Callable[[], bool] | None = None,
) -> Advice:
    """Evaluate the moves of ``state`` by the search of the game's strongest level.

    Uses only what the seat to act observes. Without ``stop`` the same stream gives the same
    result. Releases the GIL; ``state`` is not changed.

    :param simulations: number of simulations, by default the level's; fewer if the root is solved.
    :param points: if the level cuts rollouts, search the best move again with
        ``PLAYED_TO_THE_END`` full simulations for its ``scores``.
    :param stop: called every few milliseconds; the search ends when it returns True.
    :raises ValueError: no seat is to act.

    Example::

        >>> import empile
        >>> from empile.bots.advising import advise
        >>> from empile.engine.random import new_stream
        >>> state = empile.load("block-ness", players=2).new_state()
        >>> advice = advise(state, stream=new_stream(1), simulations=100)
        >>> advice.best.move in {judged.move for judged in advice.moves}
        True
    """
    level = state.game.bot_levels()[-1]
    found = search(
        state,
        stream=stream,
        simulations=level.simulations if simulations is None else simulations,
        **level.manner,
        stop=stop,
    )
    moves = [_judged(state, found.seat, report) for report in found.moves]
    if points and moves[0].scores is None:
        scores = _scores(state, moves[0].action, level, stream, stop)
        moves[0] = replace(moves[0], scores=scores)
    line = _texts(state, found.line)
    return Advice(found.seat, moves[0], moves, line, found.simulations)


def _judged(state: State, seat: int, report: MoveReport) -> Judged:
    return Judged(
        move=state.action_to_text(report.action),
        action=report.action,
        visits=report.visits,
        value=report.values[seat],
        values=list(report.values),
        scores=None if report.scores is None else list(report.scores),
    )


def _scores(
    state: State, action: int, level: Level, stream: Stream, stop: Callable[[], bool] | None
) -> list[float] | None:
    """Return the points by seat after ``action``, from full simulations; None if stopped."""
    if stop is not None and stop():
        return None
    found = search(
        state,
        stream=stream,
        simulations=PLAYED_TO_THE_END,
        first=action,
        stop=stop,
        **replace(level, horizon=0).manner,
    )
    (report,) = found.moves
    return None if report.scores is None else list(report.scores)


def _texts(state: State, line: list[int]) -> list[str]:
    """Return the texts of ``line``, up to the first chance event with several outcomes."""
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
            if after.event_left() == 1:
                texts.append(state.game.event_text(begun, waiting))
                waiting = []
        else:
            texts.append(after.action_to_text(action))
        after.apply_action(action)
    return texts
