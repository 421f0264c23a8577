"""The writer of frames: order, clients that do not read, closed connections."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager

import pytest
import uvloop

from empile.engine.compiled.descriptors import load_write_batches
from empile.engine.compiled.jit import jit_is_on
from empile.server.wire.frame_writer import FramedTransport, FrameWriter
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.skipif(
    os.name == "nt" or not jit_is_on(), reason="the thread needs compiled code and pipes"
)

CONNECTIONS = 30
LONG = 300_000
"""More bytes than a slot has."""


@pytest.fixture
def writer() -> Generator[FrameWriter]:
    load_write_batches()
    made = FrameWriter()
    made.start()
    made.wait_loaded()
    with made.batch():
        assert made.open is not None
    yield made
    made.stop()


class Client:
    """A client and the server's transport of its connection."""

    def __init__(self, transport: FramedTransport, reading: socket.socket) -> None:
        self.transport = transport
        self.reading = reading

    async def receive(self, count: int) -> bytes:
        """Read ``count`` bytes, fewer if the connection ends."""
        loop, found = asyncio.get_running_loop(), b""
        async with asyncio.timeout(PATIENCE):
            while len(found) < count:
                some = await loop.sock_recv(self.reading, count - len(found))
                if not some:
                    break
                found += some
        return found


@asynccontextmanager
async def connected(writer: FrameWriter, count: int) -> AsyncGenerator[list[Client]]:
    pairs = [socket.socketpair() for _ in range(count)]
    clients: list[Client] = []
    for here, there in pairs:
        there.setblocking(False)
        transport, _ = await asyncio.get_running_loop().create_connection(
            asyncio.Protocol, sock=here
        )
        clients.append(Client(FramedTransport(transport, writer), there))
    try:
        yield clients
    finally:
        for client in clients:
            client.transport.abort()
        await asyncio.sleep(0)  # they are closed by the next round of the loop
        for _, there in pairs:
            there.close()


def frames_of(number: int) -> list[bytes]:
    return [f"{number}:{k};".encode() * (1 + 400 * k) for k in range(4)]


def test_frames_of_a_batch_arrive_in_order(writer: FrameWriter) -> None:
    async def write() -> None:
        async with connected(writer, CONNECTIONS) as clients:
            with writer.batch():
                for k in range(4):
                    for number, client in enumerate(clients):
                        client.transport.write_frame(frames_of(number)[k])
            for number, client in enumerate(clients):
                expected = b"".join(frames_of(number))
                assert await client.receive(len(expected)) == expected

    uvloop.run(write())


@pytest.mark.parametrize("count", [1, 7, 8, 24, 25, 100])
def test_all_frames_are_written_when_a_batch_ends(writer: FrameWriter, count: int) -> None:
    async def write() -> None:
        async with connected(writer, count) as clients:
            with writer.batch():
                for client in clients:
                    client.transport.write_frame(b"frame")
            # Nothing has run since: the loop did not write it.
            for client in clients:
                assert client.reading.recv(100) == b"frame"

    uvloop.run(write())


def test_other_writes_keep_their_place(writer: FrameWriter) -> None:
    async def write() -> None:
        async with connected(writer, CONNECTIONS) as clients:
            with writer.batch():
                for client in clients:
                    client.transport.write_frame(b"first ")
                    client.transport.write(b"second ")
                    client.transport.write_frame(b"third ")
            for client in clients:
                client.transport.write_frame(b"fourth ")
                assert await client.receive(26) == b"first second third fourth "

    uvloop.run(write())


def test_a_client_that_reads_late_receives_everything(writer: FrameWriter) -> None:
    parts = [bytes([65 + k]) * 60_000 for k in range(20)]

    async def write() -> None:
        async with connected(writer, CONNECTIONS) as clients:
            for part in parts:
                with writer.batch():
                    for client in clients:
                        client.transport.write_frame(part)
            assert all(client.transport.get_write_buffer_size() for client in clients)
            for client in clients:
                assert await client.receive(60_000 * 20) == b"".join(parts)

    uvloop.run(write())


def test_frames_longer_than_a_slot_keep_their_place(writer: FrameWriter) -> None:
    async def write() -> None:
        async with connected(writer, 1) as [client]:
            with writer.batch():
                for frame in (b"a" * 10, b"b" * LONG, b"c" * 10):
                    client.transport.write_frame(frame)
            received = await client.receive(LONG + 20)
            assert received == b"a" * 10 + b"b" * LONG + b"c" * 10

    uvloop.run(write())


@pytest.mark.parametrize("way", ["close", "abort"])
def test_no_frame_reaches_a_descriptor_that_is_used_again(writer: FrameWriter, way: str) -> None:
    """A closed descriptor's number goes to the next file, which must stay as it is."""

    async def write() -> None:
        async with connected(writer, CONNECTIONS) as clients:
            opened: list[socket.socket] = []
            with writer.batch():
                for number, client in enumerate(clients):
                    client.transport.write_frame(b"for the first owner")
                    if number % 3 == 0:
                        getattr(client.transport, way)()
                        opened += socket.socketpair()
            await asyncio.sleep(0)
            for number, client in enumerate(clients):
                if way == "close" or number % 3:
                    assert await client.receive(19) == b"for the first owner"
            for one in opened:
                one.setblocking(False)
                with pytest.raises(BlockingIOError):
                    one.recv(100)
            for one in opened:
                one.close()

    uvloop.run(write())


def test_a_client_that_left_does_not_disturb_others(writer: FrameWriter) -> None:
    async def write() -> None:
        async with connected(writer, CONNECTIONS) as clients:
            for client in clients[::2]:
                client.reading.close()
            with writer.batch():
                for client in clients:
                    client.transport.write_frame(b"frame")
            for client in clients[1::2]:
                assert await client.receive(5) == b"frame"

    uvloop.run(write())


def test_outside_batches_transports_write_themselves() -> None:
    async def write() -> None:
        writer = FrameWriter()
        async with connected(writer, 1) as [client]:
            client.transport.write_frame(b"before ")
            with writer.batch():
                client.transport.write_frame(b"not started")
            assert await client.receive(18) == b"before not started"
        writer.stop()

    uvloop.run(write())


def test_frames_are_written_after_an_error_in_a_batch(writer: FrameWriter) -> None:
    def fail(clients: list[Client]) -> None:
        with writer.batch():
            for client in clients:
                client.transport.write_frame(b"frame")
            raise ValueError("of a table")

    async def write() -> None:
        async with connected(writer, CONNECTIONS) as clients:
            with pytest.raises(ValueError, match="of a table"):
                fail(clients)
            for client in clients:
                assert await client.receive(5) == b"frame"

    uvloop.run(write())
