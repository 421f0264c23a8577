"""Bodies that JSON allows and games need not understand."""

from __future__ import annotations

import pytest

from empile.server.http.bodies import MOST_DEPTH, check_body
from empile.server.wire.errors import CommandError

DEEP = MOST_DEPTH + 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b'{"a": [1, -2.5, 1e9, "' + b"[" * 99 + b'"]}',
        b'"\\"' + b"[" * 99 + b'"',
        b"123456789012345",
        b"0.12345678901234567",
        b"[" * MOST_DEPTH + b"]" * MOST_DEPTH,
        b"[" + b"[]," * 1000 + b"{}]",
        "é".encode(),
    ],
)
def test_check_body_accepts_plain_json(body: bytes) -> None:
    check_body(body)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"a": "\xff"}', "UTF-8"),
        (b"[" * DEEP + b"]" * DEEP, "nested"),
        (b'{"a":' * DEEP + b"1" + b"}" * DEEP, "nested"),
        (b"[" * 200_000, "nested"),
        (b'["\\"",' * DEEP, "nested"),
        (b"1" * 5000, "too large"),
        (b"[-1234567890123456]", "too large"),
        (b"1e400", "too large"),
        (b"[1E+999]", "too large"),
    ],
)
def test_check_body_refuses(body: bytes, told: str) -> None:
    with pytest.raises(CommandError, match=told):
        check_body(body)


@pytest.mark.parametrize("body", [b'"\\"' * 150_000, b'"' + b"\\" * 500_000, b"e0" * 250_000])
def test_check_body_takes_linear_time(body: bytes) -> None:
    check_body(body)
