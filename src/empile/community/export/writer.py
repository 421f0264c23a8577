"""Writes JSON in pieces, each of another transaction: what is long is read in pages, by a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, tuple_
from sqlalchemy.sql import ColumnElement

from empile.engine.strict_json import is_list, is_object

PAGE: Final = 100
"""Rows of a page."""
PIECE_BYTES: Final = 128 * 1024
"""A piece ends after so many bytes, with the page that it is at."""
_STEPS: Final = 20
"""Reads for a piece, at most."""

Shape = Callable[[Connection, list[dict[str, Any]]], list[Any]]


def _as_they_are(_: Connection, rows: list[dict[str, Any]]) -> list[Any]:
    return rows


class Listing(NamedTuple):
    """A list that is read in pages."""

    query: Select[Any]
    """Without an order."""
    key: Sequence[ColumnElement[Any]]
    """Each row has another one. The rows are ordered by it."""
    shape: Shape = _as_they_are
    """Returns what is written of a page."""
    rows: int = PAGE
    after: Sequence[Any] | None = None
    """The key of the last row before the next page."""
    begun: bool = False
    """Whether something was written."""

    def read(self, connection: Connection) -> list[_Node]:
        """Return the next page, and what follows it."""
        names = [f"key {number}" for number in range(len(self.key))]
        labels = [column.label(name) for column, name in zip(self.key, names, strict=True)]
        query = self.query.add_columns(*labels).order_by(*self.key).limit(self.rows)
        if self.after is not None:
            query = query.where(tuple_(*self.key) > tuple(self.after))
        found = connection.execute(query).mappings()
        rows = [{str(name): one for name, one in row.items()} for row in found]
        after = [[row.pop(name) for name in names] for row in rows][-1:]
        items = msgspec.json.encode(self.shape(connection, rows))[1:-1]
        text = (b"," if self.begun and items else b"") + items
        if len(rows) < self.rows:
            return [text]
        return [text, self._replace(after=after[0], begun=self.begun or bool(items))]


class Later(NamedTuple):
    """A value that is read when it is written."""

    read_value: Callable[[Connection], Any]

    def read(self, connection: Connection) -> list[_Node]:
        """Return the value."""
        return list(_nodes(self.read_value(connection)))


_Node = bytes | Listing | Later


class Export:
    """A value as JSON, with any :class:`Listing` and :class:`Later` in it."""

    def __init__(self, value: Any) -> None:
        self._left = [*_nodes(value)][::-1]

    @property
    def done(self) -> bool:
        """Whether all was written."""
        return not self._left

    def piece(self, connection: Connection) -> bytes:
        """Return the next piece; the same one again if the transaction failed."""
        left, written, size, steps = list(self._left), list[bytes](), 0, 0
        while left and size < PIECE_BYTES and steps < _STEPS:
            node = left.pop()
            if isinstance(node, bytes):
                written.append(node)
                size += len(node)
            else:
                left += node.read(connection)[::-1]
                steps += 1
        self._left = left
        return b"".join(written)


def _nodes(value: Any) -> Iterator[_Node]:
    if isinstance(value, Listing):
        yield from (b"[", value, b"]")
    elif isinstance(value, Later):
        yield value
    elif is_object(value):
        for number, (name, one) in enumerate(value.items()):
            yield (b",\n" if number else b"{") + msgspec.json.encode(str(name)) + b":"
            yield from _nodes(one)
        yield b"}" if value else b"{}"
    elif is_list(value) and any(isinstance(one, Later) for one in value):
        for number, one in enumerate(value):
            yield b",\n" if number else b"["
            yield from _nodes(one)
        yield b"]"
    else:
        yield msgspec.json.encode(value)
