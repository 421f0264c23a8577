"""Browsers that get no more pushed notices are shown until they are removed."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add columns; code of an earlier revision leaves them empty."""
    op.add_column("push_devices", sa.Column("failed", _INT))
    op.add_column("push_devices", sa.Column("server_key", _TEXT))
