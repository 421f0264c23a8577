"""Shutdown: pending writes finish and clients are notified."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import threading
import time
from pathlib import Path

import pytest

from empile.client import ClosedError, Rest, connect
from empile.server.run import PortError, open_port
from empile.server.store.location import StoreError
from empile.server.store.upgrades import prepare
from empile.server.wire import messages as wire
from tests.server.processes import Nursery, free_port
from tests.server.serving import legal, perform
from tests.server.wire.test_fast_websocket import Raw, text
from tests.support.patience import slowness


def test_sigterm_shuts_down_gracefully(tmp_path: Path) -> None:
    async def scene(nursery: Nursery) -> None:
        port, file = free_port(), tmp_path / "tables.sqlite3"
        address = f"http://127.0.0.1:{port}"
        pid = await asyncio.to_thread(nursery.serve, port, file)
        async with Rest(address) as rest:
            made = await rest.make_table("block-ness", ["person", "person"])
        seat = await connect(address, made.table, made.token)
        await seat.send(wire.Act(seat.seq, legal(seat)))
        os.kill(pid, signal.SIGTERM)
        heard: list[wire.ServerMessage] = [message async for message in seat]
        bye = heard[-1]
        assert isinstance(bye, wire.Closing)
        assert bye.code == "stopping"
        assert await asyncio.to_thread(nursery.wait, pid) in (0, -signal.SIGTERM)
        with pytest.raises(ClosedError):
            await seat.send(wire.Ping())
        assert not file.with_name(file.name + "-wal").exists()

        pid = await asyncio.to_thread(nursery.serve, port, file)
        async with await connect(address, made.table, made.token, since=seat.seq) as again:
            assert again.seq >= seat.seq
        await asyncio.to_thread(nursery.kill, pid)

    with Nursery() as nursery:
        perform(scene(nursery))


STOP_SECONDS = 3.0 * slowness()


@pytest.mark.alone
def test_sigterm_stops_quickly_under_load(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with Nursery(strict=True) as nursery:
        assert perform(_stop_under_load(nursery, file)) <= STOP_SECONDS


async def _stop_under_load(nursery: Nursery, file: Path) -> float:
    """Return the seconds that a server needs to stop; check that acknowledged events are kept."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    pid = await asyncio.to_thread(nursery.serve, port, file)
    async with Rest(address) as rest:
        made = await rest.make_table("block-ness", ["person", "person"])
        with_bots = await rest.make_table("block-ness", ["bot:1", "bot:1"])
    hello = {"type": "hello", "table": made.table, "token": made.token, "updates": "moves"}
    async with await connect(address, with_bots.table), contextlib.AsyncExitStack() as stack:
        for begun in (
            b"GET / HT",
            b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
        ):
            stack.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(begun)
        for message in ('{"type": "rename", "name": "A"}', '{"type": "ping"}', "{"):
            raw = Raw(address)
            stack.callback(raw.close)
            raw.send(text(json.dumps(hello)))
            thread = threading.Thread(target=_flood, args=(raw, text(message) * 50))
            thread.start()
            stack.callback(thread.join)
        seat = await connect(address, made.table, made.token)
        await seat.act(legal(seat))
        began = time.perf_counter()
        os.kill(pid, signal.SIGTERM)
        assert await asyncio.to_thread(nursery.wait, pid) in (0, -signal.SIGTERM)
        seconds = time.perf_counter() - began
    assert not file.with_name(file.name + "-wal").exists(), "the store was closed"
    pid = await asyncio.to_thread(nursery.serve, port, file)
    async with await connect(address, made.table, made.token, since=0) as again:
        assert again.seq >= seat.seq
    await asyncio.to_thread(nursery.kill, pid)
    return seconds


def _flood(raw: Raw, data: bytes) -> None:
    """Send without reading until the connection is closed."""
    with contextlib.suppress(OSError):
        while True:
            raw.send(data)


def test_port_error_names_the_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortError, match=f"port {port}"):
            open_port("127.0.0.1", port)
    with pytest.raises(PortError):
        open_port("127.0.0.1", 99999)
    with pytest.raises(PortError):
        open_port("no such host.invalid", 0)


def test_store_error_names_the_file(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("this is no database, but long enough to be looked at " * 20)
    with pytest.raises(StoreError, match=r"notes\.txt"):
        prepare(text)
    with pytest.raises(StoreError):
        prepare(tmp_path)
