"""Durable moves per second of the server, measured by a load generator in its own process.

Starts a server on a new data file, creates tables of Block Ness for two, and plays random legal moves
at all of them at once, with one connection per seat. A move counts when its mover has received it,
which is after its commit; that time is its latency. The server checks every move with the real rules.
The load generator shares the machine with the server, so it prepares whole games beforehand and
reads and writes frames itself.

    python benchmarks/durable_moves.py --tables 100 --seconds 8
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

import empile
from empile.client import Rest
from empile.engine.random import below, new_stream, split

_SERVER = """
import sys
from pathlib import Path
from empile.server.wire.rate_limits import Limits
from empile.server.run import serve
from empile.server.settings import Settings
limits = Limits(messages_per_second=1e9, reads_per_second=1e9, requests_per_second=1e9,
                requests_at_once=1e9, asides_per_second=1e9, table_asides_per_second=1e9,
                asides_per_game=10**9)
serve("127.0.0.1", 0, settings=Settings(data=Path(sys.argv[1]), limits=limits, warm=False),
      announce=lambda address: print(address, flush=True))
"""


def random_game(seed: int) -> list[str]:
    """Return the moves of a random two-player game."""
    stream = split(new_stream(2026), seed)
    state = empile.load("block-ness").new_state()
    moves: list[str] = []
    while not state.is_terminal():
        legal = state.legal_actions()
        action = legal[below(stream, len(legal))]
        moves.append(state.action_to_text(action))
        state.apply_action(action)
    return moves


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()
_TEXT, _PING = 0x81, 0x89


class Driver:
    """State of all tables under load."""

    def __init__(self, games: list[list[str]], detail: str) -> None:
        self.games = games
        self.detail = detail
        self.latencies: list[float] = []
        self.moves = 0
        self.counting = False
        self.stopping = False
        self.errors: list[str] = []


class Line(asyncio.Protocol):
    """A minimal WebSocket connection of one seat."""

    def __init__(self, driver: Driver, address: str, table: str, token: str, seed: int) -> None:
        self._driver = driver
        self._web = ClientProtocol(parse_uri(address), max_size=None)
        self._upgraded = False
        self._rest = b""
        self._hello = {"type": "hello", "table": table, "token": token, "detail": driver.detail}
        self._game = seed
        self._next = 0
        self._place = -1
        self._seat = -1
        self._moves: list[str] = []
        self._turns: list[int] = []
        self._sent = 0.0
        self.closed = asyncio.get_running_loop().create_future()
        self.welcomed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Request the upgrade."""
        self._transport = transport
        self._web.send_request(self._web.connect())
        for data in self._web.data_to_send():
            transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Process received data."""
        if not self._upgraded:
            self._web.receive_data(data)
            if self._web.events_received():
                self._upgraded = True  # nothing follows before `hello`
                self._send(self._hello)
            return
        data = self._rest + data
        at = 0
        while len(data) >= at + 2:
            start, length = at + 2, data[at + 1]
            if length >= 126:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start])
            if len(data) < start + length:
                break
            payload = data[start : start + length]
            if data[at] == _TEXT:
                self._take(_decoder.decode(payload))
            elif data[at] == _PING:
                self._transport.write(Frame(Opcode.PONG, payload).serialize(mask=True))
            at = start + length
        self._rest = data[at:]

    def _send(self, message: dict[str, Any]) -> None:
        frame = Frame(Opcode.TEXT, _encoder.encode(message))
        self._transport.write(frame.serialize(mask=True))

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self._place = message["you"]["places"][0]
            self.welcomed.set_result(None)
            self._events(message["events"])
        elif kind == "happened":
            self._events(message["events"])
        elif kind == "error":
            self._driver.errors.append(message["message"])

    def _events(self, events: list[dict[str, Any]]) -> None:
        driver = self._driver
        over = False
        for event in events:
            kind = event["kind"]
            if kind == "move":
                self._next += 1
                if self._sent and event["seat"] == self._seat:
                    if driver.counting:
                        driver.latencies.append(time.perf_counter() - self._sent)
                        driver.moves += 1
                    self._sent = 0.0
            elif kind == "started":
                self._seat = event["seats"].index(self._place)
                self._game = (self._game + 1) % len(driver.games)
                self._moves = driver.games[self._game]
                self._next = 0
            elif kind == "over":
                over = True
        self._seq = events[-1]["seq"] if events else 0
        if driver.stopping:
            return
        if over:
            # Seat 0 proposes, seat 1 agrees when it receives the proposal.
            if self._seat == 0:
                self._send({"type": "rematch"})
        elif events and events[-1]["kind"] == "asked":
            if self._seat == 1:
                self._send({"type": "rematch"})
        elif self._seat >= 0 and self._next < len(self._moves):
            self._go()

    def _go(self) -> None:
        if owner(self._driver.games, self._game)[self._next] == self._seat:
            self._sent = time.perf_counter()
            self._send({"type": "act", "seq": self._seq, "action": self._moves[self._next]})


_owners: dict[int, list[int]] = {}


def owner(games: list[list[str]], number: int) -> list[int]:
    """Return the seat that makes each move of a prepared game (a seat may move several times)."""
    found = _owners.get(number)
    if found is None:
        state = empile.load("block-ness").new_state()
        found = list[int]()
        for move in games[number]:
            found.append(state.current_player())
            state.apply_text(move)
        _owners[number] = found
    return found


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process; 0 if the system does not report it."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(
    address: str, pid: int, tables: int, seconds: float, games: list[list[str]], detail: str
) -> dict[str, Any]:
    """Play at ``tables`` tables for ``seconds``; return the measurements."""
    driver = Driver(games, detail)
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    place = f"ws://{host}:{port}/ws"
    lines: list[Line] = []
    loop = asyncio.get_running_loop()
    async with Rest(address) as rest:
        for number in range(tables):
            made = await rest.make_table("block-ness", ["person", "open"])
            joined = await rest.join(made.table, "B")
            for token in (made.token, joined.token):
                _, line = await loop.create_connection(
                    lambda table=made.table, token=token, number=number: Line(  # type: ignore[misc]
                        driver, place, table, token, number
                    ),
                    host,
                    int(port),
                )
                await line.welcomed
                lines.append(line)
    await asyncio.sleep(1.0)
    driver.counting = True
    used = processor_seconds(pid)
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    driver.counting = False
    took = time.perf_counter() - began
    used = processor_seconds(pid) - used
    driver.stopping = True
    for line in lines:
        line.close()
    await asyncio.gather(*(line.closed for line in lines))
    ordered = sorted(driver.latencies)
    if driver.errors:
        raise SystemExit(f"the server refused: {driver.errors[0]}")
    return {
        "tables": tables,
        "connections": len(lines),
        "seconds": round(took, 2),
        "moves": driver.moves,
        "moves_per_second": round(driver.moves / took),
        "server_processor_share": round(used / took, 2),
        "server_us_per_move": round(used / max(1, driver.moves) * 1e6, 1),
        "p50_ms": round(ordered[len(ordered) // 2] * 1e3, 2),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1e3, 2),
    }


def main() -> None:
    """Measure; print a line of JSON per number of tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500])
    parser.add_argument("--detail", choices=("moves", "full"), default="moves")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument(
        "--profile", type=Path, help="write the server's cProfile data to this file"
    )
    parser.add_argument("--games", type=int, default=200, help="number of random games to prepare")
    chosen = parser.parse_args()
    games = [random_game(seed) for seed in range(chosen.games)]
    for number in range(len(games)):
        owner(games, number)
    for tables in chosen.tables:
        with tempfile.TemporaryDirectory(prefix="empile-load-") as folder:
            print(json.dumps(measure(tables, chosen, games, Path(folder))), flush=True)


def measure(
    tables: int, chosen: argparse.Namespace, games: list[list[str]], folder: Path
) -> dict[str, Any]:
    """Start a server, load it, stop it; return the measurements."""
    command = [sys.executable]
    if chosen.profile:
        command += ["-m", "cProfile", "-o", str(chosen.profile)]
    script = folder / "server.py"
    script.write_text(_SERVER)
    server = subprocess.Popen(
        [*command, str(script), str(folder / "tables.sqlite3")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        found = uvloop.run(load(address, server.pid, tables, chosen.seconds, games, chosen.detail))
        found["cores"] = os.cpu_count()
        found["python"] = platform.python_version()
        return found
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
        assert server.stdout is not None
        server.stdout.close()


if __name__ == "__main__":
    main()
