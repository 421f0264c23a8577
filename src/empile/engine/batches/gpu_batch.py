"""Batches of games on a CUDA device."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from empile.engine.arguments import new_stream
from empile.engine.batches.checks import as_moves, first_state, refusal
from empile.engine.compiled.cuda_jit import cuda, require_device
from empile.engine.game import Game, State
from empile.engine.state import check_seat

THREADS = 64
"""Per block."""


class GpuStep(NamedTuple):
    """Device arrays as in ``Step``."""

    rewards: Any
    done: Any


class GpuRollouts(NamedTuple):
    """Device arrays as in ``Rollouts``."""

    returns: Any
    actions: Any


class GpuBatch:
    """A ``Batch`` on the current CUDA device.

    Same interface, but all arrays are numba-cuda device arrays, which other libraries use without a
    copy (``torch.as_tensor(batch.legal_mask)``).

    :raises DeviceError: there is no CUDA device.
    :raises ValueError: as ``Batch``.
    """

    def __init__(self, game: Game, size: int, seed: int, *, start: State | None = None) -> None:
        first = first_state(game, size, start)
        require_device()
        self.game = game
        self.size = size
        compiled = game.compiled
        self._kernels = compiled.cuda
        self._params_array = cuda.to_device(game.params_array)
        self._start = cuda.to_device(first)
        streams = compiled.batch.STREAMS
        self._streams = cuda.device_array((size, streams), np.uint64)
        self.states = cuda.device_array(size, compiled.state_dtype)
        self.current = cuda.device_array(size, np.int32)
        self.legal = cuda.device_array((size, compiled.max_legal), np.int32)
        self.legal_count = cuda.device_array(size, np.int32)
        self._mask: Any = None
        self._chosen = cuda.device_array(size, np.int32)
        self._rewards = cuda.device_array((size, game.num_players), np.float32)
        self._done = cuda.device_array(size, np.bool_)
        self._refused = cuda.device_array(size, np.bool_)
        self._run(self._kernels.seed_all, cuda.to_device(new_stream(seed)), self._streams)
        self._run(self._kernels.open_all, self._params_array, self._start, *self._all_games())

    def _all_games(self) -> tuple[Any, ...]:
        return self.states, self._streams, self.current, self.legal_count, self.legal

    @property
    def legal_mask(self) -> Any:
        """As in ``Batch``."""
        if self._mask is None:
            self._mask = cuda.to_device(
                np.zeros((self.size, self.game.num_distinct_actions), np.bool_)
            )
            self._mark(True)
        return self._mask

    def _mark(self, value: bool) -> None:
        self._run(self._kernels.mark_all, value, self._mask, self.legal_count, self.legal)

    def step(self, actions: Any) -> GpuStep:
        """Apply ``actions[i]`` to each game ``i``; they may be on the device (int32 or int64)."""
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
            *(self._params_array, self._start, *self._all_games()),
            *(moves, self._rewards, self._done),
        )
        if self._mask is not None:
            self._mark(True)
        return GpuStep(self._rewards, self._done)

    def random_actions(self) -> Any:
        """As in ``Batch``."""
        self._run(
            self._kernels.choose_all, self._streams, self.legal_count, self.legal, self._chosen
        )
        return self._chosen

    def observations(self, seat: int | None = None) -> Any:
        """As in ``Batch``."""
        return self._seen(self._kernels.observe_all, self.game.observation_size, seat)

    def information_state(self, seat: int | None = None) -> Any:
        """As in ``Batch``; returns a new device array."""
        return self._seen(self._kernels.information_state_all, self.game.information_size, seat)

    def _seen(self, kernel: Any, length: int, seat: int | None) -> Any:
        seats = self.current
        if seat is not None:
            check_seat(self.game, seat)
            seats = cuda.to_device(np.full(self.size, seat, np.int32))
        out = cuda.device_array((self.size, length), np.float32)
        self._run(kernel, self._params_array, self.states, seats, out)
        return out

    def rollouts(self) -> GpuRollouts:
        """As in ``Batch``."""
        returns = cuda.device_array((self.size, self.game.num_players), np.float32)
        made = cuda.device_array(self.size, np.int32)
        self._run(
            self._kernels.roll_out_all,
            self._params_array,
            self.states,
            self._streams,
            returns,
            made,
        )
        return GpuRollouts(returns, made)

    def state(self, i: int) -> State:
        """Return a copy of game ``i``; raises ``IndexError``."""
        i = range(self.size)[i]
        return State(self.game, self.states[i : i + 1].copy_to_host())

    def _moves(self, actions: Any) -> Any:
        if getattr(actions, "__cuda_ndarray__", False):  # a numba-cuda array
            moves = actions
        elif hasattr(actions, "__cuda_array_interface__"):
            moves = cuda.as_cuda_array(actions)
        else:
            return cuda.to_device(as_moves(actions, self.size))
        if moves.dtype not in (np.int32, np.int64):
            raise TypeError(f"actions on the device must be int32 or int64, not {moves.dtype}")
        if tuple(moves.shape) != (self.size,):
            raise ValueError(f"actions must have shape ({self.size},), not {moves.shape}")
        return moves

    def _run(self, kernel: Any, *arguments: Any) -> None:
        kernel[(self.size + THREADS - 1) // THREADS, THREADS](*arguments)
