"""``empile tables``: lists, exports and deletes tables, also of a running server."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from empile.client import ClosedError, CommandError, connect
from empile.engine.record import Record
from empile.server.wire import messages as wire
from tests.cli.conftest import Empile
from tests.server.serving import hears, join, legal, make, perform, serving
from tests.support.patience import PATIENCE

BEFORE = Path(__file__).parents[1] / "server" / "data" / "before.sql"
RUNNING = "1GNoHq0__sc1"
DAY_MS = 24 * 3600 * 1000


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A data file with ten tables, of format 1."""
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(BEFORE.read_text("utf-8"))
    return file


def listed(empile_cli: Empile, store: Path) -> list[str]:
    shown = empile_cli("tables", "list", "--json", "--store", store)
    assert shown.status == 0, shown.err
    return [json.loads(line)["id"] for line in shown.lines]


def grow_old(store: Path, table: str, days: float) -> None:
    """Move all events of a table into the past."""
    last = int(time.time() * 1000 - days * DAY_MS)
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute(
            "UPDATE log SET at = ? WHERE number = (SELECT number FROM tables WHERE id = ?)",
            (last, table),
        )


def test_list_and_show_summarize(empile_cli: Empile, store: Path) -> None:
    before = store.read_bytes()
    shown = empile_cli("tables", "list", "--store", store)
    assert (shown.status, len(shown.lines)) == (0, 11)
    assert any(line.startswith(f"{RUNNING}  block-ness  playing") for line in shown.lines)
    shown = empile_cli("tables", "list", "--json", "--store", f"sqlite:///{store}")
    seen = {one["id"]: one for one in map(json.loads, shown.lines)}[RUNNING]
    assert (seen["game"], seen["status"], seen["players"]) == ("block-ness", "playing", 2)
    with closing(sqlite3.connect(store)) as connection:
        query = "SELECT count(*) FROM log JOIN tables USING (number) WHERE id = ?"
        assert connection.execute(query, (RUNNING,)).fetchone() == (seen["events"],)
    shown = empile_cli("tables", "show", RUNNING, "--store", store)
    assert shown.out.startswith(f"{RUNNING}: block-ness, 2 players, playing\n")
    assert store.read_bytes() == before


def test_export_has_records_and_events_without_keys(empile_cli: Empile, store: Path) -> None:
    for table in listed(empile_cli, store):
        shown = empile_cli("tables", "export", "--store", store, "--", table)
        exported = json.loads(shown.out)
        assert exported["table"] == table
        assert exported["events"][0]["kind"] == "created"
        assert '"key"' not in shown.out
        started = [one for one in exported["events"] if one["kind"] == "started"]
        assert len(exported["records"]) == len(started)
        for record in exported["records"]:
            assert len(list(Record.from_dict(record).replay())) == len(record["events"])


def test_delete_is_complete(empile_cli: Empile, store: Path) -> None:
    tables = listed(empile_cli, store)
    shown = empile_cli("tables", "delete", "--store", store, "--", tables[0], tables[-1])
    assert shown.lines == [f"deleted {tables[0]}", f"deleted {tables[-1]}"]
    assert listed(empile_cli, store) == tables[1:-1]
    with closing(sqlite3.connect(store)) as connection:
        orphans = "SELECT body FROM log WHERE number NOT IN (SELECT number FROM tables)"
        assert connection.execute(orphans).fetchall() in ([], [(b"",)])
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    empile_cli("tables", "delete", "--store", store, "--", tables[1], "none").refused("none")
    assert listed(empile_cli, store) == tables[1:-1]


def test_prune_by_the_last_event(empile_cli: Empile, store: Path) -> None:
    tables = listed(empile_cli, store)
    for table in tables:
        grow_old(store, table, 10)
    grow_old(store, RUNNING, 100)
    words = ("tables", "prune", "--older-than", "90d", "--store", store)
    assert empile_cli(*words, "--unplayed").out == ""
    assert empile_cli(*words, "--dry-run").lines == [f"would delete {RUNNING}"]
    assert listed(empile_cli, store) == tables
    assert json.loads(empile_cli(*words, "--json").out) == {"id": RUNNING, "deleted": True}
    assert listed(empile_cli, store) == [table for table in tables if table != RUNNING]


def test_tables_refuses_wrong_arguments(empile_cli: Empile, store: Path, tmp_path: Path) -> None:
    empile_cli("tables", "list", "--store", tmp_path / "none.sqlite3").refused("no data file")
    assert not (tmp_path / "none.sqlite3").exists()
    empile_cli("tables", "prune", "--store", store).refused("--older-than")
    empile_cli("tables", "show", "--store", store).refused("TABLE")
    empile_cli("tables", "show", "none", "--store", store).refused("none")
    empile_cli("tables", "prune", "--older-than", "3 days", "--store", store).refused("90d")
    empile_cli("tables", "list", "--store", "mysql://host/db").refused("sqlite:///FILE")


def test_delete_closes_the_table_of_a_running_server(empile_cli: Empile, tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"

    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        kept = await make(server.address, ["person", "person"])
        await join(server.address, made.table)
        seat = await connect(server.address, made.table, made.token)
        assert empile_cli("tables", "delete", "--store", data, "--", made.table).status == 0
        bye = await hears(seat, wire.Closing)
        assert bye.code == "deleted"
        with pytest.raises(ClosedError):
            await hears(seat, wire.Closing)
        await seat.close()
        with pytest.raises(CommandError) as refusal:
            await connect(server.address, made.table, made.token)
        assert refusal.value.code == "no_table"
        answer = httpx.get(f"{server.address}/api/tables/{made.table}")
        assert answer.status_code == 404
        assert httpx.get(f"{server.address}/api/codes/{made.code}").status_code == 404
        async with await connect(server.address, kept.table, kept.token) as other:
            await other.act(legal(other))

    with serving(data) as server:
        perform(scene())


def test_moves_at_a_deleted_table_are_refused(empile_cli: Empile, tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"

    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            # The server looks for changes once a minute only.
            empile_cli("tables", "delete", "--store", data, "--", made.table)
            with pytest.raises(CommandError) as refusal:
                await seat.act(legal(seat))
            assert refusal.value.code == "no_table"

    with serving(data, watch_seconds=60.0) as server:
        perform(scene())


def test_server_deletes_old_unplayed_tables(empile_cli: Empile, tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"

    async def moved(address: str, table: str, token: str) -> None:
        async with await connect(address, table, token) as seat:
            await seat.act(legal(seat))

    with serving(data) as server:
        unplayed, played, recent = (
            perform(make(server.address, ["person", "person"])) for _ in range(3)
        )
        perform(moved(server.address, played.table, played.token))
    for made in (unplayed, played):
        grow_old(data, made.table, 31)
    with serving(data, prune_seconds=0.05) as server:
        deadline = time.monotonic() + PATIENCE
        while unplayed.table in listed(empile_cli, data):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert httpx.get(f"{server.address}/api/tables/{played.table}").status_code == 200
    assert listed(empile_cli, data) == [played.table, recent.table]
