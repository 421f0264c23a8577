"""Numba intrinsics of ``.bits``, ``.rows``, ``.prefetch``, ``.json_writer`` and ``.descriptors``. Imported only to compile."""

# Numba has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import importlib
from typing import Any

from empile.engine.compiled.bits import SLOW_AT_DEPOSITS
from empile.engine.compiled.json_writer import BLOCK_BYTES
from empile.engine.compiled.prefetch import MOST_BYTES
from empile.engine.compiled.rows import LANES

_types: Any = importlib.import_module("numba.types")
_extending: Any = importlib.import_module("numba.extending")
_cgutils: Any = importlib.import_module("numba.core.cgutils")
_ir: Any = importlib.import_module("llvmlite.ir")


_CACHE_LINE = 64


def _count_trailing_zeros(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = _ir.Constant(_ir.IntType(1), 1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return _types.int64(_types.int64), generate


def _count_ones(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _types.int64(_types.int64), generate


def _swap_bytes(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bswap(arguments[0])

    return _types.int64(_types.int64), generate


def _find_nth(typing_context: Any, bits: Any, n: Any) -> Any:
    """Use ``pdep`` and ``cttz`` if ``pdep`` is fast, else a loop.

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


def _system_call(name: str) -> Any:
    """Return an intrinsic that calls ``read`` or ``write`` of the C library.

    Its arguments are a descriptor, an array of bytes, the first of them, and their number.
    """

    def call(typing_context: Any, descriptor: Any, data: Any, start: Any, length: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word, byte = _ir.IntType(64), _ir.IntType(8).as_pointer()
            kind = _ir.FunctionType(word, (_ir.IntType(32), byte, word))
            function = _cgutils.get_or_insert_function(builder.module, kind, name)
            array = context.make_array(signature.args[1])(context, builder, arguments[1])
            first = builder.gep(array.data, [arguments[2]])
            number = builder.trunc(arguments[0], _ir.IntType(32))
            return builder.call(function, (number, builder.bitcast(first, byte), arguments[3]))

        return _types.int64(_types.int64, data, _types.int64, _types.int64), generate

    return call


def _copy_block(typing_context: Any, to: Any, at: Any, source: Any, start: Any) -> Any:
    """Load and store a vector: a loop over so few bytes takes several times as long."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _ir.VectorType(_ir.IntType(8), BLOCK_BYTES).as_pointer()

        def place(number: int) -> Any:
            array = context.make_array(signature.args[number])(context, builder, arguments[number])
            byte = builder.gep(array.data, [arguments[number + 1]])
            return builder.bitcast(byte, pointer)

        builder.store(builder.load(place(2), align=1), place(0), align=1)
        return context.get_dummy_value()

    return _types.void(to, _types.int64, source, _types.int64), generate


def _write_row(typing_context: Any, table: Any, row: Any, added: Any, out: Any, at: Any) -> Any:
    """Widen and store a vector: Numba does not vectorize such a short loop."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, lane = _ir.IntType(64), _ir.IntType(32)
        vector = _ir.VectorType(lane, LANES)
        source, target = (
            context.make_array(signature.args[k])(context, builder, arguments[k]) for k in (0, 3)
        )
        start = builder.gep(source.data, [builder.mul(arguments[1], _ir.Constant(word, LANES))])
        row_of_bytes = builder.bitcast(start, _ir.VectorType(_ir.IntType(8), LANES).as_pointer())
        wide = builder.zext(builder.load(row_of_bytes, align=1), vector)
        nothing, first = _ir.Constant(vector, _ir.Undefined), _ir.Constant(lane, 0)
        one = builder.insert_element(nothing, builder.trunc(arguments[2], lane), first)
        everywhere = _ir.Constant(_ir.VectorType(lane, LANES), [0] * LANES)
        many = builder.shuffle_vector(one, nothing, everywhere)
        end = builder.bitcast(builder.gep(target.data, [arguments[4]]), vector.as_pointer())
        builder.store(builder.add(wide, many), end, align=4)
        return context.get_dummy_value()

    return _types.void(table, _types.int64, _types.int64, out, _types.int64), generate


def _prefetch(typing_context: Any, states: Any, index: Any) -> Any:
    """Load the cache lines of a state for writing."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = _ir.IntType(8).as_pointer(), _ir.IntType(32)
        kind = _ir.FunctionType(_ir.VoidType(), [byte, number, number, number])
        call = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        state = builder.bitcast(builder.gep(array.data, [arguments[1]]), byte)
        writing, keep, data = (_ir.Constant(number, value) for value in (1, 3, 1))
        for at in range(0, min(states.dtype.size, MOST_BYTES), _CACHE_LINE):
            line = builder.gep(state, [_ir.Constant(_ir.IntType(64), at)])
            builder.call(call, [line, writing, keep, data])
        return context.get_dummy_value()

    return _types.void(states, _types.int64), generate


trailing_zeros: Any = _extending.intrinsic(_count_trailing_zeros)
ones: Any = _extending.intrinsic(_count_ones)
nth: Any = _extending.intrinsic(_find_nth)
swap_bytes: Any = _extending.intrinsic(_swap_bytes)
prefetch: Any = _extending.intrinsic(_prefetch)
write_row: Any = _extending.intrinsic(_write_row)
copy_block: Any = _extending.intrinsic(_copy_block)
write_bytes: Any = _extending.intrinsic(_system_call("write"))
read_bytes: Any = _extending.intrinsic(_system_call("read"))
