"""Migrations of the relational schema, with Alembic."""
