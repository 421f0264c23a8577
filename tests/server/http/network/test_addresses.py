"""Access by this machine's own addresses, with or without internet access."""

from __future__ import annotations

import ipaddress
import socket

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from empile.server.http.network.addresses import own_addresses
from tests.server.serving import Serving, perform


def test_own_addresses_are_unique_network_addresses() -> None:
    found = own_addresses()
    assert len(found) == len(set(found))
    for address in found:
        assert not ipaddress.ip_address(address).is_loopback
        with socket.socket() as own:
            own.bind((address, 0))  # it belongs to this machine


def test_own_addresses_without_routes_use_interfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = own_addresses()

    class Alone(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", Alone)
    assert set(own_addresses()) == set(usual)


def test_origin_of_the_network_address_is_allowed(server: Serving) -> None:
    """A phone's browser sends the address that it opened as host and origin."""
    port = int(server.address.rpartition(":")[2])

    async def opens(host: str, origin: str) -> bool:
        try:
            async with connect(
                f"ws://{host}/ws",
                host="127.0.0.1",
                port=port,
                additional_headers={"Origin": origin},
            ):
                return True
        except InvalidStatus:
            return False

    async def scene() -> None:
        for host in (f"192.168.1.42:{port}", f"laptop.local:{port}"):
            assert await opens(host, f"http://{host}")
            assert not await opens(host, "http://elsewhere.example")
            assert not await opens(host, f"http://192.168.1.43:{port}")

    perform(scene())
