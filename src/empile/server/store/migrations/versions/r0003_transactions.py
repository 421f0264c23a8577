"""What PostgreSQL needs because its commits have no order; SQLite needs nothing."""

from alembic import op

revision = "0003"
down_revision = "0002"

_POSTGRESQL = """
ALTER TABLE log DROP CONSTRAINT log_pkey, DROP COLUMN place, DROP CONSTRAINT log_number_seq_key,
    ADD PRIMARY KEY (number, seq),
    ADD COLUMN append bigint NOT NULL DEFAULT 0,
    ADD COLUMN tx xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX log_tx ON log (tx);
ALTER TABLE deletions ADD COLUMN tx xid8 NOT NULL DEFAULT pg_current_xact_id()
"""


def upgrade() -> None:
    """Store the transaction and the append of each row of a log."""
    if op.get_context().dialect.name == "postgresql":
        for statement in _POSTGRESQL.split(";"):
            op.execute(statement)
