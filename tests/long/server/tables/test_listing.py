"""The list of open and running tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from empile.client import CommandError, Rest, connect
from empile.server.tables import listing
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.serving import Serving, legal, make, perform, serving, until

OPEN = ["person", "open"]
FULL = ["person", "person"]


def listed(server: Serving, **query: str) -> dict[str, Any]:
    found = httpx.get(f"{server.address}/api/tables", params=query)
    assert found.status_code == 200, found.text
    shown: dict[str, Any] = found.json()
    return shown


def ids(server: Serving, **query: str) -> list[str]:
    return [table["id"] for table in listed(server, **query)["tables"]]


def test_listed_table_is_open_then_playing_then_gone(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("block-ness", ["open", "person"], listed=True)
            (shown,) = (await rest.tables()).tables
            assert (shown.id, shown.game, shown.game_number) == (made.table, "block-ness", 0)
            assert shown.places == [
                schemas.ListedPlace("open", ""),
                schemas.ListedPlace("person", ""),
            ]
            assert (await rest.tables("playing")).tables == []
            joined = await rest.join(shown.id, "Bea")
            assert (await rest.tables()).tables == []
            (shown,) = (await rest.tables("playing")).tables
            assert [place.name for place in shown.places] == ["Bea", ""]
            async with await connect(server.address, made.table, joined.token) as seat:
                await seat.send(wire.Resign())
                while seat.table.status != "over":
                    await seat.next_events()
            assert (await rest.tables("playing")).tables == []

    perform(scene())


def test_unlisted_tables_change_no_byte(server: Serving) -> None:
    perform(make(server.address, OPEN, listed=True))
    perform(make(server.address, FULL, listed=True))
    answers = [
        httpx.get(f"{server.address}/api/tables?status={status}").content
        for status in ("open", "playing")
    ]
    perform(make(server.address, OPEN))
    perform(make(server.address, FULL))
    assert answers == [
        httpx.get(f"{server.address}/api/tables?status={status}").content
        for status in ("open", "playing")
    ]


def test_list_tells_no_secret_and_no_name_of_tables_without_spectators(server: Serving) -> None:
    """Tables without spectators that differ in names look the same, and vanish when they run."""
    seen: list[str] = []

    async def scene(name: str) -> None:
        async with Rest(server.address) as rest:
            places = [schemas.PlaceRequest("person", name), schemas.PlaceRequest("open")]
            made = await rest.make_table("blox", places, allow_spectators=False, listed=True)
            found = httpx.get(f"{server.address}/api/tables").text
            for secret in (made.token, made.code, name):
                assert secret
                assert secret not in found
            (table,) = (await rest.tables()).tables
            seen.append(found.replace(table.id, "").replace(str(table.created_at), ""))
            await rest.join(table.id, "Bea")
            for status in ("open", "playing"):
                assert not httpx.get(f"{server.address}/api/tables?status={status}").json()[
                    "tables"
                ]

    perform(scene("Anne"))
    perform(scene("Zoe"))
    assert seen[0] == seen[1]


def test_moves_change_no_byte_of_the_list(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, FULL, "blox", listed=True)
        before = httpx.get(f"{server.address}/api/tables?status=playing").content
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.act(legal(seat))
        assert httpx.get(f"{server.address}/api/tables?status=playing").content == before
        assert made.table.encode() in before

    perform(scene())


def test_list_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving) -> None:
        async with Rest(server.address) as rest:
            await rest.make_table("block-ness", ["person", "open", "bot:2"], listed=True)
            await rest.make_table("block-ness", OPEN)
            made = await rest.make_table("block-ness", FULL, listed=True, language="fr")
            async with await connect(server.address, made.table, made.token) as seat:
                await seat.send(wire.Rename("Anne", 0))
                await seat.next_events()
                await seat.act(legal(seat))
            over = await rest.make_table("block-ness", FULL, listed=True)
            async with await connect(server.address, over.table, over.token) as seat:
                await seat.send(wire.Resign(0))
                while seat.table.status != "over":
                    await seat.next_events()

    with serving(file) as server:
        perform(scene(server))
        before = [listed(server, status=status) for status in ("open", "playing")]
        assert [len(page["tables"]) for page in before] == [1, 1]
    with serving(file) as server:
        assert [listed(server, status=status) for status in ("open", "playing")] == before


def test_tables_of_another_process_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with serving(file) as one, serving(file) as other:
        assert ids(one) == []
        made = perform(make(other.address, OPEN, listed=True))

        async def opened() -> bool:
            return ids(one) == [made.table]

        async def begun() -> bool:
            return ids(one, status="playing") == [made.table] and not ids(one)

        perform(until(opened))
        perform(_join(other, made.table))
        perform(until(begun))


async def _join(server: Serving, table: str) -> None:
    async with Rest(server.address) as rest:
        await rest.join(table, "Bea")


def test_unloaded_tables_stay_listed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as server:
        made = perform(make(server.address, OPEN, listed=True))
        room = server.registry._rooms[made.table]
        server.registry._unload(room)
        assert ids(server) == [made.table]


def test_pages_have_each_table_once_and_the_newest_first(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "PAGE", 2)
    made = [perform(make(server.address, OPEN, listed=True)).table for _ in range(5)]

    async def scene() -> list[schemas.ListedTable]:
        async with Rest(server.address) as rest:
            page = await rest.tables()
            found = page.tables
            while page.cursor is not None:
                assert len(page.tables) == 2
                page = await rest.tables(cursor=page.cursor)
                found += page.tables
        return found

    found = perform(scene())
    assert sorted(table.id for table in found) == sorted(made)
    assert [table.created_at for table in found] == sorted(
        (table.created_at for table in found), reverse=True
    )


def test_list_can_be_of_one_game(server: Serving) -> None:
    ness = perform(make(server.address, OPEN, listed=True)).table
    blox = perform(make(server.address, OPEN, "blox", listed=True)).table
    assert ids(server, game="block-ness") == [ness]
    assert ids(server, game="blox") == [blox]


def test_old_tables_leave_the_list(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    made = perform(make(server.address, OPEN, listed=True))
    assert ids(server) == [made.table]
    monkeypatch.setattr(listing, "SHOWN_MS", -1)
    assert ids(server) == []


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"cursor": "x"}, "bad_request"),
        ({"cursor": "1" * 70}, "bad_request"),
        ({"status": "over"}, "bad_request"),
        ({"game": "chess"}, "no_table"),
    ],
)
def test_wrong_queries_are_refused(server: Serving, query: dict[str, str], code: str) -> None:
    answer = httpx.get(f"{server.address}/api/tables", params=query)
    assert answer.json()["code"] == code


def test_client_raises_the_error_of_a_wrong_game(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            with pytest.raises(CommandError) as error:
                await rest.tables(game="chess")
            assert error.value.code == "no_table"

    perform(scene())
