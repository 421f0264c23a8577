"""The lobby: seeks of all processes, and waves of matching.

Each process publishes its seeks over the bus. The process that holds the lease of the lobby runs the
matching. Seeks end with the connection of their client, and those of a process with its
beats: nothing stale is left after a process was killed. Two processes that match for a moment may
offer two tables to one seek: the first offer that arrives counts, the other one breaks.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Final

import msgspec
from msgspec.structs import replace

from empile.community.lobby import filling, notes
from empile.community.lobby.deals import Client, Deal, Seating
from empile.community.lobby.kinds import seeker_of
from empile.community.lobby.matching import Kind, Match, Seeker, match
from empile.community.lobby.notes import LOBBY, Entry, Note
from empile.community.lobby.waits import Waits
from empile.server.bus.interface import Bus
from empile.server.bus.process_hub import ProcessHub
from empile.server.wire.frames import text_frame
from empile.server.wire.lobby.messages import LobbyChanges, LobbyWelcome, Seek
from empile.server.wire.parts import PROTOCOL

_TICK_SECONDS: Final = 0.2
"""Interval of sending changes to clients, and of waves."""
_OFFER_SECONDS: Final = 5.0
"""Time to seat all players."""

_encode = msgspec.json.Encoder().encode


class _Process:
    """Another process."""

    def __init__(self, now: float) -> None:
        self.heard = now
        self.people = 0
        self.entries: dict[str, Entry] = {}


class Lobby(ProcessHub[Note, _Process]):
    """Created on the event loop. ``batch`` makes many writes cheaper."""

    def __init__(
        self,
        bus: Bus,
        teams_of: Callable[[Kind], list[int]],
        batch: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext,
    ) -> None:
        super().__init__(bus, LOBBY, notes.encode, notes.decode, _Process)
        self.seating: Seating | None = None
        self.waits = Waits()
        self._teams_of = teams_of
        self._batch = batch
        self._clients: set[Client] = set()
        self._own: dict[str, tuple[Entry, Client]] = {}
        self._deals: dict[str, Deal] = {}
        self._in_deal: dict[str, Deal] = {}
        """By seek."""
        self._new: set[str] = set()
        """Seeks that no wave has compared with the others."""
        self._seekers: dict[str, Seeker] = {}
        """What matching needs, by seek."""
        self._shown: dict[str, Seek] = {}
        """Seeks as last sent to clients."""
        self._changed: dict[str, None] = {}
        """Seeks to send to clients, in order."""
        self._agreed: set[str] = set()
        """Seeks that take bots."""
        self._fill_due = False
        """Whether the groups with bots have to be computed again."""
        self._people = 0
        self._welcome: bytes | None = None
        self._matched = 0

    # -- Clients -----------------------------------------------------------------------------------

    @property
    def seeks(self) -> int:
        """The number of seeks in all processes."""
        return len(self._own) + sum(len(one.entries) for one in self._others.values())

    @property
    def matched(self) -> int:
        """The number of matches that this process has made."""
        return self._matched

    def enter(self, client: Client) -> None:
        """Send the lobby to a client, and from now on what changes."""
        if self._welcome is None:
            seeks = sorted(self._shown.values(), key=lambda seek: (seek.since, seek.id))
            self._welcome = text_frame(_encode(LobbyWelcome(seeks, self._people, PROTOCOL)))
        client.send(self._welcome)
        self._clients.add(client)

    def leave(self, client: Client) -> None:
        """Forget a client and its seek."""
        self._clients.discard(client)
        for seek in [name for name, (_, of) in self._own.items() if of is client]:
            self.withdraw(seek)

    def post(self, entry: Entry, client: Client) -> None:
        """Post the seek of a client."""
        self._own[entry.seek.id] = (entry, client)
        self._appeared([entry])
        self._tell(notes.Posted([entry]))

    def withdraw(self, seek: str) -> None:
        """End a seek of this process. An offer of which it is a part fails."""
        deal = self._in_deal.get(seek)
        if deal is not None:
            self._tell(notes.Broken(deal.offer.id, seek))
            self._break(deal, seek)
        if self._own.pop(seek, None) is not None:
            self._disappeared([seek])
            self._tell(notes.Gone([seek]))

    def find(self, seek: str) -> Entry | None:
        """Return a seek of any process that is free."""
        if seek in self._in_deal:
            return None
        if seek in self._own:
            return self._own[seek][0]
        return next(
            (one.entries[seek] for one in self._others.values() if seek in one.entries), None
        )

    def fill(self, seek: str, wish: int | None, *, alone: bool) -> None:
        """Let bots take missing seats as soon as all others agree, or at once."""
        entry, client = self._own[seek]
        seeker = self._seekers[seek]
        if wish is not None and (alone or seeker.kinds[wish].players == 2):
            self._offer(Match(seeker.kinds[wish], (seek,)))
            return
        entry = replace(entry, seek=replace(entry.seek, bots=wish))
        self._own[seek] = (entry, client)
        self._agree(entry)
        self._tell(notes.Agreed(seek, wish))

    def _agree(self, entry: Entry) -> None:
        seek = entry.seek.id
        (self._agreed.discard if entry.seek.bots is None else self._agreed.add)(seek)
        self._changed[seek] = None
        self._fill_due = True

    # -- Places at tables --------------------------------------------------------------------------

    def is_open(self, deal: Deal) -> bool:
        """Return whether an offer has not failed."""
        return self._deals.get(deal.offer.id) is deal

    def made(self, deal: Deal, table: str) -> None:
        """Note that this process has made the table of an offer."""
        self._tell(notes.Made(deal.offer.id, table))
        self._seat(deal, deal.offer.seeks[0], table)

    def seated(self, deal: Deal, seek: str) -> None:
        """Note that a client of this process has a place."""
        self._tell(notes.Seated(deal.offer.id, seek))
        self._seat(deal, seek)

    def _seat(self, deal: Deal, seek: str, table: str | None = None) -> None:
        if not self.is_open(deal) or self.seating is None:
            return
        deal.seated.add(seek)
        if table is not None:
            deal.table = table
            for other in deal.offer.seeks[1:]:
                if other in self._own:
                    self.seating.join(deal, other, self._own[other][1])
        if deal.complete:
            self._close(deal)

    def _close(self, deal: Deal) -> None:
        """All players have a place."""
        assert self.seating is not None
        del self._deals[deal.offer.id]
        kind, now = deal.kind, time.time()
        for entry in deal.entries:
            seek = entry.seek.id
            self._agreed.discard(seek)
            if not deal.offer.levels:
                self.waits.add(kind, now - entry.seek.since / 1000, now)
            own = self._own.pop(seek, None)
            self._in_deal.pop(seek, None)
            self._seekers.pop(seek, None)
            for process in self._others.values():
                process.entries.pop(seek, None)
            if own is not None:
                self.seating.complete(deal, seek, own[1])

    def _break(self, deal: Deal, culprit: str | None) -> None:
        """Let the others of an offer seek on."""
        if self._deals.pop(deal.offer.id, None) is None:
            return
        for entry in deal.entries:
            seek = entry.seek.id
            if self._in_deal.get(seek) is deal:
                del self._in_deal[seek]
            if seek in self._own and self.seating is not None:
                self.seating.give_up(deal, seek)
            if seek != culprit and self.find(seek) is not None:
                self._appeared([entry])

    # -- Other processes ---------------------------------------------------------------------------

    def on_lease(self) -> None:
        # Whatever the last holder was about to do has to be done here.
        self._new.update(self._free())

    def _hear(self, note: Note, process: _Process, sender: str) -> None:
        match note:
            case notes.Posted():
                if note.whole:
                    kept = {entry.seek.id for entry in note.entries}
                    self._lost(process, [seek for seek in process.entries if seek not in kept])
                fresh = [one for one in note.entries if one.seek.id not in process.entries]
                agreed = [
                    one
                    for one in note.entries
                    if process.entries.get(one.seek.id, one).seek.bots != one.seek.bots
                ]
                process.entries.update({one.seek.id: one for one in [*fresh, *agreed]})
                self._appeared(fresh)
                for one in agreed:
                    self._agree(one)
            case notes.Gone():
                self._lost(process, note.seeks)
            case notes.Beat():
                process.people = note.people
                agreed_here = sum(one.seek.bots is not None for one in process.entries.values())
                if (note.seeks, note.agreed) != (len(process.entries), agreed_here):
                    self._tell(notes.Ask(sender))
            case notes.Agreed():
                if note.seek in process.entries:
                    entry = process.entries[note.seek]
                    entry = replace(entry, seek=replace(entry.seek, bots=note.wish))
                    process.entries[note.seek] = entry
                    self._agree(entry)
            case notes.Ask():
                if note.process == self._bus.id:
                    entries = [entry for entry, _ in self._own.values()]
                    self._tell(notes.Posted(entries, whole=True))
            case notes.Offer():
                self._take(note)
            case notes.Made():
                if note.id in self._deals:
                    deal = self._deals[note.id]
                    self._seat(deal, deal.offer.seeks[0], note.table)
            case notes.Seated():
                if note.id in self._deals:
                    self._seat(self._deals[note.id], note.seek)
            case notes.Broken():
                if note.id in self._deals:
                    self._break(self._deals[note.id], note.seek)

    def _lost(self, process: _Process, seeks: Iterable[str]) -> None:
        for seek in seeks:
            if process.entries.pop(seek, None) is not None:
                deal = self._in_deal.get(seek)
                if deal is not None:
                    self._break(deal, seek)
                self._disappeared([seek])

    def _beat_note(self) -> Note:
        agreed = sum(entry.seek.bots is not None for entry, _ in self._own.values())
        return notes.Beat(len(self._own), len(self._clients), agreed)

    def _farewell(self) -> Note:
        return notes.Posted([], whole=True)

    def _forget(self, process: _Process) -> None:
        self._lost(process, list(process.entries))

    # -- Waves -------------------------------------------------------------------------------------

    def _appeared(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._seekers.setdefault(entry.seek.id, seeker_of(entry))
            self._new.add(entry.seek.id)
            self._changed[entry.seek.id] = None
            if entry.seek.bots is not None:
                self._agreed.add(entry.seek.id)
        self._fill_due = True

    def _disappeared(self, seeks: Iterable[str]) -> None:
        for seek in seeks:
            self._new.discard(seek)
            self._changed[seek] = None
        self._fill_due = True

    def _free(self) -> dict[str, Entry]:
        """Return all seeks that are not in an offer."""
        found = {seek: entry for seek, (entry, _) in self._own.items()}
        for process in self._others.values():
            found.update(process.entries)
        for seek in self._in_deal:
            found.pop(seek, None)
        return found

    def _tick_seconds(self) -> float:
        return _TICK_SECONDS

    def _look(self, now: float) -> None:
        for deal in list(self._deals.values()):
            if now > deal.until:
                self._break(deal, None)
        self._show()

    async def _work(self) -> None:
        if self._new and self._bus.holds(LOBBY):
            await self._match()
        if self._fill_due and self._bus.holds(LOBBY):
            await self._fill()

    def _show(self) -> None:
        """Send changes to the clients."""
        people = len(self._clients) + sum(one.people for one in self._others.values())
        added: list[Seek] = []
        removed: list[str] = []
        for seek in self._changed:
            entry = self.find(seek)
            if entry is not None and seek not in self._shown:
                self._shown[seek] = entry.seek
                added.append(entry.seek)
            elif entry is not None and entry.seek != self._shown[seek]:
                self._shown[seek] = entry.seek
                removed.append(seek)
                added.append(entry.seek)
            elif entry is None:
                if seek not in self._in_deal:
                    self._seekers.pop(seek, None)
                    self._agreed.discard(seek)
                if self._shown.pop(seek, None) is not None:
                    removed.append(seek)
        self._changed.clear()
        if not added and not removed and people == self._people:
            return
        self._people = people
        self._welcome = None
        frame = text_frame(_encode(LobbyChanges(added, removed, people)))
        with self._batch():
            for client in list(self._clients):
                client.send(frame)

    async def _match(self) -> None:
        free, new = self._free(), frozenset(self._new)
        self._new &= free.keys()
        seekers = {seek: self._seekers[seek] for seek in free}
        wave = await asyncio.to_thread(
            match, list(seekers.values()), time.time(), new, self._teams_of
        )
        self._new -= wave.done
        self._new &= self._seekers.keys()
        for found in wave.matches:
            if self._offer(found):
                self._matched += 1

    async def _fill(self) -> None:
        """Seat people with bots."""
        self._fill_due = False
        if not self._agreed:
            return
        seekers = {seek: self._seekers[seek] for seek in self._free()}
        agreed = {
            seek: seekers[seek].kinds[entry.seek.bots]
            for seek in self._agreed & seekers.keys()
            if (entry := self.find(seek)) is not None and entry.seek.bots is not None
        }
        found = await asyncio.to_thread(lambda: list(filling.fill(seekers.values(), agreed)))
        for group in found:
            self._offer(group)

    def _offer(self, found: Match) -> bool:
        """Offer a table to people if all are still free; bots get the seats that are left."""
        if any(self.find(seek) is None for seek in found.seekers):
            return False
        seekers = [self._seekers[seek] for seek in found.seekers]
        wishes = [seeker.kinds.index(found.kind) for seeker in seekers]
        levels = filling.levels_of(found.kind, seekers)
        offer = notes.Offer(secrets.token_urlsafe(9), list(found.seekers), wishes, levels)
        self._tell(offer)
        self._take(offer)
        return True

    def _take(self, offer: notes.Offer) -> None:
        entries = [self.find(seek) for seek in offer.seeks]
        present = [entry for entry in entries if entry is not None]
        if len(present) < len(entries):
            for seek in offer.seeks:
                if seek in self._own:
                    self._tell(notes.Broken(offer.id, seek))
                    return
            return
        deal = Deal(offer, present, time.monotonic() + _OFFER_SECONDS)
        self._deals[offer.id] = deal
        for seek in offer.seeks:
            self._in_deal[seek] = deal
            self._disappeared([seek])
        first = offer.seeks[0]
        if first in self._own and self.seating is not None:
            self.seating.make(deal, self._own[first][1])
