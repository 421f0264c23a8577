"""Messages that are invalid, too many, too large or of another origin."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from empile.client import CommandError, connect
from empile.server.wire import messages as wire
from empile.server.wire.rate_limits import Limits
from tests.server.serving import Serving, hears, legal, make, perform, serving


def test_invalid_messages_keep_the_connection(server: Serving) -> None:
    bad = [
        "",
        "no json",
        "[]",
        "null",
        "7",
        '"act"',
        "{}",
        '{"type": "dance"}',
        '{"type": "act"}',
        '{"type": "act", "seq": "1", "action": "c3-e3"}',
        '{"type": "act", "seq": 1.5, "action": "c3-e3"}',
        '{"type": "act", "seq": 1, "action": 5}',
        '{"type": "answer", "ask": 1, "yes": "no"}',
        "[" * 5000,
        '{"type": "rename", "name": "\\ud800"}',
    ]

    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            for text in bad:
                await seat.send_text(text)
                error = await hears(seat, wire.Error)
                assert error.code == "bad_message", text
                assert error.seq == seat.seq
            await seat.send_text(" " * 20_000 + '{"type": "ping"}')
            assert (await hears(seat, wire.Error)).code == "too_large"
            await seat._socket.send(b'{"type": "ping"}')
            assert (await hears(seat, wire.Error)).code == "bad_message"
            await seat.send(wire.Hello(made.table))
            assert (await hears(seat, wire.Error)).code == "not_now"
            await seat.send(wire.Ping())
            await hears(seat, wire.Pong)
            await seat.act(legal(seat))

    perform(scene())


def test_first_message_must_be_hello(server: Serving) -> None:
    async def scene() -> None:
        address = server.address.replace("http", "ws") + "/ws"
        for text in ('{"type": "ping"}', "nonsense", '{"type":"hello","table":"no-such-table"}'):
            async with open_socket(address, proxy=None) as line:
                await line.send(text)
                assert json.loads(await line.recv())["type"] == "error"
                assert json.loads(await line.recv())["type"] == "bye"
                with pytest.raises(ConnectionClosed):
                    await line.recv()

    perform(scene())


def test_wrong_token_is_refused(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"])
        other = await make(server.address, ["person", "bot:1"])
        for token in ("nonsense", other.token):
            with pytest.raises(CommandError) as caught:
                await connect(server.address, made.table, token)
            assert caught.value.code == "bad_token"

    perform(scene())


@pytest.mark.parametrize(
    ("query", "answer"),
    [("", "welcome"), ("?table={}", "welcome"), ("?x&" * 30, "welcome"), ("?table=x", "error")],
)
def test_table_in_the_address_is_the_one_of_hello(server: Serving, query: str, answer: str) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        address = server.address.replace("http", "ws") + "/ws" + query.format(made.table)
        async with open_socket(address, proxy=None) as line:
            await line.send(json.dumps({"type": "hello", "table": made.table, "protocol": 2}))
            message = json.loads(await line.recv())
            assert message["type"] == answer
            if answer == "error":
                assert message["code"] == "bad_hello"

    perform(scene())


def test_connection_without_hello_times_out(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        address = server.address.replace("http", "ws") + "/ws"
        async with open_socket(address, proxy=None) as line:
            assert json.loads(await line.recv())["code"] == "idle"

    with serving(tmp_path / "tables.sqlite3", limits=Limits(hello_seconds=0.1)) as server:
        perform(scene(server))


def test_flood_is_delayed_then_closed(tmp_path: Path) -> None:
    # A slow machine does not let the bucket refill: that takes two seconds without a message.
    limits = Limits(messages_per_second=5, messages_at_once=20, patience=5)

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        seat = await connect(server.address, made.table, made.token)
        text = legal(seat)
        for _ in range(200):
            await seat.send(wire.Ping())
        heard: list[wire.ServerMessage] = [message async for message in seat]
        slowed = [m for m in heard if isinstance(m, wire.Error)]
        assert [error.code for error in slowed] == ["rate_limited"]
        bye = heard[-1]
        assert isinstance(bye, wire.Closing)
        assert bye.code == "flood"
        assert len([m for m in heard if isinstance(m, wire.Pong)]) < 100
        async with await connect(server.address, made.table, made.token) as again:
            await again.act(text)
        await seat.close()

    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        perform(scene(server))


def test_rest_requests_per_address_are_limited(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        for _ in range(3):
            await make(server.address, ["person", "person"])
        with pytest.raises(CommandError) as caught:
            await make(server.address, ["person", "person"])
        assert caught.value.code == "rate_limited"

    limits = Limits(requests_per_second=0.01, requests_at_once=3)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        perform(scene(server))


def test_slow_reader_is_dropped_and_others_continue(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        # Small buffers on both sides limit unread data in transit.
        host, port = server.address.removeprefix("http://").split(":")
        line = socket.create_connection((host, int(port)))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        address = server.address.replace("http", "ws") + "/ws"
        async with open_socket(address, sock=line, proxy=None, max_size=None) as sluggish:
            await sluggish.send(msgspec.json.encode(wire.Hello(made.table)).decode())
            await sluggish.recv()
            sluggish.transport.pause_reading()
            room = server.registry.rooms[0]
            async with await connect(server.address, made.table, made.token) as seat:
                moves = 0
                while room.spectators:
                    if seat.state is None or seat.state.to_act is None:
                        await seat.send(wire.Rematch())
                        await seat.next_events()
                    await seat.act(legal(seat))
                    moves += 1
                    assert moves < 2000
            sluggish.transport.abort()

    limits = Limits(backlog_bytes=20_000, messages_per_second=1e6)
    with serving(tmp_path / "tables.sqlite3", limits=limits, send_buffer=4096) as server:
        perform(scene(server))


def test_origin_must_be_allowed(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        for origin in (None, server.address, "https://club.example"):
            seat = await connect(server.address, made.table, made.token, origin=origin)
            await seat.close()
        port = server.address.rpartition(":")[2]
        for origin in (
            "http://evil.example",
            "null",
            f"https://127.0.0.1:1{port}",
            "http://127.0.0.1",
        ):
            with pytest.raises(InvalidStatus) as caught:
                await connect(server.address, made.table, made.token, origin=origin)
            assert caught.value.response.status_code == 403

    origins = frozenset({"https://club.example"})
    with serving(tmp_path / "tables.sqlite3", origins=origins) as server:
        perform(scene(server))


def test_socket_has_one_path(server: Serving) -> None:
    async def scene() -> None:
        with pytest.raises(InvalidStatus):
            await open_socket(server.address.replace("http", "ws") + "/other", proxy=None)

    perform(scene())
