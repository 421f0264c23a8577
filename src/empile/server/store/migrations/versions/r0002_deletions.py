"""Deletions of tables, released codes, and trial writes."""

import sqlalchemy as sa
from alembic import op

from empile.server.store.migrations.versions.r0001_tables import create_analyses

revision = "0002"
down_revision = "0001"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# SQLite cannot alter columns. AUTOINCREMENT: the number of a deleted table is never used again.
_SQLITE_TABLES = """
CREATE TABLE tables_of_revision_2 (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    code TEXT UNIQUE,
    made INTEGER NOT NULL
);
INSERT INTO tables_of_revision_2 SELECT number, id, code, made FROM tables ORDER BY number;
DROP TABLE tables;
ALTER TABLE tables_of_revision_2 RENAME TO tables
"""


def upgrade() -> None:
    """Let tables be deleted and codes be released."""
    if not sa.inspect(op.get_bind()).has_table("analyses"):
        create_analyses()  # the oldest files have none
    if op.get_context().dialect.name == "sqlite":
        for statement in _SQLITE_TABLES.split(";"):
            op.execute(statement)
    else:
        op.alter_column("tables", "code", nullable=True)
    op.create_table(
        "deletions",
        sa.Column("place", _INT, primary_key=True),
        sa.Column("number", _INT, nullable=False),
        sa.Column("at", _INT, nullable=False),
        sa.Column("pending", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "probes",
        sa.Column("place", _INT, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
