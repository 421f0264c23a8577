"""Long logs: a welcome has the last events, and clients ask for older ones."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import UNSET
from websockets.asyncio.client import connect as open_socket

import empile
from empile.client import TableConnection, connect
from empile.server.tables.history import CHECKPOINT_EVERY, LONGEST_PAGE
from empile.server.tables.pages import Page, PageReader
from empile.server.tables.table import Table
from empile.server.wire import events, schemas
from empile.server.wire import messages as wire
from tests.server.serving import (
    ROOMY,
    Serving,
    hears,
    legal,
    make,
    perform,
    serving,
    told,
    two_persons,
)

UNLIMITED = replace(
    ROOMY,
    asides_at_once=1e6,
    table_asides_at_once=1e6,
    pages_at_once=1e6,
)
SMALL = replace(UNLIMITED, events_per_page=7)
LATEST = PageReader.latest
LONG = 3 * LONGEST_PAGE


def lengthen(file: Path, made: schemas.TableCreated, entries: list[events.LogEntry]) -> None:
    """Append entries to a stored log."""
    store = sqlite3.connect(file)
    find = "SELECT number, max(seq) FROM log JOIN tables USING (number) WHERE id = ?"
    number, last = store.execute(find, (made.table,)).fetchone()
    store.executemany(
        "INSERT INTO log (number, seq, at, body) VALUES (?, ?, 1790000000000, ?)",
        [(number, last + i, events.encode(entry)) for i, entry in enumerate(entries, 1)],
    )
    store.commit()
    store.close()


def renames(count: int) -> list[events.LogEntry]:
    return [events.Renamed(place=0, name=f"Name {i}") for i in range(count)]


async def all_events(seat: TableConnection) -> list[wire.LogEvent]:
    """Return all events of the game, read in pages, and check the pages."""
    found = list(seat.welcome.events)
    more, before = seat.welcome.has_more, found[0].seq
    while more:
        await seat.send(wire.Older(before))
        page = await hears(seat, wire.OlderEvents)
        assert page.before == before
        assert page.events
        found[:0] = page.events
        more, before = page.has_more, found[0].seq
    return found


def test_welcome_of_a_long_log_has_its_end(tmp_path: Path) -> None:
    """Neither the answer nor what the server keeps in memory grows with the log."""
    file = tmp_path / "tables.sqlite3"
    with serving(file) as server:
        made = perform(make(server.address, ["person", "person"]))
    lengthen(file, made, renames(20_000))

    async def scene() -> None:
        for token in (made.token, None):
            async with await connect(server.address, made.table, token, complete=False) as seat:
                assert seat.welcome.has_more
                assert len(seat.welcome.events) == ROOMY.events_per_page
                assert seat.welcome.events[-1].seq == seat.seq == 20_002
                assert seat.table.places[0].name == "Name 19999"
                assert seat.state is not None
                await seat.send(wire.Older(10_000, 50))
                page = await hears(seat, wire.OlderEvents)
                assert [event.seq for event in page.events] == list(range(9_950, 10_000))
                assert page.has_more
        assert len(server.registry.rooms[0].table.history._recent) < 2 * LONGEST_PAGE

    with serving(file) as server:
        perform(scene())


def moves_and_takebacks(count: int) -> list[events.LogEntry]:
    """Return a log in which each move is taken back, and another one made."""
    state = empile.load("block-ness", players=2).new_state()
    entries: list[events.LogEntry] = []
    for index in range(count):
        texts = state.legal_texts()
        taken = state.read_text(texts[index % len(texts)])
        entries.append(events.Moved(seat=taken.seat, text=taken.text))
        if index < 2:
            state.apply_event(taken)
        else:
            entries += [events.TakenBack(to=2, place=0), *renames(1)]
    return entries


def test_pages_have_all_events_once(tmp_path: Path) -> None:
    """Taken back moves included, from memory and from the store, for each detail."""
    file = tmp_path / "tables.sqlite3"
    with serving(file) as server:
        made = perform(make(server.address, ["person", "person"]))
    lengthen(file, made, moves_and_takebacks(LONG // 3))

    async def scene(server: Serving) -> list[list[wire.LogEvent]]:
        found: list[list[wire.LogEvent]] = []
        for token in (made.token, None):
            for detail in ("full", "moves"):
                async with await connect(
                    server.address, made.table, token, updates=detail, complete=False
                ) as seat:
                    found.append(await all_events(seat))
        return found

    with serving(file, limits=UNLIMITED) as server:
        long = perform(scene(server))
    with serving(file, limits=replace(UNLIMITED, events_per_page=50)) as server:
        short = perform(scene(server))
    assert long == short
    for log in long:
        assert isinstance(log[0], wire.Started)
        assert [event.seq for event in log] == list(range(2, len(log) + 2))
        assert len(log) > LONGEST_PAGE + 2 * CHECKPOINT_EVERY


def test_counted_is_the_number_of_game_events_before_a_page(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            for _ in range(4):
                await seat.act(legal(seat))
            await seat.send(wire.Takeback())
            await told(seat, wire.TakenBack)
            for _ in range(4):
                await seat.act(legal(seat))
        # The log: created, started, 4 moves, taken_back, 4 moves.
        async with await connect(server.address, made.table, complete=False) as watcher:
            first = watcher.welcome.events[0]
            assert (first.seq, watcher.welcome.events_before) == (5, 2)
            await watcher.send(wire.Older(first.seq))
            page = await hears(watcher, wire.OlderEvents)
            assert (page.events[0].seq, page.events_before, page.has_more) == (2, 0, False)
            await watcher.send(wire.Older(11, 4))
            page = await hears(watcher, wire.OlderEvents)
            assert [event.seq for event in page.events] == [7, 8, 9, 10]
            assert (page.events_before, page.has_more) == (4, True)

    with serving(tmp_path / "tables.sqlite3", limits=SMALL) as server:
        perform(scene(server))


def test_older_events_end_with_the_current_game(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            for _ in range(12):
                await seat.act(legal(seat))
            first = seat.seq - 3
            await seat.send(wire.Resign(0))
            await told(seat, wire.Over)
            await seat.send(wire.Rematch())
            started = await told(seat, wire.Started)
            for before in (first, started.seq, -5):
                await seat.send(wire.Older(before))
                assert await hears(seat, wire.OlderEvents) == wire.OlderEvents(before, [])
            await seat.send(wire.Older(10**15))
            page = await hears(seat, wire.OlderEvents)
            assert [event.seq for event in page.events] == [started.seq]

    with serving(tmp_path / "tables.sqlite3", limits=SMALL) as server:
        perform(scene(server))


def test_reconnection_after_a_long_absence_gets_the_end(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        one, other = await two_persons(server.address)
        start = one.seq
        for _ in range(10):
            await one.act(legal(one))
            await told(other, wire.Moved)
            one, other = other, one
        table = one.table.id
        async with await connect(server.address, table, since=start + 6) as back:
            assert not back.welcome.has_more
            assert [event.seq for event in back.welcome.events] == list(
                range(start + 7, start + 11)
            )
        await one.close()
        await other.close()
        for since, more in ((start + 3, False), (start + 2, True), (0, True)):
            async with await connect(server.address, table, since=since, complete=False) as back:
                assert len(back.welcome.events) == 7
                assert back.welcome.has_more == more

    with serving(tmp_path / "tables.sqlite3", limits=SMALL) as server:
        perform(scene(server))


async def slowly(
    reader: PageReader, table: Table, since: int, key: str | None, *, full: bool
) -> Page:
    """Return a page after three events have happened in the meantime."""
    seq = table.seq
    page = await LATEST(reader, table, since, key, full=full)
    while table.seq < seq + 3:
        await asyncio.sleep(0.001)
    return page


@pytest.mark.parametrize("detail", ["full", "moves"])
def test_events_during_a_welcome_are_neither_lost_nor_repeated(
    server: Serving, detail: Literal["full", "moves"], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            monkeypatch.setattr(PageReader, "latest", slowly)
            entering = asyncio.create_task(connect(server.address, made.table, updates=detail))
            (room,) = server.registry.rooms
            while not room._entering:
                await asyncio.sleep(0.001)
            for _ in range(3):
                await seat.act(legal(seat))
            async with await entering as watcher:
                assert [event.seq for event in watcher.welcome.events] == [2, 3, 4, 5]
                assert watcher.seq == 5
                last = watcher.welcome.events[-1]
                assert isinstance(last, wire.Moved)
                assert (last.parts is not UNSET) == (detail == "full")
                await seat.act(legal(seat))
                assert (await told(watcher, wire.Moved)).seq == 6

    perform(scene())


def test_game_that_starts_during_a_welcome_is_the_one_that_is_sent(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.act(legal(seat))
            await seat.send(wire.Resign(0))
            await told(seat, wire.Over)
            monkeypatch.setattr(PageReader, "latest", slowly)
            entering = asyncio.create_task(connect(server.address, made.table))
            (room,) = server.registry.rooms
            while not room._entering:
                await asyncio.sleep(0.001)
            await seat.send(wire.Rename("Zoë", 0))
            await seat.send(wire.Rematch())
            started = await told(seat, wire.Started)
            await seat.act(legal(seat))
            async with await entering as watcher:
                assert [event.seq for event in watcher.welcome.events] == [
                    started.seq,
                    started.seq + 1,
                ]

    perform(scene())


def test_end_of_a_game_during_a_welcome_reveals_the_log(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"], game="cairn")
        async with await connect(server.address, made.table, made.token) as seat:
            assert any("?" in text for text in texts_of(seat.welcome.events))
            monkeypatch.setattr(PageReader, "latest", slowly)
            entering = asyncio.create_task(connect(server.address, made.table))
            (room,) = server.registry.rooms
            while not room._entering:
                await asyncio.sleep(0.001)
            monkeypatch.setattr(PageReader, "latest", LATEST)
            await seat.send(wire.Rename("Zoë", 0))
            await seat.send(wire.Resign(0))
            await told(seat, wire.Over)
            async with await entering as watcher:
                log = watcher.welcome.events
                assert [event.seq for event in log] == list(range(2, seat.seq + 1))
                assert not any("?" in text for text in texts_of(log))

    perform(scene())


def texts_of(log: list[wire.LogEvent]) -> list[str]:
    return [one.text for one in log if isinstance(one, wire.Moved | wire.ChanceResolved)]


def test_older_is_limited(tmp_path: Path) -> None:
    limits = replace(SMALL, pages_per_second=1e-6, pages_at_once=3)

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            for _ in range(3):
                await seat.send(wire.Older(2))
                assert await hears(seat, wire.OlderEvents) == wire.OlderEvents(2, [])
            await seat.send(wire.Older(2))
            error = await hears(seat, wire.Error)
            assert (error.code, error.about) == ("rate_limited", "older")
            await seat.act(legal(seat))

    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        perform(scene(server))


async def answers(server: Serving, count: int = 2, **hello: Any) -> list[dict[str, Any]]:
    """Return the first answers to a ``hello``."""
    address = server.address.replace("http", "ws") + "/ws"
    async with open_socket(address, proxy=None) as line:
        await line.send(json.dumps({"type": "hello", **hello}))
        return [json.loads(await line.recv()) for _ in range(count)]


@pytest.mark.parametrize("protocol", [0, 1, wire.PROTOCOL + 1, 10**30])
def test_client_of_another_version_is_outdated(server: Serving, protocol: int) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        error, bye = await answers(server, table=made.table, protocol=protocol)
        assert (error["type"], error["code"], error["about"]) == ("error", "outdated", "hello")
        assert (bye["type"], bye["code"]) == ("bye", "outdated")
        assert "reload the page" in bye["detail"]

    perform(scene())


def test_client_without_version_gets_all_events_or_none(tmp_path: Path) -> None:
    """It cannot ask for older events, so it must not take the end of a log for the whole."""

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            for _ in range(7):
                await seat.act(legal(seat))
            error, bye = await answers(server, table=made.table)
            assert (error["code"], bye["code"]) == ("outdated", "outdated")
            assert len(server.registry.rooms[0].connections) == 1
        (welcome,) = await answers(server, 1, table=made.table, since=2)
        assert [event["seq"] for event in welcome["events"]] == list(range(3, 10))
        assert welcome["protocol"] == wire.PROTOCOL

    with serving(tmp_path / "tables.sqlite3", limits=SMALL) as server:
        perform(scene(server))
