"""Notation, log messages, illegal-move reasons and terminal output of Blox."""
