"""Errors of training runs."""

from __future__ import annotations

from empile.engine.errors import EmpileError


class TrainingError(EmpileError):
    """A run cannot start or continue as requested."""
