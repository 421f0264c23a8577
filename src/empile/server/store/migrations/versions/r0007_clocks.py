"""When processes were up, clocks that run, and absences of members."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables of clocks; no other table changes."""
    op.create_table("heartbeats", sa.Column("process", _TEXT, primary_key=True), _int("at"))
    op.create_table(
        "outages",
        sa.Column("id", _INT, primary_key=True),
        _int("began"),
        _int("ended"),
        sqlite_autoincrement=True,
    )
    op.create_index("outages_ended", "outages", ["ended"])
    op.create_table(
        "clocks", sa.Column("number", _INT, primary_key=True, autoincrement=False), _int("due")
    )
    op.create_index("clocks_due", "clocks", ["due"])
    op.create_table(
        "absences",
        sa.Column("id", _INT, primary_key=True),
        sa.Column("member", _INT, sa.ForeignKey("members.id"), nullable=False),
        _int("began"),
        _int("ended"),
        _int("stand_in"),
        sqlite_autoincrement=True,
    )
    op.create_index("absences_member_ended", "absences", ["member", "ended"])


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, _INT, nullable=False)
