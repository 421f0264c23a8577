"""Checks of a database before a server uses it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

from empile.server.store.location import StoreError

MARK: Final = "copy_in_progress"
"""A table of a database that is the target of an unfinished copy."""


def check(connection: Connection) -> None:
    """Check that a database is complete and can be written. Raises :class:`StoreError`."""
    marked = connection.exec_driver_sql(f"SELECT to_regclass('{MARK}')::text").scalar()
    if marked is not None:
        raise StoreError(
            "the database is the target of an unfinished copy: run `empile copy` again"
        )
    connection.exec_driver_sql("INSERT INTO probes (body) VALUES ('')")
    connection.exec_driver_sql("DELETE FROM probes")
    for table in ("log", "deletions"):
        # In a restored dump, rows have transactions of another cluster, whose numbers this one has
        # not reached: servers would take the rows for new ones again and again.
        connection.exec_driver_sql(
            f"UPDATE {table} SET tx = pg_current_xact_id() WHERE tx > pg_current_xact_id()"
        )
    connection.commit()
