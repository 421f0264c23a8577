"""Tree search: UCT for perfect information, ISMCTS for imperfect information."""

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
_CHUNK_SECONDS_UNTIMED = 0.02  # each chunk ends by reacquiring the GIL
_FIRST_CHUNK = 16


@dataclass(frozen=True)
class SearchResult:
    """The result of a search."""

    seat: int
    """The seat to act."""
    best: int
    """The action to play."""
    moves: list[MoveReport]
    """All legal moves, the best first, then by visits."""
    simulations: int
    seconds: float
    line: list[int]
    """Principal variation, chance outcomes included; with imperfect information the best move only."""

    @property
    def value(self) -> float:
        """The expected return of the seat to act, -1 to 1."""
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
    """Search ``state`` and return statistics of every legal move.

    Stops after ``simulations`` or ``seconds``, when ``stop()`` returns True, or when the root is
    solved. Reproducible from the stream if ``seconds`` is None. Releases the GIL. States that the
    seat to act cannot distinguish give the same result.

    :param simulations: maximum number of simulations; it or ``seconds`` is required.
    :param seconds: time limit.
    :param exploration: UCB1 exploration constant.
    :param urgency: first-play-urgency reduction (Gelly & Wang 2006).
    :param trust: weight of AMAF statistics (progressive history, Nijssen & Winands 2011).
    :param widening: progressive widening (Coulom 2007): after n visits at most ``widening`` times
        the square root of n moves are tried; 0: all.
    :param horizon: rollout depth, at which the rules' ``estimate`` is used; 0: no limit; -1: no
        rollout.
    :param prior: weight of the rules' policy prior (PUCT, Rosin 2011; Silver et al. 2017).
    :param solving: back up exact values (MCTS-Solver, Winands et al. 2008).
    :param first: search this legal move only.
    :param stop: called every few milliseconds.
    :raises ValueError: it is no seat's turn, ``first`` is not legal, no budget is given, or
        ``prior`` is used with imperfect information.

    Example::

        >>> import empile
        >>> from empile.engine.random import new_stream
        >>> from empile.engine.search import search
        >>> state = empile.load("block-ness", players=2).new_state()
        >>> result = search(state, stream=new_stream(1), simulations=200)
        >>> result.best in state.legal_actions()
        True
        >>> sum(move.visits for move in result.moves)
        200
    """
    seat = state.current_player()
    if seat < 0:
        raise ValueError("a search needs a state in which a seat is to act")
    if simulations is None and seconds is None:
        raise ValueError("a search needs a budget: pass simulations, seconds or both")
    if simulations is not None and simulations < 1:
        raise ValueError("a search needs at least one simulation")
    if first is not None and first not in state.legal_actions():
        raise ValueError(f"first must be a legal move, not {first}")
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
    """Return each seat's expected return (-1 to 1) in ``state``, as observed by the seat ``eyes``.

    The mean over a search (parameters as in :func:`search`), so a little low for the seat to act:
    compare only values found with the same parameters.

    :raises ValueError: it is no seat's turn.

    Example::

        >>> import empile
        >>> from empile.engine.random import new_stream
        >>> from empile.engine.search import expected_returns
        >>> state = empile.load("block-ness", players=2).new_state()
        >>> len(expected_returns(state, 0, stream=new_stream(1), simulations=100))
        2
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
    """Run simulations in timed chunks; return their number."""
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
    """Return a random state that ``seat`` cannot distinguish from ``state`` (determinization).

    Every physical arrangement of what is hidden is equally likely.

    :raises ValueError: it is no seat's turn.

    Example::

        >>> import empile
        >>> from empile.engine.random import new_stream
        >>> from empile.engine.search import resampled
        >>> state = empile.load("block-ness", players=2).new_state()
        >>> resampled(state, 0, new_stream(1)) == state
        True
    """
    if state.current_player() < 0:
        raise ValueError("resampling needs a state in which a seat is to act")
    other = state.clone()
    game = state.game
    game.compiled.simulation.resample(game.boxes, other.array, 0, seat, stream)
    return other
