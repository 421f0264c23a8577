"""Tables at a running server."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.client import Rest
from empile.mcp import make_server, remote
from tests.long.mcp.clients import client_of, first_moves, perform, refused, say
from tests.server.conftest import quick_bots as quick_bots
from tests.server.serving import Serving, serving


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for others."""
    monkeypatch.setattr(remote, "WAIT_SECONDS", 0.2)


@pytest.fixture
def server(tmp_path: Path) -> Any:
    """Yield a server."""
    with serving(tmp_path / "tables.sqlite3") as found:
        yield found


async def play_out(client: Any, table: str) -> str:
    """Play to the end by the first moves and return the last observation."""
    seen = await say(client, "observe", table=table)
    while "The game is over" not in seen:
        seen = await say(
            client, "act", table=table, move=(await first_moves(client, table, 5000))[0]
        )
    return seen


async def is_due(client: Any) -> bool:
    """Return whether it is the client's turn."""
    found = await client.call_tool("legal_moves", {"table": "t1", "limit": 1})
    assert not found.is_error or "not your turn" in found.content[0].text
    return not found.is_error


@pytest.mark.parametrize("game", ["block-ness", "blox"])
def test_a_game_is_played_at_a_server(server: Serving, game: str) -> None:
    options = {"round_limit": 1} if game == "blox" else {}

    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table(game, ["open", "bot:1"], options)
            async with client_of(make_server(server=server.address)) as client:
                address = f"{server.address}/t/{made.table}"
                begun = await say(client, "join_table", table=address, name="Ada")
                assert begun.startswith("Table t1. You play ")
                assert "Ada (you)" in begun
                assert "?????" in begun or game != "blox"
                assert "<svg" in (await client.read_resource("board://t1")).contents[0].text
                assert "once they are over" in await refused(client, "analyse", table="t1")
                assert "notation" in await refused(client, "act", table="t1", move="zz")
                assert json.loads(await say(client, "record", table="t1"))["result"] is None
                data = await say(client, "observe", table="t1", data=True)
                assert json.loads(data.rpartition("seats from 0: ")[2])
                await play_out(client, "t1")
                record = empile.Record.from_json(await say(client, "record", table="t1"))
                assert record.final_state().is_terminal()
                assert "The game is over." in await refused(client, "hint", table="t1")

    perform(scene())


@pytest.mark.usefixtures("short_wait")
def test_two_clients_play_each_other_by_a_code(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("block-ness", ["open", "open"])
        tools = [make_server(server=server.address) for _ in range(2)]
        async with client_of(tools[0]) as first, client_of(tools[1]) as second:
            assert made.code is not None
            begun = await say(first, "join_table", table=made.code.lower(), name="Ada")
            assert "Ada (you)" in begun
            assert "waits for players" in begun
            await say(second, "join_table", table=made.code, name="Bea")
            clients = [first, second]
            for _ in range(4):
                seen = await asyncio.gather(*(one.read_resource("board://t1") for one in clients))
                assert seen[0].contents[0].text == seen[1].contents[0].text
                turns = await asyncio.gather(*(is_due(one) for one in clients))
                assert sorted(turns) == [False, True]
                mover, other = clients[turns.index(True)], clients[turns.index(False)]
                move = (await first_moves(mover, "t1"))[0]
                assert "It is the turn of" in await say(mover, "act", table="t1", move=move)
                assert f"`{move}`" in await say(other, "observe", table="t1")
            await say(first, "resign", table="t1")
            assert "The game is over: a player resigned." in await say(
                second, "observe", table="t1"
            )

    perform(scene())


@pytest.mark.parametrize(
    ("game", "seats"), [("block-ness", ["open", "bot:1"]), ("blox", ["open", "bot:1", "bot:1"])]
)
def test_a_hint_of_the_server_names_moves_that_can_be_played(
    server: Serving, game: str, seats: list[str]
) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table(game, seats)
        async with client_of(make_server(server=server.address)) as client:
            await say(client, "join_table", table=made.table)
            board = (await client.read_resource("board://t1")).contents[0].text
            found = (await say(client, "hint", table="t1", seconds=1)).splitlines()
            hint = re.compile(r"Best move: (.+) \(([0-9]+ % to win|expected return [+-][0-9.]+)\)")
            best = hint.fullmatch(found[0])
            assert best is not None, found
            assert best[2].endswith("to win") == (len(seats) == 2)
            moves = await first_moves(client, "t1")
            others = re.findall(r"(?:Others: |\), )(.+?) \(", "\n".join(found[1:]))
            assert others
            assert {best[1], *others} <= set(moves)
            # Asking changed nothing at the table, and another hint can follow.
            assert (await client.read_resource("board://t1")).contents[0].text == board
            assert hint.match(await say(client, "hint", table="t1", seconds=1))
            seen = await say(client, "act", table="t1", move=best[1])
            assert seen.startswith(f"You played {best[1]}.")

    perform(scene())


def test_one_hint_at_a_time(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("block-ness", ["open", "bot:1"])
        async with client_of(make_server(server=server.address)) as client:
            await say(client, "join_table", table=made.table)
            asked = [client.call_tool("hint", {"table": "t1", "seconds": 1}) for _ in range(2)]
            found = await asyncio.gather(*asked)
            assert sorted(one.is_error for one in found) == [False, True]
            texts = [one.content[0].text for one in sorted(found, key=lambda one: one.is_error)]
            assert texts[0].startswith("Best move: ")
            assert texts[1] == "A hint is already on its way."

    perform(scene())


def test_hints_are_those_of_the_server(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            without = await rest.make_table("block-ness", ["open", "bot:1"], hints=False)
        async with client_of(make_server(server=server.address)) as client:
            await say(client, "join_table", table=without.table)
            assert (await refused(client, "hint", table="t1")).startswith("No hint: ")

    perform(scene())


def test_a_lost_server_is_told(tmp_path: Path) -> None:
    async def scene() -> None:
        with serving(tmp_path / "tables.sqlite3") as server:
            async with Rest(server.address) as rest:
                made = await rest.make_table("block-ness", ["open", "bot:1"])
            running = client_of(make_server(server=server.address))
            client = await running.__aenter__()
            await say(client, "join_table", table=made.table)
            moves = await first_moves(client, "t1")
        try:
            told = await refused(client, "act", table="t1", move=moves[0])
            assert "server" in told
        finally:
            await running.__aexit__(None, None, None)

    perform(scene())
