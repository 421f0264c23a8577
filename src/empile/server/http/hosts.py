"""Host names that the server answers for: protection against DNS rebinding.

A page of another site can point its own name at this server's address; its requests then have
that name in ``Host``, and the same origin. Names that no stranger can own are always allowed.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final

_PRIVATE_ENDINGS: Final = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
"""Not delegated in the public DNS, or only for local networks (RFC 6761, 6762 and 8375)."""
_NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")


class KnownHosts:
    """The allowed names: IP addresses, local names, this machine's, ``names`` and ``origins``."""

    def __init__(self, names: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        of_origins = (origin.partition("://")[2] for origin in origins)
        self._names = frozenset(
            name
            for host in (*names, *of_origins, socket.gethostname())
            if (name := host_name(host)) is not None
        )

    def allows(self, host: str | None) -> bool:
        """Return whether a ``Host`` header is allowed. Browsers always send one."""
        if host is None:
            return True
        name = host_name(host)
        if name is None:
            return False
        return (
            name in self._names
            or "." not in name  # resolved in the local network only
            or name.endswith(_PRIVATE_ENDINGS)
            or _is_address(name)
        )


def host_name(host: str) -> str | None:
    """Return the name or address of ``host:port`` in lower case, or None if it is invalid."""
    if host.startswith("["):
        name, _, port = host[1:].partition("]")
        if not _is_address(name) or (port and not _is_port(port[1:])):
            return None
        return name
    name, colon, port = host.lower().partition(":")
    if not _NAME.fullmatch(name) or (colon and not _is_port(port)):
        return None
    return name.rstrip(".")


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
