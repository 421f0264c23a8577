"""Rate limits for connections and addresses."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Spend: TypeAlias = "Callable[[str, float, float, float, Callable[[float], None]], None]"
"""Takes tokens from the shared bucket of a name, rate and size, and calls back with what is left."""


@dataclass(frozen=True)
class Limits:
    """Limits per connection, table (hints, events) or address (requests, pages, analyses).

    ``_at_once`` is the burst of a ``_per_second`` rate.
    """

    message_bytes: int = 16 * 1024
    messages_per_second: float = 50.0
    messages_at_once: float = 200.0
    patience: int = 500
    """Delayed messages in a row before the connection is closed."""
    backlog_bytes: int = 1 << 20
    """Size of a connection's send queue."""
    hello_seconds: float = 15.0
    message_seconds: float = 20.0
    """Time for a message on a socket, from its first byte to its last."""
    controls_per_second: float = 10.0
    """Control frames (pings, pongs) and fragments on a socket."""
    controls_at_once: float = 100.0
    stall_seconds: float = 20.0
    """Time in which a client must read 16 KiB if more is waiting for it."""
    head_seconds: float = 10.0
    """Time for the head of an HTTP request."""
    body_seconds: float = 30.0
    """Time for the body of an HTTP request."""
    connections_per_address: int = 100
    """Open connections; those of trusted proxies are counted by forwarded address."""
    hints_per_second: float = 0.5
    hints_at_once: float = 6.0
    hints_waiting: int = 16
    """Hints running or queued on the server."""
    hints_waiting_per_address: int = 8
    trails_per_second: float = 40.0
    """Hand path messages."""
    trails_at_once: float = 80.0
    samples_per_second: float = 250.0
    samples_at_once: float = 500.0
    reaches_per_second: float = 4.0
    """Reaches and releases."""
    reaches_at_once: float = 20.0
    reads_per_second: float = 50.0
    """All requests of an address together."""
    reads_at_once: float = 500.0
    requests_per_second: float = 5.0
    """Tables, joins, codes and replays."""
    requests_at_once: float = 60.0
    wrong_codes_per_second: float = 5 / 60
    """Wrong table codes of an address."""
    wrong_codes_at_once: float = 5.0
    network_wrong_codes_per_second: float = 30 / 60
    """The same of an IPv6 /48 network."""
    network_wrong_codes_at_once: float = 30.0
    shared_wrong_codes_per_second: float = 20 / 60
    """Wrong codes beyond these limits, of all addresses together."""
    shared_wrong_codes_at_once: float = 60.0
    asides_per_second: float = 0.5
    """Events of a person that are no moves: names, votes, hints, resignations."""
    asides_at_once: float = 40.0
    table_asides_per_second: float = 1.0
    """The same of a table."""
    table_asides_at_once: float = 100.0
    asides_per_game: int = 3000
    phrases_per_game: int = 1000
    """Phrases at a table, until its next game."""
    table_events: int = 100_000
    """Events of a table's log, except moves of a running game."""
    events_per_page: int = 200
    """Events in ``welcome`` and in each page of older events; at most 256."""
    pages_per_second: float = 4.0
    """Pages of older events."""
    pages_at_once: float = 40.0
    costs_per_second: float = 20.0
    """What all costly requests of an address may cost together: each as much as its route says."""
    costs_at_once: float = 2000.0
    computations_waiting: int = 64
    """Queued replays, records, positions and lessons; likewise solutions."""
    computations_waiting_per_address: int = 8
    body_bytes: int = 512 * 1024


class Bucket:
    """A token bucket that refills by ``rate`` tokens per second of ``now()`` up to ``size``."""

    __slots__ = ("_at", "_left", "_now", "rate", "size")

    def __init__(self, rate: float, size: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.size = size
        self._left = size
        self._now = now
        self._at = now()

    def take(self, tokens: int = 1) -> float:
        """Take tokens. Returns 0 if there were enough, else the seconds until there are."""
        now = self._now()
        left = self._left + (now - self._at) * self.rate
        self._at = now
        self._left = left = (left if left < self.size else self.size) - tokens
        return 0.0 if left >= 0 else -left / self.rate

    def left(self) -> float:
        """Return the tokens now."""
        Bucket.take(self, 0)
        return self._left

    def wait(self, tokens: int = 1) -> float:
        """Return the seconds until the bucket has a token, or more.

        >>> bucket = Bucket(rate=0.5, size=1, now=lambda: 0.0)
        >>> bucket.allow(), bucket.wait()
        (True, 2.0)
        """
        return max(0.0, tokens - self.left()) / self.rate

    def allow(self, tokens: int = 1) -> bool:
        """Take a token, or more, if there are so many."""
        if self.take(tokens) > 0:
            self.give_back(tokens)
            return False
        return True

    @property
    def has_token(self) -> bool:
        if self.allow():
            self.give_back()
            return True
        return False

    def give_back(self, tokens: int = 1) -> None:
        self._left += tokens

    @property
    def rested(self) -> bool:
        """Whether the bucket was at least half full at its last use."""
        return self._left * 2 >= self.size


class SharedBucket(Bucket):
    """A bucket that other processes use, too.

    It decides by what it knows, so nothing waits. ``spend`` sends what was taken to the others,
    and what they took arrives a moment later.
    """

    __slots__ = ("_name", "_spend")

    def __init__(self, rate: float, size: float, name: str, spend: Spend) -> None:
        super().__init__(rate, size)
        self._name = name
        self._spend = spend

    def take(self, tokens: int = 1) -> float:
        """Take tokens, as of any bucket."""
        wait = super().take(tokens)
        self._spend(self._name, self.rate, self.size, tokens, self._on_left)
        return wait

    def give_back(self, tokens: int = 1) -> None:
        """Put tokens back, as into any bucket."""
        super().give_back(tokens)
        self._spend(self._name, self.rate, self.size, -tokens, self._on_left)

    @property
    def has_token(self) -> bool:
        """Whether there is a token, by what is known here."""
        return self.left() >= 1

    def allow(self, tokens: int = 1) -> bool:
        """Take tokens if there are so many; the others only hear of those that were taken."""
        if self.left() < tokens:
            return False
        self.take(tokens)
        return True

    def _on_left(self, left: float) -> None:
        self._left = min(self.left(), left)


def address_group(host: str) -> str:
    """Return the unit of limits by address: an IPv4 address, or the /64 network of an IPv6 address.

    A single subscriber usually has a whole /64. Other names, such as those of Unix sockets, are
    returned unchanged.

    >>> address_group("2001:db8::1:2"), address_group("::ffff:192.0.2.7")
    ('2001:db8::/64', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def wide_network(host: str) -> str:
    """Return the network that a provider assigns to one customer, at most: an IPv6 /48, or a group.

    >>> wide_network("2001:db8:1:2::3"), wide_network("192.0.2.7")
    ('2001:db8:1::/48', '192.0.2.7')
    """
    group = address_group(host)
    if ":" not in group:
        return group
    try:
        return str(ipaddress.IPv6Network(group).supernet(new_prefix=48))
    except ValueError:
        return group


class Buckets:
    """One bucket per group of addresses; the least recently used are dropped."""

    def __init__(self, rate: float, size: float, most: int = 10_000) -> None:
        self._rate = rate
        self._size = size
        self._most = most
        self._name = ""
        self._spend: Spend | None = None
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def share(self, name: str, spend: Spend) -> None:
        """Share the buckets with other processes, which call them by the same name."""
        self._name = name
        self._spend = spend
        self._buckets.clear()

    def allow(self, host: str) -> bool:
        return self.bucket(host).allow()

    def bucket(self, host: str) -> Bucket:
        group = address_group(host)
        bucket = self._buckets.get(group)
        if bucket is None:
            bucket = self._buckets[group] = self._new(group)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(group)
        return bucket

    def _new(self, group: str) -> Bucket:
        if self._spend is None:
            return Bucket(self._rate, self._size)
        return SharedBucket(self._rate, self._size, f"{self._name} {group}", self._spend)
