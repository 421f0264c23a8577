"""Tables whose games begin from a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import empile
from empile.client import CommandError, Rest, connect
from empile.engine.random import below, new_stream
from empile.server.wire import messages as wire
from tests.games.block_ness.solo.starts import WORKED
from tests.server.serving import Serving, hears, legal, make, perform, serving, two_persons
from tests.support.games import random_match


def midgame(game: empile.Game, events: int = 6) -> dict[str, Any]:
    """Return a position in the middle of a random game, with a seat to act."""
    match = random_match(game, 5, events)
    while match.state.current_player() < 0:
        match.push_chance(new_stream(1))
    return match.state.position()


def test_games_begin_from_the_position(server: Serving) -> None:
    game = empile.load("block-ness")
    start = midgame(game)

    async def scene() -> None:
        acting, waiting = await two_persons(server.address, start=start)
        assert acting.state is not None
        assert acting.state.position == start
        await acting.act(legal(acting))
        await hears(waiting, wire.Update)
        async with Rest(server.address) as rest:
            record = await rest.record(acting.table.id)
            replay = await rest.replay(acting.table.id)
        assert record["start"] == start
        assert len(record["events"]) == 1
        assert replay.frames[0].position == start
        await acting.close()
        await waiting.close()

    perform(scene())


def test_takeback_and_rematch_return_to_the_start(server: Serving) -> None:
    start = midgame(empile.load("block-ness"))

    async def scene() -> None:
        made = await make(server.address, ["person", "person"], start=start)
        person = await connect(server.address, made.table, made.token)
        await person.act(legal(person))
        await person.send(wire.Takeback())
        await hears(person, wire.Update)
        assert person.state is not None
        assert person.state.position == start
        while person.table.status == "playing":
            await person.act(legal(person))
        await person.send(wire.Rematch())
        while person.state.game_number == 1:
            await hears(person, wire.Update)
        assert person.state.position == start
        await person.close()

    perform(scene())


def test_chosen_place_begins(server: Serving) -> None:
    game = empile.load("block-ness")
    start = midgame(game, 7)
    assert start["seat"] == 1

    async def scene() -> None:
        for position in (None, start):
            for begins in (0, 1):
                made = await make(
                    server.address, ["person", "person"], start=position, begins=begins
                )
                person = await connect(server.address, made.table, made.token)
                for place in (begins, 1 - begins):
                    assert person.state is not None
                    assert person.state.to_act is not None
                    assert person.state.seats[person.state.to_act] == place
                    await person.act(legal(person))
                    if position is None:
                        break
                await person.close()
        with pytest.raises(CommandError, match="no place 2"):
            await make(server.address, ["person", "person"], begins=2)

    perform(scene())


def test_solo_table_is_durable(tmp_path: Path) -> None:
    """A solo game goes on after a restart, ends solved or stuck, and its record replays."""
    data = tmp_path / "tables.sqlite3"

    async def begin(address: str) -> tuple[str, str]:
        made = await make(address, ["person"], options={"players": 1}, start=WORKED)
        person = await connect(address, made.table, made.token)
        assert person.state is not None
        assert person.state.position == WORKED
        assert person.state.board_setup["zone"] == WORKED["zone"]
        assert person.state.board_setup["rings"] == [["2.1", "2.2", "2.3", "3.3", "4.2"]]
        await person.act("Hd7-d9^2")
        await person.close()
        return made.table, made.token

    async def go_on(address: str, table: str, token: str) -> dict[str, Any]:
        person = await connect(address, table, token)
        stream = new_stream(2)
        assert person.state is not None
        assert person.state.position["heads"] == ["d9"]
        while person.table.status == "playing":
            await person.act(legal(person, below(stream, len(person.state.legal))))
        await person.close()
        async with Rest(address) as rest:
            return await rest.record(table)

    with serving(data) as server:
        table, token = perform(begin(server.address))
    with serving(data) as server:
        record = perform(go_on(server.address, table, token))
    final = empile.Record.from_dict(record).final_state()
    assert record["start"] == WORKED
    assert record["result"]["reason"] in ("solved", "stuck")
    assert final.returns() == [1.0 if record["result"]["reason"] == "solved" else -1.0]


@pytest.mark.parametrize(
    ("options", "start", "why"),
    [
        ({"players": 1}, None, "begins from a position"),
        ({"players": 1}, {**WORKED, "zone": ["j10", "c3"]}, "lower left"),
        ({"players": 1}, {**WORKED, "heads": ["e5"]}, "foot of one of its rings"),
        ({"players": 1}, {"stage": "play"}, "no 'seat'"),
        ({"players": 2}, WORKED, "seat"),
    ],
)
def test_impossible_starts_are_refused(
    server: Serving, options: dict[str, Any], start: dict[str, Any] | None, why: str
) -> None:
    async def scene() -> None:
        places = ["person"] * options["players"]
        with pytest.raises(CommandError, match=why) as caught:
            await make(server.address, places, options=options, start=start)
        assert caught.value.code == ("bad_options" if start is None else "bad_position")

    perform(scene())


def test_spectators_and_bots_see_the_start(server: Serving) -> None:
    start = midgame(empile.load("block-ness"))

    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], start=start)
        spectator = await connect(server.address, made.table)
        while spectator.table.status != "over":
            person = await connect(server.address, made.table, made.token)
            assert person.state is not None
            if person.state.mine:
                await person.act(legal(person))
            elif person.table.status == "playing":
                await hears(person, wire.Update)
            await person.close()
            await hears(spectator, wire.Update)
        async with Rest(server.address) as rest:
            record = await rest.record(made.table)
            replayed = await rest.check(record)
        assert replayed.record["start"] == start
        empile.Record.from_dict(record).final_state()
        await spectator.close()

    perform(scene())


def test_poses_of_the_start_are_shown(server: Serving) -> None:
    """Block Out! with physics: the tower lies as in the start, for everyone and in replays."""
    game = empile.load("block-out")
    position = game.new_state().position()
    hands = [["kS", "y*", "*S"], ["kM", "nM", "**"]]
    for card in (card for hand in hands for card in hand):
        position["stock"][card] -= 1
    poses = ["kL@7,-3,24.79/1,0,0,0"]
    start = position | {"tower": ["kL"], "hands": hands, "poses": poses}

    async def scene() -> None:
        acting, waiting = await two_persons(server.address, game="block-out", start=start)
        for connection in (acting, waiting):
            assert connection.state is not None
            (block,) = connection.state.poses["blocks"]
            assert block["at"] == [7, -3, 24.79]
        async with Rest(server.address) as rest:
            record = await rest.record(acting.table.id)
            replay = await rest.replay(acting.table.id)
        assert record["start"]["poses"] == poses
        assert replay.frames[0].poses["blocks"] == [block]
        await acting.close()
        await waiting.close()
        seen = {name: item for name, item in record.items() if name != "view"} | {"start": start}
        async with Rest(server.address) as rest:
            checked = await rest.check(seen)
        assert checked.frames[0].position == start
        assert checked.frames[0].poses["blocks"] == [block]

    perform(scene())
