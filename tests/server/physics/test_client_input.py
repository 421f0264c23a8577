"""Rate limits of placement messages."""

from __future__ import annotations

import pytest

from empile.server.physics.client_input import PathBucket
from empile.server.wire import rate_limits
from empile.server.wire.rate_limits import Limits


def test_path_bucket_accepts_a_real_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(rate_limits.Bucket.__init__, "__defaults__", (lambda: clock[0],))
    bucket = PathBucket(Limits())
    for _ in range(20 * 60):  # a minute of a page's samples, twenty messages per second
        clock[0] += 0.05
        assert bucket.take(4)
    # Bursts are accepted up to a size; beyond that, only the first refusal is reported.
    assert not all(bucket.take(64) for _ in range(10))
    assert [bucket.is_news(), bucket.is_news()] == [True, False]
    clock[0] += 60
    assert bucket.take(3)
    assert bucket.is_news()
    clock[0] += 60
    assert not all(bucket.take(1) for _ in range(100))
