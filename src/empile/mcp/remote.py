"""A table at an Empile server, followed in the background by the client library."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import httpx
from msgspec import UNSET
from websockets.exceptions import WebSocketException

from empile.bots.analysis import Analysis, analyse
from empile.bots.analysis_results import DepthName
from empile.client.connection import TableConnection, connect
from empile.client.errors import ClosedError, CommandError
from empile.client.rest import Rest
from empile.client.tracker import GameTracker
from empile.engine.contracts.json_views import without_picture
from empile.engine.game import State
from empile.engine.match import Match
from empile.engine.record import Record
from empile.engine.text.addresses import split_address
from empile.envs.text.observation import Observer, Settings
from empile.mcp.errors import RequestError
from empile.mcp.table import MOST_MOVES, Table, read_move
from empile.mcp.texts import analysis_text, value_text
from empile.mcp.work import TICK_SECONDS, Tell, Work, Workers
from empile.server.wire import messages as wire

Answer = TypeVar("Answer")

WAIT_SECONDS: Final = 20.0
"""How long a request waits for the turn of the client."""
ANSWER_SECONDS: Final = 20.0
"""How long a request waits for the server."""
_RETRY_SECONDS: Final = 1.0
_ENDINGS: Final = {
    UNSET: "a player resigned",
    "aborted": "it was called off before everybody had moved",
    "time": "a player ran out of time",
    "absence": "a player did not answer",
}
_LOST = (ClosedError, OSError, WebSocketException)
_CODE = re.compile(r"[A-Za-z0-9]{1,10}")


class RemoteTable(Table):
    """Places at a table of a server. Open one by :func:`join`."""

    def __init__(self, address: str, table: str, token: str, workers: Workers) -> None:
        self._rest = Rest(address)
        self._id, self._token, self._workers = table, token, workers
        self._connection: TableConnection | None = None
        self._tracker: GameTracker | None = None
        self._resigned: dict[int, int] = {}
        self._ending = ""
        """Why the last game ended, if its rules did not end it."""
        self._log: list[str] = []
        """What happened since the client's last move, in games with hidden information."""
        self._news = asyncio.Event()
        self._advice: asyncio.Future[wire.Advice] | None = None
        self._failure = ""
        self._following = asyncio.create_task(self._follow())

    # -- Following -----------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Follow the table until it is closed; connect again after a loss."""
        while True:
            try:
                async with await connect(self._rest.address, self._id, self._token) as connection:
                    self._failure = ""
                    self._begin(connection)
                    async for message in connection:
                        self._take(message)
            except CommandError as refused:
                self._fail(f"The server refuses: {refused}.")
                return
            except _LOST as error:
                self._fail(f"The connection to the server is lost: {error}.")
            except Exception as error:
                self._fail(f"The table cannot be followed: {error}.")
                return
            await asyncio.sleep(_RETRY_SECONDS)

    def _begin(self, connection: TableConnection) -> None:
        tracker = GameTracker(connection.table)
        self._connection, self._tracker = connection, tracker
        self._resigned, self._log = {}, []
        self._events(connection.welcome.events)

    def _take(self, message: wire.ServerMessage) -> None:
        if isinstance(message, wire.Update):
            self._events(message.events)
        elif self._advice is not None and not self._advice.done():
            if isinstance(message, wire.Advice):
                self._advice.set_result(message)
            elif isinstance(message, wire.Error) and message.about == "hint":
                self._advice.set_exception(RequestError(f"No hint: {message.detail}."))

    def _events(self, events: Sequence[wire.LogEvent]) -> None:
        connection, tracker = self._followed()
        for event in events:
            match event:
                case wire.Started():
                    self._resigned, self._log = {}, []
                case wire.Moved(seat=seat, text=text):
                    if seat in self._own_seats():
                        self._log.clear()
                    self._log.append(f"- {self._observer().names[seat]}: `{text}`")
                case wire.ChanceResolved(text=text):
                    self._log.append(f"- `{text}`")
                case wire.Resigned(place=place) | wire.Flagged(place=place):
                    if place in tracker.seats:
                        self._resigned[tracker.seats.index(place)] = len(tracker.texts)
                case wire.Over(reason=reason):
                    self._ending = _ENDINGS[reason]
                case _:
                    pass
            tracker.take([event], connection.state)
        self._changed()

    def _fail(self, why: str) -> None:
        self._failure = why
        if self._advice is not None and not self._advice.done():
            self._advice.set_exception(RequestError(why))
        self._changed()

    def _changed(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    # -- What the client sees ------------------------------------------------------------------

    def introduction(self) -> str:
        """Return the game, its options and who plays."""
        connection, tracker = self._followed()
        names = [_name(place) for place in connection.table.places]
        lines = [f"A table of the server {self._rest.address}, places: {', '.join(names)}."]
        if tracker.seats:
            lines.insert(0, self._observer().introduction(self._seat()))
        return " ".join(lines)

    async def observe(self, tell: Tell) -> str:
        """Return what the client sees, at its turn if possible."""
        await self._wait(tell)
        connection, tracker = self._followed()
        lost = f"{self._failure}\n\n" if self._failure else ""
        if not tracker.seats:
            code = connection.table.code
            return f"{lost}The table waits for players" + (
                f", its code is {code}." if code else "."
            )
        if tracker.place_at_work in connection.places:
            lost += "You must place a block by hand, which needs the page of the server.\n\n"
        if self._log and tracker.game.imperfect_information:
            lost += "\n".join(["## Events since your last move", "", *self._log, "", ""])
        match = await self._match()
        if match is None:
            return f"{lost}It is not your turn. Call observe to wait for it."
        text = lost + self._observer().turn(match, self._seat(), self._resigned, None)
        if tracker.over and not match.state.is_terminal():
            text = f"The game is over: {self._ending}.\n\n{text}"
        return text

    async def view(self, tell: Tell) -> dict[str, Any]:
        """Return the position as JSON data."""
        await self._wait(tell)
        _, tracker = self._started()
        if tracker.seen is not None:
            return without_picture(tracker.seen.position)
        return tracker.match.state.view(self._seat())

    async def svg(self) -> str:
        """Return the position as SVG."""
        await self._ready()
        match = await self._match()
        if match is None:
            raise RequestError("The board cannot be drawn now: call observe to wait for your turn.")
        return match.state.to_svg(self._seat())

    async def legal_moves(self, tell: Tell) -> Sequence[str]:
        """Return the legal moves."""
        await self._wait(tell)
        self._check_turn()
        return self._state().legal_texts()

    async def record(self) -> dict[str, Any]:
        """Return the record, redacted until the end."""
        await self._ready()
        return await _asked(self._rest.record(self._id, self._token))

    # -- Moves ---------------------------------------------------------------------------------

    async def act(self, move: str, tell: Tell) -> str:
        """Play a move; return it in exact notation."""
        await self._wait(tell)
        self._check_turn()
        connection, _ = self._followed()
        _, text = read_move(move, self._state())
        reached = await _asked(self._rest.move(self._id, connection.seq, text, self._token))
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                while self._followed()[0].seq < reached.seq and not self._failure:
                    await self._news.wait()
        return text

    async def resign(self, tell: Tell) -> None:
        """Resign."""
        await self._ready()
        if self._followed()[1].over:
            raise RequestError("The game is over.")
        places = self._followed()[0].places
        place = places[0] if len(places) > 1 else None
        await _asked(self._rest.resign(self._id, place, self._token))

    async def close(self) -> None:
        """Stop following the table; the client keeps its place there."""
        self._following.cancel()
        await asyncio.gather(self._following, return_exceptions=True)
        await self._rest.close()

    # -- Searches ------------------------------------------------------------------------------

    async def hint(self, seconds: float, tell: Tell) -> str:
        """Ask the server, which decides whether the table has hints."""
        await self._wait(tell)
        self._check_turn()
        connection, tracker = self._followed()
        if self._advice is not None:
            raise RequestError("A hint is already on its way.")
        self._advice = asyncio.get_running_loop().create_future()
        try:
            await connection.send(wire.Hint())
            async with asyncio.timeout(seconds + ANSWER_SECONDS):
                found = await self._advice
        except TimeoutError:
            raise RequestError("The server gave no hint in time.") from None
        except ClosedError as error:
            raise RequestError(f"The connection to the server is lost: {error}.") from None
        finally:
            self._advice = None
        sides = len(set(tracker.game.teams))
        moves = [f"{move.text} ({value_text(move.value, sides)})" for move in found.others]
        others = f"\nOthers: {', '.join(moves)}" if moves else ""
        return f"Best move: {found.best.text} ({value_text(found.best.value, sides)}){others}"

    async def analyse(self, depth: DepthName, tell: Tell) -> str:
        """Analyse a finished game; during a game this would be a way around the table's rules."""
        await self._ready()
        if not self._followed()[1].over:
            raise RequestError("Games at a server can be analysed once they are over.")
        record = Record.from_dict(await self.record())

        def found(work: Work) -> Analysis | None:
            last: Analysis | None = None
            for last in analyse(record, depth=depth, stop=work.is_stopped, threads=1):
                work.progress = last.progress
            return last

        analysis = await self._workers.run(found, tell)
        if analysis is None:
            raise RequestError("The analysis was stopped.")
        moves = [index for index, (_, event) in enumerate(record.replay()) if event.seat >= 0]
        return analysis_text(analysis, record.seats, moves)

    # -- Parts ---------------------------------------------------------------------------------

    async def _ready(self) -> None:
        """Wait for the first connection; raises :class:`RequestError` without one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                while self._tracker is None and not self._failure:
                    await self._news.wait()
        if self._tracker is None:
            raise RequestError(self._failure or "The server does not answer.")

    async def _wait(self, tell: Tell) -> None:
        """Wait for a while for the client's turn or the end of the game."""
        await self._ready()
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while not self._is_due() and (waited := loop.time() - begun) < WAIT_SECONDS:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(TICK_SECONDS, WAIT_SECONDS - waited)):
                    await self._news.wait()
                    continue
            await tell((loop.time() - begun) / WAIT_SECONDS)

    def _is_due(self) -> bool:
        connection, tracker = self._followed()
        due = {tracker.place_to_act, tracker.place_at_work} & set(connection.places)
        return tracker.over or bool(self._failure) or bool(due)

    def _check_turn(self) -> None:
        connection, tracker = self._followed()
        if tracker.over:
            raise RequestError("The game is over.")
        if self._failure:
            raise RequestError(self._failure)
        if tracker.place_to_act not in connection.places:
            raise RequestError("It is not your turn: call observe to wait for it.")

    def _followed(self) -> tuple[TableConnection, GameTracker]:
        if self._connection is None or self._tracker is None:
            raise RequestError(self._failure or "The server does not answer.")
        return self._connection, self._tracker

    def _own_seats(self) -> list[int]:
        connection, tracker = self._followed()
        return [seat for seat, place in enumerate(tracker.seats) if place in connection.places]

    def _seat(self) -> int:
        """Return the seat to act if it is the client's, else its first one."""
        connection, tracker = self._started()
        if tracker.place_to_act in connection.places:
            return tracker.seats.index(tracker.place_to_act)
        return self._own_seats()[0]

    def _started(self) -> tuple[TableConnection, GameTracker]:
        connection, tracker = self._followed()
        if not tracker.seats:
            raise RequestError("The game has not started: the table waits for players.")
        return connection, tracker

    def _state(self) -> State:
        """Return the state at the client's turn."""
        _, tracker = self._started()
        return tracker.state

    async def _match(self) -> Match | None:
        """Return a match that ends with the position; None if the view does not define one.

        With hidden information it has no events before the end of the game, when the server gives
        the full record.
        """
        _, tracker = self._started()
        if not tracker.game.imperfect_information:
            return tracker.match
        if tracker.over:
            record = Record.from_dict(await self.record())
            match = Match(tracker.game, record.load_game().start_state(record.start))
            for text in record.events:
                match.play(text)
            return match
        assert tracker.seen is not None
        if tracker.seen.to_act is None:
            return None
        view = without_picture(tracker.seen.position)
        return Match(tracker.game, tracker.game.presenter.state_from_view(view))

    def _observer(self) -> Observer:
        _, tracker = self._followed()
        return Observer(tracker.game, Settings(position="text", most_moves=MOST_MOVES))


async def join(
    server: str, table: str, name: str, account: str | None, workers: Workers
) -> RemoteTable:
    """Take an open place at a table, given by its code, ID or address.

    :param account: the API token of a program with an account
    :raises RequestError: the server refuses or does not answer, or the address is another server's

    Example: ``await join("http://localhost:8000", "KTPW", "Claude", None, workers)``.
    """
    async with Rest(server, account) as rest:
        table_id = await _table_id(rest, table.strip())
        joined = await _asked(rest.join(table_id, "" if account else name))
    return RemoteTable(rest.address, table_id, account or joined.token, workers)


async def _table_id(rest: Rest, table: str) -> str:
    if "://" in table:
        server, asked = urlsplit(rest.address), split_address(table)
        if asked is None or (asked.scheme, asked.netloc) != (server.scheme, server.netloc):
            raise RequestError(f"Only tables of {rest.address} can be joined.")
        return asked.path.rpartition("/")[2]
    if _CODE.fullmatch(table):
        return await _asked(rest.find(table.upper()))
    return table


async def _asked(answer: Awaitable[Answer]) -> Answer:
    """Return an answer of the server; raises :class:`RequestError` with its reason."""
    try:
        return await answer
    except CommandError as refused:
        text = str(refused).rstrip(".")
        raise RequestError(f"The server refuses: {text}.") from refused
    except httpx.HTTPError as error:
        raise RequestError(f"The server does not answer: {error}.") from error


def _name(place: wire.PlaceInfo) -> str:
    mine = " (you)" if place.mine else ""
    if place.kind == "bot":
        return f"bot level {place.level}{mine}"
    return f"{place.name or place.kind}{mine}"
