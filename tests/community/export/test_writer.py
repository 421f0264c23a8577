"""What is written in pieces is the same as what is written at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, insert, select

from empile.community.export import writer
from empile.community.export.writer import Export, Later, Listing
from empile.server.store.schema import progress
from empile.server.store.schema.columns import metadata
from tests.community.export.written import written

MEMBERS = 3
ITEMS = 10


@pytest.fixture
def connection() -> Iterator[Connection]:
    with create_engine("sqlite://").connect() as found:
        metadata.create_all(found, [progress])
        rows = [
            {
                "member": member,
                "kind": "lesson",
                "game": f"é{number % 3}",
                "item": f'"{number}"',
                "value": number,
                "at": 5,
            }
            for member in range(MEMBERS)
            for number in range(ITEMS)
        ]
        found.execute(insert(progress), rows)
        yield found


def listing(member: int, rows: int, **more: Any) -> Listing:
    """Return the progress of a member, by its key."""
    query = select(progress.c.game, progress.c.item).where(progress.c.member == member)
    return Listing(query, list(progress.primary_key.columns), rows=rows, **more)


@pytest.mark.parametrize("rows", [1, 3, ITEMS - 1, ITEMS, 100])
@pytest.mark.parametrize("piece", [1, 40, 10**6])
def test_pages_have_all_rows_once_in_order(
    connection: Connection, rows: int, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PIECE_BYTES", piece)

    def one(member: int, _: Connection) -> dict[str, Any]:
        return {"member": member, "list": listing(member, rows)}

    value = {
        "none": listing(99, rows),
        "all": [Later(partial(one, n)) for n in range(MEMBERS)],
        "plain": {"a": [1, None, "ü"], "b": {}},
    }
    table = progress.c
    expected = [
        {
            "member": member,
            "list": [
                dict(row)
                for row in connection.execute(
                    select(table.game, table.item)
                    .where(table.member == member)
                    .order_by(table.kind, table.game, table.item)
                ).mappings()
            ],
        }
        for member in range(MEMBERS)
    ]
    assert written(Export(value), connection) == {
        "none": [],
        "all": expected,
        "plain": {"a": [1, None, "ü"], "b": {}},
    }


def test_pages_without_anything_to_show_leave_no_comma(connection: Connection) -> None:
    def odd(_: Connection, rows: list[dict[str, Any]]) -> list[Any]:
        return [row["item"] for row in rows if row["item"] == '"4"' or row["item"] == '"9"']

    found = written(Export(listing(1, 1, shape=odd)), connection)
    assert sorted(found) == ['"4"', '"9"']


def test_piece_is_written_again_if_its_transaction_failed(connection: Connection) -> None:
    fails = [True]

    def read(_: Connection) -> Any:
        if fails.pop():
            raise ConnectionError
        return 5

    def first(_: Connection) -> int:
        return 1

    def last(_: Connection) -> int:
        return 3

    export = Export([Later(first), Later(read), Later(last)])
    with pytest.raises(ConnectionError):
        export.piece(connection)
    fails.append(False)
    assert written(export, connection) == [1, 5, 3]


def test_a_piece_is_short(connection: Connection) -> None:
    """No transaction reads much, whatever the account has."""
    export = Export(listing(1, 1))
    pieces = 0
    while not export.done:
        export.piece(connection)
        pieces += 1
    assert pieces == 1

    def one(_: Connection) -> Listing:
        return listing(1, 1)

    endless = Export([Later(one) for _ in range(100)])
    first = endless.piece(connection)
    assert not endless.done
    assert len(first) < 20 * 40
