"""Addresses of servers."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def split_address(text: str) -> SplitResult | None:
    """Return the parts of an address with a host and a possible port, or None.

    >>> split_address("https://[::1"), split_address("https://example.org:99999")
    (None, None)
    """
    try:
        parts = urlsplit(text)
        return parts if parts.hostname and parts.port != 0 else None
    except ValueError:
        return None
