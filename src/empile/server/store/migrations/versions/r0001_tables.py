"""Tables, their logs, and analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "tables",
        sa.Column("number", _INT, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("made", _INT, nullable=False),
    )
    op.create_table(
        "log",
        sa.Column("place", _INT, primary_key=True),
        sa.Column("number", _INT, sa.ForeignKey("tables.number"), nullable=False),
        sa.Column("seq", _INT, nullable=False),
        sa.Column("at", _INT, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("number", "seq"),
    )
    create_analyses()


def create_analyses() -> None:
    """Create the table of analyses."""
    op.create_table(
        "analyses",
        sa.Column("place", _INT, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
