"""Statements that both databases know, but SQLAlchemy Core has no common name for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, text
from sqlalchemy.dialects import postgresql, sqlite

_LOCKS: Final = 0x456D7068
"""The first half of PostgreSQL's advisory locks of projections; the second is a table's number."""
_ALL: Final = 0


def is_postgres(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def insert_new(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row, unless there is one with its key; return whether it was inserted."""
    insert = postgresql.insert if is_postgres(connection) else sqlite.insert
    statement = insert(table).values(**values).on_conflict_do_nothing()
    return connection.execute(statement).rowcount > 0


def add_to(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], counted: Sequence[str]
) -> None:
    """Add the columns ``counted`` of ``rows`` to the rows of a table with the same keys.

    ``rows`` have different keys. They are taken in the order of their keys, in which no two
    transactions wait for each other.
    """
    if not rows:
        return
    keys = [column.name for column in table.primary_key.columns]
    insert = postgresql.insert if is_postgres(connection) else sqlite.insert
    statement = insert(table)
    added = {name: table.c[name] + statement.excluded[name] for name in counted}
    connection.execute(
        statement.on_conflict_do_update(index_elements=keys, set_=added),
        sorted(rows, key=lambda row: tuple(row[key] for key in keys)),
    )


def set_in(
    connection: Connection,
    table: Table,
    values: Mapping[str, Any],
    updated: Sequence[str],
    where: ColumnElement[bool] | None = None,
) -> bool:
    """Insert a row, or set the columns ``updated`` of the one with its key if ``where`` holds for it.

    Returns whether a row was written.
    """
    keys = [column.name for column in table.primary_key.columns]
    insert = postgresql.insert if is_postgres(connection) else sqlite.insert
    statement = insert(table).values(**values)
    changed = {name: statement.excluded[name] for name in updated}
    upsert = statement.on_conflict_do_update(index_elements=keys, set_=changed, where=where)
    return connection.execute(upsert).rowcount > 0


def lock_table(connection: Connection, number: int) -> None:
    """Let no other transaction change what is derived from a table, until this one ends.

    In SQLite, whose writers wait for each other, there is nothing to do.
    """
    if is_postgres(connection):
        connection.execute(
            text("SELECT pg_advisory_xact_lock_shared(:of, :all), pg_advisory_xact_lock(:of, :n)"),
            {"of": _LOCKS, "all": _ALL, "n": number % 2**31},
        )


def lock_all(connection: Connection) -> None:
    """Let no other transaction change what is derived from any table, until this one ends."""
    if is_postgres(connection):
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:of, :all)"), {"of": _LOCKS, "all": _ALL}
        )


def raise_in(
    connection: Connection,
    table: Table,
    values: Mapping[str, Any],
    raised: str,
    also: Sequence[str],
) -> None:
    """Insert a row, or set ``raised`` and ``also`` of the one with its key if ``raised`` is higher."""
    keys = [column.name for column in table.primary_key.columns]
    insert = postgresql.insert if is_postgres(connection) else sqlite.insert
    statement = insert(table).values(**values)
    changed = {name: statement.excluded[name] for name in (raised, *also)}
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=keys,
            set_=changed,
            where=table.c[raised] < statement.excluded[raised],
        )
    )
