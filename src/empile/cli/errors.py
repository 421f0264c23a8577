"""Errors of the command line."""

from __future__ import annotations

from empile.engine.errors import EmpileError


class CommandError(EmpileError):
    """The command line is invalid. ``str()`` is one plain sentence."""
