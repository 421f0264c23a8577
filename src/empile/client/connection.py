"""One connection to one table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Literal, Protocol

import msgspec
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidMessage

from empile.client.errors import RefusedError
from empile.client.placing import Placement, send_hand
from empile.engine.errors import EmpileError
from empile.server import protocol as wire

_encoder = msgspec.json.Encoder()
_ASIDE = (wire.Joined, wire.Renamed, wire.Asked, wire.Answered, wire.Hinted, wire.AssistSet)
"""Events beside which a hand goes on."""
_OF_HANDS = ("reach", "trail", "let_go")
_decoder: msgspec.json.Decoder[wire.ServerMessage] = msgspec.json.Decoder(wire.ServerMessage)


class ClosedError(EmpileError):
    """The connection is over; ``bye`` is the server's last word, where it had one."""

    def __init__(self, bye: wire.Closing | None) -> None:
        super().__init__("the connection was lost" if bye is None else bye.message)
        self.bye = bye


class Way(Protocol):
    """What messages go over: a socket of a server, or lines of another program.

    Both raise ``websockets.exceptions.ConnectionClosed`` at the end.
    """

    async def send(self, message: str | bytes, /) -> None:
        """Send a message."""
        ...

    async def recv(self) -> str | bytes:
        """Return the next message."""
        ...

    async def close(self) -> None:
        """Send and take nothing any more."""
        ...


class TableConnection:
    """A table, from one of its places or from beside it; made by :func:`connect`.

    ``welcome`` is the server's first answer. ``seq`` is the last event heard of: give it to
    :func:`connect` as ``since`` to go on after a lost connection.
    """

    def __init__(self, socket: Way, welcome: wire.Welcome) -> None:
        self.welcome = welcome
        self.seq = welcome.seq
        self.table = welcome.table
        self.state = welcome.state
        """The last position sent, with ``detail="full"``."""
        self._socket = socket
        self._bye: wire.Closing | None = None

    @property
    def places(self) -> list[int]:
        """The places held."""
        return self.welcome.you.places

    async def send(self, message: wire.ClientMessage) -> None:
        """Send a message; raises :class:`ClosedError`."""
        await self.send_text(_encoder.encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Send any text; raises :class:`ClosedError`."""
        try:
            await self._socket.send(text)
        except ConnectionClosed:
            raise ClosedError(self._bye) from None

    async def receive(self) -> wire.ServerMessage:
        """Return the next message; raises :class:`ClosedError` at the end."""
        try:
            message = _decoder.decode(await self._socket.recv())
        except ConnectionClosed:
            raise ClosedError(self._bye) from None
        if isinstance(message, wire.Happened):
            self.seq = message.events[-1].seq
            self.table = message.table or self.table
            self.state = message.state or self.state
        elif isinstance(message, wire.Closing):
            self._bye = message
        return message

    async def __aiter__(self) -> AsyncIterator[wire.ServerMessage]:
        """Yield messages until the connection ends."""
        try:
            while True:
                yield await self.receive()
        except ClosedError:
            return

    async def happened(self) -> list[wire.LogEvent]:
        """Return the next events of the log; raises :class:`RefusedError` at an error."""
        while True:
            message = await self.receive()
            if isinstance(message, wire.Happened):
                return message.events
            if isinstance(message, wire.Error) and not _came_too_late(message):
                raise RefusedError(message.code, message.message, message.reason)

    async def act(self, text: str) -> list[wire.LogEvent]:
        """Move, and return what happened, the move first.

        The move is safely kept when this returns. Raises :class:`RefusedError`.
        """
        await self.send(wire.Act(self.seq, text))
        return await self.happened()

    async def hint(self) -> wire.Advice:
        """Return what a strong player would do for the seat to act, which must be an own one.

        The table is told that a hint was asked for. Raises :class:`RefusedError`: where the table
        plays without hints, among others.
        """
        await self.send(wire.Hint())
        while True:
            message = await self.receive()
            if isinstance(message, wire.Advice):
                return message
            if isinstance(message, wire.Error) and message.about == "hint":
                raise RefusedError(message.code, message.message, message.reason)

    async def place(self, placement: Placement) -> list[wire.LogEvent]:
        """Place what the own hand is waited for with; return what happened meanwhile and came of it.

        Takes as long as the hand does. Where the simulated world fails it is done once more. Raises
        :class:`RefusedError`.
        """
        heard: list[wire.LogEvent] = []
        sending = asyncio.create_task(send_hand(self.send, self.seq, placement))
        try:
            while True:
                message = await self.receive()
                if isinstance(message, wire.Happened):
                    heard += message.events
                    if not all(isinstance(event, _ASIDE) for event in message.events):
                        return heard
                elif isinstance(message, wire.Hand) and message.again:
                    sending.cancel()
                    sending = asyncio.create_task(send_hand(self.send, self.seq, placement))
                elif (
                    isinstance(message, wire.Error)
                    and message.about in _OF_HANDS
                    and not _came_too_late(message)
                ):
                    raise RefusedError(message.code, message.message, message.reason)
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


def _came_too_late(error: wire.Error) -> bool:
    """Return whether a hand did something when the game had gone on, which is told by events."""
    return error.code == "stale" and error.about in _OF_HANDS


async def connect(
    address: str,
    table: str,
    token: str | None = None,
    *,
    since: int = 0,
    detail: Literal["full", "moves"] = "full",
    origin: str | None = None,
) -> TableConnection:
    """Connect to a table of the server at ``address`` (``http://localhost:8000``).

    Raises :class:`RefusedError` where the server does not let this connection in, and ``OSError``
    or ``websockets.exceptions.InvalidStatus`` where there is no such server.
    """
    place = f"ws{address.rstrip('/').removeprefix('http')}/ws"
    headers = {} if origin is None else {"Origin": origin}
    try:
        socket = await open_socket(
            place, compression=None, additional_headers=headers, max_size=None, proxy=None
        )
    except InvalidMessage:
        raise ClosedError(None) from None
    return await enter(socket, wire.Hello(table, token, since, detail))


async def enter(socket: Way, hello: wire.Hello) -> TableConnection:
    """Say ``hello`` and wait for the welcome; what ``socket`` is refused raises as in :func:`connect`."""
    try:
        await socket.send(_encoder.encode(hello).decode())
        message = _decoder.decode(await socket.recv())
    except ConnectionClosed:
        raise ClosedError(None) from None
    except BaseException:
        await socket.close()
        raise
    if isinstance(message, wire.Welcome):
        return TableConnection(socket, message)
    await socket.close()
    if isinstance(message, wire.Error):
        raise RefusedError(message.code, message.message, message.reason)
    raise ClosedError(message if isinstance(message, wire.Closing) else None)
