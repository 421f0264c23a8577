"""Origin check for WebSockets.

Browsers open sockets with cookies for any page; the ``Origin`` header names that page.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

_DEFAULT_PORTS = {"http": "80", "https": "443"}


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
