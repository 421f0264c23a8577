"""Letting devices of the local network in: by a person at the server's machine, nobody else."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import httpx
import pytest

from empile.server.http.network import access
from tests.server.serving import serving

NEIGHBOUR = "127.0.0.2"
"""Stands for an address in the local network: nothing listens there before."""
FORWARDED = (
    {"x-forwarded-for": "127.0.0.1"},
    {"via": "1.1 proxy"},
    {"host": "play.example.org"},
    {"host": "living-room"},
)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have only one loopback address"
)


@pytest.fixture
def one_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "own_addresses", lambda: [NEIGHBOUR, "192.0.2.1", "203.0.113.7"])


def test_person_at_the_machine_opens_the_server(
    tmp_path: Path, one_neighbour: None, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path / "tables.sqlite3", may_open_network=True) as server:
        path = f"{server.address}/api/network"
        port = server.address.rpartition(":")[2]
        there = f"http://{NEIGHBOUR}:{port}"
        assert httpx.get(path).json() == {"can_open": True, "addresses": []}
        with pytest.raises(httpx.ConnectError):
            httpx.get(there)
        opened = httpx.post(path, json={})
        assert opened.json() == {"can_open": False, "addresses": [there]}
        assert httpx.get(f"{there}/health").status_code == 200
        assert httpx.post(path, json={}).json() == opened.json()
    with pytest.raises(httpx.ConnectError):
        httpx.get(there)
    assert "devices in the local network reach this server" in caplog.text


@pytest.mark.parametrize("headers", FORWARDED)
def test_others_neither_open_it_nor_see_its_addresses(
    tmp_path: Path, one_neighbour: None, headers: dict[str, str]
) -> None:
    names = frozenset({"play.example.org"})
    with serving(tmp_path / "t.sqlite3", may_open_network=True, host_names=names) as server:
        path = f"{server.address}/api/network"
        assert httpx.get(path, headers=headers).json() == {"can_open": False, "addresses": []}
        assert httpx.post(path, headers=headers, json={}).status_code == 403
        assert httpx.get(path).json()["can_open"] is True


def test_pages_of_other_sites_cannot_open_it(tmp_path: Path, one_neighbour: None) -> None:
    with serving(tmp_path / "tables.sqlite3", may_open_network=True) as server:
        path = f"{server.address}/api/network"
        for origin in ("https://evil.example.org", "null"):
            assert httpx.post(path, headers={"origin": origin}, json={}).status_code == 403
        assert httpx.post(path).status_code == 415
        assert httpx.get(path).json()["can_open"] is True


@pytest.mark.parametrize("origins", [frozenset[str](), frozenset({"https://play.example.org"})])
def test_servers_behind_a_proxy_are_not_opened(
    tmp_path: Path, one_neighbour: None, origins: frozenset[str]
) -> None:
    with serving(
        tmp_path / "tables.sqlite3", may_open_network=bool(origins), origins=origins
    ) as server:
        path = f"{server.address}/api/network"
        assert httpx.get(path).json()["can_open"] is False
        assert httpx.post(path, json={}).status_code == 403


def test_machine_without_network_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "own_addresses", list[str])
    with serving(tmp_path / "tables.sqlite3", may_open_network=True) as server:
        assert httpx.post(f"{server.address}/api/network", json={}).status_code == 503


def test_port_that_is_taken_there_is_left_alone(tmp_path: Path, one_neighbour: None) -> None:
    with serving(tmp_path / "tables.sqlite3", may_open_network=True) as server:
        port = int(server.address.rpartition(":")[2])
        with socket.create_server((NEIGHBOUR, port)):
            opened = httpx.post(f"{server.address}/api/network", json={})
        assert opened.status_code == 503
