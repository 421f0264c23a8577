"""Kills and pauses processes that serve the same tables, and checks that nothing is lost.

``python -m benchmarks.scale.failures --rounds 50``: web processes on one store play through one
Redis. Each round kills Redis, kills a web process, or pauses one for longer than its leases last,
while people and bots play; their clients come back at another process. In the end each acknowledged
move must be in the log exactly once, no move may be there that nobody made, every log must be
readable, every table must go on, and every client must have been back within five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
from websockets.exceptions import WebSocketException

from empile.client import Rest, TableConnection, connect
from empile.client.connection import ClosedError
from empile.client.errors import CommandError
from empile.server.bus.redis_connection import TTL
from empile.server.wire import events
from empile.server.wire import messages as wire
from tests.server.processes import Nursery, free_port
from tests.support.redis_server import RedisServer

KINDS: Final = ("kill redis", "kill web", "pause web")
BACK_SECONDS: Final = 5.0
"""Longest time in which a client must be back."""
_SILENCE: Final = 1.5
"""A client that hears nothing for so long, not even an answer to a ping, connects elsewhere."""
_SETTLE: Final = 1.5
_LOST: Final = (OSError, TimeoutError, ClosedError, WebSocketException)


@dataclass
class Journal:
    """What clients did and saw."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    """Moves by table and event number."""
    attempted: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Tables and moves."""
    outages: list[float] = field(default_factory=list[float])
    """Seconds until clients were back."""
    seqs: dict[str, int] = field(default_factory=dict[str, int])
    """The last event of each table."""


@dataclass
class Process:
    """A web process."""

    port: int
    pid: int = 0

    @property
    def address(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"


class Player:
    """A person who plays at random, and changes to another process when one is gone."""

    def __init__(
        self, processes: Sequence[Process], table: str, token: str, journal: Journal, first: int
    ) -> None:
        self._addresses = itertools.cycle(process.address for process in processes)
        for _ in range(first % len(processes)):
            next(self._addresses)
        self._table = table
        self._token = token
        self._journal = journal
        self._random = random.Random(f"{table} {first}")

    async def play(self) -> None:
        """Play until cancelled."""
        lost_at: float | None = None
        while True:
            try:
                async with asyncio.timeout(_SILENCE):
                    seat = await connect(next(self._addresses), self._table, self._token)
            except (*_LOST, CommandError):
                lost_at = lost_at or time.monotonic()
                await asyncio.sleep(0.05)
                continue
            if lost_at is not None:
                self._journal.outages.append(time.monotonic() - lost_at)
            heard_at = time.monotonic()
            try:
                while True:
                    await self._step(seat)
                    heard_at = time.monotonic()
            except _LOST:
                lost_at = heard_at
            finally:
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(seat.close(), 0.1)

    async def _step(self, seat: TableConnection) -> None:
        """Move if it is this person's turn, else wait for something to happen."""
        journal, table = self._journal, self._table
        journal.seqs[table] = max(seat.seq, journal.seqs.get(table, 0))
        if seat.table.status == "over" and self._random.random() < 0.5:
            await seat.send(wire.Rematch())
        if seat.table.status == "playing" and seat.state is not None and seat.state.mine:
            text = self._random.choice(seat.state.legal).text
            journal.attempted.add((table, text))
            try:
                async with asyncio.timeout(_SILENCE):
                    happened = await seat.act(text)
            except CommandError:  # stale: another connection or an older request was first
                await self._listen(seat)
                return
            for event in happened:
                if isinstance(event, wire.Moved) and event.text == text:
                    journal.acknowledged[table, event.seq] = text
                    break
            await asyncio.sleep(self._random.uniform(0.02, 0.1))
        else:
            await self._listen(seat)

    async def _listen(self, seat: TableConnection) -> None:
        try:
            async with asyncio.timeout(0.3):
                await seat.receive()
        except TimeoutError:
            await seat.send(wire.Ping())
            async with asyncio.timeout(_SILENCE):
                await seat.receive()


class Site:
    """Web processes on one store, with Redis."""

    def __init__(self, nursery: Nursery, folder: Path, processes: int) -> None:
        self.file = folder / "tables.sqlite3"
        self.redis = RedisServer(folder)
        self.processes = [Process(free_port()) for _ in range(processes)]
        self._nursery = nursery

    async def start(self) -> None:
        """Start everything."""
        self.redis.start()
        for process in self.processes:
            await self._serve(process)

    async def _serve(self, process: Process) -> None:
        process.pid = await asyncio.to_thread(
            self._nursery.serve, process.port, self.file, self.redis.url
        )

    async def fail(self, kind: str, chosen: random.Random) -> None:
        """Let something fail, and repair it."""
        process = chosen.choice(self.processes)
        if kind == "kill redis":
            self.redis.kill()
            await asyncio.sleep(chosen.uniform(0.1, TTL + 1))
            self.redis.start()
        elif kind == "kill web":
            await asyncio.to_thread(self._nursery.kill, process.pid)
            await asyncio.sleep(chosen.uniform(0.1, 1.0))
            await self._serve(process)
        else:
            os.kill(process.pid, signal.SIGSTOP)
            await asyncio.sleep(TTL + chosen.uniform(0.5, 2.0))
            os.kill(process.pid, signal.SIGCONT)

    def stop(self) -> None:
        """Stop everything."""
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGCONT)
                os.kill(process.pid, signal.SIGTERM)
                self._nursery.wait(process.pid)
        self.redis.stop()


@dataclass
class Result:
    """What came of a run."""

    failures: Counter[str]
    moves: int
    events: int
    returns: int
    """How often a client came back."""
    slowest_return: float
    """In seconds."""
    faults: list[str]


async def run(
    nursery: Nursery, folder: Path, kinds: Sequence[str], *, tables: int, processes: int, seed: int
) -> Result:
    """Let one failure after another happen."""
    site = Site(nursery, folder, processes)
    journal = Journal()
    players: list[asyncio.Task[None]] = []
    faults: list[str] = []
    try:
        await site.start()
        async with Rest(site.processes[0].address) as rest:
            for number in range(tables):
                with_bot = number % 2 == 0
                made = await rest.make_table(
                    "block-ness", ["person", "bot:1" if with_bot else "open"]
                )
                tokens = [made.token]
                if not with_bot:
                    tokens.append((await rest.join(made.table, "Bea")).token)
                for place, token in enumerate(tokens):
                    player = Player(site.processes, made.table, token, journal, number // 2 + place)
                    players.append(asyncio.create_task(player.play()))
        chosen = random.Random(seed)
        for kind in kinds:
            await asyncio.sleep(chosen.uniform(0.3, 1.0))
            await site.fail(kind, chosen)
        await asyncio.sleep(_SETTLE)
        before = dict(journal.seqs)
        await asyncio.sleep(_SETTLE + TTL)
        stuck = [table for table, seq in journal.seqs.items() if seq <= before.get(table, 0)]
        faults += [f"table {table} is stuck at event {before[table]}" for table in stuck]
        for task in players:
            if task.done():
                faults.append(f"a client failed: {task.exception()!r}")
    finally:
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        await asyncio.to_thread(site.stop)
    logged, wrong = check(site.file, journal)
    slowest = max(journal.outages, default=0.0)
    if slowest > BACK_SECONDS:
        faults.append(f"a client was back after {slowest:.1f} s")
    moves, returns = len(journal.acknowledged), len(journal.outages)
    return Result(Counter(kinds), moves, logged, returns, slowest, faults + wrong)


def check(file: Path, journal: Journal) -> tuple[int, list[str]]:
    """Compare the logs with what clients know; return the number of events, and faults."""
    faults: list[str] = []
    logs: dict[str, dict[int, events.LogEntry]] = {}
    with contextlib.closing(sqlite3.connect(file)) as store:
        rows = store.execute(
            "SELECT id, seq, at, body FROM log JOIN tables USING (number) ORDER BY number, seq"
        )
        for table, seq, at, body in rows:
            log = logs.setdefault(table, {})
            if seq != len(log) + 1:
                faults.append(f"table {table}: event {seq} follows {len(log)}")
            try:
                log[seq] = events.decode(body, seq, at)
            except msgspec.DecodeError as error:
                faults.append(f"table {table}: event {seq} cannot be read: {error}")
    for (table, seq), text in journal.acknowledged.items():
        entry = logs.get(table, {}).get(seq)
        if not isinstance(entry, events.Moved) or entry.text != text:
            faults.append(f"table {table}: the acknowledged move {seq} {text} is lost: {entry}")
    for table, log in logs.items():
        bots = {
            number
            for entry in log.values()
            if isinstance(entry, events.Created)
            for number, place in enumerate(entry.places)
            if place.kind == "bot"
        }
        seats: Sequence[int] = ()
        for entry in log.values():
            if isinstance(entry, events.Started):
                seats = entry.seats
            elif (
                isinstance(entry, events.Moved)
                and seats[entry.seat] not in bots
                and (table, entry.text) not in journal.attempted
            ):
                faults.append(f"table {table}: nobody made the move {entry.seq} {entry.text}")
    return sum(map(len, logs.values())), faults


def main() -> None:
    """Run the rounds, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="failures of each kind")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    kinds = list(KINDS) * arguments.rounds
    random.Random(arguments.seed).shuffle(kinds)
    with Nursery() as nursery, tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(
            run(
                nursery,
                Path(folder),
                kinds,
                tables=arguments.tables,
                processes=arguments.processes,
                seed=arguments.seed,
            )
        )
    for kind, count in sorted(result.failures.items()):
        print(f"{count:6} times: {kind}")
    print(f"{result.moves:6} acknowledged moves, {result.events} events")
    print(f"{result.returns:6} returns of clients, after {result.slowest_return:.2f} s at most")
    for fault in result.faults:
        print("FAULT:", fault)
    raise SystemExit(bool(result.faults))


if __name__ == "__main__":
    main()
