"""The client library: connections, tracking and games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from empile.client import ClosedError, CommandError, GameTracker, Rest, connect, play
from empile.engine.contracts.level import LEVEL_KEYS
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.engine.search.search import search
from empile.server.wire import messages as wire
from tests.server.serving import ROOMY, Serving, hears, legal, make, perform, serving, told


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path / "tables.sqlite3") as found:
        yield found


def test_play_two_clients_against_each_other(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("block-ness", ["person", "open"])
            joined = await rest.join(made.table, "Other")
            one = await connect(server.address, made.table, made.token, updates="moves")
            other = await connect(server.address, made.table, joined.token, updates="moves")
            games = await asyncio.gather(
                play(one, lambda state: state.legal_actions()[0]),
                play(other, lambda state: state.legal_actions()[-1]),
            )
            assert games[0].state == games[1].state
            assert games[0].state.is_terminal()
            record = await rest.record(made.table)
            assert record["events"] == [event.text for event in games[0].match.events]
            await one.close()
            await other.close()

    perform(scene())


def test_follower_handles_takebacks_and_new_games(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token, updates="moves") as seat:
            follower = GameTracker(seat.welcome.table)
            follower.take(seat.welcome.events)
            start = follower.state
            assert follower.place_to_act == follower.seats[0]
            first = follower.state.legal_texts()[0]
            follower.take(await seat.act(first))
            one = follower.state
            follower.take(await seat.act(follower.state.legal_texts()[0]))
            await seat.send(wire.Takeback())
            follower.take(await seat.next_events())
            assert follower.state == one
            await seat.send(wire.Resign(0))
            follower.take(await seat.next_events())
            assert follower.over
            assert follower.place_to_act not in follower.seats
            await seat.send(wire.Rematch())
            seats = follower.seats
            follower.take(await seat.next_events())
            assert follower.state == start
            assert follower.seats == seats[::-1]

    perform(scene())


def test_make_table_accepts_short_places(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:2", "open"])
        async with Rest(server.address) as rest:
            info = await rest.table(made.table, made.token)
        assert [(place.kind, place.level) for place in info.places] == [
            ("person", None),
            ("bot", 2),
            ("open", None),
        ]
        assert info.places[0].mine
        with pytest.raises(CommandError) as caught:
            await make(server.address, ["bot", "person"])
        assert caught.value.code == "bad_request"

    perform(scene())


def test_receive_raises_closed_error_at_the_end(tmp_path: Path) -> None:
    async def begin(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            assert seat.places == [0, 1]
            # Closed by the server, in its own loop.
            room = server.registry.rooms[0]
            connection = next(iter(room.connections))
            server.registry._bots._loop.call_soon_threadsafe(connection.close, "too_slow", "enough")
            assert (await hears(seat, wire.Closing)).code == "too_slow"
            with pytest.raises(ClosedError) as caught:
                await seat.receive()
            assert caught.value.bye is not None
            with pytest.raises(ClosedError):
                await seat.act("c3-e3")

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(begin(server))


def test_games_returns_all_details(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            games = {game.name: game for game in await rest.games()}
            found = games["block-ness"]
            assert found.players == [2, 3, 4]
            assert [(level.level, level.key) for level in found.levels] == [
                *enumerate(LEVEL_KEYS, start=1)
            ]
            variant = next(option for option in found.options if option.name == "variant")
            assert (variant.kind, variant.default) == ("choice", "base")
            made = await rest.make_table("block-ness", ["bot:1", "bot:1"])
            async with await connect(server.address, made.table) as watcher:
                await told(watcher, wire.Moved)

    perform(scene())


def test_play_with_hidden_information_uses_views(server: Serving) -> None:
    """A program that searches plays a whole game without receiving other players' cards."""
    seen: list[str] = []
    options = {"players": 2, "round_limit": 4}

    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("blox", ["person", "bot:1"], options=options)
            async with await connect(server.address, made.table, made.token) as seat:
                assert seat.state is not None
                stream = new_stream(1)

                def think(state: State) -> int:
                    assert seat.state is not None
                    assert state.view(state.current_player()) == seat.state.position
                    seen.extend(hand for hand in seat.state.position["hands"])
                    return search(state, stream=stream, simulations=20).best

                game = await play(seat, think)
                record = await rest.record(made.table)
                assert [text.count("?") for text in game.texts if "hand" in text] in (
                    [0, 5],
                    [5, 0],
                )
                assert len(record["events"]) == len(game.texts)
                assert record["result"] is not None

    perform(scene())
    assert seen.count("?????") == len(seen) // 2


def test_follower_needs_views_for_hidden_information(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("blox", ["person", "bot:1"], options={"players": 2})
            async with await connect(
                server.address, made.table, made.token, updates="moves"
            ) as seat:
                with pytest.raises(ValueError, match="updates"):
                    await play(seat, lambda state: state.legal_actions()[0])

    perform(scene())


def test_tracker_follows_a_game_longer_than_a_page(tmp_path: Path) -> None:
    """The connection reads older events in pages, and keeps what happens in the meantime."""
    limits = replace(ROOMY, events_per_page=3, pages_per_second=20, pages_at_once=2)

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as one:
            for _ in range(10):
                await one.act(legal(one))
            await one.send(wire.Takeback())
            await told(one, wire.TakenBack)
            entering = asyncio.create_task(
                connect(server.address, made.table, made.token, updates="moves")
            )
            await hears(one, wire.Presence)
            for _ in range(2):
                await one.act(legal(one))
            async with await entering as other:
                assert not other.welcome.has_more
                assert [event.seq for event in other.welcome.events] == [*range(2, 14)]
                tracker = GameTracker(other.welcome.table)
                tracker.take(other.welcome.events)
                while other.seq < one.seq:
                    tracker.take(await other.next_events())
                assert one.state is not None
                assert tracker.match.state.view(None) == one.state.position
                await other.act(tracker.state.legal_texts()[0])
            async with await connect(server.address, made.table, made.token, since=5) as back:
                assert [event.seq for event in back.welcome.events] == [*range(6, 17)]

    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        perform(scene(server))


def test_connect_reports_that_the_library_is_outdated(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("empile.client.connection.PROTOCOL", wire.PROTOCOL - 2)

    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        with pytest.raises(CommandError, match="update the program") as caught:
            await connect(server.address, made.table, made.token)
        assert caught.value.code == "outdated"

    perform(scene())


def test_refusals_say_how_long_to_wait(tmp_path: Path) -> None:
    limits = replace(ROOMY, requests_per_second=0.25, requests_at_once=2)

    async def scene(address: str) -> None:
        async with Rest(address) as rest:
            with pytest.raises(CommandError) as refusal:
                await rest.record("nothing")
            assert refusal.value.retry_after is None
            await rest.make_table("block-ness", ["person", "open"])
            with pytest.raises(CommandError) as refusal:
                await rest.make_table("block-ness", ["person", "open"])
            assert refusal.value.code == "rate_limited"
            assert refusal.value.retry_after is not None
            assert 1 <= refusal.value.retry_after <= 4

    with serving(tmp_path / "limited.sqlite3", limits=limits) as server:
        perform(scene(server.address))
