"""Reconnecting: missed events by number, after a lost connection or a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

from empile.client import TableConnection, connect
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.serving import Serving, hears, join, legal, make, perform, serving, told


async def errors_until_now(connection: TableConnection) -> list[str]:
    """Return the codes of all unread errors."""
    await connection.send(wire.Ping())
    codes: list[str] = []
    while not isinstance(message := await connection.receive(), wire.Pong):
        if isinstance(message, wire.Error):
            codes.append(message.code)
    return codes


def test_since_returns_missed_events(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        seat = await connect(server.address, made.table, made.token)
        heard = [*seat.welcome.events]
        for _ in range(3):
            heard += await seat.act(legal(seat))
        away = await connect(server.address, made.table, since=seat.seq)
        assert away.welcome.events == []
        last = away.seq
        await away.close()
        for _ in range(4):
            heard += await seat.act(legal(seat))
        back = await connect(server.address, made.table, since=last)
        assert back.welcome.events == heard[-4:]
        assert back.seq == seat.seq
        fresh = await connect(server.address, made.table, since=0)
        assert fresh.welcome.events == heard
        for since in (10**9, -5):
            odd = await connect(server.address, made.table, since=since)
            assert odd.welcome.seq == seat.seq
            await odd.close()
        for connection in (seat, back, fresh):
            await connection.close()

    perform(scene())


def test_since_returns_only_the_current_game(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.send(wire.Resign())
            await told(seat, wire.Over)
            await seat.send(wire.Rematch())
            await told(seat, wire.Started)
        async with await connect(server.address, made.table) as fresh:
            assert isinstance(fresh.welcome.events[0], wire.Started)
            assert fresh.welcome.events[0].game_number == 2

    perform(scene())


def test_restart_restores_everything(tmp_path: Path) -> None:
    async def before(server: Serving) -> tuple[schemas.TableCreated, wire.Welcome]:
        made = await make(
            server.address, ["person", "person", "open"], options={"variant": "expert"}
        )
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.send(wire.Rename("Anna", 0))
            await told(seat, wire.Renamed)
            await join(server.address, made.table)
            await told(seat, wire.Started)
            while seat.state is not None and seat.state.mine:
                await seat.act(legal(seat))
            await seat.send(wire.Takeback())
            await hears(seat, wire.Update if seat.state and seat.state.takeback else wire.Error)
        async with await connect(server.address, made.table, made.token) as seat:
            return made, seat.welcome

    async def after(server: Serving, made: schemas.TableCreated, old: wire.Welcome) -> None:
        async with await connect(server.address, made.table, made.token) as seat:
            assert seat.welcome == old

    file = tmp_path / "tables.sqlite3"
    with serving(file) as server:
        made, old = perform(before(server))
    with serving(file) as server:
        perform(after(server, made, old))


def test_processes_on_one_file_agree(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(one: Serving, other: Serving) -> None:
        made = await make(one.address, ["person", "person"])
        here = await connect(one.address, made.table, made.token)
        there = await connect(other.address, made.table, made.token)
        assert here.welcome.events == there.welcome.events
        text = legal(here)
        # Both act after the same event: one move is stored, the other is stale, both see the same.
        await asyncio.gather(
            here.send(wire.Act(here.seq, text)), there.send(wire.Act(there.seq, text))
        )
        moved = [await told(here, wire.Moved), await told(there, wire.Moved)]
        assert moved[0] == moved[1]
        stale = await errors_until_now(here) + await errors_until_now(there)
        assert stale == ["stale"]
        for _ in range(5):
            await here.act(legal(here))
            assert await told(there, wire.Moved)
            await there.act(legal(there))
            assert await told(here, wire.Moved)
        fresh = await connect(other.address, made.table, made.token)
        assert fresh.seq == here.seq == there.seq
        numbers = [event.seq for event in fresh.welcome.events]
        assert numbers == list(range(2, fresh.seq + 1))
        for connection in (here, there, fresh):
            await connection.close()

    with serving(file) as one, serving(file) as other:
        perform(scene(one, other))


def test_late_append_is_stale(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(one: Serving, other: Serving) -> None:
        made = await make(one.address, ["person", "person"])
        here = await connect(one.address, made.table, made.token)
        there = await connect(other.address, made.table, made.token)
        text = legal(here)
        await here.act(text)
        # The other process does not poll: its append conflicts.
        await there.send(wire.Act(there.seq, text))
        assert (await told(there, wire.Moved)).text == text
        assert (await hears(there, wire.Error)).code == "stale"
        assert there.seq == here.seq
        await there.act(legal(there))
        await here.close()
        await there.close()

    with serving(file, watch_seconds=1e6) as one, serving(file, watch_seconds=1e6) as other:
        perform(scene(one, other))
