"""Upgrades the schema of a connection to the revision of this code."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from empile.server.store.files import APPLICATION
from empile.server.store.revision import HEAD

_FOLDER: Final = Path(__file__).parent


def upgrade(connection: Connection, since: int, to: int = HEAD) -> None:
    """Run the revisions after ``since`` in the current transaction."""
    config = _config(connection)
    if since and not inspect(connection).has_table("alembic_version"):
        command.stamp(config, _name(since))
    command.upgrade(config, _name(to))


def upgrade_sqlite(connection: sqlite3.Connection, to: int = HEAD) -> None:
    """Run the revisions that a file needs, in one transaction. Raises ``sqlite3.Error``."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    try:
        with engine.connect() as wrapped:
            wrapped.exec_driver_sql("BEGIN IMMEDIATE")
            since: int = wrapped.exec_driver_sql("PRAGMA user_version").scalar_one()
            if since < to:  # another process may have been faster
                upgrade(wrapped, since, to)
                wrapped.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
                wrapped.exec_driver_sql(f"PRAGMA user_version = {to}")
            wrapped.commit()
    except DBAPIError as error:
        raise sqlite3.OperationalError(str(error.orig)) from error


def newest_revision() -> int:
    """Return the number of the newest revision in the folder."""
    head = ScriptDirectory(str(_FOLDER)).get_current_head()
    assert head is not None
    return int(head)


def stored_revision(connection: Connection) -> int:
    """Return the revision of a database, 0 if it has no schema of Empile."""
    if not inspect(connection).has_table("alembic_version"):
        return 0
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return int(found) if found is not None else 0


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _name(revision: int) -> str:
    return f"{revision:04}"
