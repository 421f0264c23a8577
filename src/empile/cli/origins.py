"""Origins and hosts as arguments, in the form in which browsers send them."""

from __future__ import annotations

import ipaddress
import re
from argparse import ArgumentTypeError
from typing import Final

_ORIGIN: Final = re.compile(r"(https?)://([^/?#\s]+)/*(.*)", re.IGNORECASE | re.DOTALL)
_HOST: Final = re.compile(r"(\[[^]]*\]|[^:]*)(?::([0-9]{1,5}))?")
_NAME: Final = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")
_PORTS: Final = {"http": ":80", "https": ":443"}
_EXAMPLE: Final = "such as https://play.example.org"


def origin(text: str) -> str:
    """Read an origin, for ``add_argument(type=...)``.

    >>> origin("https://Play.example.org:443/")
    'https://play.example.org'
    """
    found = _ORIGIN.fullmatch(text)
    if found is None:
        raise ArgumentTypeError(
            f"'{text[:60]}' is not an address with http:// or https://, {_EXAMPLE}"
        )
    scheme = found[1].lower()
    if found[3]:
        raise ArgumentTypeError(
            f"'{text[:60]}' has a path: the server needs a host of its own, {_EXAMPLE}"
        )
    return f"{scheme}://{host(found[2]).removesuffix(_PORTS[scheme])}"


def host(text: str) -> str:
    """Read the name or address of a host, with or without a port, for ``add_argument(type=...)``.

    >>> host("Play.example.org:8000")
    'play.example.org:8000'
    """
    if not text.isascii():
        raise ArgumentTypeError(
            f"'{text[:60]}' is not as browsers send it: write the name in ASCII, with xn--"
        )
    found = _HOST.fullmatch(text.lower())
    if found is None or not _is_host(found[1]) or not 0 < int(found[2] or 1) < 65536:
        raise ArgumentTypeError(f"'{text[:60]}' is not a host")
    return found[0]


def _is_host(text: str) -> bool:
    if _NAME.fullmatch(text) and not text.rstrip(".").rpartition(".")[2].isdigit():
        return True
    try:
        address = ipaddress.ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return (address.version == 6) == text.startswith("[")
