"""What names look like, networks of transfers, and browsers and addresses of accounts."""

import sqlalchemy as sa
from alembic import op

from empile.engine.text.look_alikes import look_of_name

revision = "0018"
down_revision = "0017"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add columns, which code of an earlier revision leaves empty, and tables.

    Names that look alike stay: the new columns are not unique.
    """
    for table, name in (("accounts", "login"), ("members", "name")):
        op.add_column(table, sa.Column(f"{name}_look", _TEXT))
        op.create_index(f"{table}_{name}_look", table, [f"{name}_look"])
        _store_looks(table, name)
    op.add_column("transfers", sa.Column("network", _TEXT))
    op.create_table(
        "browsers",
        sa.Column("hash", _TEXT, primary_key=True),
        sa.Column("account", _INT, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("made", _INT, nullable=False),
    )
    op.create_table(
        "known_addresses",
        sa.Column(
            "account", _INT, sa.ForeignKey("accounts.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("hash", _TEXT, primary_key=True),
        sa.Column("made", _INT, nullable=False),
    )
    op.create_index("known_addresses_made", "known_addresses", ["made"])
    browsers, sessions = (
        sa.table(name, *map(sa.column, ("hash", "account", "made")))
        for name in ("browsers", "sessions")
    )
    signed_in = sa.select(sessions.c.hash, sessions.c.account, sessions.c.made)
    op.execute(browsers.insert().from_select(["hash", "account", "made"], signed_in))


def _store_looks(table: str, name: str) -> None:
    """Store what the names look like that no two accounts or public members may share."""
    rows = sa.table(table, *map(sa.column, ("id", name, f"{name}_key", f"{name}_look")))
    taken = sa.select(rows.c.id, rows.c[name]).where(rows.c[f"{name}_key"].is_not(None))
    connection = op.get_bind()
    looks = [{"row": row, "look": look_of_name(text)} for row, text in connection.execute(taken)]
    if looks:
        changed = rows.update().where(rows.c.id == sa.bindparam("row"))
        connection.execute(changed.values({f"{name}_look": sa.bindparam("look")}), looks)
