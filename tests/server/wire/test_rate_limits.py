"""Token buckets."""

from __future__ import annotations

from empile.server.wire.rate_limits import Bucket


def test_bucket_refills_at_its_rate_and_no_further_than_its_size() -> None:
    now = [0.0]
    bucket = Bucket(rate=2.0, size=3, now=lambda: now[0])
    assert [bucket.allow() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.allow() for _ in range(2)] == [True, False]
    now[0] = 1000.0
    assert [bucket.allow() for _ in range(4)] == [True, True, True, False]


def test_bucket_says_how_long_to_wait() -> None:
    bucket = Bucket(rate=2.0, size=1, now=lambda: 0.0)
    assert bucket.take() == 0.0
    assert bucket.take() == 0.5
    assert bucket.wait() == 1.0
