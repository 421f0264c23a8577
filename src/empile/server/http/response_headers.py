"""Headers of responses: rate limits, the protocol's version, ignored members, other sites' pages.

The rate limits use ``RateLimit`` and ``RateLimit-Policy`` of draft-ietf-httpapi-ratelimit-headers,
because a request may be under several limits, and because the common ``X-RateLimit-Reset`` is a
number of seconds for some servers and a point in time for others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

from empile.server.http.origin import headers_of
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import PROTOCOL
from empile.server.wire.rate_limits import Bucket

PROTOCOL_HEADER: Final = "empile-protocol"
IGNORED_HEADER: Final = "empile-ignored"
_QUOTAS: Final = "empile.quotas"
_IGNORED: Final = "empile.ignored"
_MOST_IGNORED: Final = 20
_PREFLIGHT_SECONDS: Final = b"600"
_EXPOSED: Final = (
    b"Empile-Ignored, Empile-Protocol, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
)

Headers = Iterator[tuple[bytes, bytes]]


def take_token(scope: Any, policy: str, bucket: Bucket, tokens: int = 1) -> None:
    """Take tokens; the response reports the rest. Raises ``CommandError`` if too few are left."""
    scope.setdefault(_QUOTAS, {})[policy] = bucket
    if not bucket.allow(tokens):
        raise CommandError(
            "rate_limited", "too many requests; wait a moment", retry_after=bucket.wait(tokens)
        )


def ignore_members(scope: Any, names: list[str]) -> None:
    """Let the response name members of the body that the server does not know."""
    scope[_IGNORED] = names


def headers_for_programs(scope: Mapping[str, Any], origins: AbstractSet[str]) -> Headers:
    """Yield the headers of a response of the REST interface."""
    yield PROTOCOL_HEADER.encode(), str(PROTOCOL).encode()
    quotas: dict[str, Bucket] | None = scope.get(_QUOTAS)
    if quotas:
        policies = [f'"{name}";{_policy(bucket)}' for name, bucket in quotas.items()]
        left = [f'"{name}";{_left(bucket)}' for name, bucket in quotas.items()]
        yield b"ratelimit-policy", ", ".join(policies).encode()
        yield b"ratelimit", ", ".join(left).encode()
    ignored: list[str] | None = scope.get(_IGNORED)
    if ignored:
        names = ", ".join(_quoted(name) for name in ignored[:_MOST_IGNORED])
        yield IGNORED_HEADER.encode(), names.encode()
    yield from origin_headers(scope, origins)


def origin_headers(scope: Mapping[str, Any], origins: AbstractSet[str]) -> Headers:
    """Yield the headers that let a page of an allowed origin read a response."""
    if not origins:
        return
    yield b"vary", b"origin"
    origin = headers_of(scope).get("origin", "")
    if origin in origins:
        yield b"access-control-allow-origin", origin.encode()
        yield b"access-control-expose-headers", _EXPOSED


def is_preflight(scope: Mapping[str, Any]) -> bool:
    """Return whether a browser asks whether a page of another site may send a request."""
    headers = headers_of(scope)
    is_asked = "origin" in headers and "access-control-request-method" in headers
    return scope["method"] == "OPTIONS" and is_asked


def preflight_headers(scope: Mapping[str, Any], origins: AbstractSet[str]) -> Headers:
    """Yield the headers that only answers to preflight requests have."""
    if headers_of(scope).get("origin") in origins:
        yield b"access-control-allow-methods", b"GET, POST"
        yield b"access-control-allow-headers", b"authorization, content-type, empile-protocol"
        yield b"access-control-max-age", _PREFLIGHT_SECONDS


def _policy(bucket: Bucket) -> str:
    return f"q={int(bucket.size)};w={max(1, math.ceil(bucket.size / bucket.rate))}"


def _left(bucket: Bucket) -> str:
    left = bucket.left()
    return f"r={max(0, int(left))};t={math.ceil((bucket.size - left) / bucket.rate)}"


def _quoted(name: str) -> str:
    """Return a name as a string of structured fields (RFC 9651), which is ASCII."""
    plain = name.encode("ascii", "backslashreplace").decode()[:100]
    printable = "".join(letter if " " <= letter <= "~" else "?" for letter in plain)
    return '"' + printable.replace("\\", "\\\\").replace('"', '\\"') + '"'
