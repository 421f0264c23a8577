"""PostgreSQL is killed at random moments: every outcome that the store tells is true."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from typing import NamedTuple

import asyncpg
import pytest

from empile.server.store.database import migrate
from empile.server.store.interface import Outcome, Row, StoreFailedError
from empile.server.store.postgres import writer
from empile.server.store.postgres.store import PostgresStore
from tests.server.serving import perform
from tests.server.store.scenes import FIRST, append
from tests.support.patience import PATIENCE
from tests.support.postgres_server import PostgresServer, postgres_server

TABLES = 6
CUTS = 10
"""Of connections, before each crash."""
WANTED: Counter[Outcome] = Counter({"kept": 21, "conflict": 1, "failed": 1})
"""Outcomes that are met before the last crash."""
KILL = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = 'empile' AND datname = current_database() AND random() < 0.7
"""


class Told(NamedTuple):
    number: int
    rows: list[Row]
    outcome: Outcome


def outcomes_of(told: list[Told]) -> Counter[Outcome]:
    return Counter(one.outcome for one in told)


async def play(
    store: PostgresStore, numbers: list[int], mark: bytes, told: list[Told], ended: asyncio.Event
) -> None:
    """Append to tables in turn, as a room does: after an outcome, from what is stored."""

    async def play_at(number: int) -> None:
        last, turn = 1, 0
        while not ended.is_set():
            turn += 1
            body = b"%s %d %d" % (mark, number, turn)
            rows = [Row(last + 1 + n, 5, body) for n in range(1 + turn % 3)]
            outcome = await append(store, number, rows)
            told.append(Told(number, rows, outcome))
            if outcome == "kept":
                last = rows[-1].seq
            else:
                await asyncio.sleep(0.02)
                try:
                    found = await store.rows_after(number, last, 10_000)
                except StoreFailedError:
                    continue
                last = found[-1].seq if found else last

    await asyncio.gather(*map(play_at, numbers))


def test_outcomes_are_true_while_connections_and_the_database_are_killed(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert postgres  # it is installed
    monkeypatch.setattr(writer, "_LONGEST_PAUSE", 0.1)
    monkeypatch.setattr(writer, "_DOUBT_SECONDS", 1.0)
    chance = random.Random(7)
    told: list[Told] = []

    async def cut(url: str) -> None:
        """Close connections of the stores, at any point of what they do."""
        killer = await asyncpg.connect(url)
        for _ in range(CUTS):
            await asyncio.sleep(chance.uniform(0.0, 0.05))
            await killer.execute(KILL)
        await killer.close()

    async def crash(server: PostgresServer) -> None:
        await asyncio.sleep(chance.uniform(0.05, 0.2))
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    async def scene(server: PostgresServer) -> dict[int, list[Row]]:
        location = server.new_database()
        await asyncio.to_thread(migrate, location)
        here, there = PostgresStore(location), PostgresStore(location)
        numbers = [await here.create(f"t{n}", None, 1, FIRST) for n in range(TABLES)]
        ended = asyncio.Event()
        playing = asyncio.gather(
            play(here, numbers, b"here", told, ended), play(there, numbers, b"there", told, ended)
        )
        ends = time.monotonic() + PATIENCE
        while True:
            await cut(location.url)
            await crash(server)
            if outcomes_of(told) >= WANTED:
                break
            assert time.monotonic() < ends, outcomes_of(told)
        ended.set()
        await playing
        while not await here.accepts_writes():
            await asyncio.sleep(0.02)
        found = {number: await here.rows_after(number, 1, 100_000) for number in numbers}
        await asyncio.gather(here.close(), there.close())
        return found

    with postgres_server("fsync=on") as server:
        stored = perform(scene(server))

    bodies = Counter(row.body for rows in stored.values() for row in rows)
    for number, rows in stored.items():
        assert [row.seq for row in rows] == list(range(2, len(rows) + 2)), number
    for one in told:
        count = bodies.pop(one.rows[0].body, 0)
        match one.outcome:
            case "kept":
                assert count == len(one.rows), one
            case "unknown":
                assert count in (0, len(one.rows)), one
            case _:
                assert count == 0, one
    assert not bodies, "nothing is invented"
