"""Origins that may open a WebSocket."""

from __future__ import annotations

from typing import Any

import pytest

from empile.server.http.origin import is_allowed


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "play.example", True),
        ("http://play.example", "play.example", True),
        ("https://play.example", "play.example", True),
        ("https://play.example", "play.example:443", True),
        ("http://PLAY.example:8000", "play.example:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://[::1]", "[::1]", True),
        ("https://club.example", "play.example", True),
        ("http://play.example:8001", "play.example:8000", False),
        ("http://play.example.evil.example", "play.example", False),
        ("http://evil.example", "play.example", False),
        ("null", "play.example", False),
        ("file://", "play.example", False),
        ("", "play.example", False),
        ("http://", "", False),
    ],
)
def test_is_allowed_compares_hosts(origin: str | None, host: str, allowed: bool) -> None:
    headers: list[tuple[bytes, bytes]] = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    scope: dict[str, Any] = {"headers": headers}
    assert is_allowed(scope, {"https://club.example"}) is allowed
