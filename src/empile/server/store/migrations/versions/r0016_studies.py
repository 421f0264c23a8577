"""Studies of members."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table; no other table changes."""
    op.create_table(
        "studies",
        sa.Column(
            "member", _INT, sa.ForeignKey("members.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("study", _TEXT, primary_key=True),
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("folder", _TEXT, nullable=False),
        sa.Column("games", _TEXT, nullable=False),
        sa.Column("chapters", _INT, nullable=False),
        sa.Column("version", _INT, nullable=False),
        sa.Column("edit", _TEXT, nullable=False),
        sa.Column("changed", _INT, nullable=False),
        sa.Column("bytes", _INT, nullable=False),
        sa.Column("body", _TEXT, nullable=False),
    )
