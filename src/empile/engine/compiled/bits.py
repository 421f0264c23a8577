"""Bit sets in an ``int64``."""

from __future__ import annotations

import importlib
from typing import Any

from empile.engine.compiled.jit import inline, jit_is_on

_types: Any = importlib.import_module("numba.types")
_extending: Any = importlib.import_module("numba.extending")
_cgutils: Any = importlib.import_module("numba.core.cgutils")
_ir: Any = importlib.import_module("llvmlite.ir")

SLOW_AT_DEPOSITS = ("znver1", "znver2")
"""``pdep`` is microcode there, one step per bit."""


def _count_trailing_zeros(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = _ir.Constant(_ir.IntType(1), 1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return _types.int64(_types.int64), generate


def _count_ones(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _types.int64(_types.int64), generate


_trailing_zeros: Any = _extending.intrinsic(_count_trailing_zeros)
_ones: Any = _extending.intrinsic(_count_ones)


@inline
def _lowest_bit_compiled(bits: int) -> int:
    return _trailing_zeros(bits)  # type: ignore[no-any-return]


def _lowest_bit_plain(bits: int) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


lowest_bit = _lowest_bit_compiled if jit_is_on() else _lowest_bit_plain
"""Index of the lowest set bit of a positive ``int64``."""


@inline
def _count_bits_compiled(bits: int) -> int:
    return _ones(bits)  # type: ignore[no-any-return]


def _count_bits_plain(bits: int) -> int:
    return int(bits).bit_count()


count_bits = _count_bits_compiled if jit_is_on() else _count_bits_plain
"""Number of set bits of a non-negative ``int64``."""


def _find_nth(typing_context: Any, bits: Any, n: Any) -> Any:
    """Numba intrinsic: ``pdep`` and ``cttz`` if ``pdep`` is fast, else a loop.

    Exiting early would mispredict a branch.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = arguments[0].type
        one = _ir.Constant(word, 1)
        if _deposits_quickly(context, builder):
            kind = _ir.FunctionType(word, (word, word))
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
            left = builder.call(deposit, (builder.shl(one, arguments[1]), arguments[0]))
        else:
            kept = _cgutils.alloca_once_value(builder, arguments[0])
            with _cgutils.for_range(builder, arguments[1]):
                some = builder.load(kept)
                builder.store(builder.and_(some, builder.sub(some, one)), kept)
            left = builder.load(kept)
        return builder.cttz(left, _ir.Constant(_ir.IntType(1), 1))

    return _types.int64(_types.int64, _types.int64), generate


def _deposits_quickly(context: Any, builder: Any) -> bool:
    if not builder.module.triple.startswith("x86_64"):
        return False
    _, processor, features = context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in SLOW_AT_DEPOSITS


_nth: Any = _extending.intrinsic(_find_nth)


@inline
def _nth_bit_compiled(bits: int, n: int) -> int:
    return _nth(bits, n)  # type: ignore[no-any-return]


def _nth_bit_plain(bits: int, n: int) -> int:
    bits = int(bits)
    for _ in range(n):
        bits &= bits - 1
    return _lowest_bit_plain(bits)


nth_bit = _nth_bit_compiled if jit_is_on() else _nth_bit_plain
"""Index of the ``n``-th set bit (from 0, lowest first) of a positive ``int64``."""
