"""Friends, blocks, and challenges by name."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables; no other table changes."""
    op.create_table(
        "friendships",
        _key("member", "members"),
        _key("other", "members"),
        _int("made"),
        sa.Column("accepted", _INT),
    )
    op.create_index("friendships_other", "friendships", ["other"])
    op.create_table(
        "blocks",
        _key("member", "members"),
        _key("account", "accounts"),
        sa.Column("other", _INT, sa.ForeignKey("members.id"), nullable=False),
        _int("made"),
    )
    op.create_index("blocks_account", "blocks", ["account"])
    op.create_table(
        "contact_settings", _key("member", "members"), _text("presence"), _text("challenges")
    )
    op.create_table(
        "invited_games",
        _key("number"),
        sa.Column("table_id", _TEXT, nullable=False, unique=True),
        sa.Column("member", _INT, sa.ForeignKey("members.id"), nullable=False),
        _text("game"),
        _int("players"),
        _text("options"),
        sa.Column("clock", _TEXT),
        _int("rated"),
        _int("friendly"),
        _int("made"),
        _int("expires"),
        _text("state"),
        _int("changed"),
    )
    op.create_index("invited_games_member", "invited_games", ["member", "changed"])
    op.create_index("invited_games_changed", "invited_games", ["changed"])
    op.create_index("invited_games_state", "invited_games", ["state", "expires"])
    op.create_table(
        "invited_members",
        _key("number"),
        _key("member", "members"),
        _int("place"),
        sa.Column("accepted", _INT),
    )
    op.create_index("invited_members_member", "invited_members", ["member"])


def _key(name: str, of: str | None = None) -> sa.Column[int]:
    references = () if of is None else (sa.ForeignKey(f"{of}.id"),)
    return sa.Column(name, _INT, *references, primary_key=True, autoincrement=False)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, _INT, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False)
