"""Plays a game of a tournament at a table of a server, by accounts of programs.

Each entrant has the API token of a program, a member of the kind ``bot``. The entrant of the first
place makes the table, the others join it, and each moves for its own seat. A level without a token
is seated as the server's own bot. The server draws the seats, chance and the result.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar

import httpx

from empile.arena.errors import ArenaError, FaultError
from empile.arena.plan import Plan, Tokens
from empile.arena.program_relay import ProgramRelay
from empile.arena.result import GameResult, lost_by
from empile.arena.seats import Choosing, Watch, chooser_of, is_program, opener_of, too_slow
from empile.client.connection import TableConnection, connect
from empile.client.errors import ClosedError, CommandError
from empile.client.rest import Rest
from empile.client.tracker import GameTracker
from empile.engine.random import split
from empile.server.wire import messages as wire
from empile.server.wire.schemas import PlaceRequest, TableCreated

Answer = TypeVar("Answer")

_RETRY_SECONDS: Final = 1.0
_CLOSE_SECONDS: Final = 2.0
"""Time for the messages at the end of a game to reach a program."""


async def play_at_server(plan: Plan, tokens: Tokens, number: int, watch: Watch) -> GameResult:
    """Play game ``number``; raises :class:`ArenaError` if it fails without an entrant's fault."""
    try:
        return await _Game(plan, tokens, number, watch).play()
    except CommandError as refused:
        raise ArenaError(f"the server refused game {number}: {refused}") from refused
    except (httpx.HTTPError, OSError, ClosedError) as error:
        raise ArenaError(f"the server of game {number} is lost: {error}") from error


async def resign_at_server(plan: Plan, token: str, table: str) -> None:
    """Resign for an entrant that cannot do so itself; if the server is away, nothing happens."""
    assert plan.server is not None
    with suppress(CommandError, httpx.HTTPError):
        async with Rest(plan.server, token) as rest:
            await _patiently(lambda: rest.resign(table))


class _Game:
    def __init__(self, plan: Plan, tokens: Tokens, number: int, watch: Watch) -> None:
        assert plan.server is not None
        self._plan, self._number, self._watch = plan, number, watch
        self._tokens = tokens
        self._by_place = plan.seating(number)
        self._streams = split(plan.stream(number), 0)

    async def play(self) -> GameResult:
        made = await self._make_table()
        players = [
            _Player(self._plan, number, place, self._tokens[number] or "", made.table, self._watch)
            for place, number in enumerate(self._by_place)
            if self._tokens[number] is not None
        ]
        async with _followed(players):
            order = players[0].tracker.seats
            seats = tuple(self._by_place[place] for place in order)
            self._watch.seated(made.table, seats)
            await asyncio.gather(*(player.play() for player in players))
        events, result = await self._outcome(made.table, players[0].token)
        seconds = [0.0] * len(order)
        for player in players:
            seconds[order.index(player.place)] = round(player.seconds, 3)
        faults = [player.fault for player in players if player.fault is not None]
        if faults:
            return lost_by(self._plan, self._number, faults[0], events, seconds, seats)
        if result is None:
            raise ArenaError(f"game {self._number} was ended by somebody else: {made.table}")
        return GameResult(
            self._number, seats, tuple(result["ranks"]), events, seconds, result["scores"],
            result["reason"],
        )  # fmt: skip

    async def _make_table(self) -> TableCreated:
        """Make a table and take all places of programs."""
        plan, tokens = self._plan, self._tokens
        maker = next(n for n, one in enumerate(self._by_place) if tokens[one] is not None)
        places: list[PlaceRequest] = []
        for place, one in enumerate(self._by_place):
            if place == maker:
                places.append(PlaceRequest("person"))
            elif tokens[one] is None:
                places.append(PlaceRequest("bot", level=int(plan.entrants[one].what)))
            else:
                places.append(PlaceRequest("open"))
        async with self._rest(self._by_place[maker]) as rest:
            made = await _patiently(
                lambda: rest.make_table(plan.game, places, plan.options, hints=False)
            )
        for place, one in enumerate(self._by_place):
            if places[place].kind == "open":
                async with self._rest(one) as rest:
                    await _patiently(lambda place=place: rest.join(made.table, place=place))  # type: ignore[misc]
        return made

    @asynccontextmanager
    async def _rest(self, entrant: int) -> AsyncGenerator[Rest]:
        """Yield requests of an entrant; an error says whose they are."""
        assert self._plan.server is not None
        async with Rest(self._plan.server, self._tokens[entrant]) as rest:
            try:
                yield rest
            except CommandError as refused:
                name = self._plan.entrants[entrant].name
                raise ArenaError(f"{name}: the server refuses: {refused}") from refused

    async def _outcome(self, table: str, token: str) -> tuple[list[str], dict[str, Any] | None]:
        """Return the events of the game and its result, None after a resignation."""
        assert self._plan.server is not None
        async with Rest(self._plan.server, token) as rest:
            record = await _patiently(lambda: rest.record(table))
        return record["events"], record.get("result")


class _Player:
    """Plays for an entrant, over a connection of its own."""

    def __init__(
        self, plan: Plan, number: int, place: int, token: str, table: str, watch: Watch
    ) -> None:
        self.place = place
        self.token = token
        self.seconds = 0.0
        self.fault: FaultError | None = None
        self._plan, self._table, self._watch = plan, table, watch
        self._entrant = plan.entrants[number]
        self._stream = split(plan.stream(number), 1 + place)
        self._connection: TableConnection | None = None
        self._chooser: Choosing | None = None
        self._relay: ProgramRelay | None = None

    async def enter(self) -> None:
        """Connect to the table, at which the game has started."""
        assert self._plan.server is not None
        self._connection = await connect(self._plan.server, self._table, self.token)
        self.tracker = GameTracker(self._connection.table)
        self.tracker.take(self._connection.welcome.events, self._connection.state)
        self.seat = self.tracker.seats.index(self.place)

    async def play(self) -> None:
        """Play to the end, or to a fault, which resigns."""
        try:
            await self._begin()
            while not self.tracker.over:
                await self._step()
        except FaultError as fault:
            self.fault = fault
            if fault.kind != "resigned":
                await resign_at_server(self._plan, self.token, self._table)

    async def _begin(self) -> None:
        if not is_program(self._entrant):
            self._chooser = chooser_of(
                self.seat, self._entrant, self._stream, self._plan.time_limit, self._watch
            )
            return
        assert self._plan.server is not None
        self._relay = ProgramRelay(
            self.seat, opener_of(self._entrant, self._watch), self._plan.time_limit
        )
        await self._relay.begin(self._plan.server, self._table, self.token)

    async def _step(self) -> None:
        """Move if it is the entrant's turn, and wait for news."""
        seat = self._connection
        assert seat is not None
        mine = self.tracker.place_to_act == self.place
        began = time.monotonic()
        try:
            if not mine:
                news = await self._unless_faulty(seat.next_events())
            elif self._chooser is None:
                async with asyncio.timeout(self._plan.time_limit):
                    news = await self._unless_faulty(seat.next_events())
            else:
                event = await asyncio.to_thread(self._chooser.choose, self.tracker.state.clone())
                news = await seat.act(event.text)
        except TimeoutError:
            raise FaultError(self.seat, "timeout", too_slow(self._plan.time_limit)) from None
        except CommandError as refused:
            if refused.code != "stale":
                raise
            return
        finally:
            if mine:
                self.seconds += time.monotonic() - began
        self._take(news)

    async def _unless_faulty(self, news: Awaitable[list[wire.LogEvent]]) -> list[wire.LogEvent]:
        """Wait for news; raises :class:`FaultError` if the program fails before."""
        waiting = asyncio.ensure_future(news)
        tasks: set[asyncio.Future[Any]] = {waiting}
        if self._relay is not None:
            tasks.add(self._relay.failing)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                return waiting.result()
            assert self._relay is not None
            raise self._relay.failing.result()
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    def _take(self, news: list[wire.LogEvent]) -> None:
        assert self._connection is not None
        self.tracker.take(news, self._connection.state)
        for event in news:
            if isinstance(event, wire.Resigned) and event.place == self.place:
                raise FaultError(self.seat, "resigned", "it resigned")

    async def close(self) -> None:
        if self._relay is not None:
            await self._relay.close(_CLOSE_SECONDS if self.tracker.over else 0.0)
        if self._connection is not None:
            await self._connection.close()


@asynccontextmanager
async def _followed(players: list[_Player]) -> AsyncGenerator[None]:
    try:
        for player in players:
            await player.enter()
        yield
    finally:
        await asyncio.shield(
            asyncio.gather(*(player.close() for player in players), return_exceptions=True)
        )


async def _patiently(call: Callable[[], Awaitable[Answer]]) -> Answer:
    """Send a request, again whenever the server asks to slow down."""
    while True:
        try:
            return await call()
        except CommandError as refused:
            if refused.code != "rate_limited":
                raise
            await asyncio.sleep(refused.retry_after or _RETRY_SECONDS)
