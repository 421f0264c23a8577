"""Clients of the SDK, in memory and over standard streams."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from tests.support.patience import PATIENCE

Result = TypeVar("Result")


sdk: Any = pytest.importorskip("mcp", reason="the extra mcp is not installed")


def perform(scene: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine and return its result."""

    async def bounded() -> Result:
        async with asyncio.timeout(PATIENCE):
            return await scene

    return asyncio.run(bounded())


def client_of(server: Any, mode: str = "auto") -> Any:
    """Return a client of a server object, of an address or of a process.

    The mode ``"legacy"`` is the protocol with sessions and messages that cancel requests.
    """
    return sdk.Client(server, cache=None, mode=mode)


async def say(client: Any, tool: str, **arguments: Any) -> str:
    """Return the text of a tool, which must not fail."""
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content[0].text
    return str(found.content[0].text)


async def refused(client: Any, tool: str, **arguments: Any) -> str:
    """Return the error of a tool."""
    found = await client.call_tool(tool, arguments)
    assert found.is_error
    return str(found.content[0].text)


async def first_moves(client: Any, table: str, limit: int = 5000) -> list[str]:
    """Return the legal moves of a table."""
    text = await say(client, "legal_moves", table=table, limit=limit)
    listed = text.partition(":\n")[2]
    return re.split(r", " if ", " in listed else r" ", listed)


async def play(client: Any, table: str, script: int = 0) -> str:
    """Play a game to its end and return the last observation."""
    seen = await say(client, "observe", table=table)
    for number in range(1000):
        if "The game is over." in seen:
            return seen
        moves = await first_moves(client, table)
        move = moves[(script * 7919 + number * 104729) % len(moves)]
        seen = await say(client, "act", table=table, move=f"I play **{move.upper()}**."
                         if number == 0 and sum(one.upper() == move.upper() for one in moves) == 1
                         else move)  # fmt: skip
        assert seen.startswith(f"You played {move}.")
    raise AssertionError("the game does not end")
