"""Histories, statistics and progress."""
