"""Errors of requests."""

from __future__ import annotations

from empile.engine.errors import EmpileError


class RequestError(EmpileError):
    """A tool or resource cannot do what was asked; the text is for the model."""
