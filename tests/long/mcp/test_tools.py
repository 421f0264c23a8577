"""The tools one by one: descriptions, answers and errors."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from empile.engine.game import State
from empile.mcp import make_server, texts
from empile.mcp.tools import TOOLS
from tests.long.mcp.clients import client_of, perform, refused, say, sdk

MOST_BYTES = 4500
"""Of the list of tools: it is a part of every conversation."""


def test_the_list_of_tools_is_short() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            found = await client.list_tools()
            data = found.model_dump(by_alias=True, exclude_none=True, mode="json")["tools"]
            assert len(json.dumps(data)) < MOST_BYTES
            assert [tool["name"] for tool in data] == list(TOOLS)
            changing = [tool["name"] for tool in data if "annotations" not in tool]
            assert changing == ["open_table", "join_table", "act", "resign", "close_table"]

    perform(scene())


def test_games_and_rules_are_told() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            games = await say(client, "games")
            assert "on-top: On Top, 2-4 players." in games
            assert "Hidden information" in next(
                line for line in games.splitlines() if line.startswith("blox:")
            )
            options = await say(client, "games", game="On Top")
            assert "- board: data as JSON | large (default house)" in options
            assert "Bot levels, weakest first: 1, 2" in options
            short = await say(client, "rules", game="blox")
            full = await say(client, "rules", game="blox", full=True)
            assert len(short) < len(full)
            for uri, text in (("rules://blox/short", short), ("rules://blox/full", full)):
                assert (await client.read_resource(uri)).contents[0].text == text

    perform(scene())


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        ("rules", {"game": "chess"}, "chess"),
        ("rules", {}, "rules takes game, full: object missing required field 'game'."),
        ("act", {"table": "t1", "mov": "x"}, "unknown field 'mov'"),
        ("act", {"table": "t1", "move": "nonsense"}, "is not the notation of a move"),
        ("act", {"table": "t1", "move": "c3-d3"}, "c3-d3 is illegal: "),
        ("act", {"table": "t1", "move": "c3-e3 or e3-g3"}, "names several moves"),
        ("observe", {"table": "t9"}, "There is no table t9. Open tables: t1. Use open_table."),
        ("observe", {"table": 7}, "table"),
        ("legal_moves", {"table": "t1", "limit": -1}, "limit"),
        ("legal_moves", {"table": "t1", "limit": "many"}, "limit"),
        ("hint", {"table": "t1", "seconds": 0}, "seconds"),
        ("analyse", {"table": "t1", "depth": "endless"}, "depth"),
        ("analyse", {"table": "t1"}, "There is nothing to analyse yet"),
        ("open_table", {"game": "block-ness", "players": 9}, "players"),
        ("open_table", {"game": "block-ness", "seat": 3}, "The seats are 1 to 2, not 3."),
        ("open_table", {"game": "block-ness", "others": 99}, "others must be a bot level (1, 2"),
        (
            "open_table",
            {"game": "block-ness", "players": 3, "others": [1]},
            "There are 2 other seats, but others lists 1.",
        ),
        ("open_table", {"game": "block-ness", "options": {"size": 3}}, "no option 'size'"),
        ("open_table", {"game": "block-ness", "options": {"variant": "odd"}}, "variant"),
        ("join_table", {"table": "http://127.0.0.1:9/t/x"}, "Only tables of http://localhost:1 "),
        ("join_table", {"table": "ABCDEF"}, "The server does not answer"),
        ("fly", {}, "There is no tool fly: use games, rules, "),
    ],
)
def test_bad_input_gets_a_sentence(tool: str, arguments: dict[str, Any], error: str) -> None:
    async def scene() -> None:
        async with client_of(make_server(server="http://localhost:1")) as client:
            await say(client, "open_table", game="block-ness", others="self")
            told = await refused(client, tool, **arguments)
            assert error in told
            assert "\n" not in told
            assert "Traceback" not in told

    perform(scene())


@pytest.mark.parametrize("uri", ["board://t9", "rules://chess/short", "rules://blox/long", "x://y"])
def test_bad_resources_get_a_sentence(uri: str) -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            with pytest.raises(sdk.MCPError, match=r"There is no|there is no|short or full"):
                await client.read_resource(uri)

    perform(scene())


def fail(state: State) -> list[str]:
    """Fail like a fault of the program."""
    raise ZeroDivisionError("a secret of the server")


def test_a_fault_of_the_server_keeps_its_details(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            await say(client, "open_table", game="block-ness", others="self")
            monkeypatch.setattr(State, "legal_texts", fail)
            told = await refused(client, "legal_moves", table="t1")
            assert told == "This failed inside the server."

    perform(scene())


def test_legal_moves_have_a_limit_and_a_prefix() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            await say(client, "open_table", game="block-ness", others="self")
            some = await say(client, "legal_moves", table="t1", limit=3)
            assert some.startswith("192 legal moves; the first 3:\n")
            assert "Their prefixes: " in some
            begun = await say(client, "legal_moves", table="t1", prefix="D4")
            told, _, moves = begun.partition(":\n")
            assert told.endswith("of 192 legal moves begin with D4")
            assert all(move.startswith("d4") for move in moves.split())
            none = await say(client, "legal_moves", table="t1", prefix="zz")
            assert none == "None of the 192 legal moves begins with zz."

    perform(scene())


def test_groups_of_moves_count_all() -> None:
    moves = [f"{a}{b}" for a in "abcdefgh" for b in range(10)] + ["pass"]
    text = texts.moves_text(moves, "", 0)
    assert text.startswith("81 legal moves.")
    assert "a (10)" in text
    assert "p (1)" in text
    many = [f"{index:04}" for index in range(3000)]
    assert "0 (1000), 1 (1000), 2 (1000)" in texts.moves_text(many, "", 5)


def test_hint_and_analysis_of_a_running_game() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            await say(client, "open_table", game="block-ness", others="self")
            told = await say(client, "hint", table="t1", seconds=0.2)
            best = told.removeprefix("Best move: ").partition(" ")[0]
            assert "% to win" in told
            assert f"You played {best}." in await say(client, "act", table="t1", move=best)
            analysis = await say(client, "analyse", table="t1")
            assert "Player 1: accuracy" in analysis
            assert "lost" in analysis

    perform(scene())


def test_the_board_is_a_picture() -> None:
    async def scene() -> None:
        async with client_of(make_server()) as client:
            await say(client, "open_table", game="block-ness", others="self")
            found = await client.call_tool("picture", {"table": "t1"})
            assert found.content[0].mime_type == "image/png"
            assert base64.b64decode(found.content[0].data).startswith(b"\x89PNG")
            board = (await client.read_resource("board://t1")).contents[0]
            assert board.mime_type == "image/svg+xml"
            assert board.text.startswith("<svg")
            listed = [str(one.uri) for one in (await client.list_resources()).resources]
            assert {"rules://blox/full", "board://t1", "record://t1"} <= set(listed)
            templates = (await client.list_resource_templates()).resource_templates
            assert "board://{table}" in [one.uri_template for one in templates]

    perform(scene())
