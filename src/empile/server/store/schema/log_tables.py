"""Tables with their logs, analyses, and what was deleted."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Table, Text

from empile.server.store.schema.columns import Int, metadata

tables = Table(
    "tables",
    metadata,
    # The number of a deleted table is never used again.
    Column("number", Int, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    # None once it is released.
    Column("code", Text, unique=True),
    Column("made", Int, nullable=False),
    sqlite_autoincrement=True,
)
# In SQLite, rows have a number `place` in the order of commits as well. In PostgreSQL, commits have
# no order: rows have their transaction `tx` and the random number `append` of their append.
log = Table(
    "log",
    metadata,
    Column("number", Int, ForeignKey("tables.number"), primary_key=True),
    Column("seq", Int, primary_key=True),
    Column("at", Int, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
analyses = Table(
    "analyses",
    metadata,
    # The order in which they are dropped.
    Column("place", Int, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
)
deletions = Table(
    "deletions",
    metadata,
    Column("place", Int, primary_key=True),
    Column("number", Int, nullable=False),
    Column("at", Int, nullable=False),
    # 1 while the log still has rows, then 0.
    Column("pending", Integer, nullable=False),
    sqlite_autoincrement=True,
)
