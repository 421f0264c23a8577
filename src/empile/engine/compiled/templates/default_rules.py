"""The functions and constants of ``.rules`` that a game may leave out.

They suit an open game without chance, points and teams. The game's own are taken instead, see
``empile.engine.compiled.completion``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.random import Stream

__all__ = ["CHANCE", "EXTERNAL", "TERMINAL"]

PARAMS = struct_dtype([("seats", "i1")])  # signed: with -1 unsigned numbers become floats


@inline
def init(params: StructRef, s: StructRef) -> None:
    """Leave all fields zero."""


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    """Return 0: there are no chance nodes."""
    return 0


@inline
def chance_actions_left(params: StructRef, s: StructRef) -> int:
    """Return 1: each outcome is an event of its own."""
    return 1


@inline
def team(params: StructRef, seat: int) -> int:
    """Return the seat: each plays for itself."""
    return seat


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write zeros."""
    for seat in range(int(params.seats)):
        out[seat] = 0


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return the first reason, which is the only one."""
    return 0


@inline
def simulation_move(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, bits: int
) -> int:
    """Choose uniformly."""
    return int(moves[(bits * n) >> 32])


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write zeros: nobody is ahead."""
    for seat in range(int(params.seats)):
        out[seat] = 0.0


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Do nothing: nothing is hidden."""


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return the action: each seat sees it."""
    return action
