"""Evidence on fair play: measured games, and hashes of addresses."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables; no other table changes."""
    op.create_table(
        "fair_play_games",
        _key("number"),
        _key("game"),
        _key("seat"),
        _int("format"),
        _int("made"),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "seat_addresses",
        _key("number"),
        _key("place"),
        sa.Column("member", _INT, sa.ForeignKey("members.id"), nullable=False),
        sa.Column("hash", _TEXT, nullable=False),
        _int("made"),
    )
    op.create_index("seat_addresses_member", "seat_addresses", ["member"])
    op.create_index("seat_addresses_made", "seat_addresses", ["made"])
    op.create_table(
        "server_keys",
        sa.Column("name", _TEXT, primary_key=True),
        sa.Column("key", sa.LargeBinary, nullable=False),
    )


def _key(name: str) -> sa.Column[int]:
    return sa.Column(name, _INT, primary_key=True, autoincrement=False)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, _INT, nullable=False)
