"""Bots as programs that exchange the WebSocket's messages as lines, over stdio or TCP."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from websockets.exceptions import ConnectionClosedOK

from empile.client.connection import enter
from empile.client.errors import ClosedError
from empile.client.play import play
from empile.client.tracker import GameTracker
from empile.engine.game import State
from empile.server.wire import messages as wire

TABLE = "arena"
"""The only table's ID."""
MOST_BYTES = 1 << 26
"""Maximum length of a line."""


def serve_stdio(
    choose: Callable[[State], int], *, on_time_limit: Callable[[float], None] | None = None
) -> GameTracker:
    """Play one game over stdin and stdout; prints of ``choose`` go to stderr.

    Raises :class:`ClosedError` if the input ends before the game.

    :param on_time_limit: called before the first move with the seconds for each move, if limited.

    Example::

        serve_stdio(lambda state: state.legal_actions()[0])
    """
    sys.stdout.flush()
    with (
        os.fdopen(os.dup(0), "rb") as input_,
        os.fdopen(os.dup(1), "wb", buffering=0) as output,
        open(os.devnull, "rb") as nothing,
    ):
        saved_in, saved_out = os.dup(0), os.dup(1)
        os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        try:
            return asyncio.run(_play_game(_Files(input_, output), choose, on_time_limit))
        finally:
            sys.stdout.flush()
            os.dup2(saved_in, 0)
            os.dup2(saved_out, 1)
            os.close(saved_in)
            os.close(saved_out)


def serve_socket(
    choose: Callable[[State], int],
    host: str,
    port: int,
    *,
    on_time_limit: Callable[[float], None] | None = None,
) -> None:
    """Play with all clients in parallel until Ctrl-C; ``choose`` runs in threads. Raises ``OSError``.

    :param on_time_limit: called in each game with the seconds for each move, if limited.

    Example::

        serve_socket(lambda state: state.legal_actions()[0], "127.0.0.1", 9000)
    """

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stream = _Streams(reader, writer)
        try:
            with suppress(ClosedError):
                await _play_game(stream, choose, on_time_limit)
        finally:
            await stream.close()

    async def listen() -> None:
        server = await asyncio.start_server(connected, host, port, limit=MOST_BYTES)
        async with server:
            await server.serve_forever()

    with suppress(KeyboardInterrupt):
        asyncio.run(listen())


async def _play_game(
    stream: _Files | _Streams,
    choose: Callable[[State], int],
    on_time_limit: Callable[[float], None] | None,
) -> GameTracker:
    async with await enter(stream, wire.Hello(TABLE, protocol=wire.PROTOCOL)) as seat:
        if on_time_limit is not None and seat.welcome.time is not None:
            on_time_limit(seat.welcome.time.per_move)
        return await play(seat, choose)


class _Files:
    def __init__(self, input_: BinaryIO, output: BinaryIO) -> None:
        self._input, self._output = input_, output

    async def send(self, message: str | bytes, /) -> None:
        try:
            self._output.write(_line(message))
        except OSError:
            raise ConnectionClosedOK(None, None) from None

    async def recv(self) -> bytes:
        line = await asyncio.to_thread(self._input.readline)
        if not line.endswith(b"\n"):
            raise ConnectionClosedOK(None, None)
        return line

    async def close(self) -> None:
        pass  # closed by their owner


class _Streams:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, message: str | bytes, /) -> None:
        try:
            self._writer.write(_line(message))
            await self._writer.drain()
        except OSError:
            raise ConnectionClosedOK(None, None) from None

    async def recv(self) -> bytes:
        try:
            return await self._reader.readuntil(b"\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            raise ConnectionClosedOK(None, None) from None

    async def close(self) -> None:
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


def _line(message: str | bytes) -> bytes:
    return (message.encode() if isinstance(message, str) else message) + b"\n"
