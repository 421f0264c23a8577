"""Host names that a server answers for."""

from __future__ import annotations

import socket

import pytest

from empile.server.http.hosts import KnownHosts

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
