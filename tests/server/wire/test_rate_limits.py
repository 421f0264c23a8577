"""Rate limits."""

from __future__ import annotations

import pytest

from empile.server.wire.rate_limits import Bucket, Buckets, address_group


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


def test_address_group_is_the_address_or_the_ipv6_network() -> None:
    assert address_group("192.0.2.7") == "192.0.2.7"
    assert address_group("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_group("2001:db8::1") == address_group("2001:db8::ffff:1:2")
    assert address_group("2001:db8:0:1::1") != address_group("2001:db8:0:2::1")
    assert address_group("fe80::1%eth0") == "fe80::/64"
    assert address_group("") == ""


def test_buckets_count_an_ipv6_network_as_one() -> None:
    buckets = Buckets(rate=0.001, size=3)
    assert [buckets.allow(f"2001:db8::{number:x}") for number in range(1, 6)] == [True] * 3 + [
        False,
        False,
    ]
    assert buckets.allow("2001:db8:0:1::1")
