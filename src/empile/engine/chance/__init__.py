"""Outcomes of chance nodes that a person chooses."""
