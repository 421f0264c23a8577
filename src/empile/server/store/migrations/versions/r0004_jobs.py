"""Inputs and results of jobs, which workers take by their numbers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Let jobs be stored until their results are read."""
    op.create_table(
        "jobs",
        sa.Column("number", _INT, primary_key=True),
        # Of an analysis; others have none.
        sa.Column("name", sa.Text, unique=True),
        sa.Column("made", _INT, nullable=False),
        sa.Column("input", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.Text, nullable=False, server_default="waiting"),
        sa.Column("result", sa.LargeBinary),
        sqlite_autoincrement=True,
    )
