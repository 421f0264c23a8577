"""Tree search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from empile.engine.arguments import check_seat_acts, check_stream, real_number, whole_number
from empile.engine.contracts.evaluation import Evaluator, Gumbel, Puct
from empile.engine.contracts.level import SearchParams
from empile.engine.errors import ArgumentError
from empile.engine.game import State
from empile.engine.random import Stream
from empile.engine.search.evaluator_tree import EvaluatorTree
from empile.engine.search.forest import MAX_BYTES
from empile.engine.search.trees import MoveStats, Tree, make_tree
from empile.engine.state import check_seat

__all__ = ["MoveStats", "SearchResult", "expected_returns", "resampled", "search"]

_DEFAULT = SearchParams()
_PUCT = Puct()
_CHUNK_SECONDS = 0.002
_CHUNK_SECONDS_UNTIMED = 0.02  # each chunk ends by reacquiring the GIL
_FIRST_CHUNK = 16


@dataclass(frozen=True)
class SearchResult:
    """What a search found."""

    seat: int
    """The seat to act."""
    best: int
    """The best move."""
    moves: list[MoveStats]
    """All legal moves, the best first, then by visits."""
    simulations: int
    """The number of simulations made."""
    seconds: float
    """The time that they took."""
    principal_variation: list[int]
    """With chance outcomes; with imperfect information the best move only."""

    @property
    def value(self) -> float:
        """The expected return of the seat to act."""
        return self.moves[0].values[self.seat]


def search(
    state: State,
    *,
    stream: Stream,
    simulations: int | None = None,
    seconds: float | None = None,
    params: SearchParams = _DEFAULT,
    first: int | None = None,
    stop: Callable[[], bool] | None = None,
    evaluator: Evaluator | None = None,
    method: Puct | Gumbel = _PUCT,
    max_bytes: int = MAX_BYTES,
) -> SearchResult:
    """Search ``state`` with UCT (Kocsis and Szepesvári 2006), or with ISMCTS (Cowling et al. 2012).

    With an ``evaluator``, leaves are evaluated by it instead of rollouts, and its priors guide the
    search. For many games at once: :class:`BatchedSearch`.

    Ends after ``simulations`` or ``seconds`` (one is required), when ``stop()`` returns True, or
    when best play is proven. Without ``seconds``, the same stream gives the same result. Releases
    the GIL.

    :param seconds: calls of an evaluator are not interrupted. If the first, of ``state``, takes them
        all, there are no simulations, and the best move is the one with the highest prior.
    :param first: the only move to search; by default all.
    :param stop: called about every 20 ms, and after each call of an evaluator; ends the search by
        returning True.
    :param evaluator: of positions, see :data:`Evaluator`; then ``params`` do not matter.
    :param method: with an evaluator; :class:`Gumbel` needs ``simulations``.
    :param max_bytes: of the tree; a full tree grows no further, but simulations go on.
    :raises ArgumentError: no seat acts, ``stream`` is no stream, ``first`` is not legal, the budget is
        missing or below 1 simulation or 0 seconds, or ``max_bytes`` is too small for the root.
    :raises ValueError: a prior meets imperfect information.
    :raises EvaluatorError: the evaluator returned something else than :data:`Evaluator` describes.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> empile.search(state, stream=empile.new_stream(1), simulations=100).simulations
        100
    """
    check_seat_acts(state, "a search")
    check_stream(stream)
    if simulations is None and seconds is None:
        raise ArgumentError("a search needs a budget: pass simulations, seconds or both")
    if simulations is not None:
        simulations = whole_number("simulations", simulations, 1)
    if seconds is not None:
        seconds = real_number("seconds", seconds, 0)
    if first is not None:
        first = whole_number("first", first)
        if first not in state.legal_actions():
            raise ArgumentError(f"first must be a legal move, not {first}")
    max_bytes = whole_number("max_bytes", max_bytes, 0)
    seat = state.current_player()
    begun = time.perf_counter()
    tree: Tree
    if evaluator is None:
        tree = make_tree(state, params, simulations, stream, first=first, max_bytes=max_bytes)
    else:
        tree = EvaluatorTree(
            state, evaluator, method, simulations, stream, first=first, max_bytes=max_bytes
        )
    made = _grow(tree, simulations, None if seconds is None else begun + seconds, stop)
    moves = tree.move_stats()
    return SearchResult(
        seat=seat,
        best=moves[0].action,
        moves=moves,
        simulations=made,
        seconds=time.perf_counter() - begun,
        principal_variation=tree.principal_variation(),
    )


def expected_returns(
    state: State,
    observer: int,
    *,
    stream: Stream,
    simulations: int,
    params: SearchParams = _DEFAULT,
    stop: Callable[[], bool] | None = None,
    evaluator: Evaluator | None = None,
    method: Puct | Gumbel = _PUCT,
) -> list[float]:
    """Return each seat's expected return, given ``observer``'s information.

    Means over a search, exploration included: compare them only with each other.

    :param evaluator: as in :func:`search`.
    :raises ArgumentError: no seat acts, ``stream`` is no stream, or fewer than 1 simulation.
    :raises ValueError: an unknown seat; an evaluator with imperfect information, if ``observer`` is not
        to act.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> found = expected_returns(state, 0, stream=empile.new_stream(1), simulations=100)
        >>> len(found), sum(found)
        (2, 0.0)
    """
    check_seat_acts(state, "a search")
    check_seat(state.game, observer)
    check_stream(stream)
    simulations = whole_number("simulations", simulations, 1)
    tree: Tree
    if evaluator is None:
        tree = make_tree(state, params, simulations, stream, observer=observer)
    else:
        tree = EvaluatorTree(state, evaluator, method, simulations, stream, observer=observer)
    _grow(tree, simulations, None, stop)
    return list(tree.expected())


def _grow(
    tree: Tree,
    simulations: int | None,
    deadline: float | None,
    stop: Callable[[], bool] | None,
) -> int:
    made, chunk = 0, _FIRST_CHUNK
    pause = _CHUNK_SECONDS_UNTIMED if deadline is None else _CHUNK_SECONDS
    if deadline is None and tree.chunk is not None:
        chunk = tree.chunk
    elif tree.calls_evaluator:
        chunk = 1  # until its speed is known
    begun = time.perf_counter()
    while simulations is None or made < simulations:
        if tree.calls_evaluator and deadline is not None and begun >= deadline:
            break
        done = tree.grow(chunk if simulations is None else min(chunk, simulations - made))
        made += done
        now = time.perf_counter()
        if not done or (deadline is not None and now >= deadline):
            break
        if stop is not None and stop():
            break
        if deadline is not None or tree.chunk is None:
            if deadline is not None and tree.calls_evaluator:
                pause = deadline - now
            pace = done / max(now - begun, 1e-7)
            chunk = max(1, min(int(pace * pause), 2 * chunk, tree.chunk or 2 * chunk))
        begun = now
    return made


def resampled(state: State, seat: int, stream: Stream) -> State:
    """Return a random state that ``seat`` cannot distinguish (determinization).

    :raises ArgumentError: no seat acts, or ``stream`` is no stream.
    :raises ValueError: an unknown seat.

    Example::

        >>> match, stream = empile.Match(empile.load("blox")), empile.new_stream(1)
        >>> _ = match.resolve_chance(stream)
        >>> seat = match.state.current_player()
        >>> resampled(match.state, seat, stream).view(seat) == match.state.view(seat)
        True
    """
    check_seat_acts(state, "resampling")
    check_seat(state.game, seat)
    check_stream(stream)
    other = state.clone()
    game = state.game
    game.compiled.simulation.resample(game.params_array, other.array, 0, seat, stream)
    return other
