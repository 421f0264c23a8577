"""How much is taken from one connection or one address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one connection or address may ask for; the defaults suit people and most programs."""

    message_bytes: int = 16 * 1024
    """Of one message to the server."""
    messages_per_second: float = 50.0
    """What a connection may send for long."""
    messages_at_once: float = 200.0
    """What it may send in one go, once rested."""
    patience: int = 500
    """How many messages of a connection are slowed without a rest before it is closed."""
    backlog_bytes: int = 1 << 20
    """What may wait to be read by one connection."""
    hello_seconds: float = 15.0
    """How long the first message may take."""
    hints_per_second: float = 0.5
    """What a table may ask for, for long."""
    hints_at_once: float = 6.0
    hints_waiting: int = 16
    """How many hints of all tables may be thought of or wait for it."""
    trails_per_second: float = 40.0
    """How many pieces of a hand's trail a connection may send for long."""
    trails_at_once: float = 80.0
    samples_per_second: float = 250.0
    """How many samples they may hold in all, for long."""
    samples_at_once: float = 500.0
    reaches_per_second: float = 4.0
    """How often a connection may reach in, or let go, for long."""
    reaches_at_once: float = 20.0
    requests_per_second: float = 5.0
    """How many tables, joins, codes and replays one address may ask for, for long."""
    requests_at_once: float = 60.0
    analyses_per_second: float = 0.1
    """How many games one address may have analysed, for long; what is known already is free."""
    analyses_at_once: float = 10.0
    body_bytes: int = 512 * 1024
    """Of one request."""


class Bucket:
    """A token bucket: ``rate`` tokens flow in each second, up to ``size``; a use takes some.

    ``now`` gives seconds of any monotonic clock.
    """

    __slots__ = ("_at", "_left", "_now", "_rate", "_size")

    def __init__(self, rate: float, size: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._size = size
        self._left = size
        self._now = now
        self._at = now()

    def take(self, tokens: int = 1) -> float:
        """Take tokens; return in how many seconds they are there: 0 where they were."""
        now = self._now()
        self._left = min(self._size, self._left + (now - self._at) * self._rate) - tokens
        self._at = now
        return 0.0 if self._left >= 0 else -self._left / self._rate

    def give_back(self, tokens: int = 1) -> None:
        """Undo the last :meth:`take`."""
        self._left += tokens

    @property
    def rested(self) -> bool:
        """Whether half of the bucket was full when it was last used."""
        return self._left * 2 >= self._size


class TrailBucket:
    """How much of a hand's trail is taken from one connection: so many pieces, so many samples."""

    def __init__(self, limits: Limits) -> None:
        self._pieces = Bucket(limits.trails_per_second, limits.trails_at_once)
        self._samples = Bucket(limits.samples_per_second, limits.samples_at_once)
        self._refused = False

    def take(self, samples: int) -> bool:
        """Take room for a piece of ``samples``; return whether there was any."""
        waits = self._pieces.take(), self._samples.take(samples)
        if max(waits) > 0:
            self._pieces.give_back()
            self._samples.give_back(samples)
            return False
        if self._pieces.rested and self._samples.rested:
            self._refused = False
        return True

    def is_news(self) -> bool:
        """Return whether a refusal is the first since the hand was slow enough for a while."""
        known, self._refused = self._refused, True
        return not known


class Buckets:
    """One bucket an address; the addresses that were not seen for longest are forgotten."""

    def __init__(self, rate: float, size: float, most: int = 10_000) -> None:
        self._rate = rate
        self._size = size
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Take a token of ``address``; return whether there was one."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._size)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        if bucket.take() > 0:
            bucket.give_back()
            return False
        return True
