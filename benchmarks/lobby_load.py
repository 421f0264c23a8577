"""How quickly a change of the lobby reaches everybody, and what it costs.

    python benchmarks/lobby_load.py [--subscribers 10000] [--seeks 5000] [--changes 40]

Starts a server with a lobby, fills it with seeks that do not suit each other, connects subscribers that only
listen, and then posts further seeks, one a second. Times are from the moment at which the seek is sent
until the last byte of the change has arrived, over all subscribers. The server's processor time per
change is measured for several numbers of subscribers. Clients and server share the machine. Writes
``results/lobby.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
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

RESULTS: Final = Path(__file__).parent / "results" / "lobby.md"
_PER_ADDRESS: Final = 20
"""Seeks and connections of an address: a server limits them."""
_SETTLE_SECONDS: Final = 2.0


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
    """A client of the lobby, which notes when text arrives that contains what it waits for."""

    def __init__(self, port: int, number: int) -> None:
        self.number = number
        self._port = port
        self._last = b""
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
        """Look for what is waited for, also across two parts."""
        if not self.entered.done():
            if data.startswith(b"HTTP/1.1 101"):
                self.say(json.dumps({"type": "hello", "name": f"N{self.number}"}))
            if b'"welcome"' in data:
                self.entered.set_result(None)
            return
        if self.wanted and not self.heard_at and self.wanted in self._last + data:
            self.heard_at = time.perf_counter()
        self._last = data[-64:]

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


async def measure(port: int, pid: int, given: argparse.Namespace) -> list[Figures]:
    """Fill the lobby, and measure with a growing number of subscribers."""
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
    for one in (*seekers, *subscribers):
        one.close()
    return found


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
    delays.sort()
    return Figures(
        len(subscribers),
        seeks,
        1000 * delays[len(delays) // 2],
        1000 * delays[int(len(delays) * 0.99)],
        1000 * delays[-1],
        1000 * spent / len(posters),
        resident_mb(pid),
    )


def report(found: list[Figures]) -> str:
    """Return the page of results."""
    lines = [
        "# Changes of the lobby",
        "",
        "Time from the click until a new seek is at each subscriber, and the server's processor time for a",
        f"second with one change; written by `benchmarks/lobby_load.py`. {time.strftime('%Y-%m-%d')},",
        f"{os.cpu_count()} cores, shared by server and clients, Python {sys.version.split()[0]}. The first",
        "row's processor time includes comparing the seeks that have just been posted.",
        "",
        "| subscribers | seeks | p50, ms | p99, ms | most, ms | processor, ms | server, MiB |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {one.subscribers} | {one.seeks} | {one.p50_ms:.0f} | {one.p99_ms:.0f} | {one.most_ms:.0f}"
        f" | {one.cpu_ms:.0f} | {one.resident_mb:.0f} |"
        for one in found
    ]
    return "\n".join(lines) + "\n"


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
            found = uvloop.run(measure(port, server.pid, given))
        finally:
            stop(server)
    given.output.write_text(report(found), "utf-8")


if __name__ == "__main__":
    main()
