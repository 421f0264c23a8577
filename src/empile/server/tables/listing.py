"""The tables that their creators listed, from their logs alone.

Tables in memory are read directly, others from the store: those created since, and those to which
another process appended. Whether a table is listed never changes.
"""

from __future__ import annotations

import asyncio
import copy
import heapq
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec
from msgspec import UNSET

from empile.engine.discovery import game_class
from empile.engine.errors import UnknownGameError
from empile.server.store.interface import Changes, Row, Store, StoreFailedError
from empile.server.tables.owners import Owners
from empile.server.tables.store_errors import store_errors
from empile.server.tables.table import Place, SeatedMember, Table
from empile.server.wire import events, schemas
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import ListedStatus

PAGE: Final = 50
SHOWN_MS: Final = 24 * 3600 * 1000
"""How long a table is shown after its last event."""
_REFRESH_SECONDS: Final = 0.5
_ROWS_AT_ONCE: Final = 1000
_PLAYED: Final = (b'{"kind":"move"', b'{"kind":"chance"')

log = logging.getLogger("empile.listing")


class Listing:
    """The listed tables of a store. It reads the store when it is first asked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ids: dict[int, str] = {}
        """The listed tables that are known, by number."""
        self._shown: dict[int, Listed] = {}
        """Those of them that are open or playing."""
        self._behind: set[int] = set()
        """Numbers of tables with rows that are not read yet."""
        self._searched = 0
        """The last number of a table that was searched for."""
        self._refresh_after = 0.0
        self._refreshing = asyncio.Lock()

    def put(self, table: Table) -> None:
        """Take the state of a table in memory."""
        if not table.created.listed:
            return
        self._ids[table.number] = table.id
        known = self._shown.get(table.number)
        if known is None or known.seq < table.seq:
            self._show(table.number, Listed.of(table))

    def mark(self, changes: Changes) -> None:
        """Take notice of what other processes changed."""
        self._behind |= changes.appended.keys() & self._ids.keys()
        for number in changes.deleted:
            self.forget(number)

    def forget(self, number: int) -> None:
        """Drop a deleted table."""
        self._ids.pop(number, None)
        self._shown.pop(number, None)
        self._behind.discard(number)

    async def page(
        self,
        loaded: Callable[[], Iterable[Table]],
        status: ListedStatus,
        game: str | None = None,
        cursor: str | None = None,
        owners: Owners | None = None,
    ) -> schemas.TableList:
        """Return a page of tables; ``loaded`` returns those in memory. Raises ``CommandError``.

        Names of members that ``owners`` deleted are hidden at once, whichever process did it.
        """
        after = None if cursor is None else _read_cursor(cursor)
        await self._update(loaded)
        found = heapq.nsmallest(
            PAGE + 1,
            (
                one
                for one in self._shown.values()
                if one.status == status
                and game in (None, one.created.game)
                and (after is None or one.order > after)
            ),
            key=lambda one: one.order,
        )
        more = len(found) > PAGE
        shown = found[:PAGE]
        numbers = [one.number for one in shown]
        members = {} if owners is None else await owners.members_of(numbers)
        return schemas.TableList(
            [one.seen(status, members.get(one.number, {})) for one in shown],
            found[PAGE - 1].cursor if more else None,
        )

    async def running(self, loaded: Callable[[], Iterable[Table]]) -> list[Listed]:
        """Return all games that are being played; ``loaded`` returns those in memory."""
        await self._update(loaded)
        return [one for one in self._shown.values() if one.status == "playing"]

    async def _update(self, loaded: Callable[[], Iterable[Table]]) -> None:
        with store_errors():
            await self._refresh()
        for table in loaded():
            self.put(table)
        oldest = _now_ms() - SHOWN_MS
        for number in [number for number, one in self._shown.items() if one.at < oldest]:
            del self._shown[number]

    async def _refresh(self) -> None:
        """Read what the store has gained, at most every half a second."""
        async with self._refreshing:
            if time.monotonic() < self._refresh_after:
                return
            await self._search()
            for number in list(self._behind):
                await self._read(number)
            self._refresh_after = time.monotonic() + _REFRESH_SECONDS

    async def _search(self) -> None:
        oldest = _now_ms() - SHOWN_MS
        while True:
            found, last = await self._store.listed_after(self._searched)
            if last is None:
                return
            for table in found:
                if table.number not in self._ids:
                    self._ids[table.number] = table.id
                    if table.last >= oldest:
                        self._behind.add(table.number)
            self._searched = last

    async def _read(self, number: int) -> None:
        # Discarded first: an append of another process during the read marks it again.
        self._behind.discard(number)
        known = self._shown.get(number)
        listed = None if known is None else copy.deepcopy(known)
        try:
            rows = await self._store.rows_after(number, listed.seq if listed else 0, _ROWS_AT_ONCE)
            while rows and number in self._ids:
                listed = listed or Listed(number, self._ids[number], _first(rows[0]))
                for row in rows:
                    listed.take(row)
                rows = await self._store.rows_after(number, listed.seq, _ROWS_AT_ONCE)
        except StoreFailedError:
            self._behind.add(number)
            raise
        except (msgspec.DecodeError, ValueError):
            log.exception("a table cannot be listed", extra={"table": self._ids.get(number)})
            self._shown.pop(number, None)
            return
        now = self._shown.get(number)
        # The table may have been loaded, changed and deleted during the read.
        if listed is not None and number in self._ids and (now is None or now.seq < listed.seq):
            self._show(number, listed)

    def _show(self, number: int, listed: Listed) -> None:
        if listed.status is None or not _is_installed(listed.created):
            self._shown.pop(number, None)
        else:
            self._shown[number] = listed


class Listed:
    """What the list shows of a table, from its log."""

    def __init__(
        self, number: int, table_id: str, created: events.Created[events.StoredPlace]
    ) -> None:
        self.number = number
        self.id = table_id
        self.created = created
        self.places = [Place.stored(place) for place in created.places]
        self.games = 0
        self.over = self.frozen = False
        self.seq = 1
        self.at = created.at

    @classmethod
    def of(cls, table: Table) -> Listed:
        listed = cls(table.number, table.id, table.created)
        listed.places = [copy.copy(place) for place in table.places]
        listed.games = len(table.played)
        listed.over = bool(table.played) and table.played[-1].over
        listed.frozen = table.failure is not None
        listed.seq, listed.at = table.seq, table.at
        return listed

    def take(self, row: Row) -> None:
        self.seq, self.at = row.seq, row.at
        if row.body.startswith(_PLAYED):
            return
        entry = events.decode(row.body, row.seq, row.at)
        match entry:
            case events.Started():
                self.games += 1
                self.over = False
            case events.Over():
                self.over = True
            case events.Frozen():
                self.frozen = True
            case events.Resumed():
                self.frozen = False
            case (
                events.Joined()
                | events.Filled()
                | events.Renamed()
                | events.TakenOver()
                | events.Retaken()
            ):
                self.places[entry.place].take(entry)
            case _:
                pass

    @property
    def status(self) -> ListedStatus | None:
        """The status in the list; None if the table is not shown."""
        if self.frozen or self.over:
            return None
        if any(place.kind == "open" for place in self.places):
            return None if self.created.matched else "open"
        return "playing" if self.games and self.created.allow_spectators else None

    @property
    def order(self) -> tuple[int, str]:
        return -self.created.at, self.id

    @property
    def cursor(self) -> str:
        return f"{self.created.at}.{self.id}"

    def seen(
        self, status: ListedStatus, members: Mapping[int, SeatedMember]
    ) -> schemas.ListedTable:
        created = self.created
        return schemas.ListedTable(
            id=self.id,
            game=created.game,
            rules=created.rules,
            options=created.options,
            status=status,
            places=[
                self._place(place, members.get(number)) for number, place in enumerate(self.places)
            ],
            created_at=created.at,
            game_number=self.games,
            language=created.language,
            allow_spectators=created.allow_spectators,
            hints=created.hints,
            clock=created.clock or UNSET,
            rated=created.rated or UNSET,
        )

    def _place(self, place: Place, member: SeatedMember | None) -> schemas.ListedPlace:
        is_hidden = not self.created.allow_spectators or (member is not None and member.deleted)
        name = "" if is_hidden else place.name
        return schemas.ListedPlace(
            place.kind, name, place.level, place.hand_skill, program=place.program or UNSET
        )


def _first(row: Row) -> events.Created[events.StoredPlace]:
    created = events.decode(row.body, row.seq, row.at)
    if not isinstance(created, events.Created):
        raise ValueError("the log does not start with the creation of the table")
    return created


def _is_installed(created: events.Created[events.StoredPlace]) -> bool:
    try:
        game_class(created.game, created.rules)
    except UnknownGameError:
        return False
    return True


def _read_cursor(text: str) -> tuple[int, str]:
    made, dot, table_id = text.partition(".")
    if not (dot and made.isascii() and made.isdigit() and len(made) <= 15):
        raise CommandError("bad_request", "'cursor' must be the one of an earlier page")
    return -int(made), table_id


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
