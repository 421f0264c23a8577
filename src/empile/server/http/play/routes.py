"""Routes to play over plain HTTP: a stream of what happens at a table, and commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from empile.server.http.errors import Asked
from empile.server.http.play.line_stream import LineStream
from empile.server.http.rest import (
    MOST_NUMBER,
    caller_of,
    limit,
    registry_of,
    room_of,
    watched_room,
)
from empile.server.tables.commands import abort, answer, presence, resign, say
from empile.server.tables.commands.act import act
from empile.server.tables.owners import agrees_to_rematch
from empile.server.tables.room import Command
from empile.server.tables.table import Step, Table
from empile.server.wire import schemas
from empile.server.wire.connection import Connection
from empile.server.wire.errors import CommandError
from empile.server.wire.messages import Answer, ErrorCode

SinceEvent = Annotated[
    int,
    QueryParameter(
        ge=0, le=MOST_NUMBER, description="The `seq` of the last event that the client knows."
    ),
]
Updates = Annotated[
    Literal["full", "moves"],
    QueryParameter(description="`moves` sends events only, for programs that apply the rules."),
]

_COMMAND_ERRORS: Final[tuple[ErrorCode, ...]] = (
    "no_table", "bad_token", "not_yours", "not_now", "stale", "frozen",
)  # fmt: skip


class Play(Controller):
    path = "/api/tables/{table:str}"
    tags = ("tables",)

    @get(
        "/stream",
        summary="What happens at a table",
        errors=("no_table", "bad_token", "no_spectators", "bad_request"),
    )
    async def stream(
        self,
        request: Asked,
        table: FromPath[str],
        since: SinceEvent = 0,
        updates: Updates = "full",
    ) -> LineStream:
        """Return the messages of the socket, one JSON object a line, until the client leaves.

        The first is `welcome`. The server ends the stream with `bye`. Ignore empty lines.
        """
        limit(request)
        room, key = await watched_room(request, table)
        caller = await caller_of(request)
        registry = registry_of(request)
        room = await registry.current_room(table)

        async def follow(connection: Connection) -> Callable[[], None]:
            connection.key, connection.full = key, updates == "full"
            release = None
            if registry.owners is not None and caller is not None:
                release = registry.owners.watch_token(caller, connection)

            def end() -> None:
                room.leave(connection)
                if release is not None:
                    release()

            await room.enter(connection, since)
            return end

        return LineStream(follow, registry.settings.limits.backlog_bytes)

    @post(
        "/moves",
        summary="Move",
        errors=(*_COMMAND_ERRORS, "illegal"),
        status_code=HTTP_200_OK,
    )
    async def move(
        self, request: Asked, table: FromPath[str], data: JSONBody[schemas.MoveRequest]
    ) -> schemas.LogReached:
        """Move for the seat to act, as the socket's `act` does."""
        return await _do(
            request, table, lambda key: lambda live: act(live, key, data.seq, data.action)
        )

    @post(
        "/resignation",
        summary="Resign",
        errors=_COMMAND_ERRORS,
        status_code=HTTP_200_OK,
    )
    async def resign(
        self, request: Asked, table: FromPath[str], data: JSONBody[schemas.ResignRequest]
    ) -> schemas.LogReached:
        """Resign the running game, as the socket's `resign` does."""
        return await _do(
            request,
            table,
            lambda key: _as_request(lambda live: resign.resign(live, key, data.place)),
        )

    @post(
        "/abort",
        summary="Abort a game",
        errors=_COMMAND_ERRORS,
        status_code=HTTP_200_OK,
    )
    async def abort(self, request: Asked, table: FromPath[str]) -> schemas.LogReached:
        """End the game without effect, until everybody has moved once, as the socket's `abort`."""
        return await _do(request, table, lambda key: lambda live: abort.abort(live, key))

    @post(
        "/presence",
        summary="Ask whether the player to act is there",
        errors=_COMMAND_ERRORS,
        status_code=HTTP_200_OK,
    )
    async def ask_presence(self, request: Asked, table: FromPath[str]) -> schemas.LogReached:
        """Ask after the `patience` of a table without a clock, as the socket's `ask_presence`."""
        outages = registry_of(request).outages
        return await _do(request, table, lambda key: lambda live: presence.ask(live, key, outages))

    @post(
        "/claim",
        summary="Claim the game of an absent player",
        errors=_COMMAND_ERRORS,
        status_code=HTTP_200_OK,
    )
    async def claim(self, request: Asked, table: FromPath[str]) -> schemas.LogReached:
        """End the game if no answer came within the `patience`, as the socket's `claim` does."""
        outages = registry_of(request).outages
        return await _do(
            request, table, lambda key: lambda live: presence.claim(live, key, outages)
        )

    @post(
        "/answers",
        summary="Answer a question",
        errors=_COMMAND_ERRORS,
        of_accounts=("not_allowed",),
        status_code=HTTP_200_OK,
    )
    async def answer(
        self, request: Asked, table: FromPath[str], data: JSONBody[schemas.AnswerRequest]
    ) -> schemas.LogReached:
        """Answer a question of the table, such as a rematch, as the socket's `answer` does."""
        room, key = await room_of(request, table, hides=True)
        owners = registry_of(request).owners
        wanted = Answer(data.ask, data.yes)
        if owners is not None and agrees_to_rematch(room.table, wanted):
            await owners.check_rematch(room.table, key)
        return await _do(
            request,
            table,
            lambda key: lambda live: answer.answer(live, key, data.ask, yes=data.yes),
        )

    @post(
        "/phrases",
        summary="Say a phrase",
        errors=(*_COMMAND_ERRORS, "not_allowed"),
        status_code=HTTP_200_OK,
    )
    async def say(
        self, request: Asked, table: FromPath[str], data: JSONBody[schemas.PhraseRequest]
    ) -> schemas.LogReached:
        """Say a phrase to the table, as the socket's `say` does."""
        talk = registry_of(request).settings.talk
        return await _do(
            request,
            table,
            lambda key: _as_request(lambda live: say.say(live, key, data.phrase, data.place, talk)),
        )


def _as_request(command: Command) -> Command:
    """Return a command that has the errors of requests."""

    def run(table: Table) -> list[Step]:
        try:
            return command(table)
        except CommandError as error:
            if error.code == "bad_message":  # as messages of sockets are called
                raise CommandError("bad_request", str(error)) from None
            raise

    return run


async def _do(
    request: Asked, table: str, command: Callable[[str | None], Command]
) -> schemas.LogReached:
    limit(request)
    # First: a token that is not for this says nothing of the table.
    await caller_of(request, "play")
    room, key = await room_of(request, table, hides=True)
    await registry_of(request).ask(room, command(key), by=key)
    return schemas.LogReached(room.table.seq)
