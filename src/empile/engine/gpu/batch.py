"""Batches whose games live on a CUDA device."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from empile.engine.batch import as_moves, first_state, refusal
from empile.engine.game import Game, State
from empile.engine.gpu.jit import cuda, require_device
from empile.engine.random import new_stream
from empile.engine.state import check_seat

THREADS = 64
"""Threads of a block: few, for each keeps buffers of its own."""


class GpuStep(NamedTuple):
    """What a step of all games brought: see :class:`empile.engine.batch.Step`."""

    rewards: Any
    done: Any


class GpuRollouts(NamedTuple):
    """How copies of all games ended: see :class:`empile.engine.batch.Rollouts`."""

    returns: Any
    actions: Any


class GpuBatch:
    """A :class:`empile.engine.batch.Batch` on the current CUDA device, equal to it byte for byte.

    The same games come of the same ``seed`` and the same moves, and everything is called the same. All
    arrays are numba-cuda's device arrays, though, those that methods return too: other libraries take
    them without a copy (``torch.as_tensor(batch.legal_mask)``, ``cupy.asarray``), and
    ``copy_to_host()`` gives NumPy's. What is now is written anew by the next step, and so is what the
    step before returned; none of it is to be changed by others.

    Raises what ``Batch`` raises, and :class:`empile.engine.gpu.jit.DeviceError` where there is no
    device.
    """

    def __init__(self, game: Game, size: int, seed: int, *, start: State | None = None) -> None:
        first = first_state(game, size, start)
        require_device()
        self.game = game
        self.size = size
        compiled = game.compiled
        self._kernels = compiled.kernels
        self._boxes = cuda.to_device(game.boxes)
        self._start = cuda.to_device(first)
        streams = compiled.batch.STREAMS
        self._streams = cuda.device_array((size, streams), np.uint64)
        self.states = cuda.device_array(size, compiled.state_dtype)
        """Shape (games,): the records of all states, with the fields of the game's rules."""
        self.current = cuda.device_array(size, np.int32)
        """Shape (games,): the seat to act."""
        self.legal = cuda.device_array((size, compiled.max_legal), np.int32)
        """Shape (games, most moves at once): the legal moves, in no order; row ``i`` holds
        ``legal_count[i]`` of them, and what lies behind these means nothing."""
        self.legal_count = cuda.device_array(size, np.int32)
        """Shape (games,): how many moves are legal."""
        self._mask: Any = None
        self._chosen = cuda.device_array(size, np.int32)
        self._rewards = cuda.device_array((size, game.num_players), np.float32)
        self._done = cuda.device_array(size, np.bool_)
        self._refused = cuda.device_array(size, np.bool_)
        self._run(self._kernels.seed_all, cuda.to_device(new_stream(seed)), self._streams)
        self._run(self._kernels.open_all, self._boxes, self._start, *self._all_games())

    def _all_games(self) -> tuple[Any, ...]:
        return self.states, self._streams, self.current, self.legal_count, self.legal

    @property
    def legal_mask(self) -> Any:
        """Shape (games, ``game.num_distinct_actions``): which actions are legal.

        Kept from its first use on.
        """
        if self._mask is None:
            self._mask = cuda.to_device(
                np.zeros((self.size, self.game.num_distinct_actions), np.bool_)
            )
            self._mark(True)
        return self._mask

    def _mark(self, value: bool) -> None:
        self._run(self._kernels.mark_all, value, self._mask, self.legal_count, self.legal)

    def step(self, actions: Any) -> GpuStep:
        """Make ``actions[i]`` in each game ``i``, and go on to where a seat is to act again.

        ``actions`` may lie on the device, where anything does that numba-cuda takes. Raises as
        :meth:`empile.engine.batch.Batch.step` does. The two arrays returned are device arrays.
        """
        moves = self._moves(actions)
        found = cuda.to_device(np.zeros(1, np.int32))
        self._run(self._kernels.refuse, self.legal_count, self.legal, moves, self._refused, found)
        if found.copy_to_host()[0]:
            games = np.flatnonzero(self._refused.copy_to_host())
            first = int(games[0])
            raise refusal(self.state(first), int(moves.copy_to_host()[first]), games, self.size)
        if self._mask is not None:
            self._mark(False)
        self._run(
            self._kernels.step_all,
            *(self._boxes, self._start, *self._all_games()),
            *(moves, self._rewards, self._done),
        )
        if self._mask is not None:
            self._mark(True)
        return GpuStep(self._rewards, self._done)

    def random_actions(self) -> Any:
        """Return a legal move of each game, every one as likely, drawn by streams of their own.

        Written anew by the next call.
        """
        self._run(
            self._kernels.choose_all, self._streams, self.legal_count, self.legal, self._chosen
        )
        return self._chosen

    def observations(self, seat: int | None = None) -> Any:
        """Return what ``seat`` sees in each game, ``None``: what the seat to act sees.

        A new device array of shape (games, length of an observation), made of
        ``game.observation_planes``. Raises :class:`ValueError` where there is no such seat.
        """
        return self._seen(self._kernels.observe_all, self.game.compiled.observation, seat)

    def information_state(self, seat: int | None = None) -> Any:
        """Return what ``seat`` knows in each game, ``None``: what the seat to act knows.

        A new device array of shape (games, length of an information tensor), made of
        ``game.information_planes``. Raises :class:`ValueError` where there is no such seat.
        """
        return self._seen(self._kernels.information_state_all, self.game.compiled.information, seat)

    def _seen(self, kernel: Any, length: int, seat: int | None) -> Any:
        seats = self.current
        if seat is not None:
            check_seat(self.game, seat)
            seats = cuda.to_device(np.full(self.size, seat, np.int32))
        out = cuda.device_array((self.size, length), np.float32)
        self._run(kernel, self._boxes, self.states, seats, out)
        return out

    def rollouts(self) -> GpuRollouts:
        """Play a copy of each game to its end by uniformly random moves; the games stay as they are.

        The moves, and chance in the copies, are drawn by the streams of :meth:`random_actions`. What is
        returned are new device arrays.
        """
        returns = cuda.device_array((self.size, self.game.num_players), np.float32)
        made = cuda.device_array(self.size, np.int32)
        self._run(
            self._kernels.roll_out_all, self._boxes, self.states, self._streams, returns, made
        )
        return GpuRollouts(returns, made)

    def state(self, i: int) -> State:
        """Return a copy of game ``i`` as it stands; raises :class:`IndexError` where there is none."""
        i = range(self.size)[i]
        return State(self.game, self.states[i : i + 1].copy_to_host())

    def _moves(self, actions: Any) -> Any:
        if getattr(actions, "__cuda_ndarray__", False):  # numba-cuda's own
            moves = actions
        elif hasattr(actions, "__cuda_array_interface__"):
            moves = cuda.as_cuda_array(actions)
        else:
            return cuda.to_device(as_moves(actions, self.size))
        if moves.dtype not in (np.int32, np.int64):
            raise TypeError(f"actions on the device are int32 or int64, not {moves.dtype}")
        if tuple(moves.shape) != (self.size,):
            raise ValueError(
                f"{self.size} games take actions of shape ({self.size},), not {moves.shape}"
            )
        return moves

    def _run(self, kernel: Any, *arguments: Any) -> None:
        """Start ``kernel`` with a thread for each game."""
        kernel[(self.size + THREADS - 1) // THREADS, THREADS](*arguments)
