"""Projections of the logs of tables."""
