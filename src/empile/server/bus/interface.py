"""The interface of the bus, which connects the processes that serve the same tables.

Nothing on the bus decides anything: the log of a table does, because an append names the number of
its first row. Messages may get lost; a process that misses one finds the events in the store. Only
numbers, presence and frames that everybody at the table may see are sent, so that a reader of the
bus learns nothing that is hidden.

Everything is called on the event loop. Apart from :meth:`Bus.watch`, nothing waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, NamedTuple, Protocol

Topic = Literal["frame", "hand", "answer", "members"]
"""``frame``: what the holder of a lease shows. ``hand``: what a client sends to the holder.
``answer``: what the holder answers to one process. ``members``: that members at the table changed."""

OnLeft = Callable[[float], None]
"""Gets the tokens that are left in a bucket."""


class BusError(Exception):
    """The address of a bus is invalid, or its client is not installed."""


class Presence(NamedTuple):
    """The connected places and spectators of a table."""

    places: frozenset[int]
    spectators: int

    @classmethod
    def of_all(cls, found: Collection[Presence]) -> Presence:
        """Merge the presence in several processes."""
        return cls(
            frozenset().union(*(one.places for one in found)),
            sum(one.spectators for one in found),
        )


NOBODY = Presence(frozenset(), 0)


class Lease(NamedTuple):
    """The right to do the work of a table: its bots and its simulations."""

    owner: str
    """The id of a process."""
    epoch: int
    """Rises with each owner. Frames of an owner with a lower epoch are dropped."""
    until: float
    """Loop time at which it ends, unless it is renewed."""


class TableListener(Protocol):
    """Hears what other processes say about one table."""

    def on_reached(self, seq: int) -> None:
        """Read the log if event ``seq`` is not known."""

    def on_presence(self) -> None:
        """Note that :meth:`Bus.elsewhere` has changed."""

    def on_lease(self) -> None:
        """Note that :meth:`Bus.holds` or :meth:`Bus.holder` may have changed."""

    def on_relayed(self, topic: Topic, sender: str, body: bytes) -> None:
        """Take a relayed message of the process ``sender``."""


class Bus(Protocol):
    """One process's access to the bus."""

    @property
    def id(self) -> str:
        """The id of this process on the bus."""
        ...

    @property
    def connected(self) -> bool:
        """Whether other processes can be reached."""
        ...

    async def start(self) -> None:
        """Connect, or begin to try. Raises :class:`BusError` if the address is of no use."""
        ...

    async def close(self) -> None:
        """Leave: others see neither presence nor leases of this process any more."""
        ...

    async def watch(self, number: int, listener: TableListener) -> None:
        """Hear about a table. Returns once all later messages arrive, or the bus is away."""
        ...

    def unwatch(self, number: int) -> None:
        """Hear no more about a table, and give its lease back."""
        ...

    def reached(self, number: int, seq: int) -> None:
        """Notify other processes that the log of a table has reached event ``seq``."""
        ...

    def is_shown_elsewhere(self, number: int) -> bool:
        """Return whether :meth:`elsewhere` is not empty, which costs less to know."""
        ...

    def set_present(self, number: int, here: Presence) -> None:
        """Publish the presence at a watched table in this process."""
        ...

    def elsewhere(self, number: int) -> Presence:
        """Return the presence at a watched table in other processes."""
        ...

    def holds(self, number: int) -> bool:
        """Return whether this process may do the work of a watched table.

        If not, tries to get the lease; ``on_lease`` is called when that is worth another look.
        Without connection every process may work: it does what another does, too, at worst.
        """
        ...

    def holder(self, number: int) -> str:
        """Return the id of the process that holds the lease of a watched table, or ``""``.

        The answer may be old, or not known; ``on_lease`` is called when it has changed.
        """
        ...

    def release(self, number: int) -> None:
        """Give the lease of a table back, so that any process may take it."""
        ...

    def relay(self, number: int, topic: Topic, body: bytes) -> None:
        """Send a message to the other processes that watch a table.

        A ``frame`` of a process that does not hold the lease is dropped.
        """
        ...

    def spend(self, bucket: str, rate: float, size: float, tokens: float, left: OnLeft) -> None:
        """Take tokens from a shared bucket, even if too few are left; negative ones are put back.

        ``left`` is called if another process may have changed the bucket.
        """
        ...
