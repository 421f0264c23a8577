"""A WebSocket connection to a table."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Literal, Protocol
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from empile.client.errors import ClosedError, CommandError
from empile.client.merging import merged
from empile.client.placement import Placement, send_hand
from empile.client.reading import MessageReader, Received
from empile.engine.optional_import import missing_extra
from empile.server.wire import messages as wire
from empile.server.wire.messages import PROTOCOL

try:
    from websockets.asyncio.client import ClientConnection
    from websockets.asyncio.client import connect as open_socket
    from websockets.exceptions import ConnectionClosed, InvalidMessage
except ImportError as error:
    raise missing_extra("websockets", "client") from error

_encoder = msgspec.json.Encoder()
_ASIDE = (
    wire.Joined,
    wire.Renamed,
    wire.Asked,
    wire.Answered,
    wire.Hinted,
    wire.AssistSet,
    wire.Arrived,
    wire.Said,
)
"""Events during a placement."""
_OF_HANDS = ("grasp", "hand_path", "release")
_RETRY_SECONDS = 0.3


class Way(Protocol):
    """A transport; methods raise ``websockets.exceptions.ConnectionClosed`` at the end."""

    async def send(self, message: str | bytes, /) -> None:
        """Send a message."""
        ...

    async def recv(self) -> str | bytes:
        """Return a message."""
        ...

    async def close(self) -> None:
        """Close."""
        ...


class TableConnection:
    """A connection to a table, as a player or spectator; returned by :func:`connect`.

    ``welcome`` is the server's first answer, ``seq`` the last event received: pass it as ``since``
    to :func:`connect` after a lost connection. Methods raise :class:`ClosedError`.
    """

    def __init__(
        self,
        socket: Way,
        welcome: wire.Welcome,
        since: int = 0,
        reader: MessageReader | None = None,
    ) -> None:
        self.welcome = welcome
        self.seq = welcome.seq
        self.table = welcome.table
        self.state = welcome.state
        """The current game, with ``updates="full"``."""
        self.clocks = welcome.clocks
        """The clocks when the last message with them arrived; see :meth:`time_left`."""
        self._clocks_at = time.monotonic()
        self._socket = socket
        self._since = since
        self._reader = reader or MessageReader()
        self._heard: deque[Received] = deque()
        """Messages that arrived while older events were read."""
        self._bye: wire.Closing | None = None

    @property
    def places(self) -> list[int]:
        """The places that the token holds."""
        return self.welcome.you.places

    def time_left(self, seat: int) -> float | None:
        """Return the seconds that a seat has left, or None without a clock.

        Those of the seat whose clock runs include the time for this move alone.

        Example::

            left = connection.time_left(connection.state.to_act)
            seconds = 1.0 if left is None else left / 30
        """
        clocks = self.clocks
        if clocks is None:
            return None
        left: float = clocks.left[seat]
        if seat == clocks.running:
            passed = 1000 * (time.monotonic() - self._clocks_at)
            left += clocks.own - max(0, passed - clocks.starts_in)
        return max(0.0, left / 1000)

    async def send(self, message: wire.ClientMessage) -> None:
        """Send a message."""
        await self.send_text(_encoder.encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Send raw text."""
        try:
            await self._socket.send(text)
        except ConnectionClosed:
            raise ClosedError(self._bye) from None

    async def receive(self) -> wire.ServerMessage:
        """Return the next message."""
        message, seq = self._heard.popleft() if self._heard else await self._next()
        if isinstance(message, wire.Update):
            self.seq = self.seq if seq is None else seq
            self.table = message.table or self.table
            self.state = merged(self.state, message)
            if message.clocks is not None:
                self.clocks, self._clocks_at = message.clocks, time.monotonic()
        return message

    async def _next(self) -> Received:
        try:
            received = None
            while received is None:
                received = self._reader.read(await self._socket.recv())
        except ConnectionClosed:
            raise ClosedError(self._bye) from None
        if isinstance(received.message, wire.Closing):
            self._bye = received.message
        return received

    async def read_older(self) -> None:
        """Add the events between ``since`` and those of ``welcome`` to ``welcome``."""
        while self.welcome.has_more and self.welcome.events:
            first = self.welcome.events[0].seq
            await self.send(wire.Older(first))
            answer = await self._older_answer()
            if answer is None:
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            if not answer.events:  # another game has started
                self.welcome = replace(self.welcome, events=[], has_more=False)
                return
            events = [event for event in answer.events if event.seq > self._since]
            self.welcome = replace(
                self.welcome,
                events=[*events, *self.welcome.events],
                events_before=answer.events_before,
                has_more=answer.has_more and len(events) == len(answer.events),
            )

    async def _older_answer(self) -> wire.OlderEvents | None:
        """Return the answer to ``older``, or None if the server asks to slow down."""
        while True:
            received = await self._next()
            message = received.message
            if isinstance(message, wire.OlderEvents):
                return message
            if isinstance(message, wire.Error) and message.about == "older":
                if message.code == "rate_limited":
                    return None
                raise CommandError(message.code, message.detail, message.reason)
            self._heard.append(received)

    async def __aiter__(self) -> AsyncIterator[wire.ServerMessage]:
        """Yield messages until the end."""
        try:
            while True:
                yield await self.receive()
        except ClosedError:
            return

    async def next_events(self) -> list[wire.LogEvent]:
        """Return the next events. Raises :class:`CommandError`."""
        while True:
            message = await self.receive()
            if isinstance(message, wire.Update):
                return message.events
            if isinstance(message, wire.Error) and not _is_minor(message):
                raise CommandError(message.code, message.detail, message.reason)

    async def act(self, text: str) -> list[wire.LogEvent]:
        """Make a move, e.g. ``"d5-d7"``; return its events once stored. Raises :class:`CommandError`."""
        await self.send(wire.Act(self.seq, text))
        heard: list[wire.LogEvent] = []
        while all(isinstance(event, wire.Said | wire.Arrived) for event in heard):
            heard += await self.next_events()
        return heard

    async def say(self, phrase: str, place: int | None = None) -> None:
        """Say one of the game's phrases; the event ``said`` follows, unless it is too much.

        ``place`` is needed if you hold several places.

        Example::

            await seat.say("play.nice")
        """
        await self.send(wire.Say(phrase, place))

    async def hint(self) -> wire.Advice:
        """Return advice for your seat to act; all players see the request.

        Raises :class:`CommandError`, e.g. at tables without hints.
        """
        await self.send(wire.Hint())
        while True:
            message = await self.receive()
            if isinstance(message, wire.Advice):
                return message
            if isinstance(message, wire.Error) and message.about == "hint":
                raise CommandError(message.code, message.detail, message.reason)

    async def place(self, placement: Placement) -> list[wire.LogEvent]:
        """Place in real time; return the events until the outcome. Raises :class:`CommandError`.

        Repeats failed simulations.

        Example::

            path = straight((0, 0, 300), (0, 0, 150), seconds=1)
            events = await seat.place(Placement(seat.state.pending_ruling.grips[0], 0, path))
        """
        heard: list[wire.LogEvent] = []
        sending = asyncio.create_task(send_hand(self.send, self.seq, placement))
        try:
            while True:
                message = await self.receive()
                if isinstance(message, wire.Update):
                    heard += message.events
                    if not all(isinstance(event, _ASIDE) for event in message.events):
                        return heard
                elif isinstance(message, wire.PlacementFrame) and message.restarted:
                    sending.cancel()
                    sending = asyncio.create_task(send_hand(self.send, self.seq, placement))
                elif (
                    isinstance(message, wire.Error)
                    and message.about in _OF_HANDS
                    and not _is_late(message)
                ):
                    raise CommandError(message.code, message.detail, message.reason)
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def close(self) -> None:
        """Close the connection."""
        await self._socket.close()

    async def __aenter__(self) -> TableConnection:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def _is_minor(error: wire.Error) -> bool:
    return _is_late(error) or error.about == "say"


def _is_late(error: wire.Error) -> bool:
    return error.code == "stale" and error.about in _OF_HANDS


async def connect(
    address: str,
    table: str,
    token: str | None = None,
    *,
    since: int = 0,
    updates: Literal["full", "moves"] = "full",
    origin: str | None = None,
    complete: bool = True,
) -> TableConnection:
    """Connect to a table.

    :param token: None to watch.
    :param since: last event already known; later ones are in ``welcome``.
    :param updates: ``"full"`` includes positions, ``"moves"`` only events.
    :param origin: ``Origin`` header.
    :param complete: read all events of the game into ``welcome``, as a :class:`GameTracker` needs
        them. Otherwise it has the last ones only if there are many.
    :raises CommandError: the server refuses; ``outdated`` if it needs another version of this
        library.
    :raises OSError: no connection; or ``websockets.exceptions.InvalidStatus``.

    Example::

        async with await connect("http://localhost:8000", table, token) as seat:
            print(seat.welcome.table)
    """
    socket = await open_table_socket(address, table, origin)
    seat = await enter(socket, wire.Hello(table, token, since, updates, PROTOCOL))
    if complete:
        try:
            await seat.read_older()
        except BaseException:
            await seat.close()
            raise
    return seat


async def open_table_socket(
    address: str, table: str, origin: str | None = None
) -> ClientConnection:
    """Open a socket for a table, without a hello; raises :class:`ClosedError` and ``OSError``."""
    # Proxies may choose the process by the table.
    place = f"ws{address.rstrip('/').removeprefix('http')}/ws?table={quote(table, safe='')}"
    headers = {} if origin is None else {"Origin": origin}
    try:
        return await open_socket(
            place, compression=None, additional_headers=headers, max_size=None, proxy=None
        )
    except InvalidMessage:
        raise ClosedError(None) from None


async def enter(socket: Way, hello: wire.Hello) -> TableConnection:
    """Exchange hello and welcome; raises :class:`CommandError` and :class:`ClosedError`."""
    reader = MessageReader()
    try:
        await socket.send(_encoder.encode(hello).decode())
        received = None
        while received is None:
            received = reader.read(await socket.recv())
    except ConnectionClosed:
        raise ClosedError(None) from None
    except BaseException:
        await socket.close()
        raise
    message = received.message
    if isinstance(message, wire.Welcome):
        return TableConnection(socket, message, hello.since, reader)
    await socket.close()
    if isinstance(message, wire.Error):
        raise CommandError(message.code, message.detail, message.reason)
    raise ClosedError(message if isinstance(message, wire.Closing) else None)
