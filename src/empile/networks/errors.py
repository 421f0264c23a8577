"""Errors of networks."""

from __future__ import annotations

from empile.engine.errors import EmpileError


class NetworkError(EmpileError):
    """A network cannot be read, or is for another game."""
