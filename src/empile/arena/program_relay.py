"""Connects a program of a tournament to a table of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from empile.arena.errors import FaultError, FaultKind
from empile.arena.seats import START_SECONDS
from empile.arena.subprocess_io import MessageStream, MessageTooLongError, StreamClosedError
from empile.arena.table import BYE, BadMessageError, read_message
from empile.client.connection import open_table_socket
from empile.server.wire import messages as wire

_ERROR: Final = '{"type":"error"'
_WELCOME: Final = '{"type":"welcome"'
_OVER: Final = '"kind":"over"'
_GARBAGE: Final = ("bad_message", "too_large")

_encoder = msgspec.json.Encoder()


class ProgramRelay:
    """Passes messages on between a program and a socket of its own, and watches for faults."""

    def __init__(
        self, seat: int, opened: Callable[[], Awaitable[MessageStream]], time_limit: float
    ) -> None:
        self.failing: asyncio.Future[FaultError] = asyncio.get_running_loop().create_future()
        """Done once the program has failed."""
        self._seat, self._open, self._limit = seat, opened, time_limit
        self._stream: MessageStream | None = None
        self._socket: ClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._over = asyncio.Event()

    async def begin(self, server: str, table: str, token: str) -> None:
        """Start the program and let it enter the table; raises :class:`FaultError`."""
        try:
            async with asyncio.timeout(START_SECONDS):
                self._stream = await self._open()
                hello = read_message(await self._stream.receive())
        except TimeoutError:
            raise self._fault("timeout", f"no hello in {START_SECONDS:g} s") from None
        except StreamClosedError as error:
            raise self._fault("crash", str(error)) from None
        except (MessageTooLongError, BadMessageError) as error:
            raise self._fault("garbage", str(error)) from None
        if not isinstance(hello, wire.Hello):
            raise self._fault("garbage", "the first message must be a hello")
        self._socket = await open_table_socket(server, table)
        own = wire.Hello(table, token, hello.since, hello.updates, wire.PROTOCOL)
        await self._socket.send(_encoder.encode(own).decode())
        self._tasks = [
            asyncio.create_task(self._to_program(self._stream, self._socket)),
            asyncio.create_task(self._to_server(self._stream, self._socket)),
        ]

    async def _to_program(self, stream: MessageStream, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):  # the connection of the tournament notices it, too
            while True:
                text = str(await socket.recv())
                if text.startswith(_WELCOME):
                    text = self._with_time(text)
                stream.send(text.encode())
                if text.startswith(_ERROR):
                    self._note(msgspec.json.decode(text, type=wire.Error))
                elif _OVER in text:
                    self._over.set()

    def _with_time(self, text: str) -> str:
        welcome: dict[str, Any] = msgspec.json.decode(text)
        return _encoder.encode({**welcome, "time": wire.TimeLimit(self._limit)}).decode()

    def _note(self, error: wire.Error) -> None:
        if error.about == "act" and error.code == "illegal":
            self._fail("illegal", error.detail)
        elif error.code in _GARBAGE:
            self._fail("garbage", error.detail)

    async def _to_server(self, stream: MessageStream, socket: ClientConnection) -> None:
        try:
            while True:
                line = await stream.receive()
                match read_message(line):
                    case wire.Act() | wire.Ping() | wire.Resign():
                        await socket.send(line.decode())
                    case message:
                        about = str(message.__struct_config__.tag)
                        refusal = wire.Error(
                            "not_now", "this message is not available in a tournament", about
                        )
                        stream.send(_encoder.encode(refusal))
        except ConnectionClosed:
            pass
        except StreamClosedError as error:
            self._fail("crash", str(error))
        except (MessageTooLongError, BadMessageError) as error:
            self._fail("garbage", str(error))

    def _fail(self, kind: FaultKind, why: str) -> None:
        if not self.failing.done():
            self.failing.set_result(self._fault(kind, why))

    def _fault(self, kind: FaultKind, why: str) -> FaultError:
        if self._stream is None:
            return FaultError(self._seat, kind, why)
        return FaultError(self._seat, kind, why, *self._stream.last_output())

    async def close(self, patience: float) -> None:
        """End the program, after waiting up to ``patience`` seconds for the end of the game."""
        if self._tasks:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._over.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._stream is not None:
            self._stream.send(BYE)
            await self._stream.close()
        if self._socket is not None:
            await self._socket.close()
