"""Errors for optional dependencies."""

from __future__ import annotations


def missing_extra(library: str, extra: str) -> ImportError:
    """Return the error for a missing library."""
    return ImportError(f'{library} is not installed: pip install "empile-engine[{extra}]"')
