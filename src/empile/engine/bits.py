"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

import importlib
from typing import Any

from empile.engine.jit import inner, jit_is_on

_types: Any = importlib.import_module("numba.types")
_extending: Any = importlib.import_module("numba.extending")
_ir: Any = importlib.import_module("llvmlite.ir")


def _count_trailing_zeros(typing_context: Any, value: Any) -> Any:
    """Become one machine instruction where compiled code calls it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = _ir.Constant(_ir.IntType(1), 1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return _types.int64(_types.int64), generate


def _count_ones(typing_context: Any, value: Any) -> Any:
    """Become one machine instruction where compiled code calls it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _types.int64(_types.int64), generate


_trailing_zeros: Any = _extending.intrinsic(_count_trailing_zeros)
_ones: Any = _extending.intrinsic(_count_ones)


@inner
def _lowest_bit_compiled(bits: int) -> int:
    return _trailing_zeros(bits)  # type: ignore[no-any-return]


def _lowest_bit_plain(bits: int) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


lowest_bit = _lowest_bit_compiled if jit_is_on() else _lowest_bit_plain
"""Return the place (from 0) of the lowest bit that is set in a positive ``int64``."""


@inner
def _count_bits_compiled(bits: int) -> int:
    return _ones(bits)  # type: ignore[no-any-return]


def _count_bits_plain(bits: int) -> int:
    return int(bits).bit_count()


count_bits = _count_bits_compiled if jit_is_on() else _count_bits_plain
"""Return how many bits of a non-negative ``int64`` are set."""


@inner
def nth_bit(bits: int, n: int) -> int:
    """Return the place of the ``n``-th bit (from 0, lowest first) that is set in ``bits``."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)
