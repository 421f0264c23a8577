"""Checks of arguments where Python calls compiled code, which would take them as they are.

The random streams of programs are here too: functions of ``.random`` that check their arguments.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from empile.engine import random
from empile.engine.errors import ArgumentError
from empile.engine.random import Stream

if TYPE_CHECKING:
    from empile.engine.state import State

MOST = 2**31 - 1
"""The greatest number that compiled code counts to."""
_BITS = np.dtype(np.uint64)


def whole_number(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """Return the argument ``name`` as an ``int``.

    Integers of NumPy are whole numbers, truth values and floats are not.

    :raises ArgumentError: ``value`` is no whole number from ``least`` to ``most``.

    Example: ``whole_number("threads", threads, 1)``.
    """
    number: int | None = value if type(value) is int else None
    if number is None and not isinstance(value, bool):
        with suppress(TypeError):
            number = index(value)
    if (
        number is None
        or (least is not None and number < least)
        or (most is not None and number > most)
    ):
        bounds = "" if least is None else f" of at least {least}"
        if most is not None:
            bounds = f" from {least} to {most}"
        raise ArgumentError(f"{name} must be a whole number{bounds}, not {value!r}")
    return number


def real_number(name: str, value: Any, least: float = -inf) -> float:
    """Return the argument ``name`` as a ``float``.

    :raises ArgumentError: ``value`` is no number of at least ``least``.

    Example: ``real_number("seconds", seconds, 0)``.
    """
    number: Any = value  # of NumPy's types too, which type checkers know in part only
    is_number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not is_number or not number >= least:  # NaN compares as False
        bounds = "" if least == -inf else f" of at least {least}"
        raise ArgumentError(f"{name} must be a number{bounds}, not {value!r}")
    return float(number)


def check_stream(stream: Any) -> None:
    """Raise ``ArgumentError`` unless ``stream`` is a random stream."""
    array: Any = stream
    if not isinstance(stream, np.ndarray) or array.dtype != _BITS or array.shape != (1,):
        raise ArgumentError(
            f"a random stream is what empile.new_stream(seed) returns, not {stream!r}"
        )


def check_seat_acts(state: State, what: str) -> None:
    """Raise ``ArgumentError`` unless a seat is to act in ``state``, which ``what`` needs."""
    if state.current_player() < 0:
        why = "the game is over" if state.is_terminal() else "a chance event comes next"
        raise ArgumentError(f"{what} needs a state in which a seat is to act: {why}")


def new_stream(seed: SupportsIndex) -> Stream:
    """Return a new stream, an array of one ``uint64``; ``seed`` is taken modulo 2**64.

    :raises ArgumentError: ``seed`` is not a whole number.

    Example::

        >>> stream = new_stream(42)
        >>> [below(stream, 6) for _ in range(5)]
        [4, 0, 1, 2, 0]
    """
    return random.new_stream(whole_number("seed", seed))


def below(stream: Stream, bound: SupportsIndex) -> int:
    """Return a random integer in ``0 .. bound - 1``, and advance the stream.

    Multiply-shift: the bias is less than ``bound / 2**32``.

    :raises ArgumentError: ``stream`` is no stream, or ``bound`` is not from 1 to 2**31 - 1.

    Example: ``moves[below(stream, len(moves))]``.
    """
    check_stream(stream)
    return random.below(stream, whole_number("bound", bound, 1, MOST))
