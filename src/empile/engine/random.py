"""Random numbers from explicit streams: SplitMix64 (Steele, Lea & Flood 2014).

A stream is an array of one ``uint64``.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, jit_is_on

Stream: TypeAlias = NDArray[np.uint64]

_Item = TypeVar("_Item")

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_MASK64 = (1 << 64) - 1


def new_stream(seed: int) -> Stream:
    """Return a new stream; ``seed`` is taken modulo 2**64.

    Example::

        >>> stream = new_stream(42)
        >>> [int(below(stream, 6)) for _ in range(5)]
        [4, 0, 1, 2, 0]
    """
    return np.array([seed & _MASK64], dtype=np.uint64)


def split(stream: Stream, index: int) -> Stream:
    """Return a child stream, a function of the stream's state and ``index``.

    Example: ``split(stream, 0)``.
    """
    return new_stream(int(_fold_plain(stream[0], index + 1)))


def _mix_python(value: int) -> int:
    value = (value + int(_GOLDEN)) & _MASK64
    value = ((value ^ (value >> 30)) * int(_MIX_1)) & _MASK64
    value = ((value ^ (value >> 27)) * int(_MIX_2)) & _MASK64
    return value ^ (value >> 31)


@inline
def _mix_compiled(value: np.uint64) -> np.uint64:
    value = value + _GOLDEN
    value = (value ^ (value >> _S30)) * _MIX_1
    value = (value ^ (value >> _S27)) * _MIX_2
    mixed: np.uint64 = value ^ (value >> _S31)
    return mixed


@inline
def _next_bits_compiled(stream: Stream) -> np.uint64:
    bits: np.uint64 = _mix_compiled(stream[0])
    stream[0] = stream[0] + _GOLDEN
    return bits


def _next_bits_plain(stream: Stream) -> np.uint64:
    before = int(stream[0])
    stream[0] = np.uint64((before + int(_GOLDEN)) & _MASK64)
    return np.uint64(_mix_python(before))


# NumPy warns if a scalar uint64 overflows, machine code does not: without the compiler compute with
# Python integers.
next_bits = _next_bits_compiled if jit_is_on() else _next_bits_plain
"""Advance a stream and return 64 random bits."""


@inline
def _fold_compiled(bits: np.uint64, value: int) -> np.uint64:
    folded: np.uint64 = _mix_compiled(bits ^ _mix_compiled(np.uint64(value)))
    return folded


def _fold_plain(bits: np.uint64, value: int) -> np.uint64:
    return np.uint64(_mix_python(int(bits) ^ _mix_python(int(value))))


fold = _fold_compiled if jit_is_on() else _fold_plain
"""A 64-bit hash of ``bits`` and a non-negative integer."""


@inline
def split_bits(stream: Stream, index: int) -> np.uint64:
    """As ``split``, for compiled code."""
    return fold(stream[0], index + 1)


@inline
def below(stream: Stream, bound: int) -> int:
    """Return a random integer in ``0 .. bound - 1``; ``bound`` is less than 2**31.

    Multiply-shift: the bias is less than ``bound / 2**32``.
    """
    # Signed: compiled code converts a comparison of uint64 with int64 to floating point.
    return int(np.int64(((next_bits(stream) >> _S32) * np.uint64(bound)) >> _S32))


@inline
def pick(stream: Stream, weights: NDArray[np.int64], count: int) -> int:
    """Return an index below ``count``, drawn by weight."""
    total = 0
    for i in range(count):
        total += weights[i]
    left = below(stream, total)
    # No early exit: the branch would be unpredictable.
    index = 0
    reached = 0
    for i in range(count - 1):
        reached += weights[i]
        index += left >= reached
    return index


def shuffle(items: MutableSequence[_Item], stream: Stream) -> None:
    """Shuffle in place (Fisher & Yates 1938). Example: ``shuffle(cells, stream)``."""
    for last in range(len(items) - 1, 0, -1):
        other = below(stream, last + 1)
        items[last], items[other] = items[other], items[last]
