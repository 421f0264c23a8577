"""Whether other devices of the local network reach this server, and letting them in.

A server that listens on this machine only can also listen at its addresses in private networks.
Only a person at this machine may decide that: the request has to come from this machine, to a
loopback name, and through no proxy. With ``--origin`` the server is behind a proxy.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from empile.server.http.network.addresses import own_addresses
from empile.server.http.origin import headers_of, host_name
from empile.server.settings import Settings
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import NetworkAccess

Listen = Callable[[str, int], Awaitable[None]]
"""Listens at an address and port, too. Raises ``OSError``."""

_FORWARDED: Final = ("via", "forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_EVERYWHERE: Final = ("0.0.0.0", "::")

log = logging.getLogger("empile.network")


_NOTHING: Final = NetworkAccess(can_open=False, addresses=[])


class Network:
    """The addresses at which a server listens."""

    def __init__(self, settings: Settings) -> None:
        self._may_open = settings.may_open_network and not settings.origins
        self._port = 0
        self._listen: Listen | None = None
        self._everywhere = False
        self._hosts: list[str] = []
        self._opening = asyncio.Lock()

    def attach(self, host: str, port: int, listen: Listen) -> None:
        """Set the address at which the server listens, and how it can listen at others."""
        self._port, self._listen = port, listen
        self._everywhere = host in _EVERYWHERE
        if not self._everywhere and not _is_loopback(host):
            self._hosts = [host]

    async def seen(self, scope: Mapping[str, Any]) -> NetworkAccess:
        """Return what the sender of a request may know."""
        if not _is_here(scope):
            return _NOTHING
        hosts = self._hosts
        if self._everywhere:
            hosts = await asyncio.to_thread(_private_addresses)
        return NetworkAccess(
            can_open=self._may_open and self._listen is not None and not hosts,
            addresses=[f"http://{host}:{self._port}" for host in hosts],
        )

    async def open(self, scope: Mapping[str, Any]) -> NetworkAccess:
        """Listen at all addresses in private networks.

        Raises ``CommandError`` if the sender may not decide that, or if it fails.
        """
        if not _is_here(scope) or not self._may_open or self._listen is None:
            raise CommandError("forbidden", "only a person at this machine can open the server")
        async with self._opening:
            if self._hosts or self._everywhere:
                return await self.seen(scope)
            for host in await asyncio.to_thread(_private_addresses):
                try:
                    await self._listen(host, self._port)
                except OSError as error:
                    log.warning("cannot listen at %s: %s", host, error)
                else:
                    self._hosts.append(host)
        if not self._hosts:
            raise CommandError("unavailable", "this machine has no address in a local network")
        log.warning("devices in the local network reach this server at %s", self._hosts)
        return await self.seen(scope)


def _private_addresses() -> list[str]:
    return [host for host in own_addresses() if ipaddress.ip_address(host).is_private]


def _is_here(scope: Mapping[str, Any]) -> bool:
    """Return whether a request comes from a browser on this machine, straight to this server."""
    client = scope.get("client")
    headers = headers_of(scope)
    name = host_name(headers.get("host", ""))
    return (
        client is not None
        and _is_loopback(str(client[0]))
        and name is not None
        and (name == "localhost" or _is_loopback(name))
        and not any(header in headers for header in _FORWARDED)
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
