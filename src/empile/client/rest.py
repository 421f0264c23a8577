"""Client of the REST interface."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Literal, Self, TypeVar
from urllib.parse import urlencode

import msgspec

from empile.client.errors import ClosedError, CommandError
from empile.client.reading import MessageReader, read_closing, read_stream_event
from empile.engine.optional_import import missing_extra
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from empile.server.wire.clocks.settings import Clock
from empile.server.wire.people import profiles, programs
from empile.server.wire.people.challenges import Challenge, ChallengePlace

try:
    import httpx
except ImportError as error:
    raise missing_extra("httpx", "client") from error

Answer = TypeVar("Answer")

_SILENT_SECONDS: Final = 40.0
"""A stream without even an empty line for so long is lost."""


class Rest:
    """A server's REST interface.

    As an asynchronous context manager it closes its connections. Methods raise
    :class:`CommandError` if the server refuses a request, and ``httpx.HTTPError`` without a
    connection.

    :param address: of the server, e.g. ``"http://localhost:8000"``.
    :param token: of a program with an account, which then makes and joins tables as its member.

    Example::

        async with Rest("http://localhost:8000") as rest:
            print([game.name for game in await rest.games()])
    """

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self._http = httpx.AsyncClient(base_url=self.address, timeout=60)

    async def games(self) -> list[schemas.GameInfo]:
        """Return the games of the server."""
        return await self._get("/api/games", list[schemas.GameInfo])

    async def check_options(
        self, game: str, options: Mapping[str, Any] | None = None
    ) -> schemas.OptionsResponse:
        """Return all options and the board that they define; the error lists all faults."""
        request = schemas.OptionsRequest(dict(options or {}))
        found = await self._post(f"/api/games/{game}/options", request, schemas.OptionsResponse)
        if found.refused is not None:
            raise _refused(found.refused)
        return found

    async def catalogue(self, game: str, language: str = "en") -> dict[str, str | dict[str, str]]:
        """Return the message of each key of a game: a text, or texts by plural category.

        Example::

            messages = await rest.catalogue("block-ness", "fr")
            print(messages["board"])
        """
        path = f"/api/games/{game}/catalogues/{language}"
        return await self._get(path, dict[str, str | dict[str, str]])

    async def make_table(
        self,
        game: str,
        places: Sequence[str | schemas.PlaceRequest],
        options: Mapping[str, Any] | None = None,
        *,
        allow_spectators: bool = True,
        hints: bool = True,
        assist: bool = False,
        listed: bool = False,
        language: str = "",
        start: Mapping[str, Any] | None = None,
        begins: int | None = None,
        clock: Clock | None = None,
        rated: bool = False,
        friendly: bool = False,
        patience: int | None = None,
    ) -> schemas.TableCreated:
        """Create a table.

        :param places: for each place ``"person"``, ``"open"``, ``"bot:LEVEL"`` or a ``PlaceRequest``.
        :param allow_spectators: allow spectators.
        :param hints: allow hints.
        :param assist: steady all hands, in games with placements by hand.
        :param listed: show the table in the list of tables, see :meth:`tables`.
        :param language: of the creator, e.g. ``"fr"``.
        :param start: the position object from which each game begins.
        :param begins: the place that begins the first game; by default it is drawn.
        :param clock: how long players may think, e.g. ``RealClock(300, 3)``.
        :param rated: count the games for ratings; this needs accounts and a clock.
        :param friendly: allow members of one account in rated games.
        :param patience: seconds until a player without a clock may be asked whether they are there.

        Example::

            made = await rest.make_table("block-ness", ["person", "bot:2"], {"variant": "expert"})
        """
        request = schemas.CreateTable(
            game=game,
            places=[_place(place) for place in places],
            options=dict(options or {}),
            allow_spectators=allow_spectators,
            hints=hints,
            assist=assist,
            listed=listed,
            language=language,
            start=None if start is None else dict(start),
            begins=begins,
            clock=clock,
            rated=rated,
            friendly=friendly,
            patience=patience,
        )
        return await self._post("/api/tables", request, schemas.TableCreated)

    async def tables(
        self,
        status: schemas.ListedStatus = "open",
        game: str | None = None,
        cursor: str | None = None,
    ) -> schemas.TableList:
        """Return a page of the tables that their creators listed, the newest first.

        :param status: ``"open"`` with a free place, or ``"playing"`` with spectators.
        :param game: the name of a game; default: all games.
        :param cursor: that of the page before; default: the first page.

        Example::

            page = await rest.tables("open", "block-ness")
            if page.tables:
                joined = await rest.join(page.tables[0].id, "Bea")
        """
        asked = {"status": status, "game": game, "cursor": cursor}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        return await self._get(f"/api/tables?{query}", schemas.TableList)

    async def find(self, code: str) -> str:
        """Return the ID of the table with a short code."""
        return (await self._get(f"/api/codes/{code}", schemas.CodeFound)).table

    async def table(self, table: str, token: str | None = None) -> wire.TableInfo:
        """Return a table without connecting to it."""
        return await self._get(f"/api/tables/{table}", wire.TableInfo, token)

    async def join(
        self, table: str, name: str = "", place: int | None = None, token: str | None = None
    ) -> schemas.JoinResponse:
        """Take an open place; a given token gains it. Programs need no ``name``."""
        request = schemas.JoinRequest(name, place)
        return await self._post(f"/api/tables/{table}/join", request, schemas.JoinResponse, token)

    async def fill(
        self,
        table: str,
        token: str,
        level: int,
        place: int | None = None,
        hand_skill: int | None = None,
    ) -> wire.TableInfo:
        """Seat a bot at an open place; ``hand_skill`` is a number."""
        request = schemas.FillRequest(level, place, hand_skill)
        return await self._post(f"/api/tables/{table}/fill", request, wire.TableInfo, token)

    async def record(
        self, table: str, token: str | None = None, game: int | None = None
    ) -> dict[str, Any]:
        """Return the record of a game, redacted for the token."""
        query = "" if game is None else f"?game={game}"
        return await self._get(f"/api/tables/{table}/record{query}", dict[str, Any], token)

    async def replay(
        self, table: str, token: str | None = None, game: int | None = None
    ) -> schemas.Replay:
        """Return the positions of a game, redacted for the token."""
        query = "" if game is None else f"?game={game}"
        return await self._get(f"/api/tables/{table}/replay{query}", schemas.Replay, token)

    async def check(self, record: Mapping[str, Any]) -> schemas.Replay:
        """Validate a record; return its positions."""
        return await self._post("/api/replays", record, schemas.Replay)

    async def move(
        self, table: str, seq: int, action: str, token: str | None = None
    ) -> schemas.LogReached:
        """Move for the seat to act; ``seq`` is the last event that led to the choice.

        Example::

            await rest.move(table, turn.seq, "d5-d7")
        """
        request = schemas.MoveRequest(seq, action)
        return await self._post(f"/api/tables/{table}/moves", request, schemas.LogReached, token)

    async def resign(
        self, table: str, place: int | None = None, token: str | None = None
    ) -> schemas.LogReached:
        """Resign the running game."""
        request = schemas.ResignRequest(place)
        path = f"/api/tables/{table}/resignation"
        return await self._post(path, request, schemas.LogReached, token)

    async def abort(self, table: str, token: str | None = None) -> schemas.LogReached:
        """End a game without effect, as long as not everybody has moved.

        Example::

            await rest.abort(table)
        """
        return await self._command(table, "abort", token)

    async def ask_presence(self, table: str, token: str | None = None) -> schemas.LogReached:
        """Ask whether the player to act is there, after the patience of a table without a clock.

        Example::

            await rest.ask_presence(table)
            ...  # as long again
            await rest.claim(table)
        """
        return await self._command(table, "presence", token)

    async def claim(self, table: str, token: str | None = None) -> schemas.LogReached:
        """End the game of a player that did not answer :meth:`ask_presence` in time."""
        return await self._command(table, "claim", token)

    async def answer(
        self, table: str, ask: int, *, yes: bool, token: str | None = None
    ) -> schemas.LogReached:
        """Answer a question of the table, such as a rematch; ``ask`` is its number."""
        request = schemas.AnswerRequest(ask, yes)
        return await self._post(f"/api/tables/{table}/answers", request, schemas.LogReached, token)

    async def say(
        self, table: str, phrase: str, place: int | None = None, token: str | None = None
    ) -> schemas.LogReached:
        """Say one of the game's phrases; ``place`` is needed if you hold several places.

        Example::

            await rest.say(table, "end.again")
        """
        request = schemas.PhraseRequest(phrase, place)
        return await self._post(f"/api/tables/{table}/phrases", request, schemas.LogReached, token)

    async def own_tables(self, cursor: str | None = None) -> profiles.TablesOfMine:
        """Return the running tables of a program, the newest first."""
        query = "" if cursor is None else f"?{urlencode({'cursor': cursor})}"
        return await self._get(f"/api/me/tables{query}", profiles.TablesOfMine)

    async def accept_challenge(self, challenge: Challenge) -> ChallengePlace:
        """Take the place that a challenge keeps for the program.

        Example::

            async for event in rest.events():
                if isinstance(event, StreamChallenge) and event.challenge.place > 0:
                    await rest.accept_challenge(event.challenge)
        """
        return await self._post(f"{_path_of(challenge)}/accept", {}, ChallengePlace)

    async def decline_challenge(self, challenge: Challenge) -> None:
        """End a challenge to the program."""
        await self._send("POST", f"{_path_of(challenge)}/decline", {})

    async def events(self) -> AsyncIterator[programs.StreamEvent]:
        """Yield what happens at the tables of a program, until the server ends the stream.

        The first events are the tables that run already. Raises :class:`ClosedError` at the end.

        Example::

            async for event in rest.events():
                if isinstance(event, StreamTurn):
                    print("my turn at", event.table)
        """
        async for line in self._lines("/api/stream/events", None):
            event = read_stream_event(line)
            if event is not None:
                yield event

    async def follow(
        self,
        table: str,
        token: str | None = None,
        *,
        since: int = 0,
        updates: Literal["full", "moves"] = "full",
    ) -> AsyncIterator[wire.ServerMessage]:
        """Yield the messages of a table, as its socket sends them, the first is ``Welcome``.

        Raises :class:`ClosedError` at the end.

        Example::

            async for message in rest.follow(table):
                print(message)
        """
        query = urlencode({"since": since, "updates": updates})
        reader = MessageReader()
        async for line in self._lines(f"/api/tables/{table}/stream?{query}", token):
            received = reader.read(line)
            if received is not None:
                yield received.message

    async def _lines(self, path: str, token: str | None) -> AsyncIterator[str]:
        headers = self._headers(token)
        timeout = httpx.Timeout(60, read=_SILENT_SECONDS)
        async with self._http.stream("GET", path, headers=headers, timeout=timeout) as response:
            if not response.is_success:
                await response.aread()
                _read(response, object)
            last = ""
            async for line in response.aiter_lines():
                if line:
                    last = line
                    if not line.startswith('{"type":"bye"'):
                        yield line
        raise ClosedError(read_closing(last))

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _get(self, path: str, kind: type[Answer], token: str | None = None) -> Answer:
        return _read(await self._http.get(path, headers=self._headers(token)), kind)

    async def _command(self, table: str, name: str, token: str | None) -> schemas.LogReached:
        return await self._post(f"/api/tables/{table}/{name}", {}, schemas.LogReached, token)

    async def _post(
        self, path: str, body: object, kind: type[Answer], token: str | None = None
    ) -> Answer:
        content = msgspec.json.encode(body)
        headers = self._headers(token)
        return _read(await self._http.post(path, content=content, headers=headers), kind)

    async def _send(self, method: str, path: str, body: object) -> None:
        """Send a request whose answer has no body."""
        content = b"" if body is None else msgspec.json.encode(body)
        headers = self._headers(None)
        response = await self._http.request(method, path, content=content, headers=headers)
        if not response.is_success:
            _read(response, object)

    def _headers(self, token: str | None) -> dict[str, str]:
        headers = {"content-type": "application/json"}
        if token is not None or self.token is not None:
            headers["authorization"] = f"Bearer {token or self.token}"
        return headers


def _path_of(challenge: Challenge) -> str:
    own = challenge.players[challenge.place]
    return f"/api/members/{own.id}/challenges/{challenge.table}"


def _read(response: httpx.Response, kind: type[Answer]) -> Answer:
    if response.is_success:
        return msgspec.json.decode(response.content, type=kind)
    try:
        problem = msgspec.json.decode(response.content, type=schemas.Problem)
    except msgspec.DecodeError:
        raise CommandError("failed", f"the server answered {response.status_code}") from None
    raise _refused(problem, _retry_after(response))


def _refused(problem: schemas.Problem, retry_after: float | None = None) -> CommandError:
    return CommandError(problem.code, problem.detail, problem.reason, problem.reasons, retry_after)


def _retry_after(response: httpx.Response) -> float | None:
    """Return the seconds to wait; a proxy may give a date (RFC 9110) or nonsense instead."""
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None


def _place(place: str | schemas.PlaceRequest) -> schemas.PlaceRequest:
    if isinstance(place, schemas.PlaceRequest):
        return place
    kind, _, level = place.partition(":")
    request = {"kind": kind, "level": int(level) if level else None}
    return msgspec.convert(request, schemas.PlaceRequest)
