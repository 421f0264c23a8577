"""Limits of TCP connections: number by address, progress of unread data.

uvicorn's protocols have no such limits. One sweep a second over all connections is cheaper than
timers for each of them.
"""

from __future__ import annotations

import socket
import struct
from asyncio import Transport
from collections.abc import Iterable
from typing import Final, Protocol, TypeGuard

from uvicorn.middleware.proxy_headers import (
    _TrustedHosts,  # pyright: ignore[reportPrivateUsage]
)
from uvicorn.server import ServerState

from empile.server.wire.frame_writer import FrameWriter
from empile.server.wire.rate_limits import Limits, address_group

_LEAST_BYTES: Final = 16 * 1024
"""What a client with unread data must read in ``Limits.stall_seconds``."""
_NO_LINGER: Final = struct.pack("ii", 1, 0)


class LimitedProtocol(Protocol):
    """A connection, by HTTP or WebSocket."""

    @property
    def transport(self) -> Transport: ...

    @property
    def is_idle(self) -> bool:
        """Whether the server may close it without harm."""
        ...

    def sweep(self, now: float) -> None:
        """Enforce limits of time; ``now`` is the loop's time."""


class LimitedServerState(ServerState):
    """The connections of a server, counted by address group.

    ``trusted`` are the addresses of proxies, in the format of uvicorn's ``forwarded_allow_ips``.
    Their own connections are not counted.
    """

    def __init__(
        self, limits: Limits, trusted: list[str] | str, frames: FrameWriter | None = None
    ) -> None:
        super().__init__()
        self.frames = FrameWriter() if frames is None else frames
        self.limits = limits
        self._trusted = _TrustedHosts(trusted)
        self._groups: dict[str, dict[LimitedProtocol, None]] = {}
        self._group_of: dict[LimitedProtocol, str] = {}

    def enter(self, protocol: LimitedProtocol, host: str) -> bool:
        """Count a connection. Returns False if its address has too many."""
        if not host or host in self._trusted:
            return True
        name = address_group(host)
        group = self._groups.setdefault(name, {})
        if len(group) >= self.limits.connections_per_address and not self._evict(group):
            return False
        group[protocol] = None
        self._group_of[protocol] = name
        return True

    def leave(self, protocol: LimitedProtocol) -> None:
        name = self._group_of.pop(protocol, None)
        if name is not None:
            group = self._groups[name]
            del group[protocol]
            if not group:
                del self._groups[name]

    def client_of(self, peer: str, forwarded_for: Iterable[str]) -> str:
        """Return the address behind the proxies that ``peer`` may be."""
        values = ", ".join(forwarded_for)
        if not values or peer not in self._trusted:
            return peer
        return self._trusted.get_trusted_client_address(values)[0]

    def sweep(self, now: float) -> None:
        for protocol in list(self.connections):
            if _is_limited(protocol):
                protocol.sweep(now)

    def abort(self) -> None:
        """Close all connections at once; unsent data is lost."""
        for protocol in list(self.connections):
            if _is_limited(protocol):
                reset(protocol.transport)

    def _evict(self, group: dict[LimitedProtocol, None]) -> bool:
        # Browsers keep several unused connections open, and pages share an address in a network.
        for protocol in group:
            if protocol.is_idle:
                self.leave(protocol)
                protocol.transport.close()
                return True
        return False


def _is_limited(protocol: object) -> TypeGuard[LimitedProtocol]:
    return hasattr(protocol, "sweep")


def reset(transport: Transport) -> None:
    """Close a connection at once, and drop what the system has not sent."""
    found: socket.socket | None = transport.get_extra_info("socket")
    if found is not None and not transport.is_closing():
        found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
    transport.abort()


class StallWatch:
    """Finds out whether a client has stopped reading."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since = 0.0
        self._unread = 0
        self._resumed = True

    def on_resume(self) -> None:
        """Note that the transport's buffer has become writable again."""
        self._resumed = True

    def is_stalled(self, unread: int, now: float) -> bool:
        """Return whether the client reads too little; ``unread`` are the transport's bytes."""
        if self._resumed or not unread or not self._unread:
            self._restart(unread, now)
        elif now - self._since >= self._seconds:
            if self._unread - unread < _LEAST_BYTES:
                return True
            self._restart(unread, now)
        return False

    def _restart(self, unread: int, now: float) -> None:
        self._since = now
        self._unread = unread
        self._resumed = False
