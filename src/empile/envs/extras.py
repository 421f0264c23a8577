"""What is said where a library is missing that only a face needs."""

from __future__ import annotations


def missing(library: str, extra: str) -> ImportError:
    """Return the error that tells how to install ``library``: an extra of this package."""
    return ImportError(f'{library} is not installed: pip install "empile[{extra}]"')
