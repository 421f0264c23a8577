"""Addresses of rules for the page, known before the engine is loaded."""

from __future__ import annotations

from typing import Final

PREFIX: Final = "/engine/"
INDEX: Final = "/engine/index.json"


def is_of_engine(path: str) -> bool:
    """Return whether an address belongs to the rules for the page."""
    return path.startswith(PREFIX)
