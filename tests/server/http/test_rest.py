"""REST routes of tables."""

from __future__ import annotations

import httpx

from empile.client import Rest, connect
from empile.server.wire import messages as wire
from tests.server.serving import Serving, legal, make, perform


def seen(server: Serving, table: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/tables/{table}")


def test_strangers_see_no_names_and_nothing_that_happens(server: Serving) -> None:
    """Two tables without spectators that differ in names and play look the same."""
    shown: list[bytes] = []

    async def scene(name: str, *, plays: bool) -> None:
        made = await make(server.address, ["open", "person"], allow_spectators=False)
        async with Rest(server.address) as rest:
            before = seen(server, made.table).json()
            assert [place["kind"] for place in before["places"]] == ["open", "person"]
            assert (before["status"], before["allow_spectators"]) == ("gathering", False)
            joined = await rest.join(made.table, name)
            own = await rest.table(made.table, made.token)
            assert (own.places[0].name, own.status) == (name, "playing")
        if plays:
            async with (
                await connect(server.address, made.table, made.token) as first,
                await connect(server.address, made.table, joined.token) as second,
            ):
                acting = first if first.state and first.state.mine else second
                await acting.act(legal(acting))
                await acting.send(wire.Resign())
                while acting.table.status != "over":
                    await acting.next_events()
        found = seen(server, made.table)
        assert found.json()["status"] == "private"
        shown.append(found.content.replace(made.table.encode(), b""))

    perform(scene("Bea", plays=False))
    perform(scene("Zoe", plays=True))
    assert shown[0] == shown[1]


def test_strangers_see_the_names_of_tables_with_spectators(server: Serving) -> None:
    made = perform(make(server.address, ["person", "open"]))

    async def scene() -> None:
        async with Rest(server.address) as rest:
            await rest.join(made.table, "Bea")

    perform(scene())
    found = seen(server, made.table).json()
    assert [place["name"] for place in found["places"]] == ["", "Bea"]
    assert found["status"] == "playing"
    assert found["code"] is None
