"""Notes between processes, under a number that no table has, and news for members.

Several parts of a server share state in this way: presence, the lobby, watched games, messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from empile.server.bus.interface import Bus, Topic

NoteT = TypeVar("NoteT")

Watcher = Callable[[], None]
"""Called at news for a member."""


class NoteListener(Generic[NoteT]):
    """A :class:`~empile.server.bus.interface.TableListener` that receives notes and nothing else.

    :param number: a negative number, instead of that of a table.
    :param encode: returns a note as bytes.
    :param decode: the inverse; raises ``msgspec.DecodeError`` for notes of another version, which are
        ignored.
    """

    def __init__(
        self,
        bus: Bus,
        number: int,
        encode: Callable[[NoteT], bytes],
        decode: Callable[[bytes], NoteT],
    ) -> None:
        self._bus = bus
        self._number = number
        self._encode_note = encode
        self._decode_note = decode

    def on_reached(self, seq: int) -> None:
        """Ignore it: there is no log."""

    def on_presence(self) -> None:
        """Ignore it: notes carry presence."""

    def on_lease(self) -> None:
        """Ignore it; a subclass that needs a lease asks for it when it works."""

    def on_relayed(self, topic: Topic, sender: str, body: bytes) -> None:
        if topic != "hand":
            return
        try:
            note = self._decode_note(body)
        except msgspec.DecodeError:
            return
        self._on_note(note, sender)

    def _on_note(self, note: NoteT, sender: str) -> None:
        """Take a note of the process ``sender``."""
        raise NotImplementedError

    def _tell(self, note: NoteT) -> None:
        """Send a note to all other processes."""
        self._bus.relay(self._number, "hand", self._encode_note(note))


class Watchers:
    """Callbacks of this process by member.

    Example::

        >>> watchers, news = Watchers(), []
        >>> release = watchers.add(7, lambda: news.append(7))
        >>> watchers.call([7, 8])
        >>> release()
        >>> watchers.call([7]), news
        (None, [7])
    """

    def __init__(self) -> None:
        self._by_member: dict[int, set[Watcher]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_member)

    def add(self, member: int, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher`` at news for a member; return a function that ends this."""
        watchers = self._by_member.setdefault(member, set())
        watchers.add(watcher)

        def release() -> None:
            watchers.discard(watcher)
            if not watchers and self._by_member.get(member) is watchers:
                del self._by_member[member]

        return release

    def call(self, members: Iterable[int]) -> None:
        """Call the watchers of members."""
        for member in members:
            for watcher in list(self._by_member.get(member, ())):
                watcher()
