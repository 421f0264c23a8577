"""REST routes for games, lessons, tables, records and replays."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Controller, Response, get, post
from litestar.exceptions import InternalServerException, SerializationException
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.routes import HTTPRoute
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_201_CREATED,
    HTTP_204_NO_CONTENT,
)

from empile.engine.game import Game
from empile.server.http import lessons
from empile.server.http.bodies import check_body
from empile.server.http.computing import computed, tagged
from empile.server.http.errors import Asked, host_of
from empile.server.http.json_schema import schema
from empile.server.http.options import checked, encoded_catalogue
from empile.server.http.positions import answers as positions
from empile.server.http.response_headers import PROTOCOL_HEADER, ignore_members, take_token
from empile.server.http.unknown_members import drop_unknown_members
from empile.server.monitoring import logs
from empile.server.registry import NO_TABLE, TableRegistry
from empile.server.tables import game_redaction, tokens
from empile.server.tables.commands import seating
from empile.server.tables.owners import Caller, Scope, is_api_token
from empile.server.tables.replays import (
    BYTES_PER_EVENT,
    encoded_record_seen,
    encoded_replay,
    encoded_replay_seen,
)
from empile.server.tables.room import Room
from empile.server.tables.table import GamePlayed
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from empile.server.wire.bot_settings import BotSetting
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import PROTOCOL, ErrorCode
from empile.server.wire.rate_limits import Buckets

_LARGE_BODY = 32 * 1024
MOST_NUMBER = 2**53
"""Of numbers in paths and queries, as far as JSON's are exact; stores have larger ones."""

GameNumber = Annotated[
    int | None,
    QueryParameter(
        name="game",
        ge=1,
        le=MOST_NUMBER,
        description="Number of the game at this table; default: the last one.",
    ),
]

ListedStatus = Annotated[
    schemas.ListedStatus,
    QueryParameter(description="`open`: a place is free. `playing`: a game runs."),
]
ListedGame = Annotated[
    str | None, QueryParameter(description="The name of a game; default: all games.")
]
ListCursor = Annotated[
    str | None,
    QueryParameter(
        max_length=64, description="The `cursor` of the page before; default: the first page."
    ),
]


def registry_of(request: Asked) -> TableRegistry:
    registry = request.app.state.registry
    assert isinstance(registry, TableRegistry)
    return registry


def token_of(request: Asked) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


async def before(request: Asked) -> Response[None] | None:
    """Limit all requests of an address, and check bodies before anything reads them.

    A route that takes more than some milliseconds of processor time, or much memory, declares
    ``cost=``: all of them share one limit.

    Answers ``OPTIONS``: Litestar's own handler knows only the first handler of a path.
    """
    _take(request, "reads", request.app.state.read_buckets)
    if any(isinstance(one, int) and abs(one) > MOST_NUMBER for one in request.path_params.values()):
        raise CommandError("not_found", "nothing has such a number")
    if cost := request.route_handler.opt.get("cost"):
        spend(request, cost)
    version = request.headers.get(PROTOCOL_HEADER)
    if version is not None and version != str(PROTOCOL):
        raise CommandError("outdated", f"this server speaks version {PROTOCOL} of the protocol")
    if request.method in ("POST", "PUT", "PATCH"):
        try:
            body = await request.body()
        except InternalServerException as error:  # as Litestar calls a client that has left
            raise CommandError("bad_request", "the body is incomplete") from error
        if len(body) > _LARGE_BODY:
            limit(request)  # the check takes milliseconds
            await asyncio.to_thread(check_body, body)
        else:
            check_body(body)
        await _ignore_unknown_members(request)
    elif request.method == "OPTIONS":
        return Response(None, status_code=HTTP_204_NO_CONTENT, headers={"allow": _allowed(request)})
    return None


def _allowed(request: Asked) -> str:
    template = request.scope["path_template"]
    routes = [route for route in request.app.routes if route.path_format == template]
    return ", ".join(
        sorted({name for route in routes if isinstance(route, HTTPRoute) for name in route.methods})
    )


async def _ignore_unknown_members(request: Asked) -> None:
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    try:
        # Litestar keeps the value, and converts it for the handler.
        body = await request.json()
    except SerializationException:
        return  # refused by Litestar
    ignore_members(request.scope, drop_unknown_members(body, field.annotation))


def limit(request: Asked) -> None:
    """Limit the requests of an address that compute or write something."""
    _take(request, "requests", request.app.state.buckets)


def spend(request: Asked, cost: int) -> None:
    """Limit what the costly requests of an address cost together; 1: about 10 ms of a processor."""
    _take(request, "costs", request.app.state.cost_buckets, cost)


def _take(request: Asked, policy: str, buckets: Any, tokens: int = 1) -> None:
    assert isinstance(buckets, Buckets)
    take_token(request.scope, policy, buckets.bucket(host_of(request)), tokens)


async def room_of(request: Asked, table_id: str, *, hides: bool = False) -> tuple[Room, str | None]:
    """Return a table and the hash of the request's token, or None.

    Raises ``CommandError`` if the token is of another table. With ``hides``, a table without
    spectators is unknown to whoever holds no place: what it answered would tell how its game goes.
    """
    room = await registry_of(request).fresh_room(table_id)
    logs.table_id.set(room.table.id)
    token = token_of(request)
    key = tokens.find_key(token, room.table.keys())
    hides = hides and not room.table.created.allow_spectators
    if key is None:
        caller = await caller_of(request)
        owners = registry_of(request).owners
        if caller is not None and owners is not None:
            key = await owners.key_at(caller, room.table.number)
        elif token is not None and not hides:
            raise CommandError("bad_token", "this token holds no place at this table")
    if key is None and hides:
        raise CommandError("no_table", NO_TABLE)
    return room, key


async def caller_of(request: Asked, scope: Scope | None = None) -> Caller | None:
    """Return the account of a request, or None if it is a guest's.

    Raises ``CommandError`` if the token of a program is not for this.
    """
    owners = registry_of(request).owners
    if owners is None:
        return None
    token = token_of(request)
    if token is not None and not is_api_token(token):
        return None
    caller = await owners.caller(request.scope, token)
    if caller is not None and scope is not None:
        _check_scope(caller, scope)
    return caller


async def visitor_of(request: Asked, scope: Scope) -> Caller | None:
    """Return who takes places: a caller, or a guest in a browser that an account has used.

    Unlike for :func:`caller_of`, the token of a place does not hide the account.
    """
    owners, token = registry_of(request).owners, token_of(request)
    if owners is None:
        return None
    caller = await owners.visitor(request.scope, token if is_api_token(token) else None)
    if caller is not None:
        _check_scope(caller, scope)
    return caller


def _check_scope(caller: Caller, scope: Scope) -> None:
    if not caller.allows(scope):
        raise CommandError("not_allowed", f"this token is not for '{scope}'")


async def watched_room(request: Asked, table: str) -> tuple[Room, str | None]:
    """Like :func:`room_of`. Raises ``CommandError`` if the caller may not watch."""
    room, key = await room_of(request, table)
    if key is None and not room.table.created.allow_spectators:
        raise CommandError("no_spectators", "this table has no spectators")
    return room, key


def game_of(room: Room, number: int | None) -> GamePlayed:
    played = room.table.played
    if not played or (number is not None and not 1 <= number <= len(played)):
        raise CommandError("no_table", "there is no such game at this table")
    return played[-1 if number is None else number - 1]


class Games(Controller):
    path = "/api/games"
    tags = ("games",)

    @get("/", summary="The games, with their options and the levels of their bots")
    async def list_games(self, request: Asked) -> list[schemas.GameInfo]:
        """Return all installed games."""
        return await registry_of(request).games.infos()

    @get("/preparation", summary="How far the games are compiled")
    async def preparation(self, request: Asked) -> list[schemas.GamePrepared]:
        """Return the progress of each installed game, complete if it was compiled before."""
        return registry_of(request).games.prepared()

    @post(
        "/{game:str}/options",
        summary="Check options",
        cost=1,
        errors=("no_table",),
        status_code=HTTP_200_OK,
    )
    async def check_options(
        self, request: Asked, game: FromPath[str], data: JSONBody[schemas.OptionsRequest]
    ) -> schemas.OptionsResponse:
        """Return the options and their board, or their faults."""
        limit(request)
        return await asyncio.to_thread(checked, game, data.options)

    @get(
        "/{game:str}/catalogues/{language:str}",
        summary="The messages of a game in a language",
        cost=1,
        errors=("no_table",),
    )
    async def catalogue(
        self, request: Asked, game: FromPath[str], language: FromPath[str]
    ) -> Response[Any]:
        """Return the message of each key: a text, or texts by plural category. Can be cached."""
        body, tag = await asyncio.to_thread(encoded_catalogue, game, language)
        return tagged(request, body, tag)


class Lessons(Controller):
    path = "/api/games/{game:str}/lessons"
    tags = ("lessons",)

    @get("/", summary="The lessons of a game", cost=1, errors=("no_table",))
    async def list_lessons(self, request: Asked, game: FromPath[str]) -> list[lessons.LessonInfo]:
        """Return the lessons in teaching order."""
        return await asyncio.to_thread(lessons.infos, await learnt_game(request, game))

    @get("/{lesson:str}", summary="The beginning of a lesson", cost=1, errors=("no_table",))
    async def begin(
        self, request: Asked, game: FromPath[str], lesson: FromPath[str]
    ) -> lessons.LessonStep:
        """Return the first position of a lesson, as the learner sees it."""
        learnt = await learnt_game(request, game)
        return await asyncio.to_thread(lessons.first_step, learnt, lesson)

    @post(
        "/{lesson:str}/moves",
        summary="Answer a learner's move",
        cost=1,
        errors=("no_table", "illegal", "not_now"),
        status_code=HTTP_200_OK,
    )
    async def answer(
        self,
        request: Asked,
        game: FromPath[str],
        lesson: FromPath[str],
        data: JSONBody[lessons.LessonMoves],
    ) -> lessons.LessonAnswer:
        """Check the last of the learner's moves. Nothing is stored."""
        learnt = await learnt_game(request, game)
        return await asyncio.to_thread(lessons.answer, learnt, lesson, data.moves)


class Positions(Controller):
    path = "/api/positions"
    tags = ("positions",)

    @post(
        "/",
        summary="A position without a table",
        cost=1,
        errors=("no_table", "bad_options", "bad_position", "illegal"),
        status_code=HTTP_200_OK,
    )
    async def position(
        self, request: Asked, data: JSONBody[positions.PositionRequest]
    ) -> Response[positions.PositionResponse]:
        """Play the events from the start, for puzzles and solo games. Nothing is stored."""
        limit(request)
        game = await registry_of(request).game_with(data.game, data.options, data.rules)
        return await computed(
            request,
            positions.encoded_position,
            game.rules_version,
            game.options,
            data,
            cost=len(data.moves),
        )


async def learnt_game(request: Asked, name: str) -> Game:
    limit(request)
    return await registry_of(request).game_with(name, {})


_OF_ACCOUNTS: Final[tuple[ErrorCode, ...]] = (
    "bad_token", "signed_out", "confirm", "not_yours", "not_allowed", "not_now",
)  # fmt: skip
"""What places are refused with on a server with accounts."""


class Tables(Controller):
    path = "/api"
    tags = ("tables",)

    @post(
        "/tables",
        summary="Make a table",
        errors=("no_table", "bad_options", "bad_position"),
        of_accounts=_OF_ACCOUNTS,
        status_code=HTTP_201_CREATED,
    )
    async def make(
        self, request: Asked, data: JSONBody[schemas.CreateTable]
    ) -> schemas.TableCreated:
        """Create a table. Its first game starts when no place is open."""
        limit(request)
        return await registry_of(request).make(data, await visitor_of(request, "challenge"))

    @get("/tables", summary="Open and running tables", errors=("bad_request", "no_table"))
    async def list_tables(
        self,
        request: Asked,
        status: ListedStatus = "open",
        game: ListedGame = None,
        cursor: ListCursor = None,
    ) -> schemas.TableList:
        """Return the tables that their creators listed, the newest first.

        Running tables are listed if they admit spectators. A table is listed until a day after its
        last event.
        """
        limit(request)
        return await registry_of(request).listed(status, game, cursor)

    @get("/codes/{code:str}", summary="The table of a short code", errors=("no_table",))
    async def find_code(self, request: Asked, code: FromPath[str]) -> schemas.CodeFound:
        """Return the table with a short code.

        A code is valid while a place is open or, if the table admits spectators, while the first
        game runs. Wrong codes are limited.
        """
        limit(request)
        found = await registry_of(request).table_of_code(code, host_of(request))
        return schemas.CodeFound(found)

    @get("/tables/{table:str}", summary="A table from outside", errors=("no_table", "bad_token"))
    async def info(self, request: Asked, table: FromPath[str]) -> wire.TableInfo:
        """Return the table as the caller may see it.

        Without spectators, others see neither names nor what happens.
        """
        room, key = await room_of(request, table)
        return room.info(key)

    @post(
        "/tables/{table:str}/join",
        summary="Take an open place",
        errors=("no_table", "bad_token", "no_place", "stale", "frozen"),
        of_accounts=_OF_ACCOUNTS,
        status_code=HTTP_200_OK,
    )
    async def join(
        self, request: Asked, table: FromPath[str], data: JSONBody[schemas.JoinRequest]
    ) -> schemas.JoinResponse:
        """Take an open place, adding it to the token if there is one."""
        limit(request)
        room, _ = await room_of(request, table)
        caller = await visitor_of(request, "play")
        return await registry_of(request).join(room, data, token_of(request), caller)

    @post(
        "/tables/{table:str}/fill",
        summary="Let a bot take an open place",
        errors=("no_table", "bad_token", "not_yours", "not_allowed", "no_place", "stale", "frozen"),
        status_code=HTTP_200_OK,
    )
    async def fill(
        self, request: Asked, table: FromPath[str], data: JSONBody[schemas.FillRequest]
    ) -> wire.TableInfo:
        """Seat a bot at an open place. Needs a token of the table."""
        limit(request)
        room, key = await room_of(request, table)
        await caller_of(request, "challenge")
        bot = BotSetting(data.level, data.hand_skill)
        await registry_of(request).ask(room, lambda live: seating.fill(live, key, bot, data.place))
        return room.info(key)


class Records(Controller):
    path = "/api"
    tags = ("records",)

    @get(
        "/tables/{table:str}/record",
        summary="The record of a game",
        cost=2,
        errors=("no_table", "bad_token", "bad_request", "no_spectators"),
    )
    async def record(
        self, request: Asked, table: FromPath[str], number: GameNumber = None
    ) -> Response[dict[str, Any]]:
        """Return the record as the caller may see it, complete after the game."""
        limit(request)
        room, key = await watched_room(request, table)
        snapshot = game_redaction.snapshot_of(room.table, game_of(room, number), key)
        stored = room.table.number
        return await computed(
            request, encoded_record_seen, snapshot, cost=len(snapshot.events), table=stored
        )

    @get(
        "/tables/{table:str}/replay",
        summary="A game, position by position",
        cost=2,
        errors=("no_table", "bad_token", "bad_request", "no_spectators"),
    )
    async def replay(
        self, request: Asked, table: FromPath[str], number: GameNumber = None
    ) -> Response[schemas.Replay]:
        """Return the positions of a game as the caller may see them."""
        limit(request)
        room, key = await watched_room(request, table)
        snapshot = game_redaction.snapshot_of(room.table, game_of(room, number), key)
        stored = room.table.number
        return await computed(
            request, encoded_replay_seen, snapshot, cost=len(snapshot.events), table=stored
        )

    @post(
        "/replays",
        summary="Check a record",
        cost=2,
        errors=("bad_record",),
        status_code=HTTP_200_OK,
    )
    async def check(self, request: Asked) -> Response[schemas.Replay]:
        """Validate the record in the body and return its positions."""
        limit(request)
        body = await request.body()
        return await computed(request, encoded_replay, body, cost=len(body) / BYTES_PER_EVENT)


@get("/api/protocol.json", summary="The JSON Schema of the socket's messages", tags=["protocol"])
async def protocol_schema() -> dict[str, Any]:
    """Return the JSON Schema of the WebSocket messages."""
    return schema()
