"""Send hostile messages to a server by sockets and REST, while others play on it.

    python benchmarks/robustness/hostile.py --messages 1000000

Attackers come from many addresses. They hold seats at tables of their own and send random bytes,
changed messages, wrong types, huge numbers, deep nesting, messages at the wrong time, broken frames and
broken requests; some never read. Half of the messages meet a server with its default limits, half one
without limits of rates, so that all of them are handled. Next to them random players play all four
games. Nothing may fail: no table may freeze, no move may be refused, no request may be answered with
an error of the server, nothing may be logged as an error, and memory must stay bounded. Writes
``benchmarks/results/robustness.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from hostile_messages import Messages, frame
from players import Player, heard_by, seat_players
from results import table, write_section
from servers import GAMES, Servers, Start, Started, usage

from empile.client import ClosedError, Rest, connect

_ATTACKERS = 24
_PER_VISIT = 120
_FLOOD = 1000
"""Messages of a visit that is closed for its flood, if rates are limited."""
_ADDRESSES = 200
_PATIENCE = 60.0
"""Seconds after which a server that neither answers nor closes counts as stuck."""
_ANSWER_PATIENCE = 45.0
"""For requests: without limits of rates, long computations wait for many others."""
_MOST_GROWTH_MIB = 400.0
_UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_PING = frame(b'{"type":"ping"}')
SENT = ("socket messages", "broken frames", "requests", "broken requests")
"""What is counted as a message."""
_Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
_FAILURE = re.compile(r"Traceback|\b(?:ERROR|CRITICAL)\b")


@dataclass
class Attack:
    """An attack on a server, and what came of it."""

    host: str
    port: int
    messages: Messages
    left: int
    """How many messages are still to be sent."""
    counts: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    _visits: int = 0

    @property
    def luck(self) -> random.Random:
        """The source of all randomness."""
        return self.messages.luck

    async def attack(self) -> None:
        """Visit the server until no message is left."""
        while self.left > 0:
            visit = self.luck.choices(
                (self.sockets, self.frames, self.requests, self.broken_requests), (60, 10, 25, 5)
            )[0]
            try:
                async with asyncio.timeout(_PATIENCE):
                    await visit()
            except TimeoutError:
                self.faults.append(f"{visit.__name__}: no end in {_PATIENCE:.0f} s")
            except (OSError, EOFError, asyncio.LimitOverrunError):
                self.counts["connections closed by the server"] += 1

    def _spend(self, kind: str, count: int) -> int:
        count = min(self.left, count)
        self.left -= count
        self.counts[kind] += count
        return count

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncGenerator[_Streams]:
        """Connect from one of many addresses."""
        self._visits += 1
        source = f"127.1.1.{self._visits % _ADDRESSES + 1}"
        reader, writer = await asyncio.open_connection(
            self.host, self.port, local_addr=(source, 0), limit=1 << 22
        )
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    @contextlib.asynccontextmanager
    async def _socket(self) -> AsyncGenerator[_Streams]:
        async with self._connection() as (reader, writer):
            writer.write(_UPGRADE.format(host=f"{self.host}:{self.port}").encode())
            answer = await reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in answer:
                self.count_status(answer, b"", "/ws")
                raise EOFError
            yield reader, writer

    # -- Visits ------------------------------------------------------------------------------------

    async def sockets(self) -> None:
        """Say hello and send messages, then wait for the answer to the last one."""
        count = _FLOOD if self.luck.random() < 0.03 else self.luck.randrange(1, _PER_VISIT)
        async with self._socket() as (reader, writer):
            count = self._spend("socket messages", count)
            writer.write(frame(self.messages.hello()))
            texts = [self.messages.message() for _ in range(count)]
            reading = asyncio.create_task(self._read(reader))
            try:
                for start in range(0, count, 20):
                    writer.write(b"".join(map(frame, texts[start : start + 20])))
                    await writer.drain()
                if self.luck.random() < 0.05:
                    return  # leaves without reading
                writer.write(_PING)
                await reading
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def _read(self, reader: asyncio.StreamReader) -> None:
        """Read until the first pong or the end; learn what is legal."""
        while True:
            opcode, payload = await _frame_from(reader)
            self.counts["answers"] += 1
            if opcode == 8 or payload == b'{"type":"pong"}':
                return
            if payload.startswith(b'{"type":"welcome"'):
                self._learn(json.loads(payload))
            elif payload.startswith(b'{"type":"error","code":"failed"'):
                self.faults.append(f"answer: {payload[:300].decode()}")

    def _learn(self, welcome: dict[str, Any]) -> None:
        self.messages.seq = welcome["seq"]
        state: dict[str, Any] = welcome.get("state") or {"legal": []}
        legal: list[str] = [move["text"] for move in state["legal"]]
        if legal:
            self.messages.moves = legal[:50]

    async def frames(self) -> None:
        """Send broken frames until the server closes the connection."""
        async with self._socket() as (reader, writer):
            count = self._spend("broken frames", self.luck.choice((1, 1, 1, 5, 20)))
            if self.luck.random() < 0.7:
                writer.write(frame(self.messages.hello()))
            for _ in range(count):
                writer.write(self.messages.broken_frame())
            await writer.drain()
            if self.luck.random() < 0.5:
                writer.write_eof()
                while await reader.read(1 << 16):
                    pass

    async def requests(self) -> None:
        """Send requests one after another."""
        count = self.luck.randrange(1, 30)
        async with self._connection() as (reader, writer):
            while count > 0 and self._spend("requests", 1):
                count -= 1
                request = self.messages.request(f"{self.host}:{self.port}")
                writer.write(request)
                about = request[:100].decode("latin-1")
                try:
                    async with asyncio.timeout(_ANSWER_PATIENCE):
                        head = await reader.readuntil(b"\r\n\r\n")
                        body = await _body_of(head, reader, without=request.startswith(b"HEAD"))
                except TimeoutError:
                    self.faults.append(f"{about!r}: no answer in {_ANSWER_PATIENCE:.0f} s")
                    return
                self.count_status(head, body, about)

    async def broken_requests(self) -> None:
        """Send what is no request."""
        async with self._connection() as (reader, writer):
            if self._spend("broken requests", 1):
                writer.write(self.messages.broken_request())
            writer.write_eof()
            answer = await reader.read(1 << 16)
            if answer:
                self.count_status(answer, b"", "broken")

    def count_status(self, head: bytes, body: bytes, about: str) -> None:
        """Count an answer to a request; errors of the server are faults."""
        status = head[9:12].decode("latin-1")
        self.counts[f"status {status}"] += 1
        # 503 is the usual answer if a queue is full.
        if status.startswith("5") and b'"rate_limited"' not in body:
            self.faults.append(f"{about!r} was answered with {status}: {body[:300]!r}")


async def _frame_from(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first, length = await reader.readexactly(2)
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2))
    elif length == 127:
        length = int.from_bytes(await reader.readexactly(8))
    return first & 15, await reader.readexactly(length)


async def _body_of(head: bytes, reader: asyncio.StreamReader, *, without: bool) -> bytes:
    lower = head.lower()
    if without or head[9:12] in (b"204", b"304"):
        return b""
    found = re.search(rb"content-length: (\d+)", lower)
    if found:
        return await reader.readexactly(int(found[1]))
    if b"transfer-encoding: chunked" not in lower:
        return await reader.read()
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body


# -- Targets ---------------------------------------------------------------------------------------


async def messages_for(address: str, game: str, luck: random.Random) -> Messages:
    """Create a table for attackers; return what makes messages for it."""
    async with Rest(address) as rest:
        made = await rest.make_table(game, ["person", "open"], GAMES[game])
        joined = await rest.join(made.table, "B")
        (alone,) = await seat_players(address, luck, game, persons=1)
        await alone.play(1)
        record = await rest.record(alone.heard.table, alone.token)
    for token in (made.token, joined.token):
        async with await connect(address, made.table, token) as seat:
            assert seat.state is not None
            moves = [move.text for move in seat.state.legal]
            if moves:
                break
    return Messages(
        luck,
        made.table,
        [made.token, joined.token],
        seat.seq,
        moves[:50],
        await bodies(address, game, record),
    )


async def bodies(address: str, game: str, record: dict[str, Any]) -> dict[str, list[Any]]:
    """Return valid bodies for all paths of the REST interface; None for a GET."""
    events = record["events"]
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        lesson = (await http.get(f"/api/games/{game}/lessons")).json()[0]["name"]
        level = (await http.get("/api/solo/levels/1-01")).json()
    create = {"game": game, "places": [{"kind": "person"}, {"kind": "open"}]}
    start = {"variant": level["variant"], "start": level["start"]}
    read = (
        "/",
        "/health",
        "/api/games",
        f"/api/games/{game}/lessons",
        f"/api/games/{game}/lessons/{lesson}",
        "/api/codes/ABCDEF",
        "/api/tables/{table}",
        "/api/tables/{table}/record",
        "/api/tables/{table}/replay",
        "/api/analyses/x",
        "/api/solo/levels",
        "/api/solo/levels/1-01",
        "/api/protocol.json",
        "/api/nothing",
    )
    write: dict[str, list[Any]] = {
        f"/api/games/{game}/options": [{"options": record["options"]}, {}],
        f"/api/games/{game}/lessons/{lesson}/moves": [{"moves": events[:2]}, {"moves": []}],
        "/api/positions": [{"game": game, "options": record["options"], "moves": events[:3]}],
        "/api/tables": [
            create,
            {**create, "options": record["options"], "allow_spectators": False},
        ],
        "/api/tables/{table}/join": [{"name": "B"}, {"name": "B", "place": 1}],
        "/api/tables/{table}/fill": [{"level": 1}, {"level": 1, "place": 0}],
        "/api/replays": [record],
        "/api/replays/line": [{"record": record, "at": 1, "line": events[1:3]}],
        "/api/analyses": [{"record": record}, {"table": "{table}", "game": 1}],
        "/api/solo/check": [start],
        "/api/solo/hint": [{**start, "moves": [], "step": 1}],
        "/api/solo/solution": [{**start, "moves": []}],
    }
    return {**{path: [None] for path in read}, **write}


# -- The whole -------------------------------------------------------------------------------------


@dataclass
class Report:
    """What came of one half of the messages."""

    name: str
    counts: Counter[str]
    faults: list[str]
    delays: list[float]
    """Of the moves of honest players, sorted, in seconds."""
    memory: list[float]
    seconds: float


async def assault(
    started: Started,
    count: int,
    luck: random.Random,
    name: str,
    tables: int,
    games: Sequence[str],
) -> Report:
    """Attack tables of ``games`` while others play at ``tables`` tables."""
    host, port = started.address.removeprefix("http://").split(":")
    players: list[Player] = []
    for number in range(tables):
        players += await seat_players(
            started.address,
            luck,
            games[number % len(games)],
            persons=1 + number % 2,
            pause=lambda: 0.1,
        )
    attacks = [
        Attack(
            host, int(port), await messages_for(started.address, game, luck), count // len(games)
        )
        for game in games
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    memory = [usage(started.pid).memory_mib]
    began = time.monotonic()
    attacking = [
        asyncio.create_task(attack.attack())
        for attack in attacks
        for _ in range(_ATTACKERS // len(attacks))
    ]
    while not all(task.done() for task in attacking):
        await asyncio.wait(attacking, timeout=1.0)
        memory.append(usage(started.pid).memory_mib)
    seconds = time.monotonic() - began
    faults = [fault for attack in attacks for fault in attack.faults]
    faults += [
        f"an attacker failed: {task.exception()!r}" for task in attacking if task.exception()
    ]
    faults += await faults_of_players(players, playing)
    faults += await _faults_of_metrics(started.address)
    if max(memory) - memory[0] > _MOST_GROWTH_MIB:
        faults.append(f"memory grew from {memory[0]:.0f} to {max(memory):.0f} MiB")
    counts = sum((attack.counts for attack in attacks), Counter[str]())
    counts["moves of others"] = sum(one.moves for one in heard_by(players))
    delays = sorted(delay for player in players for delay in player.delays)
    return Report(name, counts, faults, delays, memory, seconds)


async def faults_of_players(
    players: list[Player], playing: list[asyncio.Task[None]], patience: float = _PATIENCE
) -> list[str]:
    """Let every table make one more move, then stop; return what was wrong."""
    moves = {one.table: one.moves for one in heard_by(players)}
    end = time.monotonic() + patience
    while time.monotonic() < end and not any(task.done() for task in playing):
        if all(one.moves > moves[one.table] for one in heard_by(players)):
            break
        await asyncio.sleep(0.05)
    still = [one.table for one in heard_by(players) if one.moves == moves[one.table]]
    faults = [f"a player ended with {task.exception()!r}" for task in playing if task.done()]
    faults += [f"table {name} does not go on" for name in still]
    for task in playing:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(ended, ClosedError):
            faults.append(f"a player was closed: {ended}")
    return faults


async def _faults_of_metrics(address: str) -> list[str]:
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        metrics = (await http.get("/metrics")).text
        health = (await http.get("/health")).json()
    faults = [] if health["status"] == "ok" else [f"health: {health}"]
    if "empile_frozen_total 0.0" not in metrics:
        faults.append("a table was frozen")
    return faults


def run(
    servers: Servers,
    folder: Path,
    count: int,
    seed: int,
    tables: int = 6,
    games: Sequence[str] = tuple(GAMES),
) -> list[Report]:
    """Attack a server with default limits and one without limits of rates."""
    found: list[Report] = []
    for name, unlimited in (("default limits", False), ("rates not limited", True)):
        log = folder / f"{unlimited}.log"
        data = folder / f"{unlimited}.sqlite3"
        started = servers.start(Start(str(data), str(log), unlimited=unlimited))
        report = asyncio.run(
            assault(started, count // 2, random.Random(seed + unlimited), name, tables, games)
        )
        servers.stop(started.pid)
        logged = log.read_text("utf-8", "replace")
        failure = _FAILURE.search(logged)
        if failure:
            at = failure.start()
            report = replace(
                report, faults=[*report.faults, f"logged: {logged[max(0, at - 500) : at + 3000]}"]
            )
        found.append(report)
    return found


def results(reports: list[Report]) -> str:
    """Return the results as Markdown."""
    rows: list[list[object]] = []
    for report in reports:
        counts, delays = report.counts, report.delays or [0.0]
        rows.append(
            [
                report.name,
                *(f"{counts[kind]:,}" for kind in SENT),
                f"{counts['answers']:,}",
                f"{counts['moves of others']:,}",
                f"{delays[len(delays) // 2] * 1e3:.0f} / {delays[int(len(delays) * 0.99)] * 1e3:.0f}"
                f" / {delays[-1] * 1e3:.0f} ms",
                f"{report.memory[0]:.0f} / {max(report.memory):.0f} / {report.memory[-1]:.0f} MiB",
                f"{report.seconds:.0f}",
                len(report.faults),
            ]
        )
    columns = (
        "server",
        *SENT,
        "answers by socket",
        "moves of others",
        "their delay: median / p99 / most",
        "memory: first / most / last",
        "seconds",
        "faults",
    )
    statuses = sum((report.counts for report in reports), Counter[str]())
    told = ", ".join(
        f"{name.removeprefix('status ')}: {count:,}"
        for name, count in sorted(statuses.items())
        if name.startswith("status")
    )
    return (
        f"{table(columns, rows)}\n\nA *fault* is a frozen table, a refused move of others, a status "
        "of 500 or more, an error in the log, a connection that is neither answered nor closed, or "
        f"unbounded memory. Answers to requests by status: {told}."
    )


def main() -> int:
    """Attack; return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-write", action="store_true", help="print the results only")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="empile-hostile-") as folder, Servers() as servers:
        reports = run(servers, Path(folder), chosen.messages, chosen.seed)
    text = results(reports)
    print(text)
    for report in reports:
        for fault in report.faults[:10]:
            print(f"{report.name}: {fault}")
    if not chosen.no_write:
        write_section("Hostile messages", text)
    return 1 if any(report.faults for report in reports) else 0


if __name__ == "__main__":
    raise SystemExit(main())
