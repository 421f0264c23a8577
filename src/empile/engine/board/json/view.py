"""Views as JSON by compiled code, from the layout of a state: see ``empile.engine.compiled.json_writer``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.cells import Cells
from empile.engine.board.json.texts import (
    BEGIN,
    CLOSE,
    COMMA,
    END,
    FALSE,
    NULL,
    OPEN,
    WriterError,
    quoted,
)
from empile.engine.board.layout import Layout
from empile.engine.compiled.jit import inline
from empile.engine.compiled.json_writer import MessageTexts, Tokens, number, put
from empile.engine.compiled.layout import StructRef

WriteView: TypeAlias = Callable[[StructRef, StructRef, int, Tokens], int]
Put: TypeAlias = Callable[[StructRef, StructRef, int, Tokens, int], int]
"""Appends a field as a seat sees it at an offset; returns the next one."""

_NUMBERS = -1
"""In place of the row of the value 0: values are written as numbers."""
_MOST = 1 << 16
"""Numbers without a layout are at most so large: more may not fit a token."""
_PLAIN = "give it a place in BOARD"


def view_writer(
    rules: ModuleType, fields: Mapping[str, Layout | None], cells: Cells, texts: MessageTexts
) -> WriteView:
    """Return the compiled ``write_view``: the seat to act, then ``fields``, if need be without a layout.

    :param fields: by name, without those that follow from others.
    :param texts: of ``new_texts``; more are added.
    :raises WriterError: a field that is no small number has no layout.

    Example: ``view_writer(rules, BOARD.shown_fields(STATE), CELLS, texts)``.
    """
    current: Any = rules.current
    write: Put = _nothing
    begin = texts.add('{"seat":')
    keys = texts.add(*(f"{quoted(name)}:" for name in cells.names))
    for name, layout in fields.items():
        dtype: np.dtype[Any] = rules.STATE.fields[name][0]
        if layout is None:
            own = _plain(name, dtype, rules.MAX_SEATS)
        else:
            own = _arranged(name, layout, dtype.shape, cells, keys, texts, rules.MAX_SEATS)
        write = _then(write, texts.add(f",{quoted(name)}:"), own)

    @inline
    def write_view(params: StructRef, s: StructRef, seat: int, out: Tokens) -> int:
        player = int(current(params, s))
        at = put(out, put(out, 0, begin), number(player) if player >= 0 else NULL)
        return put(out, write(params, s, seat, out, at), CLOSE)

    return write_view


@inline
def _nothing(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
    return at


def _then(first: Put, label: int, second: Put) -> Put:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
        return second(params, s, seat, out, put(out, first(params, s, seat, out, at), label))

    return write


# -- Fields with a layout ------------------------------------------------------------------------


def _arranged(
    name: str,
    layout: Layout,
    shape: tuple[int, ...],
    cells: Cells,
    keys: int,
    texts: MessageTexts,
    most_seats: int,
) -> Put:
    lengths = [layout.shown(seats) for seats in range(most_seats + 1)]
    if layout.private:
        return _of_hands(name, layout, shape, lengths, texts)
    values = _NUMBERS if layout.numeric else _values(layout, cells, texts)
    if layout.per_cell:
        return _on_cells(name, cells.n, keys, values)
    if lengths[0] is None:
        return _single(name, values)
    return _list(name, np.array(lengths, np.int32), values)


def _values(layout: Layout, cells: Cells, texts: MessageTexts) -> int:
    """Return the row of the value 0; the other values are around it."""
    written = [
        _encoded(layout.to_data(value, cells)) if value or not layout.per_cell else ""
        for value in range(layout.least, layout.values)
    ]
    return texts.add(*written) - layout.least


def _encoded(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@inline
def _value(value: int, values: int) -> int:
    """Return the token of a value; ``values`` is ``_NUMBERS`` or the row of the value 0."""
    return number(value) if values == _NUMBERS else values + value


def _on_cells(name: str, n: int, keys: int, values: int) -> Put:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
        at = put(out, at, OPEN)
        count = 0
        for cell in range(n):
            value = int(s[name][cell])
            if value != 0:
                if count:
                    at = put(out, at, COMMA)
                at = put(out, put(out, at, keys + cell), _value(value, values))
                count += 1
        return put(out, at, CLOSE)

    return write


def _single(name: str, values: int) -> Put:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
        return put(out, at, _value(int(s[name]), values))

    return write


def _list(name: str, lengths: NDArray[np.int32], values: int) -> Put:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
        at = put(out, at, BEGIN)
        for k in range(int(lengths[int(params.seats)])):
            if k:
                at = put(out, at, COMMA)
            at = put(out, at, _value(int(s[name][k]), values))
        return put(out, at, END)

    return write


def _of_hands(
    name: str,
    layout: Layout,
    shape: tuple[int, ...],
    lengths: list[int | None],
    texts: MessageTexts,
) -> Put:
    """Return code that writes the names of a seat's own cards, and the number of others' cards."""
    if not layout.cards:
        raise WriterError(f"the field '{name}' has a private layout of its own")
    kinds, most = shape[1], np.array(lengths, np.int32)
    names = texts.add(*map(quoted, layout.cards))

    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
        at = put(out, at, BEGIN)
        for owner in range(int(most[int(params.seats)])):
            if owner:
                at = put(out, at, COMMA)
            if owner == seat:
                at = put(out, at, BEGIN)
            cards = 0
            for kind in range(kinds):
                for _ in range(int(s[name][owner, kind])):
                    if owner == seat:
                        if cards:
                            at = put(out, at, COMMA)
                        at = put(out, at, names + kind)
                    cards += 1
            at = put(out, at, END if owner == seat else number(cards))
        return put(out, at, END)

    return write


# -- Fields without a layout ---------------------------------------------------------------------


def _plain(name: str, dtype: np.dtype[Any], most_seats: int) -> Put:
    values = _NUMBERS
    kind, shape = dtype.base, dtype.shape
    if kind.kind == "b":
        values = FALSE
    elif kind.kind not in "iu" or max(map(abs, _bounds(kind))) > _MOST:
        raise WriterError(f"the field '{name}' may have large numbers: {_PLAIN}")
    if len(shape) == 0:
        return _single(name, values)
    if len(shape) == 1:
        return _list(name, np.full(most_seats + 1, shape[0], np.int32), values)
    if len(shape) == 2:
        return _table(name, shape[0], shape[1], values)
    raise WriterError(f"the field '{name}' has more than two dimensions: {_PLAIN}")


def _bounds(kind: np.dtype[Any]) -> tuple[int, int]:
    limits = np.iinfo(kind)
    return int(limits.min), int(limits.max)


def _table(name: str, rows: int, columns: int, values: int) -> Put:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
        at = put(out, at, BEGIN)
        for row in range(rows):
            at = put(out, at, COMMA) if row else at
            at = put(out, at, BEGIN)
            for k in range(columns):
                if k:
                    at = put(out, at, COMMA)
                at = put(out, at, _value(int(s[name][row, k]), values))
            at = put(out, at, END)
        return put(out, at, END)

    return write
