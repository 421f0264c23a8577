"""A walk over all pages."""
