"""Durable storage of table logs."""
