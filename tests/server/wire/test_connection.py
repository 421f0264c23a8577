"""The server side of a WebSocket: order, backlog and fast path."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from empile.server.wire import messages as wire
from empile.server.wire.connection import Connection
from empile.server.wire.fast_websocket import FastPath, Take
from empile.server.wire.frames import payload_of, text_frame
from tests.server.serving import perform
from tests.support.patience import PATIENCE


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 200_000])
def test_text_frame_matches_the_standard(length: int) -> None:
    payload = b"x" * length
    expected = Frame(Opcode.TEXT, payload).serialize(mask=False)
    assert text_frame(payload) == expected
    assert text_frame(payload[:100], b"", payload[100:]) == expected
    assert payload_of(expected) == payload


class Transport:
    """An ASGI server whose transport can be full."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.frames: list[bytes] = []
        self.writable = asyncio.Event()
        self.writable.set()
        self.dropped = False
        self.unsent = 0
        self.fast_path = FastPath(
            self.write_frame,
            self.listen,
            lambda: self.unsent,
            self.fail,
            lambda: None,
        )

    async def send(self, message: dict[str, Any]) -> None:
        await self.writable.wait()
        kind = message["type"].removeprefix("websocket.")
        self.sent.append(json.loads(message["text"])["type"] if kind == "send" else kind)

    def write_frame(self, frame: bytes) -> bool:
        if self.writable.is_set():
            self.frames.append(frame)
        return self.writable.is_set()

    def listen(self, take: Take) -> None:
        raise AssertionError("a connection only writes")

    def fail(self, code: wire.ClosingCode, message: str) -> None:
        self.drop()

    def drop(self) -> None:
        self.dropped = True


def test_send_queues_in_order_what_cannot_be_written() -> None:
    async def scene() -> None:
        transport = Transport()
        connection = Connection(transport.send, None, 1000, transport.drop)
        connection.tell(wire.Pong())
        assert transport.sent == ["pong"]
        transport.writable.clear()
        connection.tell(wire.Presence([0], 1))
        connection.tell(wire.Pong())
        connection.close("stopping", "bye")
        connection.tell(wire.Pong())
        assert transport.sent == ["pong"]
        transport.writable.set()
        async with asyncio.timeout(PATIENCE):
            while len(transport.sent) < 5:
                await asyncio.sleep(0)
        assert transport.sent == ["pong", "presence", "pong", "bye", "close"]
        assert not transport.dropped

    perform(scene())


def test_send_uses_the_fast_path_unless_messages_are_queued() -> None:
    async def scene() -> None:
        transport = Transport()
        connection = Connection(transport.send, transport.fast_path, 1000, transport.drop)
        connection.tell(wire.Pong())
        assert (len(transport.frames), transport.sent) == (1, [])
        transport.writable.clear()
        connection.tell(wire.Presence([0], 1))
        transport.writable.set()
        # The first message is still queued: the next must not overtake it.
        connection.tell(wire.Pong())
        assert len(transport.frames) == 1
        async with asyncio.timeout(PATIENCE):
            while len(transport.sent) < 2:
                await asyncio.sleep(0)
        assert transport.sent == ["presence", "pong"]
        connection.tell(wire.Pong())
        assert len(transport.frames) == 2

    perform(scene())


def test_send_drops_a_connection_with_a_large_backlog() -> None:
    async def scene() -> None:
        transport = Transport()
        transport.writable.clear()
        connection = Connection(transport.send, None, 100, transport.drop)
        for _ in range(20):
            connection.tell(wire.Pong())
        assert transport.dropped
        assert connection.closed
        connection.stop()

    perform(scene())


def test_send_counts_the_message_in_progress_and_the_transport_s_buffer() -> None:
    async def scene() -> None:
        for written, unsent, dropped in ((10, 0, False), (300, 0, True), (10, 300, True)):
            transport = Transport()
            transport.writable.clear()
            transport.unsent = unsent
            connection = Connection(transport.send, transport.fast_path, 200, transport.drop)
            connection.send(text_frame(b" " * written))
            assert not transport.dropped, "a single message may be larger"
            connection.tell(wire.Pong())
            assert transport.dropped is dropped
            connection.stop()

    perform(scene())


def test_send_counts_messages_until_they_are_written() -> None:
    async def scene() -> None:
        transport = Transport()
        connection = Connection(transport.send, None, 200, transport.drop)
        for _ in range(5):
            transport.writable.clear()
            for _ in range(3):
                connection.send(text_frame('{"type": "ééééééééé"}'.encode()))
            transport.writable.set()
            async with asyncio.timeout(PATIENCE):
                while connection.is_behind:
                    await asyncio.sleep(0)
        assert not transport.dropped

    perform(scene())


def test_send_ignores_a_closed_connection() -> None:
    async def scene() -> None:
        async def gone(_: dict[str, Any]) -> None:
            raise ConnectionResetError

        connection = Connection(gone, None, 100, lambda: None)
        connection.tell(wire.Pong())
        assert connection.closed
        connection.tell(wire.Pong())

    perform(scene())
