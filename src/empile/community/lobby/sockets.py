"""The socket ``/ws/lobby``."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from empile.community.contacts.feed import InboxFeed
from empile.community.lobby.filling import level_of, offer_seconds
from empile.community.lobby.hub import Lobby
from empile.community.lobby.kinds import full_wish, kind_of, seeker_of
from empile.community.lobby.matching import suit
from empile.community.lobby.notes import Entry
from empile.community.lobby.service import LobbyMembers, Playing
from empile.community.watching.hub import WatchedGames
from empile.server.registry import TableRegistry
from empile.server.tables.clocks.checks import check_clock
from empile.server.tables.owners import Caller
from empile.server.tables.permissions import clean_name
from empile.server.wire import messages as wire
from empile.server.wire.connection import Connection, Send
from empile.server.wire.errors import CommandError
from empile.server.wire.fast_websocket import EXTENSION
from empile.server.wire.frames import text_frame
from empile.server.wire.lobby import messages
from empile.server.wire.lobby.filling import FillSeats
from empile.server.wire.lobby.people import InboxChanged
from empile.server.wire.lobby.watching import UnwatchGames, WatchGames
from empile.server.wire.rate_limits import Bucket, Buckets

Receive = Callable[[], Awaitable[dict[str, Any]]]

_MESSAGES_PER_SECOND: Final = 5.0
_MESSAGES_AT_ONCE: Final = 20.0
_PATIENCE: Final = 100

log = logging.getLogger("empile.lobby")

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[messages.LobbyClientMessage] = msgspec.json.Decoder(
    messages.LobbyClientMessage
)


class LobbySockets:
    """``members`` are the accounts of the server, or None; ``seeks`` limits seeks by address."""

    def __init__(
        self,
        lobby: Lobby,
        registry: TableRegistry,
        members: LobbyMembers | None,
        seeks: Buckets,
        games: WatchedGames,
    ) -> None:
        self.lobby = lobby
        self.games = games
        self.registry = registry
        self.members = members
        self.seeks = seeks
        self._sessions: set[_Session] = set()

    def stop(self) -> None:
        """Close all connections."""
        for session in list(self._sessions):
            message = "the server is stopping; connect again in a moment"
            session.connection.close("stopping", message)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        session = _Session(self, scope, receive, send)
        self._sessions.add(session)
        try:
            await session.run()
        except asyncio.CancelledError:
            if not session.dropped:
                raise
        except Exception:
            log.exception("a socket of the lobby failed")
            session.connection.close("failed", "an error of the server; connect again")
        finally:
            self._sessions.discard(session)
            session.end()


class _Session:
    """One client; implements :class:`empile.community.lobby.seating.Person`."""

    def __init__(
        self, of: LobbySockets, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        limits = of.registry.settings.limits
        self.name = ""
        self.member: str | None = None
        self.dropped = False
        self._of = of
        self._scope = scope
        self._receive = receive
        self._limits = limits
        self._host: str = (scope.get("client") or ("", 0))[0]
        self._playing: Playing | None = None
        self._guest: Caller | None = None
        """The account of a guest's browser, when the last seek was posted."""
        self._entry: Entry | None = None
        self._leave_contacts: Callable[[], None] | None = None
        self._end_seek: Callable[[], None] | None = None
        self._bucket = Bucket(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        self._slowed = 0
        self._task = asyncio.current_task()
        fast_path = scope.get("extensions", {}).get(EXTENSION)
        self.connection = Connection(send, fast_path, limits.backlog_bytes, self._drop)

    # -- What seating needs ------------------------------------------------------------------------

    @property
    def caller(self) -> Caller | None:
        return self._guest if self._playing is None else self._playing.caller

    def send(self, frame: bytes) -> None:
        self.connection.send(frame)

    def tell_match(self, matched: messages.Matched) -> None:
        self._tell(matched)
        if self._playing is not None and self._of.members is not None:
            hub = self._of.members.contacts.hub
            hub.call(matched.table, matched.game, {self._playing.number: matched.names})
        self._forget_seek()

    def refused(self, error: CommandError) -> None:
        self._forget_seek()
        self._tell(messages.LobbyError(error.code, str(error), "seek", error.reason))
        is_rule = error.code == "not_allowed"
        self._tell(messages.SeekEnded("not_allowed" if is_rule else "failed"))

    def _forget_seek(self) -> None:
        self._entry = None
        if self._end_seek is not None:
            self._end_seek()
            self._end_seek = None

    # -- The connection ----------------------------------------------------------------------------

    async def run(self) -> None:
        if self._of.registry.stopping:
            self.connection.close("stopping", "the server is stopping; connect again in a moment")
            return
        try:
            first = await asyncio.wait_for(self._next(), self._limits.hello_seconds)
        except TimeoutError:
            self.connection.close("idle", "no 'hello' arrived in time")
            return
        if first is None or not await self._hello(first):
            return
        while (text := await self._next()) is not None:
            message = self._read(text)
            if message is not None:
                try:
                    await self._do(message)
                except CommandError as error:
                    about = str(message.__struct_config__.tag)
                    self._tell(messages.LobbyError(error.code, str(error), about, error.reason))

    def end(self) -> None:
        self._of.lobby.leave(self)
        self._of.games.leave(self)
        self._forget_seek()
        if self._leave_contacts is not None:
            self._leave_contacts()
        self.connection.stop()

    def _drop(self) -> None:
        self.dropped = True
        if self._task is not None:
            self._task.cancel()

    def _tell(self, message: messages.LobbyServerMessage) -> None:
        self.connection.send(text_frame(_encode(message)))

    async def _next(self) -> str | None:
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        wait = self._bucket.take()
        if wait > 0:
            self._slowed += 1
            if self._slowed > _PATIENCE:
                self.connection.close("flood", "too many messages")
                return None
            await asyncio.sleep(wait)
        return message.get("text") or ""

    def _read(self, text: str) -> messages.LobbyClientMessage | None:
        if len(text) > self._limits.message_bytes:
            most = self._limits.message_bytes
            self._tell(messages.LobbyError("too_large", f"a message may have at most {most} bytes"))
            return None
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            detail = f"not a message of the protocol: {error}"
            self._tell(messages.LobbyError("bad_message", detail))
            return None

    async def _hello(self, text: str) -> bool:
        hello = self._read(text)
        if not isinstance(hello, messages.EnterLobby):
            self.connection.close("refused", "the first message must be 'hello'")
            return False
        if hello.protocol not in (wire.PROTOCOL, None):
            message = f"this server speaks version {wire.PROTOCOL} of the protocol"
            self._tell(messages.LobbyError("outdated", message, "hello"))
            self.connection.close("outdated", message)
            return False
        try:
            self.name = clean_name(hello.name)
            if self._of.members is not None:
                self._playing = await self._of.members.enter(self._scope, hello.member)
            elif hello.member is not None:
                raise CommandError("signed_out", "this server has no accounts")
        except CommandError as error:
            self._tell(messages.LobbyError(error.code, str(error), "hello", error.reason))
            self.connection.close("refused", str(error))
            return False
        if self._playing is not None:
            self.member, self.name = self._playing.public, self._playing.name
        self._of.lobby.enter(self)
        self._open_inbox()
        return True

    def _open_inbox(self) -> None:
        """Count the client as a present member, with news of challenges, or as a guest."""
        if self._of.members is None:
            return
        contacts, playing = self._of.members.contacts, self._playing
        if playing is None:
            self._leave_contacts = contacts.hub.enter(None)
            return
        self._leave_contacts = InboxFeed(
            contacts,
            playing.number,
            playing.public,
            lambda inbox: self._tell(InboxChanged(inbox)),
        ).close

    async def _do(self, message: messages.LobbyClientMessage) -> None:
        match message:
            case messages.PostSeek():
                await self._seek(message)
            case messages.WithdrawSeek():
                self._withdraw("withdrawn")
            case messages.AcceptSeek():
                await self._accept(message)
            case FillSeats():
                self._fill(message)
            case WatchGames():
                self._of.games.enter(self)
            case UnwatchGames():
                self._of.games.leave(self)
            case messages.LobbyPing():
                self._tell(wire.Pong())
            case messages.EnterLobby():
                raise CommandError("not_now", "there was a 'hello' already")

    def _withdraw(self, reason: Literal["withdrawn", "replaced"]) -> None:
        if self._entry is None:
            return
        self._of.lobby.withdraw(self._entry.seek.id)
        self._forget_seek()
        self._tell(messages.SeekEnded(reason))

    def _fill(self, wanted: FillSeats) -> None:
        entry, lobby = self._entry, self._of.lobby
        if entry is None or lobby.find(entry.seek.id) is None:
            raise CommandError("not_now", "there is no seek, or its table is being made")
        if wanted.wish is not None and wanted.wish >= len(entry.seek.wishes):
            raise CommandError("bad_request", "'wish' must be the index of a wish")
        self._take_turn()
        lobby.fill(entry.seek.id, wanted.wish, alone=wanted.alone)

    # -- Seeks -------------------------------------------------------------------------------------

    async def _accept(self, message: messages.AcceptSeek) -> None:
        entry = self._of.lobby.find(message.seek)
        if entry is None or not 0 <= message.wish < len(entry.seek.wishes):
            raise CommandError("stale", "this seek has ended")
        wish = entry.seek.wishes[message.wish]
        await self._seek(messages.PostSeek([wish], rated=entry.seek.rated), entry)

    async def _seek(self, wanted: messages.PostSeek, other: Entry | None = None) -> None:
        self._take_turn()
        entry = await self._entry_of(wanted)
        if other is not None:
            kind = kind_of(entry.seek.wishes[0], rated=wanted.rated)
            if not suit(seeker_of(entry), seeker_of(other), kind):
                raise CommandError("not_allowed", "this seek is for other ratings or players")
            if self._of.lobby.find(other.seek.id) is None:
                raise CommandError("stale", "this seek has ended")
        self._withdraw("replaced")
        self._entry = entry
        if self._playing is not None and self._of.members is not None:
            self._end_seek = self._of.members.contacts.hub.seek(self._playing.number)
        seeker = seeker_of(entry)
        wait = self._of.lobby.waits.estimate(seeker.kinds, time.time())
        levels = [level_of(kind, [seeker.rating(kind)]) for kind in seeker.kinds]
        self._tell(messages.Seeking(entry.seek, wait, levels, offer_seconds(wait)))
        self._of.lobby.post(entry, self)

    def _take_turn(self) -> None:
        """Raise ``rate_limited`` if the address seeks too often."""
        wait = self._of.seeks.bucket(self._host).take()
        if wait > 0:
            raise CommandError("rate_limited", f"too many seeks; wait {math.ceil(wait)} s")

    async def _entry_of(self, wanted: messages.PostSeek) -> Entry:
        wishes: list[messages.Wish] = []
        for wish in wanted.wishes:
            options = {**wish.options, "players": wish.players}
            game = await self._of.registry.game_with(wish.game, options)
            check_clock(wish.clock, wish.players)
            if wanted.rated and wish.clock is None:
                raise CommandError("bad_request", "a rated game needs a clock")
            wishes.append(full_wish(wish, game))
        seek = messages.Seek(
            secrets.token_urlsafe(9),
            self.name,
            wishes,
            time.time_ns() // 1_000_000,
            rated=wanted.rated,
            below=wanted.below,
            above=wanted.above,
        )
        playing = self._playing
        if playing is None or self._of.members is None:
            if wanted.rated:
                raise CommandError("signed_out", "sign in to play rated games")
            if self._of.members is None:
                return Entry(seek, public=wanted.public)
            self._guest, avoids = await self._of.members.guest(self._scope)
            account = None if self._guest is None else self._guest.account
            return Entry(seek, account, avoids=avoids, public=wanted.public)
        found = await self._of.members.check(playing, seek)
        seek = replace(
            seek,
            member=playing.public if playing.listed else None,
            program=playing.program,
            ratings=found.ratings if playing.listed else [],
        )
        public = wanted.public and not playing.child
        return Entry(seek, playing.caller.account, found.ratings, found.avoids, public)
