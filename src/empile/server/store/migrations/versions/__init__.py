"""Revisions of the schema, each a module that is never changed again."""
