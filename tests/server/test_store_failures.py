"""A full disk, a damaged file, and another process: what clients see."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from empile.client import CommandError, connect
from empile.server.store import shared
from empile.server.wire import messages as wire
from tests.server.serving import Serving, hears, join, legal, make, perform, serving, two_persons

TABLE = {"game": "block-ness", "places": [{"kind": "person", "name": "x" * 30}] * 2}


def health(server: Serving) -> tuple[int, str]:
    answer = httpx.get(f"{server.address}/health")
    return answer.status_code, answer.json()["status"]


def fill_up(server: Serving) -> None:
    """Leave the data file no page to grow by."""
    writer = server.registry._store._writer  # type: ignore[attr-defined]  # pyright: ignore
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages}")


def make_room(server: Serving) -> None:
    writer = server.registry._store._writer  # type: ignore[attr-defined]  # pyright: ignore
    writer.execute("PRAGMA max_page_count = 1000000")


def test_full_disk_refuses_changes_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "_PROBE_SECONDS", 0.0)

    async def scene() -> None:
        seat, other = await two_persons(server.address)
        assert health(server) == (200, "ok")
        fill_up(server)
        while True:
            answer = httpx.post(f"{server.address}/api/tables", json=TABLE)
            if answer.status_code != 201:
                break
        body = answer.json()
        assert (answer.status_code, body["code"]) == (503, "unavailable")
        assert "cannot store" in body["detail"]
        assert health(server) == (503, "failing")
        # Moves are small: the last pages take some.
        acting, waiting = seat, other
        while True:
            seq = acting.seq
            try:
                await acting.act(legal(acting))
            except CommandError as error:
                assert error.code == "unavailable"
                break
            await hears(waiting, wire.Update)
            acting, waiting = waiting, acting
        joined = httpx.get(f"{server.address}/api/tables/{acting.table.id}")
        assert joined.status_code == 200
        async with await connect(server.address, acting.table.id) as watcher:
            assert watcher.seq == seq, "the table is unchanged"

        make_room(server)
        assert health(server) == (200, "ok")
        moved, *_ = await acting.act(legal(acting))
        assert moved.seq == seq + 1
        assert httpx.post(f"{server.address}/api/tables", json=TABLE).status_code == 201
        metrics = httpx.get(f"{server.address}/metrics").text
        assert 'empile_store_failures_total{fault="full"}' in metrics
        await seat.close()
        await other.close()

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene())


def test_damaged_page_answers_with_an_error(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    with serving(data) as server:
        made = perform(make(server.address, ["person", "person"]))
    with closing(sqlite3.connect(data)) as file:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_log_1'"
        (root,) = file.execute(query).fetchone()
    with data.open("r+b") as raw:
        raw.seek((root - 1) * 4096)
        raw.write(b"\xff" * 4096)

    async def hello() -> None:
        with pytest.raises(CommandError, match="damaged") as refusal:
            await connect(server.address, made.table, made.token)
        assert refusal.value.code == "failed"

    with serving(data) as server:
        answer = httpx.get(f"{server.address}/api/tables/{made.table}")
        assert (answer.status_code, answer.json()["code"]) == (500, "failed")
        assert "damaged" in answer.json()["detail"]
        perform(hello())
        metrics = httpx.get(f"{server.address}/metrics").text
        assert 'empile_store_failures_total{fault="damaged"}' in metrics


def test_hello_finds_what_another_process_stored(tmp_path: Path) -> None:
    async def scene() -> None:
        made = await make(here.address, ["person", "open"])
        async with await connect(here.address, made.table, made.token) as first:
            joined = await join(there.address, made.table)
            # Without waiting for the next look: the token is known, and so is the game.
            async with await connect(here.address, made.table, joined.token) as second:
                assert second.table.status == "playing"
                assert second.seq == 3
            assert (await hears(first, wire.Update)).events

    data = tmp_path / "tables.sqlite3"
    with (
        serving(data, watch_seconds=60.0) as here,
        serving(data, watch_seconds=60.0) as there,
    ):
        perform(scene())
