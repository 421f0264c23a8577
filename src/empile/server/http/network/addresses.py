"""Addresses of this machine in the local network."""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

_ROUTED = ("192.0.2.1", "192.168.255.255", "10.255.255.255", "172.31.255.255")
"""Probe targets: an outside address and private networks."""
_ADDRESS_OF = {"linux": 0x8915, "darwin": 0xC0206921}
"""The ioctl that returns the address of an interface (SIOCGIFADDR)."""


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, the likeliest first, without regard to firewalls."""
    found = dict.fromkeys([*_by_routes(), *_by_interfaces(), *_by_name()])
    return [address for address in found if not address.startswith(("127.", "169.254.", "0."))]


def _by_routes() -> Iterator[str]:
    for goal in _ROUTED:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
            suppress(OSError),
        ):
            probe.connect((goal, 9))  # selects a route; sends nothing
            yield str(probe.getsockname()[0])


def _by_interfaces() -> Iterator[str]:
    request = _ADDRESS_OF.get(sys.platform)
    if request is None:
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = fcntl.ioctl(asked.fileno(), request, struct.pack("256s", name.encode()))
                yield socket.inet_ntoa(answer[20:24])


def _by_name() -> Iterator[str]:
    if os.name == "nt":
        with suppress(OSError):
            yield from socket.gethostbyname_ex(socket.gethostname())[2]
