"""Bit sets in an ``int64``."""

from __future__ import annotations

from typing import Any

from empile.engine.compiled.jit import Intrinsic, either, inline

SLOW_AT_DEPOSITS = ("znver1", "znver2")
"""``pdep`` is microcode there, one step per bit."""

_trailing_zeros: Any = Intrinsic("trailing_zeros")
_ones: Any = Intrinsic("ones")
_nth: Any = Intrinsic("nth")
_swap_bytes: Any = Intrinsic("swap_bytes")


@inline
def _lowest_bit_compiled(bits: int) -> int:
    return _trailing_zeros(bits)  # type: ignore[no-any-return]


def _lowest_bit_plain(bits: int) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


lowest_bit = either(_lowest_bit_compiled, _lowest_bit_plain)
"""Index of the lowest set bit of a positive ``int64``."""


@inline
def _count_bits_compiled(bits: int) -> int:
    return _ones(bits)  # type: ignore[no-any-return]


def _count_bits_plain(bits: int) -> int:
    return int(bits).bit_count()


count_bits = either(_count_bits_compiled, _count_bits_plain)
"""Number of set bits of a non-negative ``int64``."""


@inline
def _nth_bit_compiled(bits: int, n: int) -> int:
    return _nth(bits, n)  # type: ignore[no-any-return]


def _nth_bit_plain(bits: int, n: int) -> int:
    bits = int(bits)
    for _ in range(n):
        bits &= bits - 1
    return _lowest_bit_plain(bits)


nth_bit = either(_nth_bit_compiled, _nth_bit_plain)
"""Index of the ``n``-th set bit (from 0, lowest first) of a positive ``int64``."""


@inline
def _swap_bytes_compiled(bits: int) -> int:
    return _swap_bytes(bits)  # type: ignore[no-any-return]


def _swap_bytes_plain(bits: int) -> int:
    return int.from_bytes((int(bits) & (1 << 64) - 1).to_bytes(8, "little"), "big")


swap_bytes = either(_swap_bytes_compiled, _swap_bytes_plain)
"""The eight bytes of an ``int64`` in reverse order; negative only if compiled."""
