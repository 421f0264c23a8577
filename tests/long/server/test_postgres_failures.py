"""Servers on one PostgreSQL database: what players see, also while the database is gone."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from empile.client import CommandError, TableConnection, connect
from empile.server.store import shared
from empile.server.store.database import migrate
from empile.server.store.postgres import writer
from empile.server.wire import messages as wire
from tests.server.serving import Serving, hears, in_turn, join, legal, make, perform, serving
from tests.support.postgres_server import PostgresServer, postgres_server

Seats = tuple[TableConnection, TableConnection]


async def seated(here: Serving, there: Serving) -> Seats:
    """Return two players of one table, each at another server, the one to act first."""
    made = await make(here.address, ["person", "open"])
    joined = await join(there.address, made.table)
    first = await connect(here.address, made.table, made.token)
    second = await connect(there.address, made.table, joined.token)
    while first.seq < second.seq:
        await hears(first, wire.Update)
    return in_turn(first, second)


async def play(seats: Seats, moves: int) -> Seats:
    """Play alternately, each when the move of the other has arrived; return whose turn it is."""
    acting, waiting = seats
    for _ in range(moves):
        await acting.act(legal(acting))
        while waiting.seq < acting.seq:
            await hears(waiting, wire.Update)
        acting, waiting = waiting, acting
    return acting, waiting


def test_two_servers_serve_one_table(postgres: PostgresServer) -> None:
    async def scene() -> None:
        seats = await play(await seated(here, there), 6)
        assert httpx.get(f"{there.address}/health").json()["status"] == "ok"
        for seat in seats:
            await seat.close()

    location = postgres.new_store()
    with serving(location) as here, serving(location) as there:
        perform(scene())


def test_moves_are_refused_while_the_database_is_gone_and_then_the_same_sockets_play_on(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert postgres
    monkeypatch.setattr(writer, "_DOUBT_SECONDS", 0.2)
    monkeypatch.setattr(writer, "_LONGEST_PAUSE", 0.1)
    monkeypatch.setattr(shared, "_PROBE_SECONDS", 0.0)

    async def scene() -> None:
        acting, waiting = await play(await seated(here, there), 2)
        seq = acting.seq
        await asyncio.to_thread(server.stop)
        with pytest.raises(CommandError) as refusal:
            await acting.act(legal(acting))
        assert refusal.value.code in ("unavailable", "outcome_unknown")
        with pytest.raises(CommandError) as refusal:
            await acting.act(legal(acting))
        assert refusal.value.code == "unavailable"
        health = await asyncio.to_thread(httpx.get, f"{here.address}/health")
        assert (health.status_code, health.json()["status"]) == (503, "failing")

        await asyncio.to_thread(server.start)
        while acting.seq == seq:
            try:
                await acting.act(legal(acting))
            except CommandError as error:
                assert error.code in ("unavailable", "stale")
                await asyncio.sleep(0.05)
        while waiting.seq < acting.seq:
            await hears(waiting, wire.Update)
        await play((waiting, acting), 4)
        await acting.close()
        await waiting.close()

    with postgres_server("fsync=on") as server:
        location = server.new_database()
        migrate(location)
        with serving(location) as here, serving(location) as there:
            perform(scene())
