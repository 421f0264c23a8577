"""Notices to members: settings, devices, outbox and mails."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables; no other table changes."""
    op.create_table(
        "notice_settings",
        _key("member", "members"),
        _text("page"),
        _text("push"),
        _text("mail"),
        _text("digest"),
        _text("zone"),
        sa.Column("quiet_from", _INT),
        sa.Column("quiet_to", _INT),
    )
    op.create_table(
        "push_devices",
        sa.Column("id", _INT, primary_key=True),
        _ref("member", "members"),
        _text("endpoint"),
        _text("p256dh"),
        _text("auth"),
        _int("session"),
        _text("agent"),
        _int("made"),
        sa.UniqueConstraint("member", "endpoint"),
        sqlite_autoincrement=True,
    )
    op.create_index("push_devices_session", "push_devices", ["session"])
    op.create_table(
        "notices",
        sa.Column("id", _INT, primary_key=True),
        _ref("member", "members"),
        _text("kind"),
        _text("subject"),
        _int("mark"),
        sa.Column("other", _INT),
        sa.Column("game", _TEXT),
        _int("made"),
        sa.Column("delivered", _INT),
        sa.Column("read", _INT),
        _text("stage"),
        sa.Column("due", _INT),
        _int("tries"),
        sa.Column("ack", _TEXT),
        sa.UniqueConstraint("member", "kind", "subject"),
        sqlite_autoincrement=True,
    )
    op.create_index("notices_subject", "notices", ["kind", "subject"])
    op.create_index("notices_due", "notices", ["due"])
    op.create_index("notices_made", "notices", ["made"])
    op.create_index("notices_ack", "notices", ["ack"])
    op.create_index("notices_other", "notices", ["other"])
    op.create_table(
        "notice_digests",
        _key("account", "accounts"),
        sa.Column("due", _INT),
        _int("sent"),
    )
    op.create_index("notice_digests_due", "notice_digests", ["due"])


def _key(name: str, of: str) -> sa.Column[int]:
    return sa.Column(name, _INT, sa.ForeignKey(f"{of}.id"), primary_key=True, autoincrement=False)


def _ref(name: str, of: str) -> sa.Column[int]:
    return sa.Column(name, _INT, sa.ForeignKey(f"{of}.id"), nullable=False)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, _INT, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False)
