"""How quickly a change of the lobby, or of a watched game, reaches everybody, and what it costs.

    python benchmarks/lobby_load.py [--subscribers 10000] [--seeks 5000] [--changes 20]

Starts a server with a lobby, fills it with seeks that do not suit each other, connects subscribers that only
listen, and then posts further seeks, one a second. Times are from the moment at which the seek is sent
until the last byte of the change has arrived, over all subscribers. The server's processor time per
change is measured for several numbers of subscribers. Then more and more of them watch the running public
games, one of which gets a move each second. Clients and server share the machine. Writes
``results/lobby.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import resource
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final, NamedTuple, cast

import uvloop
from load.processes import first_line, processor_seconds, resident_mb, stop

from empile.client import Rest, connect

RESULTS: Final = Path(__file__).parent / "results" / "lobby.md"
_PER_ADDRESS: Final = 20
"""Seeks and connections of an address: a server limits them."""
_PING: Final = 9
"""The kind of frame that a server sends to see whether a client is there."""
_SETTLE_SECONDS: Final = 2.0
_FOUND_SECONDS: Final = 5.0


class Figures(NamedTuple):
    """Results with some number of subscribers."""

    subscribers: int
    seeks: int
    p50_ms: float
    p99_ms: float
    most_ms: float
    cpu_ms: float
    """Processor time of the server per change."""
    resident_mb: float


class Client(asyncio.Protocol):
    """A client of the lobby, which notes when a message arrives that contains what it waits for."""

    def __init__(self, port: int, number: int) -> None:
        self.number = number
        self._port = port
        self._part = b""
        self.wanted = b""
        self.heard_at = 0.0
        self.transport: asyncio.Transport | None = None
        self.entered = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            (
                f"GET /ws/lobby HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )

    def data_received(self, data: bytes) -> None:
        """Read the frames that are complete."""
        self._part += data
        if self._part.startswith(b"HTTP/1.1 101"):
            _, _, self._part = self._part.partition(b"\r\n\r\n")
            self.say(json.dumps({"type": "hello", "name": f"N{self.number}"}))
        while len(self._part) >= 2:
            first, size, start = self._part[0], self._part[1], 2
            if size > 125:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self._part[2:start])
            if len(self._part) < start + size:
                return
            self._read(first & 15, self._part[start : start + size])
            self._part = self._part[start + size :]

    def _read(self, kind: int, body: bytes) -> None:
        if kind == _PING:
            assert self.transport is not None
            self.transport.write(bytes((0x8A, 0x80 | len(body))) + b"\0\0\0\0" + body)
        elif not self.entered.done():
            if b'"welcome"' in body:
                self.entered.set_result(None)
        elif self.wanted and not self.heard_at and self.wanted in body:
            self.heard_at = time.perf_counter()

    def say(self, text: str) -> None:
        """Send a message."""
        assert self.transport is not None
        body = text.encode()
        head = bytes((0x81, 0xFE)) + len(body).to_bytes(2)
        if len(body) < 126:
            head = bytes((0x81, 0x80 | len(body)))
        self.transport.write(head + b"\0\0\0\0" + body)

    async def hears(self, text: bytes) -> None:
        """Wait for text."""
        self.wanted, self.heard_at = text, 0.0
        while not self.heard_at:
            await asyncio.sleep(0.02)

    def close(self) -> None:
        """Close the connection."""
        if self.transport is not None:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail if it was not awaited."""
        if not self.entered.done():
            self.entered.set_exception(exc or ConnectionError("closed by the server"))


def seek_of(number: int) -> str:
    """Return a seek that suits nobody: each has a clock of its own."""
    clock = {"kind": "real", "base": 10 + number % 10_000, "increment": number // 10_000}
    wish = {"game": "blox", "players": 2, "clock": clock}
    return json.dumps({"type": "seek", "wishes": [wish]})


def name_of(number: int) -> bytes:
    """Return what a message contains that shows the seek of a client."""
    return b'"name":"N%d"' % number


def address_of(number: int) -> str:
    """Return the local address of a client."""
    place = number // _PER_ADDRESS
    return f"127.{1 + place // 60_000}.{place // 250 % 250}.{1 + place % 250}"


async def enter(port: int, count: int, first: int) -> list[Client]:
    """Connect clients to the lobby; ``first`` is the number of the first of them."""
    loop = asyncio.get_running_loop()
    found: list[Client] = []
    for number in range(first, first + count):
        _, one = await loop.create_connection(
            partial(Client, port, number),
            "127.0.0.1",
            port,
            local_addr=(address_of(number), 0),
        )
        await one.entered
        found.append(one)
    return found


async def measure(
    port: int, pid: int, given: argparse.Namespace
) -> tuple[list[Figures], list[Figures]]:
    """Fill the lobby, and measure with a growing number of subscribers, then of watchers."""
    found: list[Figures] = []
    seekers = await enter(port, given.seeks, 0)
    for one in seekers:
        one.say(seek_of(one.number))
    await seekers[-1].hears(name_of(seekers[-1].number))
    subscribers: list[Client] = []
    first = given.seeks
    for goal in (given.subscribers // 10, given.subscribers // 2, given.subscribers):
        more = goal - len(subscribers)
        subscribers += await enter(port, more, first)
        posters = await enter(port, given.changes, first + more)
        first += more + given.changes
        await asyncio.sleep(_SETTLE_SECONDS)
        found.append(await changes(pid, given.seeks, posters, subscribers))
        print(found[-1], flush=True)
    games = await watched(port, pid, given.seeks, given.changes, subscribers)
    for one in (*seekers, *subscribers):
        one.close()
    return found, games


async def watched(
    port: int, pid: int, seeks: int, moves: int, subscribers: list[Client]
) -> list[Figures]:
    """Measure moves of a public game, with more and more subscribers that watch."""
    found: list[Figures] = []
    watchers: list[Client] = []
    for goal in (len(subscribers) // 10, len(subscribers) // 2, len(subscribers)):
        for one in subscribers[len(watchers) : goal]:
            one.say('{"type":"watch"}')
        watchers = subscribers[:goal]
        await asyncio.sleep(_SETTLE_SECONDS)
        found.append(await moves_seen(port, pid, seeks, moves, watchers))
        print(found[-1], flush=True)
    return found


async def moves_seen(
    port: int, pid: int, seeks: int, moves: int, watchers: list[Client]
) -> Figures:
    """Play a public game, a move each second; return how long each took to arrive everywhere."""
    address = f"http://127.0.0.1:{port}"
    async with Rest(address) as rest:
        made = await rest.make_table("blox", ["person", "person"], listed=True)
    delays: list[float] = []
    spent = 0.0
    async with await connect(address, made.table, made.token) as seat:
        # So long the server may take to find the game.
        await asyncio.sleep(_FOUND_SECONDS)
        shown = b'"table":"%s"' % made.table.encode()
        for _ in range(moves):
            assert seat.state is not None
            # At any moment between two looks of the server.
            await asyncio.sleep(random.uniform(0.5, 1.5))
            for one in watchers:
                one.wanted, one.heard_at = shown, 0.0
            before, sent = processor_seconds(pid), time.perf_counter()
            await seat.act(seat.state.legal[0].text)
            while not all(one.heard_at for one in watchers):
                await asyncio.sleep(0.02)
            delays += [one.heard_at - sent for one in watchers]
            spent += processor_seconds(pid) - before
    return figures(delays, spent / moves, len(watchers), seeks, pid)


async def changes(
    pid: int, seeks: int, posters: list[Client], subscribers: list[Client]
) -> Figures:
    """Post seeks one after the other; return how long each took to arrive everywhere."""
    delays: list[float] = []
    spent = 0.0
    for poster in posters:
        for one in subscribers:
            one.wanted, one.heard_at = name_of(poster.number), 0.0
        before, sent = processor_seconds(pid), time.perf_counter()
        poster.say(seek_of(poster.number))
        while not all(one.heard_at for one in subscribers):
            await asyncio.sleep(0.02)
        delays += [one.heard_at - sent for one in subscribers]
        await asyncio.sleep(max(0.0, sent + 1.0 - time.perf_counter()))
        spent += processor_seconds(pid) - before
    return figures(delays, spent / len(posters), len(subscribers), seeks, pid)


def figures(delays: list[float], spent: float, clients: int, seeks: int, pid: int) -> Figures:
    """Return the results of some delays, in seconds."""
    delays.sort()
    return Figures(
        clients,
        seeks,
        1000 * delays[len(delays) // 2],
        1000 * delays[int(len(delays) * 0.99)],
        1000 * delays[-1],
        1000 * spent,
        resident_mb(pid),
    )


def report(found: list[Figures], games: list[Figures]) -> str:
    """Return the page of results."""
    lines = [
        "# Changes of the lobby",
        "",
        "Time from the click until a new seek is at each subscriber, and the server's processor time for a",
        f"second with one change; written by `benchmarks/lobby_load.py`. {time.strftime('%Y-%m-%d')},",
        f"{os.cpu_count()} cores, shared by server and clients, Python {sys.version.split()[0]}. The first",
        "row's processor time includes comparing the seeks that have just been posted. All clients answer the",
        "server's pings, about 500 a second with 10,000 clients; that is part of the processor time.",
        "",
        "| subscribers | seeks | p50, ms | p99, ms | most, ms | processor, ms | server, MiB |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += map(row, found)
    lines += [
        "",
        "## Watched games",
        "",
        f"The same for a move of a public game and those of the {games[-1].subscribers} subscribers that watch. The"
        " server looks",
        "for changes of the games each second, and the processor time ends when all have got the move.",
        "",
        "| watchers | seeks | p50, ms | p99, ms | most, ms | processor, ms | server, MiB |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *map(row, games),
    ]
    return "\n".join(lines) + "\n"


def row(one: Figures) -> str:
    """Return a row of a table."""
    return (
        f"| {one.subscribers} | {one.seeks} | {one.p50_ms:.0f} | {one.p99_ms:.0f} | {one.most_ms:.0f}"
        f" | {one.cpu_ms:.0f} | {one.resident_mb:.0f} |"
    )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--subscribers", type=int, default=10_000)
    parser.add_argument("--seeks", type=int, default=5000)
    parser.add_argument("--changes", type=int, default=20)
    parser.add_argument("--output", type=Path, default=RESULTS)
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "empile", "serve", "--port", "0", "--lobby", "--store"]
        server = Popen([*command, f"{folder}/tables.sqlite3"], stdout=PIPE, text=True)
        try:
            address = first_line(server, "Empile").split()[4]
            port = int(address.rpartition(":")[2].rstrip("/"))
            found, games = uvloop.run(measure(port, server.pid, given))
        finally:
            stop(server)
    given.output.write_text(report(found, games), "utf-8")


if __name__ == "__main__":
    main()
