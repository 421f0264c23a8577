"""Origins of pages that may use the server, and host names that it answers for."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from empile.server.http.origin import KnownHosts, is_allowed


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


KNOWN = KnownHosts({"games.example.org"}, {"https://play.example.org:8443"})


@pytest.mark.parametrize(
    "host",
    [
        None,
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "192.0.2.7",
        "[::1]:8000",
        "[2001:db8::1]",
        "laptop",
        "laptop.local:8000",
        "laptop.lan",
        "pi.home.arpa",
        "games.example.org",
        "Games.Example.org.:80",
        "play.example.org",
        socket.gethostname(),
    ],
)
def test_known_hosts_allow_local_and_given_names(host: str | None) -> None:
    assert KNOWN.allows(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "rebound.example",
        "evil.games.example.org",
        "games.example.org.evil.example",
        "local.example",
        "127.0.0.1.evil.example",
        "[::1].evil.example",
        "localhost:8000@evil.example",
        "localhost/evil",
        "a b",
    ],
)
def test_known_hosts_refuse_other_names(host: str) -> None:
    assert not KNOWN.allows(host)
