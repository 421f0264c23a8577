"""A bot as a program: messages as lines, over the standard input and output or over TCP.

Whoever holds a tournament starts such a program, or connects to it, for each game; what it is told
and what it answers is what goes over a server's socket, one message a line. So a bot here is the
same function as one at a table of a server::

    from empile.client import serve_stdio

    serve_stdio(lambda state: state.legal_actions()[0])
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from websockets.exceptions import ConnectionClosedOK

from empile.client.connection import ClosedError, enter
from empile.client.follow import Follower
from empile.client.play import play
from empile.engine.game import State
from empile.server import protocol as wire

TABLE = "arena"
"""The table that a program on lines asks for: there is only one at the other end."""
MOST_BYTES = 1 << 26
"""In a line from the other end; who keeps to the protocol sends far less."""


def serve_stdio(choose: Callable[[State], int]) -> Follower:
    """Play the game that is told on the standard input by ``choose``; return it when it is over.

    What is printed meanwhile goes to the error stream: the standard output is the protocol's.
    Raises :class:`ClosedError` where the input ends before the game does.
    """
    sys.stdout.flush()
    with (
        os.fdopen(os.dup(0), "rb") as told,
        os.fdopen(os.dup(1), "wb", buffering=0) as said,
        open(os.devnull, "rb") as nothing,
    ):
        saved_in, saved_out = os.dup(0), os.dup(1)
        os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        try:
            return asyncio.run(_game_over(_Files(told, said), choose))
        finally:
            sys.stdout.flush()
            os.dup2(saved_in, 0)
            os.dup2(saved_out, 1)
            os.close(saved_in)
            os.close(saved_out)


def serve_socket(choose: Callable[[State], int], host: str, port: int) -> None:
    """Play a game by ``choose`` with everybody who connects, several at a time, until Ctrl-C.

    ``choose`` is called in threads. Who hangs up only ends the own game. Raises ``OSError`` where
    nobody can listen at ``host`` and ``port``.
    """

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        way = _Streams(reader, writer)
        try:
            with suppress(ClosedError):
                await _game_over(way, choose)
        finally:
            await way.close()

    async def listen() -> None:
        server = await asyncio.start_server(connected, host, port, limit=MOST_BYTES)
        async with server:
            await server.serve_forever()

    with suppress(KeyboardInterrupt):
        asyncio.run(listen())


async def _game_over(way: _Files | _Streams, choose: Callable[[State], int]) -> Follower:
    async with await enter(way, wire.Hello(TABLE)) as seat:
        return await play(seat, choose)


class _Files:
    """Lines of two files, as a way of a connection."""

    def __init__(self, told: BinaryIO, said: BinaryIO) -> None:
        self._told, self._said = told, said

    async def send(self, message: str | bytes, /) -> None:
        try:
            self._said.write(_line(message))
        except OSError:
            raise ConnectionClosedOK(None, None) from None

    async def recv(self) -> bytes:
        line = await asyncio.to_thread(self._told.readline)
        if not line.endswith(b"\n"):
            raise ConnectionClosedOK(None, None)
        return line

    async def close(self) -> None:
        pass  # whoever opened the files closes them


class _Streams:
    """Lines of a TCP connection, as a way of a connection."""

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
