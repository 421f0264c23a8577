"""Addresses of packages, known before the engine is loaded."""

from __future__ import annotations

from typing import Final

PREFIX: Final = "/packages/"
LIST: Final = "/packages.json"


def is_of_packages(path: str) -> bool:
    """Return whether an address belongs to a package."""
    return path == LIST or path.startswith(PREFIX)
