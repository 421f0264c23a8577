"""The ``/ws`` endpoint: decodes messages and passes them on as commands."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs

import msgspec
from msgspec import UNSET

from empile.server.monitoring import logs
from empile.server.registry import TableRegistry
from empile.server.tables import tokens
from empile.server.tables.commands import (
    answer,
    presence,
    rematch,
    resign,
    resume,
    ruling,
    say,
    seating,
    takeback,
    takeover,
)
from empile.server.tables.commands.abort import abort
from empile.server.tables.commands.act import act
from empile.server.tables.owners import agrees_to_rematch, is_api_token
from empile.server.tables.room import Command, Room
from empile.server.wire import messages as wire
from empile.server.wire.bot_settings import BotSetting
from empile.server.wire.connection import Connection, Send
from empile.server.wire.errors import CommandError
from empile.server.wire.fast_websocket import EXTENSION, FastPath
from empile.server.wire.rate_limits import Bucket, address_group
from empile.server.wire.reading import read_known, read_message

if TYPE_CHECKING:
    from empile.server.physics.client_input import PlacementInput

Receive = Callable[[], Awaitable[dict[str, Any]]]

log = logging.getLogger("empile.sockets")

_NOTICE_SECONDS = 10.0
"""Shortest time between two notices that messages are delayed."""

_MOST_WARNED = 50
"""Limit of the ignored members that are reported to a client."""


class Sockets:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        fast_path = scope.get("extensions", {}).get(EXTENSION)
        host, _ = scope.get("client") or ("", 0)
        session = _Session(self._registry, receive, send, fast_path, host, scope)
        try:
            await session.run()
        except asyncio.CancelledError:
            if not session.dropped:
                raise
        except Exception:
            session.fail()
        finally:
            session.end()


def _table_of(scope: dict[str, Any]) -> str | None:
    query: bytes = scope.get("query_string", b"")
    try:
        found = parse_qs(query.decode("latin-1"), max_num_fields=20) if query else {}
    except ValueError:
        return None
    return found.get("table", [None])[0]


class _Session:
    def __init__(
        self,
        registry: TableRegistry,
        receive: Receive,
        send: Send,
        fast_path: FastPath | None,
        host: str,
        scope: dict[str, Any],
    ) -> None:
        limits = registry.settings.limits
        self.dropped = False
        self._registry = registry
        self._limits = limits
        self._most_bytes = limits.message_bytes
        self._receive = receive
        self._fast_path = fast_path
        self._host = host
        self._table = _table_of(scope)
        """The table in the address of the socket, if it names one."""
        self._scope = None if registry.owners is None else scope
        """With the headers that identify the account; until `hello`."""
        self._task = asyncio.current_task()
        self._waiting = False
        """Whether the task waits for a message and none is queued."""
        self._connection = Connection(send, fast_path, limits.backlog_bytes, self._drop)
        self._connection.group = address_group(host)
        self._bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self._slowed = 0
        self._warned: set[tuple[str, str]] = set()
        """Types of messages, with their ignored members, that were reported to the client."""
        self._noticed_at = -math.inf
        self._room: Room | None = None
        self._release: Callable[[], None] | None = None
        """Called at the end of a program's connection."""
        self._older: asyncio.Task[None] | None = None
        """Sends a page of older events."""
        self._checks: set[asyncio.Task[None]] = set()
        """Ask accounts before commands are submitted."""

    def _drop(self) -> None:
        if self._fast_path is not None:
            self._fast_path.fail("too_slow", "your connection does not keep up with the table")
        self.dropped = True
        self._waiting = False
        if self._task is not None:
            self._task.cancel()

    def fail(self) -> None:
        log.exception("a socket failed")
        self._registry.metrics.failures.labels("socket").inc()
        self._connection.close("failed", "an error of the server; connect again")

    def end(self) -> None:
        failed_as = None if self._fast_path is None else self._fast_path.failed_as()
        reason = failed_as or self._connection.closed_as or "client"
        self._registry.metrics.sockets_closed.labels(reason).inc()
        if self._room is not None:
            self._room.leave(self._connection)
        for task in (self._older, *self._checks):
            if task is not None:
                task.cancel()
        if self._release is not None:
            self._release()
        self._connection.stop()

    async def run(self) -> None:
        connection = self._connection
        if self._registry.stopping:
            connection.close("stopping", "the server is stopping; connect again in a moment")
            return
        try:
            first = await asyncio.wait_for(self._next(), self._limits.hello_seconds)
        except TimeoutError:
            connection.close("idle", "no 'hello' arrived in time")
            return
        if first is None or not await self._hello(first):
            return
        if self._fast_path is not None:
            self._fast_path.listen(self._take)
        while True:
            text = await self._next()
            if text is None:
                return
            self._handle(text)

    def _take(self, text: str) -> bool:
        """Handle a message at once, unless another is queued or the rate limit applies."""
        if not self._waiting:
            return False
        if self._bucket.take() > 0:
            self._bucket.give_back()
            return False
        if self._slowed and self._bucket.rested:
            self._slowed = 0
        try:
            self._handle(text)
        except Exception:
            self.fail()
        return True

    def _handle(self, text: str) -> None:
        if self._registry.stopping:
            return  # the connection is about to be closed
        message: wire.ClientMessage | None
        try:
            message = read_known(text) if len(text) <= self._most_bytes else None
        except (msgspec.DecodeError, RecursionError):
            message = None
        if message is None:
            message = self._read(text)  # reports what is wrong
        if type(message) is wire.Act and self._room is not None:  # most messages
            self._act(self._room, message)
        elif message is not None:
            self._do(message)

    def _act(self, room: Room, message: wire.Act) -> None:
        key = self._connection.key
        lag = 0
        if room.table.clock is not None and self._fast_path is not None:
            lag = round(1000 * self._fast_path.round_trip())
        room.submit(
            lambda table: act(table, key, message.seq, message.action),
            self._answer_act,
            by=key,
            lag=lag,
        )

    def _answer_act(self, error: CommandError | None) -> None:
        self._answer("act", error)

    async def _next(self) -> str | None:
        """Return the next message within the rate limit, or None at the end."""
        self._waiting = True
        message = await self._receive()
        self._waiting = False
        if message["type"] != "websocket.receive":
            return None
        wait = self._bucket.take()
        if wait > 0:
            self._slowed += 1
            self._notice_delay()
            if self._slowed > self._limits.patience:
                self._connection.close("flood", "too many messages")
                return None
            await asyncio.sleep(wait)
        elif self._slowed and self._bucket.rested:
            self._slowed = 0
        return message.get("text") or ""

    def _notice_delay(self) -> None:
        now = time.monotonic()
        if now - self._noticed_at >= _NOTICE_SECONDS:
            self._noticed_at = now
            self._send_error("rate_limited", "too many messages; they are being delayed")

    def _read(self, text: str) -> wire.ClientMessage | None:
        if len(text) > self._most_bytes:
            self._send_error("too_large", f"a message may have at most {self._most_bytes} bytes")
            return None
        try:
            message, ignored = read_message(text)
        except msgspec.DecodeError as error:
            self._send_error("bad_message", f"not a message of the protocol: {error}")
        except RecursionError:
            self._send_error("bad_message", "not a message of the protocol: nested too deeply")
        else:
            if ignored:
                self._warn(cast(str, message.__struct_config__.tag), ignored)
            return message
        return None

    def _warn(self, about: str, ignored: list[str]) -> None:
        new = [name for name in ignored if (about, name) not in self._warned]
        if new and len(self._warned) < _MOST_WARNED:
            self._warned.update((about, name) for name in new)
            self._connection.tell(wire.Warning(about, new))

    async def _hello(self, text: str) -> bool:
        """Handle the first message. Returns whether the connection stays open."""
        hello = self._read(text)
        if not isinstance(hello, wire.Hello):
            if hello is not None:
                self._send_error("bad_hello", "the first message must be 'hello'")
            self._connection.close("refused", "the first message must be 'hello'")
            return False
        if self._table not in (None, hello.table):
            message = "the address of the socket names another table than 'hello'"
            self._send_error("bad_hello", message, "hello")
            self._connection.close("refused", message)
            return False
        if hello.protocol not in (wire.PROTOCOL, UNSET):
            message = (
                f"this server speaks version {wire.PROTOCOL} of the protocol: "
                "reload the page, or update the program"
            )
            self._send_error("outdated", message, "hello")
            self._connection.close("outdated", message)
            return False
        try:
            room = await self._registry.current_room(hello.table)
        except CommandError as error:
            self._answer("hello", error)
            self._connection.close("refused", str(error))
            return False
        key = tokens.find_key(hello.token, room.table.keys())
        by_account = self._scope is not None and (not hello.token or is_api_token(hello.token))
        if key is None and by_account:
            try:
                key = await self._key_of_account(hello, room)
            except CommandError as error:
                self._answer("hello", error)
                self._connection.close("refused", str(error))
                return False
        elif key is None and hello.token:
            # A wrong token does not make a spectator, or the page would wait forever.
            self._send_error("bad_token", "this token holds no place at this table", "hello")
            self._connection.close("refused", "this token holds no place at this table")
            return False
        if key is None and not room.table.created.allow_spectators:
            self._send_error("no_spectators", "this table has no spectators", "hello")
            self._connection.close("refused", "this table has no spectators")
            return False
        logs.table_id.set(room.table.id)
        if room.table.created.clock is not None and self._fast_path is not None:
            self._fast_path.measure()
        self._scope = None
        self._connection.key = key
        self._connection.full = hello.updates != "moves"
        if hello.updates == "none":
            room.show(self._connection)
            self._connection.close("answered", "this connection asked for no updates")
            return False
        self._room = room
        try:
            await room.enter(self._connection, max(0, hello.since), whole=hello.protocol is UNSET)
        except CommandError as error:
            self._answer("hello", error)
            self._connection.close("outdated", str(error))
            return False
        return True

    async def _key_of_account(self, hello: wire.Hello, room: Room) -> str | None:
        """Return the key of the places of the account that is signed in, or of a program's token."""
        owners, scope = self._registry.owners, self._scope
        assert owners is not None
        assert scope is not None
        caller = await owners.caller(scope, hello.token or None)
        member = hello.member or None
        if caller is None:
            if member is not None:
                raise CommandError("signed_out", "you are not signed in")
            return None
        if not caller.allows("play"):
            raise CommandError("not_allowed", "this token is not for 'play'")
        self._release = owners.watch_token(caller, self._connection)
        key = await owners.key_at(caller, room.table.number, member)
        if key is None and member is not None:
            raise CommandError("not_yours", "this member holds no place at this table")
        return key

    @cached_property
    def _placement_input(self) -> PlacementInput:
        return self._registry.placements.input_of(self._connection, self._limits)

    # -- Commands --------------------------------------------------------------------------------

    def _do(self, message: wire.ClientMessage) -> None:
        room = self._room
        assert room is not None
        kind = message.__struct_config__.tag
        assert isinstance(kind, str)
        if isinstance(message, wire.Ping):
            self._connection.tell(wire.Pong())
            return
        if isinstance(message, wire.Hello):
            self._send_error("not_now", "this connection has said 'hello' already", "hello")
            return
        if isinstance(message, wire.Older):
            self._send_older(room, message)
            return
        if isinstance(message, wire.Hint):
            self._registry.hints.ask(
                room, self._connection, lambda error: self._answer(kind, error)
            )
            return
        if isinstance(message, wire.PlacementMessage):
            self._placement_input.take(room, message, lambda error: self._answer(kind, error))
            return
        owners = self._registry.owners
        if (
            isinstance(message, wire.Rematch | wire.Answer)
            and owners is not None
            and agrees_to_rematch(room.table, message)
        ):
            check = owners.check_rematch(room.table, self._connection.key)
            self._submit_checked(check, room, message, kind)
            return
        if isinstance(message, wire.Rename) and owners is not None and room.table.members:
            check = owners.check_rename(room.table, self._connection.key)
            self._submit_checked(check, room, message, kind)
            return
        self._submit(room, message, kind)

    def _submit_checked(
        self, check: Awaitable[None], room: Room, message: wire.ClientMessage, kind: str
    ) -> None:
        async def submit() -> None:
            try:
                await check
            except CommandError as error:
                self._answer(kind, error)
            else:
                self._submit(room, message, kind)

        task = asyncio.create_task(submit())
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)

    def _submit(self, room: Room, message: wire.ClientMessage, kind: str) -> None:
        room.submit(
            self._plan(message, room),
            lambda error: self._answer(kind, error),
            by=self._connection.key,
            allow_frozen=isinstance(message, wire.Resume),
        )

    def _send_older(self, room: Room, message: wire.Older) -> None:
        busy = self._older is not None or self._connection.is_behind
        if busy or not self._registry.pages_asked.allow(self._host):
            self._send_error("rate_limited", "too many events asked for; wait a moment", "older")
            return

        async def send() -> None:
            try:
                await room.send_older(self._connection, message.before, message.count)
            except Exception:
                log.exception("the log of table %s cannot be shown", room.table.id)
                self._send_error("failed", "these events cannot be shown", "older")
            finally:
                self._older = None

        self._older = asyncio.create_task(send())

    def _plan(self, message: wire.ClientMessage, room: Room) -> Command:
        key = self._connection.key
        match message:
            case wire.Takeback():
                return lambda table: takeback.takeback(table, key)
            case wire.Answer(ask=ask, yes=yes):
                return lambda table: answer.answer(table, key, ask, yes=yes)
            case wire.ProposeRuling(seq=seq, outcome=text, confirmed=sure):
                return lambda table: ruling.judge(table, key, seq, text, sure=sure)
            case wire.ConfirmRuling(seq=seq):
                return lambda table: ruling.begin(table, key, seq)
            case wire.Resign(place=place):
                return lambda table: resign.resign(table, key, place)
            case wire.Abort():
                return lambda table: abort(table, key)
            case wire.AskPresence():
                return lambda table: presence.ask(table, key, self._registry.outages)
            case wire.Claim():
                return lambda table: presence.claim(table, key, self._registry.outages)
            case wire.Rematch():
                return lambda table: rematch.rematch(table, key, room.present)
            case wire.Takeover(place=taken, level=level, hand_skill=hand_skill):
                bot = BotSetting(level, hand_skill)
                return lambda table: takeover.takeover(table, key, taken, bot, room.present)
            case wire.Retake():
                return lambda table: takeover.retake(table, key)
            case wire.Rename(name=name, place=place):
                return lambda table: seating.rename(table, key, name, place)
            case wire.Say(phrase=phrase, place=place):
                talk = self._registry.settings.talk
                return lambda table: say.say(table, key, phrase, place, talk)
            case wire.Resume():
                return lambda table: resume.resume(table, key)
            case (
                wire.Hello()
                | wire.Act()
                | wire.Ping()
                | wire.Older()
                | wire.Hint()
                | wire.Grasp()
                | wire.HandPath()
                | wire.Release()
                | wire.SetAssist()
            ):
                raise AssertionError("answered already")

    def _answer(self, about: str, error: CommandError | None) -> None:
        if error is not None:
            self._tell(wire.Error(error.code, str(error), about, error.reason, self._last_seq()))

    def _send_error(self, code: wire.ErrorCode, message: str, about: str | None = None) -> None:
        self._tell(wire.Error(code, message, about, None, self._last_seq()))

    def _tell(self, error: wire.Error) -> None:
        self._registry.metrics.refused("socket", error.code)
        self._connection.tell(error)

    def _last_seq(self) -> int | None:
        return None if self._room is None else self._room.table.seq
