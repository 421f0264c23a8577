"""Errors of evaluations."""

from __future__ import annotations

from empile.engine.errors import EmpileError


class EvalError(EmpileError):
    """An evaluation cannot start or continue as requested."""


class AgentError(EvalError):
    """The agent cannot be asked: a wrong address, key or command, or no answer after all attempts."""
