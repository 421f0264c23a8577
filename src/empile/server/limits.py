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
    requests_per_second: float = 5.0
    """How many tables, joins, codes and replays one address may ask for, for long."""
    requests_at_once: float = 60.0
    analyses_per_second: float = 0.1
    """How many games one address may have analysed, for long; what is known already is free."""
    analyses_at_once: float = 10.0
    body_bytes: int = 512 * 1024
    """Of one request."""


class Bucket:
    """A token bucket: ``rate`` tokens flow in each second, up to ``size``; each use takes one.

    ``now`` gives seconds of any monotonic clock.
    """

    __slots__ = ("_at", "_left", "_now", "_rate", "_size")

    def __init__(self, rate: float, size: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._size = size
        self._left = size
        self._now = now
        self._at = now()

    def take(self) -> float:
        """Take a token; return in how many seconds it is there: 0 where it was."""
        now = self._now()
        self._left = min(self._size, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return 0.0 if self._left >= 0 else -self._left / self._rate

    def give_back(self) -> None:
        """Undo the last :meth:`take`."""
        self._left += 1

    @property
    def rested(self) -> bool:
        """Whether half of the bucket was full when it was last used."""
        return self._left * 2 >= self._size


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
