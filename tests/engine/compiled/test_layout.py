"""Memory layout of states and parameters."""

from __future__ import annotations

import numpy as np
import pytest

import empile
from empile.engine.compiled.layout import struct_dtype


def _covered(dtype: np.dtype[np.void]) -> int:
    assert dtype.fields is not None
    return sum(field[0].itemsize for field in dtype.fields.values())


def test_struct_dtype_declares_padding() -> None:
    dtype = struct_dtype([("a", "u1"), ("b", "i4"), ("c", "u1"), ("d", "i2", (3,)), ("e", "u1")])
    plain = np.dtype(
        [("a", "u1"), ("b", "i4"), ("c", "u1"), ("d", "i2", (3,)), ("e", "u1")], align=True
    )
    assert dtype.itemsize == plain.itemsize == _covered(dtype)
    assert plain.fields is not None
    assert dtype.fields is not None
    for name, field in plain.fields.items():
        assert dtype.fields[name][1] == field[1], name


def test_struct_dtype_without_gaps_has_no_padding() -> None:
    dtype = struct_dtype([("a", "i4"), ("b", "u1", (4,))])
    assert dtype.names == ("a", "b")


def test_struct_dtype_elements_have_attributes() -> None:
    array = np.zeros(2, struct_dtype([("seat", "i1"), ("top", "u1", (3,))]))
    array[1].seat = -4
    array[1].top[2] = 7
    assert array[1].seat == -4
    assert array[1].top.tolist() == [0, 0, 7]
    assert array[0].tobytes() == bytes(array.itemsize)


@pytest.mark.parametrize("name", empile.game_names())
def test_struct_dtype_of_every_game_has_no_undeclared_bytes(name: str) -> None:
    compiled = empile.load(name).compiled
    for dtype in (compiled.state_dtype, compiled.params_dtype):
        assert _covered(dtype) == dtype.itemsize
