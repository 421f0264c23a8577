"""Checks of the ``Origin`` and ``Host`` headers: which pages may use this server from a browser.

``Origin`` names the page that sends a request. ``Host`` protects against DNS rebinding: a page can
point its own name at this server's address; its requests then have that name, and the same origin.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

_DEFAULT_PORTS = {"http": "80", "https": "443"}
_PRIVATE_ENDINGS: Final = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
"""Not delegated in the public DNS, or only for local networks (RFC 6761, 6762 and 8375)."""
_NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")


def headers_of(scope: Mapping[str, Any]) -> dict[str, str]:
    """Return headers by lower-case name; the last of duplicates."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def is_allowed(scope: Mapping[str, Any], allowed: AbstractSet[str]) -> bool:
    """Return whether the origin is missing (programs), the server's own or in ``allowed``."""
    headers = headers_of(scope)
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    scheme, _, host = origin.partition("://")
    if scheme not in _DEFAULT_PORTS or not host:
        return False
    return _with_port(host, scheme) == _with_port(headers.get("host", ""), scheme)


def _with_port(host: str, scheme: str) -> str:
    bare = host.rpartition("]")[2] if host.startswith("[") else host
    return host.lower() if ":" in bare else f"{host.lower()}:{_DEFAULT_PORTS[scheme]}"


class KnownHosts:
    """The allowed names: those that no stranger can own, ``names``, and those of ``origins``."""

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
        name, bracket, port = host[1:].partition("]")
        if not bracket or not _is_address(name) or (port and not _is_port(port[1:])):
            return None
        return name
    name, colon, port = host.lower().partition(":")
    if not _NAME.fullmatch(name) or (colon and not _is_port(port)):
        return None
    return name.rstrip(".")


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
