"""Tree search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from empile.engine.contracts.evaluation import Evaluator, Gumbel, Puct
from empile.engine.contracts.level import SearchParams
from empile.engine.game import State
from empile.engine.random import Stream
from empile.engine.search.evaluator_tree import EvaluatorTree
from empile.engine.search.trees import MoveStats, Tree, make_tree

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
) -> SearchResult:
    """Search ``state`` with UCT (Kocsis and Szepesvári 2006), or with ISMCTS (Cowling et al. 2012).

    With an ``evaluator``, leaves are evaluated by it instead of rollouts, and its priors guide the
    search. For many games at once: :class:`BatchedSearch`.

    Ends after ``simulations`` or ``seconds`` (one is required), when ``stop()`` returns True, or
    when best play is proven. Without ``seconds``, the same stream gives the same result. Releases
    the GIL.

    :param first: the only move to search; by default all.
    :param stop: called about every 20 ms; ends the search by returning True.
    :param evaluator: of positions, see :data:`Evaluator`; then ``params`` do not matter.
    :param method: with an evaluator; :class:`Gumbel` needs ``simulations``.
    :raises ValueError: no seat acts, ``first`` is not legal, there is no budget, or a prior
        meets imperfect information.
    :raises EvaluatorError: the evaluator returned something else than :data:`Evaluator` describes.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> empile.search(state, stream=empile.new_stream(1), simulations=100).simulations
        100
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
    tree: Tree
    if evaluator is None:
        tree = make_tree(state, params, simulations, stream, first=first)
    else:
        tree = EvaluatorTree(state, evaluator, method, simulations, stream, first=first)
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
    :raises ValueError: no seat acts; an evaluator with imperfect information, if ``observer`` is not
        to act.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> found = expected_returns(state, 0, stream=empile.new_stream(1), simulations=100)
        >>> len(found), sum(found)
        (2, 0.0)
    """
    if state.current_player() < 0:
        raise ValueError("a search needs a state in which a seat is to act")
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
    """Return a random state that ``seat`` cannot distinguish (determinization).

    :raises ValueError: no seat acts.

    Example::

        >>> match, stream = empile.Match(empile.load("blox")), empile.new_stream(1)
        >>> _ = match.resolve_chance(stream)
        >>> seat = match.state.current_player()
        >>> resampled(match.state, seat, stream).view(seat) == match.state.view(seat)
        True
    """
    if state.current_player() < 0:
        raise ValueError("resampling needs a state in which a seat is to act")
    other = state.clone()
    game = state.game
    game.compiled.simulation.resample(game.params_array, other.array, 0, seat, stream)
    return other
