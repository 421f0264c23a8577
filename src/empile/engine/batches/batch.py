"""Batches of games, stepped together by compiled and multithreaded code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from empile.engine.arguments import new_stream, whole_number
from empile.engine.batches.checks import (
    IllegalActionsError,
    aligned_zeros,
    as_mask,
    as_moves,
    as_seats,
    first_state,
    output,
    read_only,
    refusal,
)
from empile.engine.compiled.layout import StructArray
from empile.engine.game import Game, State
from empile.engine.pickling import check_bytes, checksum

__all__ = ["Batch", "IllegalActionsError", "RandomStep", "Rollouts", "Step"]

_AT_LEAST = 256
"""Minimum games per part."""
_PARTS = 4
"""Per thread, for load balancing."""


class Step(NamedTuple):
    """The result of ``Batch.step``."""

    rewards: NDArray[np.float32]
    """Shape (games, seats): returns at the end, else zeros."""
    done: NDArray[np.bool_]
    """Shape (games,): games that ended, or were over."""


class RandomStep(NamedTuple):
    """The result of ``Batch.random_step``."""

    actions: NDArray[np.int32]
    """Shape (games,)."""
    rewards: NDArray[np.float32]
    """As in ``Step``."""
    done: NDArray[np.bool_]
    """As in ``Step``."""


class Rollouts(NamedTuple):
    """The result of ``Batch.rollouts``."""

    returns: NDArray[np.float32]
    """Shape (games, seats)."""
    actions: NDArray[np.int32]
    """Shape (games,): numbers of moves and chance actions."""


class Batch:
    """Games with the same rules and options, each at some seat's turn.

    A step resolves chance, at ``EXTERNAL`` nodes by odds. Results do not depend on ``size`` and
    ``threads``. Steps overwrite ``states`` and ``current``; other arrays are new, or the ``out`` of
    the caller, which saves allocations. JAX and PyTorch use all of them by DLPack without a copy.
    Copies and pickles continue identically. Not thread-safe. On a GPU: ``GpuBatch``.

    :param start: by default the initial state.
    :param autoreset: restart games that end in the same step; otherwise they stay at their last
        state, ignoring actions, until ``reset``.
    :raises ArgumentError: fewer than one game or thread; a seed that is not a whole number.
    :raises ValueError: ``start`` is terminal or of another game.

    Example::

        >>> batch = empile.Batch(empile.load("block-ness", players=2), 1000, seed=1)
        >>> batch.step(batch.random_actions()).rewards.shape
        (1000, 2)
    """

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int,
        *,
        threads: int = 1,
        start: State | None = None,
        autoreset: bool = True,
    ) -> None:
        self._prepare(game, size, threads, first_state(game, size, start), autoreset)
        self.reset(seed=seed)

    def _prepare(
        self, game: Game, size: int, threads: int, start: StructArray, autoreset: bool
    ) -> None:
        self.game = game
        self.size = size
        self.threads = whole_number("threads", threads, 1)
        self.autoreset = autoreset
        self._start = start
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._driver = game.compiled.batch
        self._states = np.zeros(size, game.compiled.state_dtype)
        self._streams = np.zeros((size, self._driver.STREAMS), np.uint64)
        self._current = aligned_zeros((size,), np.int32)
        self._everywhere = np.ones(size, np.bool_)
        self._lists: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None
        self._is_listed = False
        self._mask: NDArray[np.bool_] | None = None
        self._is_marked = False
        self._chosen: NDArray[np.int64] | None = None
        """The last random actions, which are legal."""
        self.states: StructArray = read_only(self._states)
        self.current: NDArray[np.int32] = read_only(self._current)
        """Shape (games,): the seat to act, ``TERMINAL`` in games that are over."""

    # -- Games ---------------------------------------------------------------------------------

    def reset(self, games: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Restart ``games`` (a mask or indices; by default all).

        :param seed: also restart all random streams; then ``games`` must be None.
        :raises ValueError: both are given.
        :raises IndexError: there is no such game.
        """
        if games is not None and seed is not None:
            raise ValueError("a seed restarts all games: pass games or seed, not both")
        which = as_mask(games, self.size)
        if seed is not None:
            self._driver.seed_all(new_stream(seed), self._streams)
        self._changed()
        self._run(
            self._driver.open_all,
            (self.game.params_array, self._start),
            (self._states, self._streams, self._current, which),
        )

    def state(self, i: int) -> State:
        """Return a copy of game ``i``; raises ``IndexError``."""
        return State(self.game, self._states[range(self.size)[i], np.newaxis].copy())

    def get_states(
        self, games: ArrayLike | None = None, *, out: StructArray | None = None
    ) -> StructArray:
        """Return copies of the structs of ``games`` (a mask or indices; by default all).

        :param out: the array to write, as returned by an earlier call for as many games.
        :raises IndexError: there is no such game.
        :raises ValueError: ``out`` does not fit.
        """
        which = np.arange(self.size)[slice(None) if games is None else np.asarray(games)]
        if out is None:
            return self._states[which]
        fitting = output(out, which.shape, self._states.dtype)
        return np.take(self._states, which, out=fitting)

    def set_states(
        self, states: StructArray | State | Sequence[State], games: ArrayLike | None = None
    ) -> None:
        """Replace the states of ``games`` (a mask or indices; by default all), and resolve chance.

        :param states: one for each, or one for all: structs as ``get_states`` returns them, which are
            not checked, or ``State`` objects.
        :raises ValueError: a state is of another game, or their number is wrong.
        :raises IndexError: there is no such game.
        """
        which = np.arange(self.size) if games is None else np.arange(self.size)[np.asarray(games)]
        structs = self._structs(states)
        if structs.shape not in ((1,), which.shape):
            raise ValueError(f"{which.size} games need as many states or one, not {structs.size}")
        self._changed()
        self._states[which] = structs
        self._run(
            self._driver.settle_all,
            (self.game.params_array,),
            (self._states, self._streams, self._current),
        )

    def _structs(self, states: StructArray | State | Sequence[State]) -> StructArray:
        if isinstance(states, np.ndarray):
            if states.dtype != self._states.dtype:
                raise ValueError(f"states must be structs of {self.game.name}")
            return np.atleast_1d(states)
        several = [states] if isinstance(states, State) else states
        if any(state.game != self.game for state in several):
            raise ValueError(f"states must be of {self.game.name} with the options of the batch")
        return np.concatenate([state.array for state in several])

    def fork(self, games: ArrayLike, *, seed: int | None = None) -> Batch:
        """Return a new batch with copies of ``games`` (a mask or indices, which may repeat).

        :param seed: by default, copies also continue the random streams of their games.
        :raises IndexError: there is no such game.

        Example: ``batch.fork([3] * 1000, seed=1)`` plays game 3 in a thousand ways.
        """
        which = np.arange(self.size)[np.asarray(games)]
        other = Batch.__new__(Batch)
        start = State(self.game, self._start)
        other._prepare(
            self.game, which.size, self.threads, first_state(self.game, which.size, start),
            self.autoreset,
        )  # fmt: skip
        other._states[:], other._current[:] = self._states[which], self._current[which]
        other._streams[:] = self._streams[which]
        if seed is not None:
            other._driver.seed_all(new_stream(seed), other._streams)
        return other

    def copy(self) -> Batch:
        """Return an independent copy, which continues identically."""
        return self.fork(np.arange(self.size))

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        data = self._states.tobytes(), self._streams.tobytes(), self._current.tobytes()
        check = checksum(self.game, b"".join(data))
        start = State(self.game, self._start)
        return Batch._load, (start, self.size, self.threads, self.autoreset, data, check)

    @classmethod
    def _load(
        cls,
        start: State,
        size: int,
        threads: int,
        autoreset: bool,
        data: tuple[bytes, ...],
        check: int,
    ) -> Batch:
        """Return the batch of a pickle; raises ``PickleError`` for damaged bytes."""
        check_bytes(start.game, b"".join(data), check)
        batch = cls.__new__(cls)
        batch._prepare(start.game, size, threads, first_state(start.game, size, start), autoreset)
        for array, saved in zip((batch._states, batch._streams, batch._current), data, strict=True):
            array[:] = np.frombuffer(saved, array.dtype).reshape(array.shape)
        return batch

    # -- Moves ---------------------------------------------------------------------------------

    @property
    def legal(self) -> NDArray[np.int32]:
        """Legal moves, ``legal_count[i]`` in row ``i``, then undefined: shape (games, ``MAX_LEGAL``)."""
        return read_only(self._listed()[1])

    @property
    def legal_count(self) -> NDArray[np.int32]:
        """Shape (games,); 0 in games that are over."""
        return read_only(self._listed()[0])

    def _listed(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        if self._lists is None:
            shape = self.size, self.game.compiled.max_legal
            self._lists = aligned_zeros(shape[:1], np.int32), aligned_zeros(shape, np.int32)
        if not self._is_listed:
            self._run(
                self._driver.list_all,
                (self.game.params_array,),
                (self._states, self._current, *self._lists),
            )
            self._is_listed = True
        return self._lists

    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """Shape (games, ``game.num_distinct_actions``)."""
        if self._mask is None:
            self._mask = aligned_zeros((self.size, self.game.num_distinct_actions), np.bool_)
        if not self._is_marked:
            self._mark(self._mask, True)
            self._is_marked = True
        return read_only(self._mask)

    def action_masks(self, *, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return which of ``game.possible_actions`` are legal: shape (games, their number).

        Unlike ``legal_mask``, a new array, or ``out``. Raises ``ValueError`` if ``out`` does not fit.

        Example: ``batch.step(batch.game.possible_actions[batch.action_masks().argmax(axis=1)])``.
        """
        masks = output(out, (self.size, self.game.possible_actions.size), np.bool_)
        self._run(self._driver.mask_all, (self._columns,), (masks, *self._listed()))
        return masks

    @cached_property
    def _columns(self) -> NDArray[np.int32]:
        """The index of each action in ``possible_actions``."""
        columns = np.zeros(self.game.num_distinct_actions, np.int32)
        columns[self.game.possible_actions] = np.arange(self.game.possible_actions.size)
        return columns

    def _mark(self, mask: NDArray[np.bool_], value: bool) -> None:
        self._run(self._driver.mark_all, (value,), (mask, *self._listed()))

    def _changed(self) -> None:
        """Forget what was computed from the states, which are about to change."""
        if self._is_marked:
            assert self._mask is not None
            self._mark(self._mask, False)
        self._is_listed = self._is_marked = False
        self._chosen = None

    def step(
        self, actions: ArrayLike, *, games: ArrayLike | None = None, out: Step | None = None
    ) -> Step:
        """Apply ``actions[i]`` to each game ``i`` and resolve chance.

        :param games: a mask or indices; all others stay as they are, and their actions do not matter.
        :param out: arrays to write, as returned by an earlier step.
        :raises IllegalActionsError: an action is illegal; no game is changed.
        :raises ValueError: the shape of actions is not (games,), or ``out`` does not fit.
        :raises TypeError: the actions are not integers.
        :raises IndexError: there is no such game.

        Example: ``batch.step(actions, games=batch.current == 0)`` moves at the turns of seat 0.
        """
        moves = as_moves(actions, self.size)
        which = self._mask_of(games)
        if self._chosen is None or not np.array_equal(moves, self._chosen):
            self._check(moves, which)
        step = self._step_out(out)
        self._changed()
        self._run(
            self._driver.step_all,
            (self.game.params_array, self._start, self.autoreset),
            (self._states, self._streams, self._current, which, moves, *step),
        )
        return step

    def _mask_of(self, games: ArrayLike | None) -> NDArray[np.bool_]:
        return self._everywhere if games is None else as_mask(games, self.size)

    def _check(self, moves: NDArray[np.int64], which: NDArray[np.bool_]) -> None:
        refused = np.zeros(self.size, np.bool_)
        by_game = self._current, *self._listed(), which, moves, refused
        if any(self._run(self._driver.refuse, (), by_game)):
            games = np.flatnonzero(refused)
            raise refusal(self.state(int(games[0])), int(moves[games[0]]), games, self.size)

    def _step_out(self, out: Step | None) -> Step:
        rewards, done = out or (None, None)
        return Step(
            output(rewards, (self.size, self.game.num_players), np.float32),
            output(done, (self.size,), np.bool_),
        )

    def random_actions(self, *, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return a random legal move for each game; -1 in games that are over."""
        chosen = output(out, (self.size,), np.int32)
        self._run(
            self._driver.choose_all,
            (self.game.params_array,),
            (self._states, self._streams, self._current, chosen),
        )
        self._chosen = chosen.astype(np.int64)
        return chosen

    def random_step(
        self, *, games: ArrayLike | None = None, out: RandomStep | None = None
    ) -> RandomStep:
        """Step by ``random_actions``, in one pass.

        :param games: a mask or indices; all others stay as they are, and get the action -1.
        :raises ValueError: ``out`` does not fit.
        :raises IndexError: there is no such game.
        """
        chosen = output(out and out.actions, (self.size,), np.int32)
        rewards, done = self._step_out(out and Step(out.rewards, out.done))
        which = self._mask_of(games)
        self._changed()
        self._run(
            self._driver.step_at_random,
            (self.game.params_array, self._start, self.autoreset),
            (self._states, self._streams, self._current, which, chosen, rewards, done),
        )
        return RandomStep(chosen, rewards, done)

    # -- Tensors -------------------------------------------------------------------------------

    def observations(
        self, seat: int | ArrayLike | None = None, *, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Return the observations of ``seat``, shape (games, length).

        :param seat: one for all games, one for each, or None: the seats to act, seat 0 in games that
            are over.
        :raises ValueError: there is no such seat, their shape is not (games,), or ``out`` does not fit.
        :raises TypeError: the seats are not integers.
        """
        function = self.game.compiled.observing.observe_many
        return self._seen(function, self.game.observation_size, seat, out)

    def information_state(
        self, seat: int | ArrayLike | None = None, *, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Return the information states of ``seat``, as ``observations``."""
        function = self.game.compiled.observing.information_state_many
        return self._seen(function, self.game.information_size, seat, out)

    def _seen(
        self,
        function: Callable[..., Any],
        length: int,
        seat: int | ArrayLike | None,
        out: NDArray[np.float32] | None,
    ) -> NDArray[np.float32]:
        if seat is not None:
            seats = as_seats(self.game, seat, self.size)
        else:
            seats = self._current if self.autoreset else np.maximum(self._current, 0)
        seen = output(out, (self.size, length), np.float32)
        self._run(function, (self.game.params_array,), (self._states, seats, seen))
        return seen

    def rollouts(self, *, out: Rollouts | None = None) -> Rollouts:
        """Play a copy of each game to its end by random moves."""
        returns, made = out or (None, None)
        found = Rollouts(
            output(returns, (self.size, self.game.num_players), np.float32),
            output(made, (self.size,), np.int32),
        )
        self._run(
            self._driver.roll_out_all,
            (self.game.params_array,),
            (self._states, self._streams, *found),
        )
        return found

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
