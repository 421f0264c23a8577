"""Arguments and output arrays of batches."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from empile.engine.arguments import whole_number
from empile.engine.compiled.layout import StructArray
from empile.engine.errors import IllegalActionError, Reason
from empile.engine.game import Game, State
from empile.engine.state import check_seat

_NAMED = 10
"""Maximum games in an error message."""
_ALIGNED = 64
"""Bytes; JAX copies arrays that are aligned less."""


class IllegalActionsError(IllegalActionError):
    """Illegal actions, in ``games`` (indices); ``reason`` is that of the first."""

    def __init__(
        self, message: str, reason: Reason | None = None, games: Sequence[int] = ()
    ) -> None:
        super().__init__(message, reason)
        self.games = tuple(games)


def output(
    out: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[np.generic] | np.dtype[Any]
) -> NDArray[Any]:
    """Return ``out``, or a new array; raises ``ValueError`` if it does not fit."""
    if out is None:
        return aligned(shape, dtype)
    if out.shape != shape or out.dtype != dtype or not out.flags.carray:
        raise ValueError(
            f"out must be a contiguous, writable {np.dtype(dtype).name} array of shape {shape}"
        )
    return out


def first_state(game: Game, size: int, start: State | None) -> StructArray:
    """Return the first state; raises as ``Batch``."""
    whole_number("size", size, 1)
    if start is None:
        return game.new_state().array
    if start.game != game:
        raise ValueError(f"start must be a state of {game.name} with the options of the batch")
    if start.is_terminal():
        raise ValueError("start must not be a terminal state")
    return start.clone().array


def as_moves(actions: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return ``actions`` as int64; raises as ``Batch.step``."""
    return _integers(actions, size, "actions", np.int64)


def as_seats(game: Game, seat: int | ArrayLike, size: int) -> NDArray[np.int32]:
    """Return one seat for each game; raises as ``Batch.observations``."""
    if isinstance(seat, int):
        check_seat(game, seat)
        return np.full(size, seat, np.int32)
    seats = _integers(seat, size, "seats", np.int32)
    for extreme in (seats.min(), seats.max()):
        check_seat(game, int(extreme))
    return seats


def _integers(values: ArrayLike, size: int, name: str, dtype: type[np.generic]) -> NDArray[Any]:
    found = np.asarray(values)
    if found.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, not {found.dtype}")
    if found.shape != (size,):
        raise ValueError(f"{name} must have shape ({size},), not {found.shape}")
    return np.ascontiguousarray(found, dtype)


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


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view."""
    view = array.view()
    view.setflags(write=False)
    return view


def aligned(shape: tuple[int, ...], dtype: type[np.generic] | np.dtype[Any]) -> NDArray[Any]:
    """Return a new array, uninitialized, that other libraries use without a copy."""
    size = prod(shape) * np.dtype(dtype).itemsize
    room = np.empty(size + _ALIGNED, np.uint8)
    start = -room.ctypes.data % _ALIGNED
    return room[start : start + size].view(dtype).reshape(shape)


def aligned_zeros(shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """Return ``aligned`` with zeros."""
    array = aligned(shape, dtype)
    array[...] = 0
    return array


def as_mask(games: ArrayLike | None, size: int) -> NDArray[np.bool_]:
    """Return the mask of ``games``: a mask or indices, None: all. Raises ``IndexError``."""
    if games is None:
        return np.ones(size, np.bool_)
    which = np.zeros(size, np.bool_)
    named = np.asarray(games)
    which[named if named.size else []] = True
    return which
