"""Whole games by tools, in memory."""

from __future__ import annotations

import json
from typing import Any

import pytest

import empile
from empile.mcp import Limits, make_server
from tests.long.mcp.clients import client_of, first_moves, perform, play, refused, say

GAMES: dict[str, dict[str, Any]] = {
    "block-ness": {},
    "block-out": {"turn_limit": 12},
    "blox": {"round_limit": 6},
    "on-top": {},
}


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_against_a_bot(name: str) -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            begun = await say(client, "open_table", game=name, others=1, options=GAMES[name])
            assert begun.startswith("Table t1. You play ")
            assert "bot level 1" in begun
            seen = await play(client, "t1")
            assert "Player" in seen
            assert "The game is over" in await refused(client, "act", table="t1", move="pass")
            record = empile.Record.from_json(await say(client, "record", table="t1"))
            state = record.final_state()
            assert state.is_terminal()
            found = await client.read_resource("record://t1")
            assert empile.Record.from_json(found.contents[0].text) == record

    perform(scene())


def test_a_client_plays_all_seats_in_turn() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            begun = await say(client, "open_table", game="blox", players=3, others="self")
            assert "You play Blox as Player 1" in begun
            assert "You play all these seats" in begun
            hands = []
            for _ in range(3):
                move = (await first_moves(client, "t1"))[0]
                seen = await say(client, "act", table="t1", move=move)
                position = seen.partition("## Position")[2].partition("## Your legal moves")[0]
                hands.append(position.count("????"))
            assert hands == [2, 2, 2], "the seat to act sees its own hand only"

    perform(scene())


def test_seats_and_bots_are_chosen() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            begun = await say(
                client, "open_table", game="on-top", seat="2", others=[1, "self", "2"],
                options={"teams": "true", "board": "large"},
            )  # fmt: skip
            assert "You play On Top as Player 2" in begun
            assert begun.count(": bot level 1") == 1
            assert begun.count(": bot level 2") == 1
            assert "teams = true" in begun
            data = await say(client, "observe", table="t1", data=True)
            assert json.loads(data.rpartition("seats from 0: ")[2])

    perform(scene())


@pytest.mark.usefixtures("quick_bots")
def test_a_resigned_game_is_lost_and_recorded() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            await say(client, "open_table", game="block-ness", others=1)
            seen = await say(client, "resign", table="t1")
            assert "The game is over" in seen
            record = json.loads(await say(client, "record", table="t1"))
            assert record["ended"]["seats"] == [0]
            await say(client, "open_table", game="block-ness", others=[1, 1])
            seen = await say(client, "resign", table="t2")
            assert "You have resigned" in seen
            assert "resigned" in await refused(client, "act", table="t2", move="a1-a3")
            assert "resigned" in await refused(client, "hint", table="t2")

    perform(scene())


def test_several_tables_up_to_a_limit() -> None:
    async def scene() -> None:
        async with client_of(make_server(limits=Limits(tables=2))) as client:
            for game in ("block-ness", "on-top"):
                await say(client, "open_table", game=game, others="self")
            told = await refused(client, "open_table", game="block-ness", others="self")
            assert told == "There are already 2 open tables (t1, t2): close one first."
            assert await say(client, "close_table", table="t1") == "Table t1 is closed."
            assert "Open tables: t2." in await refused(client, "observe", table="t1")
            assert (await say(client, "open_table", game="blox", others="self")).startswith(
                "Table t3."
            )
            move = (await first_moves(client, "t2"))[0]
            await say(client, "act", table="t2", move=move)
            assert move not in await say(client, "observe", table="t3")

    perform(scene())


def test_an_unused_table_gives_way() -> None:
    async def scene() -> None:
        async with client_of(make_server(limits=Limits(tables=1, idle_seconds=0))) as client:
            for number in (1, 2):
                begun = await say(client, "open_table", game="block-ness", others="self")
                assert begun.startswith(f"Table t{number}.")
            assert "There is no table t1" in await refused(client, "observe", table="t1")

    perform(scene())


def test_names_of_private_tables_are_secret() -> None:
    async def scene() -> None:
        async with client_of(make_server(private=True)) as client:
            begun = await say(client, "open_table", game="block-ness", others="self")
            name = begun.removeprefix("Table ").partition(".")[0]
            assert len(name) > 16
            assert name not in await refused(client, "observe", table="t1")
            found = await client.list_resources()
            assert not any(name in str(one.uri) for one in found.resources)
            assert "<svg" in (await client.read_resource(f"board://{name}")).contents[0].text

    perform(scene())
