"""Batches of games, stepped together by compiled and multithreaded code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from empile.engine.compiled.layout import StructArray
from empile.engine.errors import IllegalActionError, Reason
from empile.engine.game import Game, State
from empile.engine.random import new_stream
from empile.engine.state import check_seat

_AT_LEAST = 256
"""Minimum games per part."""
_PARTS = 4
"""Per thread, for load balancing."""
_NAMED = 10
"""Maximum games in an error message."""


class IllegalActionsError(IllegalActionError):
    """Illegal actions, in ``games`` (indices); ``reason`` is that of the first."""

    def __init__(self, message: str, reason: Reason | None, games: Sequence[int]) -> None:
        super().__init__(message, reason)
        self.games = tuple(games)


class Step(NamedTuple):
    """The result of ``Batch.step``."""

    rewards: NDArray[np.float32]
    """Shape (games, seats): returns at the end, else zeros."""
    done: NDArray[np.bool_]
    """Shape (games,): games that ended."""


class Rollouts(NamedTuple):
    """The result of ``Batch.rollouts``."""

    returns: NDArray[np.float32]
    """Shape (games, seats)."""
    actions: NDArray[np.int32]
    """Shape (games,): numbers of moves and chance actions."""


class Batch:
    """Games with the same rules and options, each at some seat's turn.

    A step resolves chance, at ``EXTERNAL`` nodes by odds, and restarts games that end. Results do
    not depend on ``size`` and ``threads``. The next step overwrites the arrays. Not thread-safe. On
    a GPU: ``GpuBatch``.

    :param start: by default the initial state.
    :raises ValueError: fewer than one game or thread; ``start`` is terminal or of another game.

    Example::

        >>> batch = empile.Batch(empile.load("block-ness", players=2), 1000, seed=1)
        >>> batch.step(batch.random_actions()).rewards.shape
        (1000, 2)
    """

    def __init__(
        self, game: Game, size: int, seed: int, *, threads: int = 1, start: State | None = None
    ) -> None:
        if threads < 1:
            raise ValueError("a batch needs at least one thread")
        self.game = game
        self.size = size
        self.threads = threads
        self._start = first_state(game, size, start)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._driver = game.compiled.batch
        self._states = np.zeros(size, game.compiled.state_dtype)
        self._streams = np.zeros((size, self._driver.STREAMS), np.uint64)
        self._current = np.zeros(size, np.int32)
        self._counts = np.zeros(size, np.int32)
        self._legal = np.zeros((size, game.compiled.max_legal), np.int32)
        self._mask: NDArray[np.bool_] | None = None
        self.states: StructArray = _read_only(self._states)
        self.current: NDArray[np.int32] = _read_only(self._current)
        """Shape (games,): the seat to act."""
        self.legal: NDArray[np.int32] = _read_only(self._legal)
        """Shape (games, ``MAX_LEGAL``): ``legal_count[i]`` legal moves in row ``i``, then
        undefined.
        """
        self.legal_count: NDArray[np.int32] = _read_only(self._counts)
        self._driver.seed_all(new_stream(seed), self._streams)
        self._run(self._driver.open_all, (game.params_array, self._start), self._all_games())

    def _all_games(self) -> tuple[NDArray[Any], ...]:
        return self._states, self._streams, self._current, self._counts, self._legal

    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """Shape (games, ``game.num_distinct_actions``); maintained from the first use on."""
        if self._mask is None:
            self._mask = np.zeros((self.size, self.game.num_distinct_actions), np.bool_)
            self._mark(self._mask, True)
        return _read_only(self._mask)

    def _mark(self, mask: NDArray[np.bool_], value: bool) -> None:
        self._run(self._driver.mark_all, (value,), (mask, self._counts, self._legal))

    def step(self, actions: ArrayLike) -> Step:
        """Apply ``actions[i]`` to each game ``i`` and resolve chance.

        :raises IllegalActionsError: an action is illegal; no game is changed.
        :raises ValueError: the shape is not (games,).
        :raises TypeError: the actions are not integers.
        """
        moves = as_moves(actions, self.size)
        refused = np.zeros(self.size, np.bool_)
        if any(self._run(self._driver.refuse, (), (self._counts, self._legal, moves, refused))):
            games = np.flatnonzero(refused)
            raise refusal(self.state(int(games[0])), int(moves[games[0]]), games, self.size)
        if self._mask is not None:
            self._mark(self._mask, False)
        rewards = np.empty((self.size, self.game.num_players), np.float32)
        done = np.empty(self.size, np.bool_)
        self._run(
            self._driver.step_all,
            (self.game.params_array, self._start),
            (*self._all_games(), moves, rewards, done),
        )
        if self._mask is not None:
            self._mark(self._mask, True)
        return Step(rewards, done)

    def random_actions(self) -> NDArray[np.int32]:
        """Return a random legal move for each game."""
        out = np.empty(self.size, np.int32)
        self._run(self._driver.choose_all, (), (self._streams, self._counts, self._legal, out))
        return out

    def observations(self, seat: int | None = None) -> NDArray[np.float32]:
        """Return the observations of ``seat`` (None: the seat to act), shape (games, length).

        Raises ``ValueError`` for an unknown seat.
        """
        function = self.game.compiled.observing.observe_many
        return self._seen(function, self.game.compiled.observation, seat)

    def information_state(self, seat: int | None = None) -> NDArray[np.float32]:
        """Return the information states of ``seat``, as ``observations``."""
        function = self.game.compiled.observing.information_state_many
        return self._seen(function, self.game.compiled.information, seat)

    def _seen(
        self, function: Callable[..., Any], length: int, seat: int | None
    ) -> NDArray[np.float32]:
        seats = self._current
        if seat is not None:
            check_seat(self.game, seat)
            seats = np.full(self.size, seat, np.int32)
        out = np.empty((self.size, length), np.float32)
        self._run(function, (self.game.params_array,), (self._states, seats, out))
        return out

    def rollouts(self) -> Rollouts:
        """Play a copy of each game to its end by random moves."""
        returns = np.empty((self.size, self.game.num_players), np.float32)
        made = np.empty(self.size, np.int32)
        self._run(
            self._driver.roll_out_all,
            (self.game.params_array,),
            (self._states, self._streams, returns, made),
        )
        return Rollouts(returns, made)

    def state(self, i: int) -> State:
        """Return a copy of game ``i``; raises ``IndexError``."""
        return State(self.game, self._states[range(self.size)[i], np.newaxis].copy())

    def _run(
        self,
        function: Callable[..., Any],
        shared: tuple[Any, ...],
        by_game: tuple[NDArray[Any], ...],
    ) -> list[Any]:
        parts = min(self.threads * _PARTS, self.size // _AT_LEAST)
        if self._pool is None or parts < 2:
            return [function(*shared, *by_game)]
        bounds = [self.size * part // parts for part in range(parts + 1)]

        def play(part: int) -> Any:
            own = slice(bounds[part], bounds[part + 1])
            return function(*shared, *(array[own] for array in by_game))

        return list(self._pool.map(play, range(parts)))


def first_state(game: Game, size: int, start: State | None) -> StructArray:
    """Return the first state; raises as ``Batch``."""
    if size < 1:
        raise ValueError("a batch needs at least one game")
    if start is None:
        return game.new_state().array
    if start.game != game:
        raise ValueError(f"start must be a state of {game.name} with the options of the batch")
    if start.is_terminal():
        raise ValueError("start must not be a terminal state")
    return start.clone().array


def as_moves(actions: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return ``actions`` as int64; raises as ``Batch.step``."""
    moves = np.asarray(actions)
    if moves.dtype.kind not in "iu":
        raise TypeError(f"actions must be integers, not {moves.dtype}")
    if moves.shape != (size,):
        raise ValueError(f"actions must have shape ({size},), not {moves.shape}")
    return np.ascontiguousarray(moves, np.int64)


def refusal(first: State, action: int, games: NDArray[np.intp], size: int) -> IllegalActionsError:
    """Return the error that names ``games``."""
    try:
        first.apply_action(action)
    except IllegalActionError as error:
        named = ", ".join(str(game) for game in games[:_NAMED])
        more = ", ..." if len(games) > _NAMED else ""
        return IllegalActionsError(
            f"{len(games)} of {size} actions are not legal, in games {named}{more}:"
            f" {action} in game {games[0]}: {error}",
            error.reason,
            games.tolist(),
        )
    raise AssertionError(f"{action} is legal in game {games[0]} after all")


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.setflags(write=False)
    return view
