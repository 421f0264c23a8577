"""Reports, acts of moderators, appeals, and the log of moderation."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables; no other table changes."""
    op.create_table(
        "acts",
        sa.Column("id", _INT, primary_key=True),
        _account(),
        _int("member"),
        _text("kind"),
        _text("category"),
        _text("words"),
        _int("began"),
        *(sa.Column(name, _INT) for name in ("ended", "by", "report", "lifted", "read")),
        sqlite_autoincrement=True,
    )
    op.create_index("acts_account", "acts", ["account"])
    op.create_table(
        "appeals",
        sa.Column("act", _INT, sa.ForeignKey("acts.id"), primary_key=True, autoincrement=False),
        _text("words"),
        _int("made"),
        sa.Column("answered", _INT),
        sa.Column("by", _INT),
        sa.Column("outcome", _TEXT),
        sa.Column("reply", _TEXT),
    )
    op.create_table(
        "reports",
        sa.Column("id", _INT, primary_key=True),
        _int("by"),
        _int("reporter"),
        sa.Column("account", _INT, sa.ForeignKey("accounts.id")),
        _int("member"),
        _text("about"),
        _text("words"),
        _text("evidence"),
        _int("made"),
        *(sa.Column(name, _INT) for name in ("closed", "decided_by", "act")),
        sa.Column("open_key", _TEXT, unique=True),
        sqlite_autoincrement=True,
    )
    op.create_index("reports_account", "reports", ["account"])
    op.create_index("reports_by", "reports", ["by"])
    op.create_index("reports_closed", "reports", ["closed"])
    op.create_table(
        "moderation_log",
        sa.Column("id", _INT, primary_key=True),
        _int("at"),
        sa.Column("by", _INT),
        _text("what"),
        _int("account"),
        _int("member"),
        sa.Column("act", _INT),
        sa.Column("report", _INT),
        _text("words"),
        sqlite_autoincrement=True,
    )
    op.create_index("moderation_log_account", "moderation_log", ["account"])
    op.create_index("moderation_log_at", "moderation_log", ["at"])


def _account() -> sa.Column[int]:
    return sa.Column("account", _INT, sa.ForeignKey("accounts.id"), nullable=False)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, _INT, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False)
