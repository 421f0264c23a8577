"""Engine lines: the best moves of a position, each with its continuation (multi-PV)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from empile.bots.hints import event_texts, mean_scores
from empile.engine.arguments import check_seat_acts, check_stream, whole_number
from empile.engine.game import State
from empile.engine.random import Stream, split
from empile.engine.search.search import MoveStats, SearchResult, search


@dataclass(frozen=True)
class EngineLine:
    """A move, its evaluation and a continuation."""

    move: str
    """Its text."""
    action: int
    visits: int
    """Simulations that began with the move."""
    odds: float
    """Expected return of the seat to act as a share, from 0 (last) to 1 (first)."""
    values: list[float]
    """Expected returns by seat, -1 to 1."""
    scores: list[float] | None
    """Mean final points by seat, if known."""
    solved: bool
    """Whether ``values`` are exact: the result of best play."""
    events: list[str]
    """The move and its continuation, up to the first uncertain chance event."""


@dataclass(frozen=True)
class EngineLines:
    """The best moves of a position, the best first."""

    seat: int
    """The seat to act."""
    lines: list[EngineLine]
    simulations: int
    """Simulations made."""
    depth: int
    """Moves of the longest line."""


def best_lines(
    state: State,
    *,
    stream: Stream,
    simulations: int,
    count: int = 3,
    stop: Callable[[], bool] | None = None,
) -> EngineLines:
    """Evaluate the ``count`` best moves by the strongest level, from the acting seat's information.

    Half of the simulations find these moves. The others are divided among them: each gets a search
    of its own, because values of moves that a search visits less are too low. Deterministic without
    ``stop``; releases the GIL.

    :param stop: polled; once it returns True, the lines of what was searched are returned.
    :raises ArgumentError: no seat acts, ``stream`` is no stream, or ``simulations`` or ``count`` is
        less than 1.

    Example::

        >>> state = empile.load("block-ness", players=2).new_state()
        >>> found = best_lines(state, stream=empile.new_stream(1), simulations=1000)
        >>> len(found.lines), found.seat
        (3, 0)
    """
    check_seat_acts(state, "a search")
    check_stream(stream)
    seat = state.current_player()
    simulations, count = (
        whole_number("simulations", simulations, 1),
        whole_number("count", count, 1),
    )
    params = state.game.bots.levels[-1].search_params
    count = min(count, len(state.legal_actions()))
    found = search(
        state,
        stream=split(stream, 0),
        simulations=max(1, simulations // 2),
        params=params,
        stop=stop,
    )
    share = max(1, (simulations - simulations // 2) // count)
    lines: list[EngineLine] = []
    made = found.simulations
    for number, report in enumerate(found.moves[:count]):
        own = search(
            state,
            stream=split(stream, 2 * number + 1),
            simulations=share,
            params=params,
            first=report.action,
            stop=stop,
        )
        made += own.simulations
        line = _line(state, report, own)
        if line.scores is None:
            points = split(stream, 2 * number + 2)
            line = replace(line, scores=mean_scores(state, report.action, points, stop=stop))
        lines.append(line)
    lines.sort(key=lambda line: (-line.values[seat], -line.visits, line.action))
    return EngineLines(seat, lines, made, max(_moves(state, line.events) for line in lines))


def _line(state: State, report: MoveStats, own: SearchResult) -> EngineLine:
    """Return a line from the search of all moves, and the search of this move."""
    (again,) = own.moves
    exact = next((one for one in (report, again) if one.solved), None)
    values = list((exact or again).values)
    return EngineLine(
        move=state.action_to_text(report.action),
        action=report.action,
        visits=report.visits + again.visits,
        odds=(values[state.current_player()] + 1.0) / 2.0,
        values=values,
        scores=None if again.scores is None else list(again.scores),
        solved=exact is not None,
        events=event_texts(state, own.principal_variation),
    )


def _moves(state: State, events: list[str]) -> int:
    """Return how many of the events are moves."""
    after, moves = state.clone(), 0
    for text in events:
        moves += not after.is_chance_node()
        after.apply_text(text)
    return moves
