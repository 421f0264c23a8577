"""What a client that does not follow the rules can make the WebSocket protocol hold and do."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from websockets.frames import Frame, Opcode

from empile.server.wire.rate_limits import Limits
from tests.server.serving import perform
from tests.server.wire.sans_io import MOST_MESSAGE, NO_LIMITS, Server

FEW = Limits(controls_per_second=0.001, controls_at_once=3)


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def closing(server: Server) -> tuple[str, int]:
    """Return the code of the last message and of the close frame."""
    message, close = server.frames()[-2:]
    assert close.opcode is Opcode.CLOSE
    return json.loads(bytes(message.data))["code"], int.from_bytes(bytes(close.data[:2]))


@pytest.mark.parametrize(
    "frames",
    [
        [frame(Opcode.PING, b"x" * 125)] * 4,
        [frame(Opcode.PONG)] * 4,
        [frame(Opcode.TEXT, fin=False), *[frame(Opcode.CONT, fin=False)] * 3],
        [frame(Opcode.BINARY, fin=False), frame(Opcode.CONT)] * 2,
    ],
    ids=["pings", "pongs", "empty fragments", "messages in fragments"],
)
def test_control_frames_and_fragments_are_limited(frames: list[bytes]) -> None:
    async def scene() -> None:
        server = Server(FEW)
        await server.accept()
        await server.receive(b"".join(frames[:-1]))
        await server.settle()
        assert not server.protocol.close_sent
        await server.receive(b"".join(frames[-1:] * 50))
        await server.settle()
        assert closing(server) == ("flood", 1008)
        assert server.ended
        assert not server.transport.aborted, "the client may still read why"
        await server.end()

    perform(scene())


def _keep_silent(server: Server) -> None:
    server.protocol.keepalive_timeout()


def _stop(server: Server) -> None:
    server.protocol.shutdown()


def _sends(data: bytes) -> Callable[[Server], None]:
    return lambda server: server.protocol.data_received(data)


@pytest.mark.parametrize(
    ("offence", "code", "number"),
    [
        (_sends(b"\x83\x80\0\0\0\0"), "bad_frame", 1002),
        (_sends(b"\x81\x01x"), "bad_frame", 1002),
        (_sends(b"\xc1\x80\0\0\0\0"), "bad_frame", 1002),
        (_sends(b"\x89\xfe\x00\x7e" + b"\0" * 130), "bad_frame", 1002),
        (_sends(frame(Opcode.CONT, b"x")), "bad_frame", 1002),
        (_sends(frame(Opcode.TEXT, b"\xff")), "bad_frame", 1007),
        (_sends(frame(Opcode.TEXT, b"x" * (MOST_MESSAGE + 1))), "too_large", 1009),
        (_sends(frame(Opcode.PING) * 9), "flood", 1008),
        (_keep_silent, "too_slow", 1008),
        (_stop, "stopping", 1012),
    ],
    ids=[
        "reserved opcode",
        "no mask",
        "reserved bit",
        "long ping",
        "continuation of nothing",
        "not UTF-8",
        "too large",
        "flood",
        "no pong",
        "stop of the server",
    ],
)
def test_every_close_by_the_server_says_why(
    offence: Callable[[Server], None], code: str, number: int
) -> None:
    async def scene() -> None:
        server = Server(FEW)
        await server.accept()
        server.frames()
        offence(server)
        assert closing(server) == (code, number)
        assert server.protocol._failed_as == code
        await server.end()

    perform(scene())


def test_data_after_a_close_is_skipped_then_refused() -> None:
    async def scene() -> None:
        server = Server()
        await server.accept()
        server.protocol.fail("flood", "enough")
        server.frames()
        for _ in range(200):
            await server.receive(frame(Opcode.PING, b"x") + frame(Opcode.TEXT, b"x" * 1000))
        assert not server.frames()
        received = 200
        while not server.transport.aborted:
            await server.receive(frame(Opcode.TEXT, b"x" * 1000))
            received += 1
        assert 200 < received < 300
        assert server.messages == []
        await server.end()

    perform(scene())


def test_pings_are_not_answered_while_the_client_does_not_read() -> None:
    async def scene() -> None:
        server = Server()
        await server.accept()
        server.frames()
        server.protocol.pause_writing()
        for number in range(50):
            await server.receive(frame(Opcode.PING, b"%d" % number))
        await server.receive(frame(Opcode.TEXT, b"still read"))
        await server.settle()
        assert server.frames() == []
        assert server.messages == ["still read"]
        server.protocol.resume_writing()
        server.protocol.pause_writing()
        server.protocol.resume_writing()
        assert [bytes(pong.data) for pong in server.frames()] == [b"49"], "only the latest"
        await server.end()

    perform(scene())


def test_messages_wait_unparsed_while_another_is_queued() -> None:
    async def scene() -> None:
        server = Server(quick=0.0)
        await server.accept()
        texts = [f"{number}" for number in range(3000)]
        server.protocol.data_received(b"".join(frame(Opcode.TEXT, t.encode()) for t in texts))
        assert server.protocol.queue.qsize() == 1
        assert server.transport.paused
        while len(server.messages) < len(texts):
            await server.settle()
            assert server.protocol.queue.qsize() <= 1
        assert server.messages == texts
        await server.end()

    perform(scene())


@pytest.mark.parametrize(
    "begun",
    [
        frame(Opcode.TEXT, b"x" * 50)[:20],
        frame(Opcode.TEXT, b"x")[:1],
        frame(Opcode.TEXT, b"x", fin=False),
        frame(Opcode.TEXT, b"x" * 5000)[:20],
    ],
    ids=["frame", "header", "fragment", "too long"],
)
def test_message_that_never_ends_closes_the_connection(begun: bytes) -> None:
    async def scene() -> None:
        server = Server(replace(NO_LIMITS, message_seconds=20))
        await server.accept()
        server.frames()
        now = server.protocol.loop.time()
        await server.receive(frame(Opcode.TEXT, b"whole"))
        await server.settle()
        server.protocol.sweep(now + 1000)
        await server.receive(begun)
        if not server.transport.closing:
            await server.receive(frame(Opcode.PING) if begun[0] < 0x80 else b"")
            server.protocol.sweep(now + 19)
            assert not server.protocol.close_sent
            server.protocol.sweep(now + 25)
            assert closing(server) == ("too_slow", 1008)
        assert server.protocol.close_sent
        await server.end()

    perform(scene())


def test_client_that_stops_reading_is_dropped() -> None:
    async def scene() -> None:
        server = Server(replace(NO_LIMITS, stall_seconds=20))
        await server.accept()
        server.transport.full = True
        assert server.protocol.write_frame(b"x" * 100_000)
        for second in range(21):
            assert not server.transport.aborted
            server.protocol.sweep(second)
        assert server.transport.aborted
        await server.end()

    perform(scene())


def test_client_that_reads_slowly_is_kept() -> None:
    async def scene() -> None:
        server = Server(replace(NO_LIMITS, stall_seconds=20))
        await server.accept()
        server.transport.full = True
        assert server.protocol.write_frame(b"x" * 500_000)
        for second in range(400):
            server.protocol.sweep(second)
            server.transport.unread -= 1000
        assert not server.transport.aborted
        await server.end()

    perform(scene())


def test_failed_connection_is_aborted_if_the_client_does_not_answer() -> None:
    async def scene() -> None:
        server = Server()
        await server.accept()
        server.protocol.close_timeout = 0.0
        server.protocol.pause_writing()
        server.protocol.fail("too_slow", "you do not read")
        assert closing(server) == ("too_slow", 1008), "written although the buffer is full"
        while not server.transport.aborted:
            await server.settle()
        await server.end()

    perform(scene())
