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


_instruction: Any = _extending.intrinsic(_count_trailing_zeros)


@inner
def _lowest_bit_compiled(bits: int) -> int:
    return _instruction(bits)  # type: ignore[no-any-return]


def _lowest_bit_plain(bits: int) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


lowest_bit = _lowest_bit_compiled if jit_is_on() else _lowest_bit_plain
"""Return the place (from 0) of the lowest bit that is set in a positive ``int64``."""
