"""Tables whose game is not installed: they keep their data, say so, and go on later."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from empile.client import connect
from empile.client.errors import CommandError
from empile.server.wire import events, schemas
from empile.server.wire.clocks.settings import RealClock
from tests.cli.conftest import Empile, empile_cli
from tests.server.serving import legal, make, perform, serving, until

__all__ = ["empile_cli"]

BOTH = ["person", "person"]


def rename(store: Path, table: str, old: str, new: str) -> None:
    """Let a table be one of another game, and its clock be due."""
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        (number,) = connection.execute(
            "SELECT number FROM tables WHERE id = ?", (table,)
        ).fetchone()
        where = f"WHERE number = {number} AND seq = 1"
        (body,) = connection.execute(f"SELECT body FROM log {where}").fetchone()
        renamed = body.replace(f'"game":"{old}"'.encode(), f'"game":"{new}"'.encode())
        assert renamed != body
        connection.execute(f"UPDATE log SET body = ? {where}", (renamed,))
        connection.execute("UPDATE clocks SET due = number")  # all are due, this one first


def first_due(store: Path) -> int:
    """Return when the first clock is due."""
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute("SELECT min(due) FROM clocks").fetchone()[0])


def test_a_table_waits_for_its_game_and_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, empile_cli: Empile
) -> None:
    store, clock = tmp_path / "tables.sqlite3", RealClock(base=600, increment=0)
    with serving(store) as server:

        async def begin() -> schemas.TableCreated:
            made = await make(server.address, BOTH, listed=True, clock=clock)
            async with await connect(server.address, made.table, made.token) as seat:
                await seat.act(legal(seat))
            async with await connect(
                server.address, (await make(server.address, BOTH, clock=clock)).table
            ):
                return made

        made = perform(begin())
        table = made.table
    rename(store, table, "block-ness", "gone")

    with serving(store) as server, caplog.at_level(logging.WARNING):

        async def look() -> None:
            with pytest.raises(CommandError) as refused:
                await connect(server.address, table, made.token)
            assert refused.value.code == "no_game"
            await until(is_looked_at)

        async def is_looked_at() -> bool:
            return first_due(store) > 1_000_000

        perform(look())
        answer = httpx.get(f"{server.address}/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (409, "no_game")
        assert "keeps its moves" in answer.json()["detail"]
        listed = httpx.get(f"{server.address}/api/tables", params={"status": "playing"}).json()
        assert listed["tables"] == []
        told = [record for record in caplog.records if "gone" in record.getMessage()]
        assert len(told) == 1
        assert not any(record.exc_info for record in caplog.records)

    checked = empile_cli("doctor", "--store", store)
    assert checked.status == 1
    assert "its game is not installed" in checked.out
    assert "its data is good" in checked.out
    assert "delete" not in checked.out
    kept = empile_cli("tables", "export", table, "--store", store)
    assert '"kind": "move"' in kept.out
    assert "without records" in kept.err

    rename(store, table, "gone", "block-ness")
    with serving(store) as server:

        async def go_on() -> None:
            async with await connect(server.address, table, made.token) as seat:
                await seat.act(legal(seat))

        perform(go_on())
    assert empile_cli("doctor", "--store", store).status == 0


def last_event(store: Path) -> events.LogEntry:
    """Return the last event of all tables."""
    with closing(sqlite3.connect(store)) as connection:
        row = connection.execute("SELECT seq, at, body FROM log ORDER BY place DESC").fetchone()
    return events.decode(row[2], row[0], row[1])


def age(store: Path, table: str, ms: int) -> None:
    """Let what happened at a table have happened earlier."""
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        (number,) = connection.execute(
            "SELECT number FROM tables WHERE id = ?", (table,)
        ).fetchone()
        rows = connection.execute("SELECT seq, at, body FROM log WHERE number = ?", (number,))
        for seq, at, body in rows.fetchall():
            entry = events.decode(body, 0, 0)
            if isinstance(entry, events.Outage):
                entry = replace(entry, since=entry.since - ms, until=entry.until - ms)
            values = (at - ms, events.encode(entry), number, seq)
            connection.execute(
                "UPDATE log SET at = ?, body = ? WHERE number = ? AND seq = ?", values
            )


def test_no_clock_runs_while_its_game_is_missing(tmp_path: Path) -> None:
    store, clock = tmp_path / "tables.sqlite3", RealClock(base=600, increment=0)

    async def until_outage(*, ended: bool) -> None:
        async def is_noted() -> bool:
            entry = last_event(store)
            return isinstance(entry, events.Outage) and (entry.until > entry.since) == ended

        await until(is_noted)

    with serving(store) as server:

        async def begin() -> schemas.TableCreated:
            made = await make(server.address, BOTH, clock=clock)
            async with await connect(server.address, made.table, made.token) as seat:
                for _ in range(2):  # first moves are not charged
                    await seat.act(legal(seat))
            return made

        made = perform(begin())
    rename(store, made.table, "block-ness", "gone")
    for _ in range(2):  # the mark outlives another start without the game
        with serving(store):
            perform(until_outage(ended=False))
        age(store, made.table, 3_600_000)
    rename(store, made.table, "gone", "block-ness")
    with serving(store) as server:
        # Nobody has to come for the clock to run again.
        perform(until_outage(ended=True))

        async def go_on() -> None:
            async with await connect(server.address, made.table, made.token) as seat:
                assert seat.table.status == "playing"
                clocks = seat.welcome.clocks
                assert clocks is not None
                assert clocks.running is not None
                assert clocks.left[clocks.running] > 1000 * (clock.base - 300)
                await seat.act(legal(seat))

        perform(go_on())
