"""Rate limits."""

from __future__ import annotations

import pytest

from empile.server.wire.rate_limits import Bucket, Buckets


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
