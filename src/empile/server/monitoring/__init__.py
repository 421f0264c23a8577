"""Logs and measurements of a running server."""
