"""The error of the command line itself."""

from __future__ import annotations

from empile.engine.errors import EmpileError


class CommandError(EmpileError):
    """What was asked cannot be done as it was asked. ``str()`` is one plain sentence."""
