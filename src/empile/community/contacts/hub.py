"""Presence of members across processes, and notifications for their pages.

Each process publishes its connected members over the bus. They expire with the heartbeats of the process,
so a killed process leaves nothing stale. The hub knows everybody; which members a caller may see is decided
in :mod:`empile.community.contacts.service`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from empile.community.contacts import notes
from empile.community.contacts.notes import CONTACTS, Note, Shown
from empile.community.contacts.pages import Page, Pages
from empile.server.bus.interface import Bus
from empile.server.bus.notes import Watcher, Watchers
from empile.server.bus.process_hub import ProcessHub
from empile.server.tables.room import Room
from empile.server.wire.people.calls import Called

_TICK_SECONDS: Final = 0.5
SEEN_SECONDS: Final = 90.0
"""How long a request of the page counts as being here; it asks each minute."""

PresenceWatcher = Callable[[Collection[int]], None]
"""Called with the members that came, left or sat down elsewhere."""


class _Process:
    """Another process."""

    def __init__(self, now: float) -> None:
        self.heard = now
        self.guests = 0
        self.members: dict[int, Shown] = {}
        self.touched: dict[int, float] = {}
        """When members last used a page there."""


class ContactsHub(ProcessHub[Note, _Process]):
    """Created on the event loop."""

    def __init__(self, bus: Bus) -> None:
        super().__init__(bus, CONTACTS, notes.encode, notes.decode, _Process)
        self._connected: Counter[int] = Counter()
        """Connections of each member."""
        self._guests = 0
        self._seeking: Counter[int] = Counter()
        """Connections of each member that look for players."""
        self._pages = Pages()
        self._seen: dict[int, float] = {}
        """Until when a request of a member counts."""
        self._at: dict[Room, dict[int, Shown]] = {}
        """Members that are connected at tables."""
        self._looked_at: set[Room] = set()
        """Tables to look at again."""
        self._own: dict[int, Shown] = {}
        """Presence as last published to the other processes."""
        self._watchers = Watchers()
        self._presence_watchers: set[PresenceWatcher] = set()

    # -- This process ------------------------------------------------------------------------------

    def enter(self, member: int | None) -> Callable[[], None]:
        """Note a connection of a member, or of a guest; return what to call at its end."""
        if member is None:
            self._guests += 1
        else:
            self._connected[member] += 1

        def leave() -> None:
            if member is None:
                self._guests -= 1
                return
            self._connected[member] -= 1
            if self._connected[member] == 0:
                del self._connected[member]

        return leave

    def seek(self, member: int) -> Callable[[], None]:
        """Note that a member looks for players; return what to call at the end."""
        self._seeking[member] += 1
        self.tell_here([member])

        def end() -> None:
            self._seeking -= Counter((member,))
            self.tell_here([member])

        return end

    def open_page(
        self, member: int, idle: float, tell: Callable[[Called], None]
    ) -> tuple[Callable[[], None], Callable[[], None]]:
        """Take a page of a member that was touched ``idle`` seconds ago.

        Returns what to call when it is touched, and at its end.
        """
        page = Page(member, time.time() - idle, tell)
        self._pages.add(page)
        self._tell(notes.Touched(member, self._pages.touched(member)))

        def touch() -> None:
            page.touched = time.time()
            self._tell(notes.Touched(member, page.touched))

        def close() -> None:
            self._pages.remove(page)
            self._tell(notes.Touched(member, self._pages.touched(member)))

        return touch, close

    def call(self, table: str, game: str, players: dict[int, list[str]]) -> None:
        """Call members to a table whose game has begun: the page that each touched last goes there.

        ``players`` are the names of the others, by member.
        """
        call = notes.Call(table, game, players)
        self._call_here(call)
        self._tell(call)

    def _call_here(self, call: notes.Call) -> None:
        for member, names in call.players.items():
            others = [process.touched.get(member, 0.0) for process in self._others.values()]
            self._pages.call(member, call.table, call.game, names, max(others, default=0.0))

    def see(self, member: int) -> None:
        """Note a request of a member's page."""
        self._seen[member] = time.monotonic() + SEEN_SECONDS

    def look_at(self, room: Room) -> None:
        """Note that the players of a table, or their connections, may have changed."""
        self._looked_at.add(room)

    def watch(self, member: int, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher`` at news for a member; return a function that ends this."""
        return self._watchers.add(member, watcher)

    def watch_presence(self, watcher: PresenceWatcher) -> Callable[[], None]:
        """Call ``watcher`` when members come, leave or sit down elsewhere; return what ends this."""
        self._presence_watchers.add(watcher)
        return lambda: self._presence_watchers.discard(watcher)

    def _moved(self, members: Collection[int]) -> None:
        if members:
            for watcher in list(self._presence_watchers):
                watcher(members)

    def tell(self, members: Iterable[int]) -> None:
        """Notify the pages and programs of members in all processes."""
        told = sorted(set(members))
        self.tell_here(told)
        self._tell(notes.Told(told))

    def tell_here(self, members: Iterable[int]) -> None:
        """Notify the pages and programs of members in this process."""
        self._watchers.call(members)

    @property
    def watched(self) -> bool:
        """Whether this process has watchers."""
        return bool(self._watchers)

    # -- All processes -----------------------------------------------------------------------------

    def of(self, member: int) -> Shown | None:
        """Return where a member is, or None if it is not connected."""
        found = self._own.get(member)
        for process in self._others.values():
            there = process.members.get(member)
            if there is not None and (found is None or _rank(there) > _rank(found)):
                found = there
        return found

    def seeks(self, member: int) -> bool:
        """Return whether a member looks for players in the lobby."""
        there = [process.members.get(member) for process in self._others.values()]
        return self._seeking[member] > 0 or any(
            shown is not None and shown.seeking for shown in there
        )

    def present(self) -> set[int]:
        """Return all members that are connected."""
        return set(self._own).union(*(one.members for one in self._others.values()))

    @property
    def guests(self) -> int:
        """How many guests are in the lobby."""
        return self._guests + sum(one.guests for one in self._others.values())

    def _hear(self, note: Note, process: _Process, sender: str) -> None:
        match note:
            case notes.Came():
                before = dict(process.members)
                if note.whole:
                    process.members.clear()
                process.members.update({one.member: one for one in note.members})
                self._moved(_differences(before, process.members))
                self.tell_here(_seeking(before.values()) ^ _seeking(process.members.values()))
            case notes.Left():
                gone = [process.members.pop(member, Shown(member)) for member in note.members]
                self._moved(note.members)
                self.tell_here(_seeking(gone))
            case notes.Beat():
                process.guests = note.guests
                if note.members != len(process.members):
                    self._tell(notes.Ask(sender))
            case notes.Ask():
                if note.process == self._bus.id:
                    self._tell(notes.Came(list(self._own.values()), whole=True))
            case notes.Told():
                self.tell_here(note.members)
            case notes.Touched():
                if note.at:
                    process.touched[note.member] = note.at
                else:
                    process.touched.pop(note.member, None)
            case notes.Call():
                self._call_here(note)

    def _tick_seconds(self) -> float:
        return _TICK_SECONDS

    def _beat_note(self) -> Note:
        return notes.Beat(len(self._own), self._guests)

    def _farewell(self) -> Note:
        return notes.Came([], whole=True)

    def _forget(self, process: _Process) -> None:
        gone, process.members = process.members, {}
        self._moved(gone)

    def _look(self, now: float) -> None:
        """Update the presence of this process, and publish the changes."""
        for room in self._looked_at:
            found = _members_at(room)
            if found:
                self._at[room] = found
            else:
                self._at.pop(room, None)
        self._looked_at.clear()
        for member in [member for member, until in self._seen.items() if until < now]:
            del self._seen[member]
        here = {member: Shown(member) for member in (*self._seen, *self._connected)}
        for members in self._at.values():
            for member, shown in members.items():
                if member not in here or _rank(shown) > _rank(here[member]):
                    here[member] = shown
        for member in [member for member in here if self._seeking[member] > 0]:
            here[member] = replace(here[member], seeking=True)
        came = [shown for member, shown in here.items() if self._own.get(member) != shown]
        left = [member for member in self._own if member not in here]
        self._own = here
        if came:
            self._tell(notes.Came(came))
        if left:
            self._tell(notes.Left(left))
        self._moved([*(shown.member for shown in came), *left])


def _differences(one: Mapping[int, Shown], other: Mapping[int, Shown]) -> list[int]:
    """Return the members that are not at the same place in both."""
    return [member for member in {*one, *other} if one.get(member) != other.get(member)]


def _seeking(members: Iterable[Shown]) -> set[int]:
    return {shown.member for shown in members if shown.seeking}


def _rank(shown: Shown) -> tuple[bool, bool, str]:
    """Of several places of a member, the one that says most is shown."""
    return shown.playing, shown.table is not None, shown.table or ""


def _members_at(room: Room) -> dict[int, Shown]:
    """Return the members that are connected at a table in this process."""
    table = room.table
    if not table.members or not room.connections:
        return {}
    playing = table.status == "playing"
    is_public = playing and table.created.listed and table.created.allow_spectators
    shown_table = table.id if is_public else None
    return {
        seated.number: Shown(seated.number, playing, shown_table)
        for place in room.here().places
        if (seated := table.members.get(place)) is not None and not seated.deleted
    }
