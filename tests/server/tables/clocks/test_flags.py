"""Flags in teams and by several processes; clocks of placements; credit on a slow network."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from empile.client import TableConnection, connect
from empile.engine.discovery import load
from empile.server.physics.runner import PlacementRunner
from empile.server.tables.clocks import arithmetic, keeper
from empile.server.tables.commands.act import act
from empile.server.tables.commands.start import first_game
from empile.server.tables.commands.time_out import time_out
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.clocks.settings import RealClock, TurnClock
from tests.server.physics.conftest import script as script
from tests.server.physics.steps import lay, one_screen, view
from tests.server.physics.steps import place as place_stone
from tests.server.scripted_placement import Script
from tests.server.serving import Serving, hears, in_turn, join, legal, make, perform, serving, told
from tests.support.patience import slowness

START = 1_790_000_000_000
KEYS = tuple(letter * 64 for letter in "abcd")


# -- Teams -----------------------------------------------------------------------------------------


def follow(table: Table, steps: list[Step], at: int) -> None:
    for step in steps:
        table.take(replace(step.entry, seq=table.seq + 1, at=at), step)


def test_flag_in_teams_leaves_the_partner_with_a_bot() -> None:
    game = load("on-top", players=4, teams=True)
    places = [events.StoredPlace("person", key[0], None, key) for key in KEYS]
    created = events.Created(
        game=game.name, rules=1, options=game.options, places=places, seq=1, at=START,
        clock=TurnClock(20, 0),
    )  # fmt: skip
    table = Table.read("table", 1, game, [created])
    follow(table, first_game(table), START)
    for _ in range(4):
        state = table.state
        assert state is not None
        text = state.action_to_text(state.legal_actions()[0])
        follow(table, act(table, table.key_to_act, table.seq, text), START)
    late = table.place_to_act
    assert late is not None
    steps = time_out(table, START + 20_000)
    assert [type(step.entry) for step in steps] == [events.Flagged, events.TakenOver]
    follow(table, steps, START + 20_000)
    assert table.status == "playing"
    assert [place.resigned for place in table.places].count(True) == 1
    flagged = table.places[late]
    assert (flagged.kind, flagged.resigned, flagged.stands_in) == ("bot", True, True)
    seats = table.played[-1].seats
    partner = seats[(seats.index(late) + 2) % 4]
    assert game.teams[seats.index(late)] == game.teams[seats.index(partner)]
    assert (table.places[partner].kind, table.places[partner].resigned) == ("person", False)
    # The bot plays without a clock; the next person has one again.
    assert table.clock is not None
    assert table.clock.running is None
    state = table.state
    assert state is not None
    text = state.action_to_text(state.legal_actions()[0])
    entry = events.Moved(seat=seats.index(late), text=text)
    table.take(replace(entry, seq=table.seq + 1, at=START + 21_000))
    assert table.clock.running == table.seat_to_act


# -- Several processes -----------------------------------------------------------------------------


@pytest.fixture
def two_servers(tmp_path: Path) -> Iterator[tuple[Serving, Serving, Path]]:
    """Two servers of one file that tell each other nothing: both try to act for every table."""
    data = tmp_path / "tables.sqlite3"
    with serving(data) as one, serving(data) as other:
        yield one, other, data


def kinds_of(data: Path) -> list[str]:
    """Return the kinds of the events in a file with one table."""
    with closing(sqlite3.connect(data)) as connection:
        rows = connection.execute("SELECT body FROM log ORDER BY seq").fetchall()
    return [type(events.decode(body, 1, 1)).__name__ for (body,) in rows]


async def moves(seat: TableConnection, other: TableConnection) -> None:
    await seat.act(legal(seat))
    while other.seq < seat.seq:
        await hears(other, wire.Update)


def test_two_processes_flag_once(
    two_servers: tuple[Serving, Serving, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arithmetic, "SECOND_MS", 50)
    monkeypatch.setattr(arithmetic, "FIRST_MOVE_MS", 60_000)
    one, other, data = two_servers

    async def scene() -> None:
        made = await make(one.address, ["person", "open"], clock=RealClock(20, 0))
        joined = await join(other.address, made.table)
        async with (
            await connect(one.address, made.table, made.token) as first,
            await connect(other.address, made.table, joined.token) as second,
        ):
            while first.seq < second.seq:
                await hears(first, wire.Update)
            acting, waiting = in_turn(first, second)
            await moves(acting, waiting)
            await moves(waiting, acting)
            for seat in (first, second):
                over = await told(seat, wire.Over)
                assert (over.reason, [over.place]) == ("time", acting.places)
            # A second flag would be stored before this.
            for seat in (first, second):
                await seat.send(wire.Rename("Cleo"))
                await told(seat, wire.Renamed)

    perform(scene())
    found = kinds_of(data)
    assert (found.count("Flagged"), found.count("Over")) == (1, 1)


# -- Placements ------------------------------------------------------------------------------------


async def fallen(seat: TableConnection) -> events.ChanceResolved:
    """Let a stone fall; return the outcome."""
    await place_stone(seat)
    fell = await told(seat, wire.ChanceResolved)
    assert isinstance(fell, events.ChanceResolved)
    return fell


def test_clock_runs_while_a_hand_holds_a_piece_and_stands_still_until_it_has_fallen(
    server: Serving, script: Script
) -> None:
    async def scene() -> None:
        seat = await one_screen(server, clock=RealClock(60, 0))
        script.film_seconds = 0.05
        for _ in range(2):  # first moves cost nothing
            await lay(seat)
            await fallen(seat)
        script.film_seconds = 20.0
        await lay(seat)
        clocks, pending = seat.clocks, view(seat).pending_ruling
        assert clocks is not None
        assert pending is not None
        assert clocks.running == pending.seat, "the hand takes time of its player"
        await asyncio.sleep(0.3)
        fell = await fallen(seat)
        assert fell.hold == 20_000
        clocks = seat.clocks
        assert clocks is not None
        assert clocks.left[pending.seat] <= 59_700
        following = 1 - pending.seat
        assert clocks.running == following
        assert 0 < clocks.starts_in <= 20_000
        room = server.registry.loaded(seat.table.id)
        assert room is not None
        assert room.table.clock is not None
        left = clocks.left[following]
        # Whoever is next has all the time until the animation is over.
        seen = [room.table.clock.view(fell.at + at).left[following] for at in (0, 20_000, 21_000)]
        assert seen == [left, left, left - 1_000]
        await seat.close()

    perform(scene())


def test_nobody_is_flagged_while_a_tower_decides(
    server: Serving, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arithmetic, "SECOND_MS", 20)
    monkeypatch.setattr(arithmetic, "FIRST_MOVE_MS", 60_000)
    is_released = False
    asked: list[bool] = []

    def is_deciding(*_: object) -> bool:
        """Note that the keeper would flag the seat."""
        asked.append(is_released)
        return not is_released

    monkeypatch.setattr(PlacementRunner, "is_deciding", is_deciding)

    async def scene() -> None:
        nonlocal is_released
        seat = await one_screen(server, clock=RealClock(60, 0))
        await lay(seat)
        room = server.registry.loaded(seat.table.id)
        assert room is not None
        assert room.placements is not None
        assert room.table.clock is not None
        deadline = room.table.clock.deadline()
        assert deadline is not None
        while len(asked) < 3:
            await asyncio.sleep(0.05)
        assert time.time() * 1000 >= deadline.at
        assert room.table.status == "playing", "its time is up, but the stone was let go"
        is_released = True
        await told(seat, wire.Over)
        await seat.close()

    perform(scene())


# -- A slow network --------------------------------------------------------------------------------

WAY_SECONDS = 0.2 * slowness()


@asynccontextmanager
async def slow_way(to: str) -> AsyncIterator[str]:
    """Return the address of a proxy that delays everything on each way."""
    host, port = to.removeprefix("http://").split(":")
    tasks: set[asyncio.Task[None]] = set()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                loop.call_later(WAY_SECONDS, writer.write, data)
        await asyncio.sleep(WAY_SECONDS)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(host, int(port))
        for one, other in ((reader, there_writer), (there_reader, writer)):
            tasks.add(asyncio.create_task(pass_on(one, other)))

    proxy = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    finally:
        proxy.close()
        await asyncio.gather(*tasks)


def test_player_far_away_is_credited_for_the_network(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "MOST_LAG_MS", int(2500 * WAY_SECONDS))

    async def scene() -> None:
        made = await make(server.address, ["person", "open"], clock=RealClock(60, 0))
        joined = await join(server.address, made.table)
        async with (
            slow_way(server.address) as far,
            await connect(server.address, made.table, made.token) as near,
            await connect(far, made.table, joined.token) as away,
        ):
            await hears(near, wire.Presence)
            acting, waiting = in_turn(near, away)
            for _ in range(4):
                await moves(acting, waiting)
                acting, waiting = waiting, acting
            room = server.registry.loaded(made.table)
            assert room is not None
            assert room.table.clock is not None
            view = room.table.clock.view(room.table.at)
            used = 60_000 - view.left[room.table.played[-1].seat_of(away.places[0])]
            # The way to the player and back took twice as long.
            assert used < 1000 * WAY_SECONDS

    perform(scene())
