"""Tokens, limits, origins."""

from __future__ import annotations

from typing import Any

import pytest

from empile.server.http.origin import is_allowed
from empile.server.tables.tokens import (
    CODE_LETTERS,
    find_key,
    key_of,
    new_code,
    new_token,
    read_code,
)
from empile.server.wire.rate_limits import Bucket, Buckets


def test_tokens_are_random_and_stored_as_hashes() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 22 for token in tokens)
    one, other = list(tokens)[:2]
    keys = [key_of(other), key_of(one)]
    assert find_key(one, keys) == key_of(one)
    assert one not in "".join(keys)
    assert find_key(new_token(), keys) is None
    assert find_key("", keys) is None
    assert find_key(None, keys) is None
    assert find_key("é" * 10, keys) is None


def test_codes_are_short_and_unambiguous() -> None:
    code = new_code()
    assert len(code) == 6
    assert set(code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("I1O0S5Z2")
    assert read_code(f" {code[:3].lower()}-{code[3:].lower()} ") == code


def test_bucket_refills_over_time() -> None:
    now = [0.0]
    bucket = Bucket(10, 5, now=lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [0.0] * 5
    assert bucket.take() == pytest.approx(0.1)
    assert not bucket.rested
    now[0] = 100.0
    assert bucket.take() == 0.0
    assert bucket.rested


def test_buckets_are_per_address_and_limited() -> None:
    buckets = Buckets(0.001, 2, most=3)
    assert [buckets.allow("a") for _ in range(3)] == [True, True, False]
    assert buckets.allow("b")
    for address in "cde":
        assert buckets.allow(address)
    assert buckets.allow("a")


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "play.example", True),
        ("http://play.example", "play.example", True),
        ("https://play.example", "play.example", True),
        ("https://play.example", "play.example:443", True),
        ("http://PLAY.example:8000", "play.example:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://[::1]", "[::1]", True),
        ("https://club.example", "play.example", True),
        ("http://play.example:8001", "play.example:8000", False),
        ("http://play.example.evil.example", "play.example", False),
        ("http://evil.example", "play.example", False),
        ("null", "play.example", False),
        ("file://", "play.example", False),
        ("", "play.example", False),
        ("http://", "", False),
    ],
)
def test_origins(origin: str | None, host: str, allowed: bool) -> None:
    headers: list[tuple[bytes, bytes]] = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    scope: dict[str, Any] = {"headers": headers}
    assert is_allowed(scope, {"https://club.example"}) is allowed
