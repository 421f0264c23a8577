"""The relational schema, for SQLAlchemy.

Each change is a revision in ``migrations/versions``; the same ones run on SQLite and PostgreSQL.
A revision must leave the code of the revision before it working, because that code runs on while
processes are replaced: first expand (new tables; new columns with a default), and contract in a
later revision what no running code uses any more.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()
_Int: Final = BigInteger().with_variant(Integer, "sqlite")

tables = Table(
    "tables",
    metadata,
    # The number of a deleted table is never used again.
    Column("number", _Int, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    # None once it is released.
    Column("code", Text, unique=True),
    Column("made", _Int, nullable=False),
    sqlite_autoincrement=True,
)
# In SQLite, rows have a number `place` in the order of commits as well. In PostgreSQL, where commits
# have no order, they have their transaction `tx` and the random number `append` of their append.
log = Table(
    "log",
    metadata,
    Column("number", _Int, ForeignKey("tables.number"), primary_key=True),
    Column("seq", _Int, primary_key=True),
    Column("at", _Int, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
analyses = Table(
    "analyses",
    metadata,
    # The order in which they are dropped.
    Column("place", _Int, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
)
deletions = Table(
    "deletions",
    metadata,
    Column("place", _Int, primary_key=True),
    Column("number", _Int, nullable=False),
    Column("at", _Int, nullable=False),
    # 1 while the log still has rows, then 0.
    Column("pending", Integer, nullable=False),
    sqlite_autoincrement=True,
)
