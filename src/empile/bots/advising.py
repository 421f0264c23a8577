"""What a strong player would do here: the moves of a position judged by the strongest level's search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from empile.engine.game import State
from empile.engine.level import Level
from empile.engine.random import Stream
from empile.engine.search import MoveReport, search

PLAYED_TO_THE_END: Final = 200
"""So many more simulated games tell the points of the best move where the level cuts its own short:
the mean of so many is known to about a point, and they take a few hundredths of a second."""


@dataclass(frozen=True)
class Judged:
    """A legal move and what may be expected of it."""

    move: str
    """Its text."""
    action: int
    visits: int
    """In how many simulated games it was made: the more, the surer the rest. 0: nothing is known."""
    value: float
    """The return that the seat to act expects, -1 to 1; 0 where nothing is known."""
    values: list[float]
    """The expected returns by seat."""
    scores: list[float] | None
    """The points at the end by seat, a mean over the simulated games. Where the level cuts these
    short, only the best move's are known, from games of their own that are played to the end; else
    ``None``, and so where the move was never tried."""


@dataclass(frozen=True)
class Advice:
    """What the search would do, and what it thinks of everything else."""

    seat: int
    """The seat to act."""
    best: Judged
    moves: list[Judged]
    """All legal moves, the best first, then by visits."""
    line: list[str]
    """The texts of the best move and of what is expected to follow, as long as chance has no say in
    it; where things are hidden the best move alone."""
    simulations: int
    """How many games were simulated to judge the moves: the sum of their visits."""


def advise(
    state: State,
    *,
    stream: Stream,
    simulations: int | None = None,
    points: bool = True,
    stop: Callable[[], bool] | None = None,
) -> Advice:
    """Judge the moves of ``state``, in which a seat is to act, as the game's strongest level would.

    It thinks with the eyes of the seat to act: positions that this seat cannot tell apart are judged
    alike. ``simulations`` is the number of simulated games (by default as many as the level makes);
    fewer are made where best play is known, and where ``stop()``, asked every few milliseconds,
    returns True. Where the level cuts simulated games short, the best move is searched once more by
    ``PLAYED_TO_THE_END`` that are not cut, for its ``scores`` alone; not without ``points``, nor
    where ``stop()`` returned True. Random numbers are drawn from ``stream``: without ``stop`` the
    same stream gives the same advice. ``state`` is not changed, other Python threads run meanwhile.
    Raises :class:`ValueError` where no seat is to act.
    """
    level = state.game.bots.levels[-1]
    found = search(
        state,
        stream=stream,
        simulations=level.simulations if simulations is None else simulations,
        params=level.search_params,
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
    """Return the points by seat after ``action``, from games played to the end; None if stopped."""
    if stop is not None and stop():
        return None
    found = search(
        state,
        stream=stream,
        simulations=PLAYED_TO_THE_END,
        first=action,
        stop=stop,
        params=replace(level, horizon=0).search_params,
    )
    (report,) = found.moves
    return None if report.scores is None else list(report.scores)


def _texts(state: State, line: list[int]) -> list[str]:
    """Return the events of ``line`` up to where chance could decide otherwise."""
    after = state.clone()
    texts: list[str] = []
    waiting: list[int] = []  # the actions so far of a chance event under way
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
