"""Runs revisions on the connection that :mod:`empile.server.store.migrations.upgrade` opens."""

from alembic import context

from empile.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # One transaction for all revisions, which the caller commits.
    transactional_ddl=False,
)
context.run_migrations()
