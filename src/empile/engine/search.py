"""Searching for a good move by simulated games: the Python face of the compiled tree searches.

In a game that shows everything the search is told in :mod:`empile.engine.drivers.uct`. In a game
that hides things (``Game.hides``) it is :mod:`empile.engine.drivers.ismcts`, which sees no more
than the seat to act does: states that this seat cannot tell apart are searched alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from empile.engine.game import State
from empile.engine.random import Stream
from empile.engine.trees import Manner, MoveReport, Tree, tree_of

__all__ = ["MoveReport", "SearchResult", "expected_returns", "resampled", "search"]

EXPLORATION = 0.5
URGENCY = 0.0
TRUST = 1.0
_CHUNK_SECONDS = 0.002
_CHUNK_SECONDS_UNTIMED = 0.02  # each chunk ends by waiting for Python's lock: seldom is cheaper
_FIRST_CHUNK = 16


@dataclass(frozen=True)
class SearchResult:
    """What a search found out."""

    seat: int
    """The seat to act."""
    best: int
    """The action to choose."""
    moves: list[MoveReport]
    """All legal moves, the best first, then by visits."""
    simulations: int
    """How many were made: the sum of the moves' visits."""
    seconds: float
    line: list[int]
    """The best move and what is expected to follow, chance's outcomes included; in a game that
    hides things the best move alone."""

    @property
    def value(self) -> float:
        """The return that the seat to act expects, -1 to 1."""
        return self.moves[0].values[self.seat]


def search(
    state: State,
    *,
    stream: Stream,
    simulations: int | None = None,
    seconds: float | None = None,
    exploration: float = EXPLORATION,
    urgency: float = URGENCY,
    trust: float = TRUST,
    widening: float = 0.0,
    horizon: int = 0,
    prior: float = 0.0,
    solving: bool = True,
    first: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchResult:
    """Search ``state``, in which a seat is to act, and report on every legal move.

    The search ends when ``simulations`` are made, when ``seconds`` are over or when ``stop()``
    (asked every few milliseconds) returns True, whichever comes first, and at once where best
    play is known. At least one of the first two is needed. Random numbers are drawn from
    ``stream``: the same stream and the same ``simulations`` without ``seconds`` give the same
    result. ``exploration`` weighs trying what looks worse; ``urgency`` is by how much an untried
    move counts as worse than the mean of the tried ones, ``trust`` how much it counts what the same
    action brought elsewhere in the search. With ``widening``, only moves are tried that the rules'
    ``simulation_move`` proposes or, seldom, chance, and after n simulations no more than
    ``widening`` times the root of n. After ``horizon`` moves below the tree, if that is not 0, a
    simulated game is cut and counts as the rules estimate it; where it is -1, before any move.
    With ``prior`` what the rules foresee of moves counts too, at first as much as that weighs it, in
    games that hide nothing and whose rules have a prior. Unless ``solving``, what best play leads to is never worked out, only averaged: the textbook's
    search. With ``first`` only this legal move is searched, and it alone is reported on. Other
    Python threads run meanwhile; ``state`` is not changed. Raises :class:`ValueError` where no
    seat is to act, where ``first`` is not legal, for a prior in a game that hides things or without
    budget.
    """
    seat = state.current_player()
    if seat < 0:
        raise ValueError("a search needs a state in which a seat is to act")
    if simulations is None and seconds is None:
        raise ValueError("a search needs a budget: simulations, seconds or both")
    if simulations is not None and simulations < 1:
        raise ValueError("a search needs at least one simulation")
    if first is not None and first not in state.legal_actions():
        raise ValueError(f"{first} is no legal move to search alone")
    begun = time.perf_counter()
    manner = Manner(exploration, urgency, trust, widening, horizon, solving, prior)
    tree = tree_of(state, manner, simulations, stream, first=first)
    made = _grow(tree, simulations, None if seconds is None else begun + seconds, stop)
    moves = tree.reports()
    return SearchResult(
        seat=seat,
        best=moves[0].action,
        moves=moves,
        simulations=made,
        seconds=time.perf_counter() - begun,
        line=tree.line(),
    )


def expected_returns(
    state: State,
    eyes: int,
    *,
    stream: Stream,
    simulations: int,
    exploration: float = EXPLORATION,
    widening: float = 0.0,
    horizon: int = 0,
    prior: float = 0.0,
    stop: Callable[[], bool] | None = None,
) -> list[float]:
    """Return what each seat may expect in ``state``, as the seat ``eyes`` sees it: -1 to 1.

    In ``state`` any seat is to act; states that ``eyes`` cannot tell apart give the same. It is the
    mean of all returns of a search, told at :func:`search`, and so a little low for the seat to
    act, which tries what is bad as well: fit to be compared with others found in the same manner.
    Raises :class:`ValueError` where no seat is to act.
    """
    if state.current_player() < 0:
        raise ValueError("a search needs a state in which a seat is to act")
    manner = Manner(exploration, URGENCY, TRUST, widening, horizon, True, prior)
    tree = tree_of(state, manner, simulations, stream, eyes=eyes)
    _grow(tree, simulations, None, stop)
    return list(tree.expected())


def _grow(
    tree: Tree,
    simulations: int | None,
    deadline: float | None,
    stop: Callable[[], bool] | None,
) -> int:
    """Let a tree grow until one of the three ends it or best play is known; return by how much."""
    made, chunk = 0, _FIRST_CHUNK
    pause = _CHUNK_SECONDS_UNTIMED if deadline is None and stop is None else _CHUNK_SECONDS
    while simulations is None or made < simulations:
        chunk = chunk if simulations is None else min(chunk, simulations - made)
        chunk_begun = time.perf_counter()
        done = tree.grow(chunk)
        made += done
        now = time.perf_counter()
        if done < chunk or (deadline is not None and now >= deadline):
            break
        if stop is not None and stop():
            break
        pace = chunk / max(now - chunk_begun, 1e-7)
        chunk = max(1, min(int(pace * pause), 2 * chunk))
    return made


def resampled(state: State, seat: int, stream: Stream) -> State:
    """Return a state that ``seat`` cannot tell from ``state``, in which a seat is to act.

    What it cannot see is drawn anew by ``stream``, every physical arrangement as likely as any
    other. Where nothing is hidden an equal state is returned. A player that reckons with hidden
    things need know no more than such states. Raises :class:`ValueError` where no seat is to act.
    """
    if state.current_player() < 0:
        raise ValueError("hidden things are drawn anew where a seat is to act")
    other = state.clone()
    game = state.game
    game.compiled.simulation.resample(game.boxes, other.array, 0, seat, stream)
    return other
