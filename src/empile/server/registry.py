"""The tables of a server: created, found, loaded and unloaded."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec

from empile.engine import discovery
from empile.engine.errors import EmpileError, OptionError, UnknownGameError
from empile.engine.game import Game
from empile.server.background import upkeep
from empile.server.background.bots import BotRunner, waits_for_bot
from empile.server.background.game_cache import GameCache
from empile.server.background.hints import HintRunner
from empile.server.bus.interface import Bus
from empile.server.metrics import Metrics
from empile.server.settings import Settings
from empile.server.store.interface import (
    Store,
    StoreFailedError,
)
from empile.server.tables import tokens
from empile.server.tables.clocks.checks import check_clock, check_rated, check_rated_join
from empile.server.tables.clocks.keeper import ClockKeeper
from empile.server.tables.clocks.outages import Outages
from empile.server.tables.code_guesses import CodeGuesses
from empile.server.tables.commands import making, seating
from empile.server.tables.commands.start import first_game
from empile.server.tables.listing import Listed, Listing
from empile.server.tables.owners import Caller, Owners
from empile.server.tables.pages import PageReader
from empile.server.tables.room import Command, OnCommitted, Room
from empile.server.tables.store_errors import store_errors
from empile.server.tables.stored import StoredTables
from empile.server.tables.table import Step, Table
from empile.server.wire import events, schemas
from empile.server.wire.bot_settings import check_assist
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import PROTOCOL
from empile.server.wire.rate_limits import Buckets

if TYPE_CHECKING:
    from empile.server.background.queue.redis import RedisQueue
    from empile.server.physics.runner import PlacementRunner

log = logging.getLogger("empile.registry")

_COMMIT_SECONDS = 0.5
"""Time for pending writes when the server stops; others are not acknowledged."""
_SEARCH_SECONDS = 1.0
"""Time for searches and simulations to end when the server stops."""
_MOST_LANGUAGE = 16
NO_TABLE = "there is no such table"


class TableRegistry:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        metrics: Metrics,
        workers: RedisQueue | None = None,
    ) -> None:
        self.settings = settings
        self.bus = bus
        self.metrics = metrics
        self.games = GameCache(settings.talk)
        self.stopping = False
        self.began = time.monotonic()
        self._store = store
        self._stored = StoredTables(store, self.games.game)
        self._bots = BotRunner(
            settings.bot_threads, settings.bot_seconds, metrics, self.games.can_search, workers
        )
        self._placements: PlacementRunner | None = None
        self.hints = HintRunner(
            settings.hint_threads, settings.limits, metrics, self.games.wait_for_search, workers
        )
        self._pages = PageReader(store, settings.limits.events_per_page)
        self._listing = Listing(store)
        self.outages = Outages(store)
        self.clocks = ClockKeeper(store, self.outages)
        self.pages_asked = Buckets(settings.limits.pages_per_second, settings.limits.pages_at_once)
        self.pages_asked.share("pages", bus.spend)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._guesses = CodeGuesses(settings.limits, bus.spend)
        self._behind: dict[int, int] = {}
        """Tables with events of other processes that are not read yet, and their last events."""
        self.owners: Owners | None = None
        """The accounts of the server, if it has any; set before tables are loaded."""
        self._chores: list[asyncio.Task[None]] = []
        metrics.gauge(
            "empile_hands",
            "Tables with a placement under way",
            lambda: 0 if self._placements is None else self._placements.running,
        )
        metrics.gauge(
            "empile_bus_connected", "Whether other processes can be reached", lambda: bus.connected
        )
        metrics.queue("bots", lambda: self._bots.waiting)
        metrics.queue("hints", lambda: self.hints.waiting)
        metrics.gauge("empile_tables", "Tables in memory", lambda: len(self._rooms))
        metrics.gauge(
            "empile_sockets", "Connections", lambda: sum(len(r.connections) for r in self.rooms)
        )

    @property
    def rooms(self) -> list[Room]:
        return list(self._rooms.values())

    @property
    def placements(self) -> PlacementRunner:
        """The runner of placements, loaded on first use."""
        if self._placements is None:
            from empile.server.physics.runner import PlacementRunner

            self._placements = PlacementRunner(
                self.settings.referee_threads, self.settings.bot_seconds, self.metrics
            )
        return self._placements

    # -- Lookup ------------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room:
        """Return a table, loaded if necessary. Raises ``CommandError`` if there is none."""
        room = self._rooms.get(table_id)
        if room is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            with store_errors():
                room = await asyncio.shield(loading)
        if room is None:
            raise CommandError("no_table", NO_TABLE)
        return room

    async def fresh_room(self, table_id: str) -> Room:
        """Like :meth:`room`, with all events, without notices of other processes.

        Other processes notify only those that have clients at the table.
        """
        room = await self.room(table_id)
        if not room.connections:
            with contextlib.suppress(StoreFailedError):  # the store logs it
                await self._catch_up(room)
        return room

    def loaded(self, table_id: str) -> Room | None:
        """Return a table if it is in memory."""
        return self._rooms.get(table_id)

    async def current_room(self, table_id: str) -> Room:
        """Like :meth:`room`, with everything that other processes stored before the call."""
        try:
            await self.look_elsewhere()
        except StoreFailedError:
            log.warning("a table is shown without looking for events of other processes")
        room = await self.room(table_id)
        # A room that was reading already may have read too early.
        stored = self._behind.get(room.table.number, 0)
        if stored > room.table.seq:
            await room.link.follow(stored)
        return room

    async def table_of_code(self, text: str, host: str) -> str:
        """Return the table of a valid short code; ``host`` guesses it.

        Raises ``CommandError`` if there is none, or if there were too many wrong codes.
        """
        counted = self._guesses.begin(host)
        code = tokens.read_code(text)
        with store_errors():
            found = await self._store.find_code(code)
        # The code in the store may be released a moment later than at the table.
        if found is None or (await self.current_room(found)).table.code != code:
            raise CommandError("no_table", "there is no table with this code")
        self._guesses.was_right(counted)
        return found

    async def listed(
        self, status: schemas.ListedStatus, game: str | None, cursor: str | None
    ) -> schemas.TableList:
        """Return a page of the tables that their creators listed. Raises ``CommandError``."""
        if game is not None and game not in discovery.game_names():
            raise CommandError("no_table", f"there is no game {game!r}")
        return await self._listing.page(self._tables, status, game, cursor, self.owners)

    async def running(self) -> list[Listed]:
        """Return the listed games that are being played. Raises ``CommandError``."""
        return await self._listing.running(self._tables)

    def _tables(self) -> list[Table]:
        return [room.table for room in self.rooms if not room.deleted]

    async def _load(self, table_id: str) -> Room | None:
        found = await self._store.find(table_id)
        if found is None:
            return None
        try:
            number = found.number
            table = await self._stored.read(table_id, number)
        except CommandError:
            raise  # its game is not installed
        except (EmpileError, msgspec.DecodeError, AssertionError) as error:
            log.exception("a table cannot be read", extra={"table": table_id})
            raise CommandError("failed", f"this table cannot be read: {error}") from error
        if found.code is None:
            table.code = None
        elif table.code is None:
            self._store.release_code(table.number)
        if self.owners is not None:
            table.members = (await self.owners.members_of([number])).get(number, {})
        room = self._open(table)
        await room.link.open()
        if table.clock is not None:
            await self.outages.ready()
        # From here on the table is known to `look_elsewhere`, but not what was found before.
        await room.catch_up()
        if _is_due(table):
            room.submit(_first_game, lambda _: None)
        return room

    def _open(self, table: Table) -> Room:
        placements = None if table.game.referee is None else self.placements
        room = Room(
            table,
            self._store,
            self._bots,
            placements,
            self.metrics,
            self._pages,
            self.settings.limits,
            self.bus,
        )
        room.owners = self.owners
        room.clocks = self.clocks
        self._rooms[table.id] = room
        return room

    # -- Creation ----------------------------------------------------------------------------------

    async def make(
        self,
        wanted: schemas.CreateTable,
        caller: Caller | None = None,
        *,
        matched: bool = False,
        calls: bool = False,
    ) -> schemas.TableCreated:
        """Create a table. Its first game starts when no place is open.

        Strangers do not see open places of a ``matched`` table. If it ``calls`` its players, the clocks
        wait until all have come.
        """
        game = await self._game_wanted(wanted)
        await asyncio.to_thread(making.check_start, game, wanted)
        check_clock(wanted.clock, len(wanted.places))
        token = tokens.new_token()
        key = tokens.key_of(token)
        takers = await making.takers_of_new(self.owners, wanted, caller, key, matched=matched)
        check_rated(wanted, takers)
        places = making.stored_places(game, wanted.places, key, takers)
        check_assist(game, on=wanted.assist)
        if len(wanted.language) > _MOST_LANGUAGE:
            raise CommandError("bad_request", "'language' must be a short tag such as fr")
        table = await self._stored.create(game, wanted, places, matched=matched, calls=calls)
        code = table.code
        if takers and self.owners is not None:
            await self.owners.own(table.number, takers, key)
            table.members = {place: taker.seated() for place, taker in takers.items()}
        room = self._open(table)
        await room.link.open()
        self.metrics.tables_made.inc()
        if _is_due(table):
            await self.ask(room, _first_game)
        return schemas.TableCreated(table.id, code, token, table.places_of(key))

    async def _game_wanted(self, wanted: schemas.CreateTable) -> Game:
        options = dict(wanted.options)
        count = len(wanted.places)
        if options.setdefault("players", count) != count:
            raise CommandError("bad_options", f"{options['players']} players need as many places")
        return await self.game_with(wanted.game, options)

    async def game_with(
        self, name: str, options: dict[str, Any], rules_version: int | None = None
    ) -> Game:
        """Return a compiled game. Raises ``CommandError`` if there is none with these options."""
        try:
            return await self.games.game(name, options, rules_version)
        except UnknownGameError as error:
            raise CommandError("no_table", str(error)) from None
        except OptionError as error:
            raise CommandError.of_options(error) from None

    # -- Commands ----------------------------------------------------------------------------------

    async def ask(
        self,
        room: Room,
        plan: Command,
        on_committed: OnCommitted | None = None,
        by: str | None = None,
    ) -> None:
        """Run a command at a table and wait until it is stored. Raises ``CommandError``."""
        answer: asyncio.Future[CommandError | None] = asyncio.get_running_loop().create_future()

        def done(error: CommandError | None) -> None:
            if not answer.done():
                answer.set_result(error)

        room.submit(plan, done, by=by, on_committed=on_committed)
        error = await answer
        if error is not None:
            raise error

    async def join(
        self,
        room: Room,
        wanted: schemas.JoinRequest,
        token: str | None,
        caller: Caller | None = None,
    ) -> schemas.JoinResponse:
        """Take an open place with ``token`` if it belongs to the table, else with a new token."""
        table = room.table
        key = tokens.find_key(token, table.keys())
        if key is None or token is None:
            token = tokens.new_token()
            key = tokens.key_of(token)
        holder = key
        taker = await making.taker_of_join(self.owners, table, wanted, caller, key)
        place = wanted.place
        if self.owners is not None:
            place = await self.owners.place_for(table.number, taker, place)
        taken: list[int] = []

        def plan(table: Table) -> list[Step]:
            check_rated_join(table, taker)
            steps = seating.join(table, holder, wanted.name, place, taker)
            joined = steps[0].entry
            assert isinstance(joined, events.Joined)
            taken[:] = [joined.place]
            return steps

        def on_committed(_: int) -> None:
            if taker is not None:
                # Before the others see the new player.
                table.members = {**table.members, taken[0]: taker.seated()}

        await self.ask(room, plan, on_committed)
        if taker is not None and self.owners is not None:
            await self.owners.own(table.number, {taken[0]: taker}, key)
        return schemas.JoinResponse(token, table.places_of(key))

    # -- Background tasks --------------------------------------------------------------------------

    def open(self) -> None:
        """Start background tasks: compile games, watch the store, unload idle tables."""
        if self.settings.warm:
            self.games.prepare()
        self._chores = [
            asyncio.create_task(self.bus.start()),
            asyncio.create_task(upkeep.unload(self)),
            asyncio.create_task(upkeep.watch(self, self.settings.watch_seconds)),
            asyncio.create_task(upkeep.prune(self, self.settings.prune_seconds)),
            asyncio.create_task(self.outages.watch()),
            asyncio.create_task(self.clocks.watch(self.room, self._stored.mark_waiting)),
        ]

    def unload_idle(self) -> None:
        """Unload tables that have not been followed for a while."""
        old = time.monotonic() - self.settings.idle_seconds
        for room in self.rooms:
            followed = room.connections or room.listeners or waits_for_bot(room)
            if not followed and not room.busy and room.left_at < old:
                self._unload(room)

    async def prune(self) -> int:
        """Delete old tables; return how many."""
        settings = self.settings
        deleted = await self._store.prune(settings.keep_unplayed_ms, settings.keep_games_ms)
        await self._stored.count_codes()
        return deleted

    async def look_elsewhere(self) -> None:
        """Read what other processes stored, and forget deleted tables."""
        changes = await self._store.changed_elsewhere()
        self._behind |= changes.appended
        self._listing.mark(changes)
        for room in self.rooms:
            number = room.table.number
            if room.deleted or number in changes.deleted:
                self._dismiss(room)
            elif self._behind.get(number, 0) > room.table.seq:
                await self._catch_up(room)
        loaded = {room.table.number: room.table.seq for room in self.rooms}
        self._behind = {
            number: seq for number, seq in self._behind.items() if seq > loaded.get(number, seq)
        }

    async def _catch_up(self, room: Room) -> None:
        try:
            await room.catch_up()
        except StoreFailedError:
            raise
        except Exception:
            self._behind.pop(room.table.number, None)
            log.exception("a table cannot be brought up to date", extra={"table": room.table.id})

    def _dismiss(self, room: Room) -> None:
        """Unload a deleted table."""
        for connection in list(room.connections):
            connection.close("deleted", "this table was deleted")
        self._unload(room)
        self._listing.forget(room.table.number)

    def _unload(self, room: Room) -> None:
        if room.placements is not None:
            room.placements.forget(room)
        self.clocks.forget(room)
        room.link.close()
        self._rooms.pop(room.table.id, None)
        self._listing.put(room.table)

    async def shutdown(self) -> None:
        """Finish pending writes and close all connections."""
        self.stopping = True
        self.games.stop()
        for chore in self._chores:
            chore.cancel()
        deadline = time.monotonic() + _COMMIT_SECONDS
        while any(room.busy for room in self.rooms) and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        for room in self.rooms:
            for connection in list(room.connections):
                connection.close("stopping", "the server is stopping; connect again in a moment")

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await chore
        runners = [self.hints.close(), self._bots.close()]
        if self._placements is not None:
            runners.append(self._placements.close())
        try:
            async with asyncio.timeout(_SEARCH_SECONDS):
                await asyncio.gather(*runners)
        except TimeoutError:
            log.warning("stopped while a search or a simulation was running")
        await self.clocks.close()
        await self.bus.close()
        await self._store.close()

    async def health(self) -> dict[str, Any]:
        status = "stopping" if self.stopping else "ok"
        if not self.stopping and not await self._store.accepts_writes():
            status = "failing"
        return {
            "status": status,
            "protocol": PROTOCOL,
            "tables": len(self._rooms),
            "up_seconds": round(time.monotonic() - self.began, 3),
        }


def _is_due(table: Table) -> bool:
    return table.status == "gathering" and all(place.kind != "open" for place in table.places)


def _first_game(table: Table) -> list[Step]:
    if table.status != "gathering":
        raise CommandError("not_now", "the game has already started")
    return first_game(table)
