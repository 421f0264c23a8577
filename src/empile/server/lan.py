"""The addresses by which others in the same network reach this machine, with or without the internet."""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

_ROUTED = ("192.0.2.1", "192.168.255.255", "10.255.255.255", "172.31.255.255")
"""Addresses to ask the way to: somewhere outside, and the networks that houses have."""
_ADDRESS_OF = {"linux": 0x8915, "darwin": 0xC0206921}
"""The request that asks an interface for its address (SIOCGIFADDR)."""


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, the likeliest for others first.

    None of them may be reached: a firewall is not asked. No packet is sent.
    """
    found = dict.fromkeys([*_by_routes(), *_by_interfaces(), *_by_name()])
    return [address for address in found if not address.startswith(("127.", "169.254.", "0."))]


def _by_routes() -> Iterator[str]:
    """Yield the address that each way out begins at; without the internet there may be none."""
    for goal in _ROUTED:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
            suppress(OSError),
        ):
            probe.connect((goal, 9))  # chooses a way out; nothing is sent
            yield str(probe.getsockname()[0])


def _by_interfaces() -> Iterator[str]:
    """Yield the address of each interface: also of a laptop that is a network of its own."""
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
    """Yield the addresses of this machine's own name, where that asks nobody else."""
    if os.name == "nt":
        with suppress(OSError):
            yield from socket.gethostbyname_ex(socket.gethostname())[2]
