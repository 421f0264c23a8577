"""Tables of absent members, and when the absence is due to be noted in the log."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create a table; no other one changes."""
    op.create_table(
        "absent_tables",
        sa.Column("number", _INT, primary_key=True, autoincrement=False),
        sa.Column("due", _INT, nullable=False),
    )
    op.create_index("absent_tables_due", "absent_tables", ["due"])
