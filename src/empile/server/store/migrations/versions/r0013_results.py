"""Results that wait to be sent to a webhook."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the table; no other table changes."""
    op.create_table(
        "result_deliveries",
        sa.Column("number", _INT, primary_key=True, autoincrement=False),
        sa.Column("game", _INT, primary_key=True, autoincrement=False),
        sa.Column("made", _INT, nullable=False),
        sa.Column("due", _INT, nullable=False),
        sa.Column("tries", _INT, nullable=False),
    )
    op.create_index("result_deliveries_due", "result_deliveries", ["due"])
