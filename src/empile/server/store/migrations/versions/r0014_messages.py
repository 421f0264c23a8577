"""Free text between members."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_ALL_BEFORE = "turn challenge friend absence"


def upgrade() -> None:
    """Create the tables; add messages to the notices on pages if all other kinds are on."""
    op.create_table(
        "messages",
        sa.Column("id", _INT, primary_key=True),
        sa.Column("number", _INT),
        sa.Column("one", _INT),
        sa.Column("other", _INT),
        sa.Column("author", _INT, sa.ForeignKey("members.id"), nullable=False),
        sa.Column("text", _TEXT, nullable=False),
        sa.Column("made", _INT, nullable=False),
        sa.Column("erased", _INT),
        sa.Column("game", _INT),
        sa.Column("seq", _INT),
        sqlite_autoincrement=True,
    )
    op.create_index("messages_table", "messages", ["number", "id"])
    op.create_index("messages_pair", "messages", ["one", "other", "id"])
    op.create_index("messages_other", "messages", ["other"])
    op.create_index("messages_author", "messages", ["author"])
    op.create_index("messages_made", "messages", ["made"])
    op.create_table(
        "message_readers",
        _key("member", "members"),
        _key("message", "messages"),
        sa.Column("read", _INT),
    )
    op.create_index("message_readers_message", "message_readers", ["message"])
    settings = sa.table("notice_settings", sa.column("page", _TEXT))
    op.execute(
        settings.update()
        .where(settings.c.page == _ALL_BEFORE)
        .values(page=f"{_ALL_BEFORE} message")
    )


def _key(name: str, of: str) -> sa.Column[int]:
    return sa.Column(name, _INT, sa.ForeignKey(f"{of}.id"), primary_key=True, autoincrement=False)
