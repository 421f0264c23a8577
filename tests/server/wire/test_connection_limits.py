"""Counting connections by address, and finding clients that do not read."""

from __future__ import annotations

from empile.server.wire.connection_limits import LimitedServerState, StallWatch
from empile.server.wire.rate_limits import Limits
from tests.server.wire.sans_io import Transport


class Peer:
    """A connection."""

    def __init__(self, *, is_idle: bool = False) -> None:
        self.transport = Transport()
        self.is_idle = is_idle

    def sweep(self, now: float) -> None:
        """Do nothing."""


def test_connections_are_counted_by_address_group() -> None:
    state = LimitedServerState(Limits(connections_per_address=2), "127.0.0.1")
    first, second, third = Peer(), Peer(), Peer()
    assert state.enter(first, "2001:db8::1")
    assert state.enter(second, "2001:db8::2")
    assert not state.enter(third, "2001:db8::3")
    assert state.enter(third, "2001:db8:0:1::3")
    state.leave(second)
    assert state.enter(Peer(), "2001:db8::4")
    state.leave(second)
    assert not state.enter(Peer(), "2001:db8::5")


def test_idle_connections_make_room() -> None:
    state = LimitedServerState(Limits(connections_per_address=2), "127.0.0.1")
    idle, busy = Peer(is_idle=True), Peer()
    assert state.enter(busy, "192.0.2.1")
    assert state.enter(idle, "192.0.2.1")
    assert state.enter(Peer(), "192.0.2.1")
    assert idle.transport.closing
    assert not busy.transport.closing
    assert not state.enter(Peer(), "192.0.2.1")


def test_trusted_proxies_are_not_counted_but_their_clients() -> None:
    state = LimitedServerState(Limits(connections_per_address=1), "127.0.0.1,10.0.0.0/8")
    for _ in range(5):
        assert state.enter(Peer(), "127.0.0.1")
        assert state.enter(Peer(), "10.1.2.3")
        assert state.enter(Peer(), "")
    client = state.client_of("10.1.2.3", ["198.51.100.1, 192.0.2.7", "127.0.0.1"])
    assert client == "192.0.2.7"
    assert state.client_of("192.0.2.7", ["198.51.100.1"]) == "192.0.2.7", "no proxy"
    assert state.enter(Peer(), client)
    assert not state.enter(Peer(), client)


def test_stall_watch_wants_progress() -> None:
    watch = StallWatch(10)
    assert not watch.is_stalled(50_000, 0)
    assert not watch.is_stalled(50_000, 9)
    assert not watch.is_stalled(30_000, 10), "read enough"
    assert not watch.is_stalled(29_000, 19)
    watch.on_resume()
    assert not watch.is_stalled(60_000, 21)
    assert not watch.is_stalled(0, 30)
    assert not watch.is_stalled(60_000, 35)
    assert not watch.is_stalled(70_000, 40)
    assert watch.is_stalled(59_000, 45)
