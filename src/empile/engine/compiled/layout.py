"""Structured dtypes of states and parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

StructRef: TypeAlias = Any
"""One element of a structured array in compiled functions (``s.seat``, ``s.top[3]``)."""

StructArray: TypeAlias = NDArray[Any]
"""Templates take arrays: passing a single element costs five times more."""

Field: TypeAlias = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]


def struct_dtype(fields: Sequence[Field]) -> np.dtype[Any]:
    """Return the aligned dtype of ``fields``.

    Padding is declared as fields, so that it stays zero and raw bytes can be compared.
    """
    plain = np.dtype([tuple(field) for field in fields], align=True)
    padded: list[Any] = []
    end = 0
    assert plain.names is not None
    assert plain.fields is not None
    fields_of: Any = plain.fields
    for name, field in zip(plain.names, fields, strict=True):
        sub_dtype, offset = fields_of[name][:2]
        if offset > end:
            padded.append((f"pad_{end}", "u1", (offset - end,)))
        padded.append(tuple(field))
        end = offset + sub_dtype.itemsize
    if plain.itemsize > end:
        padded.append((f"pad_{end}", "u1", (plain.itemsize - end,)))
    full = np.dtype(padded, align=True)
    assert full.itemsize == plain.itemsize
    return np.dtype((np.record, full))
