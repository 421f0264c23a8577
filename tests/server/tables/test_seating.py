"""Places: creating, joining, filling, sharing a screen, watching, coming back."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.client import connect as open_socket

from empile.client import CommandError, Rest, connect
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.serving import Serving, hears, join, legal, make, perform, serving, told
from tests.support.patience import PATIENCE


def test_game_starts_when_no_place_is_open(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table(
                "block-ness",
                [schemas.PlaceRequest("person", "Anne"), "open", "open"],
                {"variant": "expert"},
                language="fr",
            )
            seat = await connect(server.address, made.table, made.token)
            assert seat.welcome.state is None
            assert seat.table.status == "gathering"
            assert seat.table.code == made.code
            assert seat.table.options["variant"] == "expert"
            assert seat.table.language == "fr"
            assert isinstance(seat.welcome.events[0], wire.Created)

            assert made.code is not None
            joined = await rest.join(await rest.find(f" {made.code.lower()} "), "  Bea  ", 2)
            assert joined.places == [2]
            event = await told(seat, wire.Joined)
            assert (event.place, event.name) == (2, "Bea")
            assert [place.kind for place in seat.table.places] == ["person", "open", "person"]

            info = await rest.fill(made.table, made.token, 2)
            assert info.status == "playing"
            events = await seat.next_events()
            assert isinstance(events[0], wire.Filled)
            assert isinstance(events[1], wire.Started)
            assert seat.state is not None
            first = events[1].seats[0]
            assert events[1].seats == [first, (first + 1) % 3, (first + 2) % 3]
            await seat.close()

    perform(scene())


def test_seat_0_is_drawn(server: Serving) -> None:
    async def scene() -> set[int]:
        first: set[int] = set()
        async with Rest(server.address) as rest:
            for _ in range(60):
                made = await rest.make_table("block-ness", ["person", "person"])
                async with await connect(server.address, made.table) as watcher:
                    assert watcher.state is not None
                    first.add(watcher.state.seats[0])
                if len(first) == 2:
                    break
        return first

    assert perform(scene()) == {0, 1}


def test_make_and_join_explain_errors(server: Serving) -> None:
    async def refusal(awaited: object) -> tuple[str, str]:
        with pytest.raises(CommandError) as caught:
            await awaited  # type: ignore[misc]
        return caught.value.code, str(caught.value)

    async def scene() -> None:
        async with Rest(server.address) as rest:
            make_table = rest.make_table
            code, text = await refusal(make_table("block-nest", ["person", "open"]))
            assert code == "no_table"
            assert "block-nest" in text
            code, text = await refusal(
                make_table("block-ness", ["person", "open"], {"variant": "hard"})
            )
            assert code == "bad_options"
            assert "variant" in text
            code, text = await refusal(make_table("block-ness", ["person"] * 5))
            assert (code, "players" in text) == ("bad_options", True)
            code, _ = await refusal(make_table("block-ness", ["person"] * 2, {"players": 3}))
            assert code == "bad_options"
            code, text = await refusal(make_table("block-ness", ["person", "bot:99"]))
            assert (code, "99" in text) == ("bad_request", True)
            long_name = schemas.PlaceRequest("person", "x" * 41)
            assert (await refusal(make_table("block-ness", [long_name, "open"])))[
                0
            ] == "bad_request"

            assert (await refusal(rest.find("AAAAAA")))[0] == "no_table"
            assert (await refusal(rest.table("nowhere")))[0] == "no_table"
            made = await rest.make_table("block-ness", ["person", "open"])
            assert (await refusal(rest.join(made.table, "Bea", 0)))[0] == "no_place"
            assert (await refusal(rest.fill(made.table, "wrong", 1)))[0] == "bad_token"
            assert (await refusal(rest.fill(made.table, made.token, 99)))[0] == "bad_request"
            assert (await refusal(rest.record(made.table)))[0] == "no_table"
            await rest.join(made.table, "Bea")
            assert (await refusal(rest.join(made.table, "Cid")))[0] == "no_place"
            assert (await refusal(rest.record(made.table, game=2)))[0] == "no_table"

    perform(scene())


def test_join_at_the_same_time_takes_different_places(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["open"] * 4)
        joined = await asyncio.gather(
            *(join(server.address, made.table, f"P{n}") for n in range(6)), return_exceptions=True
        )
        places = [one.places[0] for one in joined if isinstance(one, schemas.JoinResponse)]
        assert sorted(places) == [0, 1, 2, 3]
        refused = [one for one in joined if isinstance(one, CommandError)]
        assert [one.code for one in refused] == ["no_place", "no_place"]

    perform(scene())


def test_token_can_hold_several_places(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person", "person"])
        assert made.places == [0, 1, 2]
        async with await connect(server.address, made.table, made.token) as seat:
            acted: list[int] = []
            for _ in range(3):
                assert seat.state is not None
                assert seat.state.mine
                acted.append(seat.state.to_act or 0)
                await seat.act(legal(seat))
            assert acted == [0, 1, 2]
            await seat.send(wire.Takeback())
            assert (await told(seat, wire.TakenBack)).to == 2
            assert seat.state is not None
            assert seat.state.to_act == 2
            await seat.send(wire.Resign())
            assert (await hears(seat, wire.Error)).code == "bad_message"

    perform(scene())


def test_join_with_a_token_adds_the_place(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("block-ness", ["person", "open"])
            joined = await rest.join(made.table, "Ben", token=made.token)
            assert joined == schemas.JoinResponse(made.token, [0, 1])

    perform(scene())


def test_token_identifies_a_person_on_any_connection(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"])
        for _ in range(2):
            async with await connect(server.address, made.table, made.token) as seat:
                assert seat.places == [0]
                assert seat.table.places[0].mine

    perform(scene())


def test_person_is_present_while_one_of_several_tabs_is_open(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        joined = await join(server.address, made.table)
        other = await connect(server.address, made.table, joined.token)
        async with await connect(server.address, made.table, made.token):
            async with await connect(server.address, made.table, made.token):
                pass
            found = [(await hears(other, wire.Presence)).places for _ in range(3)]
            assert found == [[0, 1]] * 3
        assert (await hears(other, wire.Presence)).places == [1]
        await other.close()

    perform(scene())


def test_spectators_are_counted_and_can_be_excluded(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        seat = await connect(server.address, made.table, made.token)
        async with await connect(server.address, made.table) as watcher:
            assert watcher.places == []
            assert watcher.table.code is None
            assert watcher.table.spectators == 1
            assert (await hears(seat, wire.Presence)).spectators == 1
            async with await connect(server.address, made.table) as tab:
                assert tab.table.spectators == 1, "several tabs of somebody count once"
                assert (await hears(seat, wire.Presence)).spectators == 1
            assert (await hears(seat, wire.Presence)).spectators == 1
        assert (await hears(seat, wire.Presence)).spectators == 0
        await seat.close()

        closed = await make(server.address, ["person", "person"], allow_spectators=False)
        with pytest.raises(CommandError) as caught:
            await connect(server.address, closed.table)
        assert caught.value.code == "no_spectators"
        async with Rest(server.address) as rest:
            with pytest.raises(CommandError) as caught:
                await rest.record(closed.table)
            assert caught.value.code == "no_spectators"
            assert await rest.record(closed.table, closed.token)
        async with await connect(server.address, closed.table, closed.token) as inside:
            assert inside.places == [0, 1]

    perform(scene())


def test_rename_changes_the_name(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.send(wire.Rename("  Zoë \n "))
            assert (await told(seat, wire.Renamed)).name == "Zoë"
            assert seat.table.places[0].name == "Zoë"
            await seat.send(wire.Rename("a\x00b"))
            assert (await hears(seat, wire.Error)).code == "bad_request"

    perform(scene())


def test_presence_is_broadcast(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        joined = await join(server.address, made.table)
        seat = await connect(server.address, made.table, made.token)
        assert [place.present for place in seat.table.places] == [True, False]
        async with await connect(server.address, made.table, joined.token):
            assert (await hears(seat, wire.Presence)).places == [0, 1]
        assert (await hears(seat, wire.Presence)).places == [0]
        await seat.close()

    perform(scene())


def test_a_look_at_a_table_is_seen_by_nobody(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        joined = await join(server.address, made.table)
        seat = await connect(server.address, made.table, made.token)
        hello = {"type": "hello", "table": made.table, "token": joined.token, "updates": "none"}
        async with open_socket(server.address.replace("http", "ws") + "/ws", proxy=None) as look:
            await look.send(json.dumps(hello))
            welcome, bye = [json.loads(message) async for message in look]
        assert (welcome["you"]["places"], welcome["events"]) == ([1], [])
        assert welcome["state"]["position"]
        assert bye["code"] == "answered"
        async with await connect(server.address, made.table):
            presence = await hears(seat, wire.Presence)
            assert (presence.places, presence.spectators) == ([0], 1)
        await seat.close()

    perform(scene())


def test_idle_tables_are_unloaded_and_reloaded(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pathlib import Path

    from empile.server.background import upkeep

    monkeypatch.setattr(upkeep, "_UNLOAD_SECONDS", 0.02)

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.act(legal(seat))
        async with asyncio.timeout(PATIENCE):
            while server.registry.rooms:
                await asyncio.sleep(0.01)
        async with await connect(server.address, made.table, made.token) as again:
            assert again.seq == 3
            assert again.state is not None
            assert again.state.last is not None

    with serving(Path(str(tmp_path)) / "tables.sqlite3", idle_seconds=0.0) as server:
        perform(scene(server))


def test_no_two_at_a_table_have_names_that_look_alike(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            people = [schemas.PlaceRequest("person", name) for name in ("Mila", "МILA", "", "")]
            made = await rest.make_table("blox", [*people[:2], "open", "open"])
            await rest.join(made.table, "m1la")
            seat = await connect(server.address, made.table, made.token)
            await seat.send(wire.Rename("Léa", 1))
            await told(seat, wire.Renamed)
            joined = await rest.join(made.table, "𝐋éa")
            names = [place.name for place in (await rest.table(made.table, made.token)).places]
            assert names == ["Mila", "Léa", "m1la 3", "𝐋éa 2"]
            await seat.send(wire.Rename("Mila", 1))
            assert (await told(seat, wire.Renamed)).name == "Mila 2"
            assert joined.places == [3]
            await seat.close()

    perform(scene())


@pytest.mark.parametrize(
    ("name", "is_allowed"),
    [
        ("👨\u200d👩\u200d👧", True),
        ("می\u200cنا", True),
        ("\u3164", False),
        ("\u2800", False),
        ("a\u200db", False),
    ],
)
def test_names_show_something_and_hide_nothing(
    server: Serving, name: str, is_allowed: bool
) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await make(server.address, ["person", "open"])
            if is_allowed:
                await rest.join(made.table, name)
                found = await rest.table(made.table, made.token)
                assert found.places[1].name == name
            else:
                with pytest.raises(CommandError) as refused:
                    await rest.join(made.table, name)
                assert refused.value.code == "bad_request"

    perform(scene())
