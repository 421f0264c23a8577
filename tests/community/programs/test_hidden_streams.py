"""Hidden information changes no byte of the streams of programs.

As :mod:`tests.server.tables.test_hidden_information` for sockets and REST: a table is played twice,
with histories that differ only in what one seat and all spectators cannot see.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import empile
from tests.community.people import Browser
from tests.community.playing import add_member, new_token
from tests.server.serving import ROOMY, perform, serving
from tests.server.tables.test_hidden_information import (
    HIDING,
    SPECTATOR,
    headless,
    twins,
)
from tests.server.tables.test_hidden_information import same_each_time as same_each_time
from tests.support.patience import PATIENCE

Heard = dict[str, list[str]]
"""The lines of all streams, by client and kind of stream."""


class Lines:
    """A stream that is read to its end."""

    def __init__(self, http: httpx.AsyncClient, path: str, token: str | None) -> None:
        self.texts: list[str] = []
        self.seq = 0
        self._news = asyncio.Condition()
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        self._reading = asyncio.create_task(self._read(http, path, headers))

    async def _read(self, http: httpx.AsyncClient, path: str, headers: dict[str, str]) -> None:
        async with http.stream("GET", path, headers=headers) as response:
            assert response.status_code == 200
            async for line in response.aiter_lines():
                async with self._news:
                    # Empty lines keep the connection alive.
                    if line:
                        self.texts.append(line)
                        self._note(json.loads(line))
                    self._news.notify_all()

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "update":
            self.seq = message["events"][-1]["seq"]
        else:
            self.seq = message.get("seq", self.seq)

    async def until(self, found: Callable[[Lines], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: found(self))

    async def reaches(self, seq: int) -> None:
        await self.until(lambda found: found.seq >= seq)

    async def has(self, part: str) -> None:
        await self.until(lambda found: any(part in text for text in found.texts))

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


async def follow(address: str, tokens: list[str], match: empile.Match) -> Heard:
    """Play a match by the programs of ``tokens``, then resign; return what all streams said."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:

        async def post(path: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
            answer = await http.post(path, json=body, headers={"authorization": f"Bearer {token}"})
            assert answer.is_success, answer.text
            found: dict[str, Any] = answer.json()
            return found

        places = [{"kind": "person"}, {"kind": "open"}]
        wanted = {"game": match.game.name, "options": match.game.options, "places": places}
        table = (await post("/api/tables", tokens[0], wanted))["table"]
        await post(f"/api/tables/{table}/join", tokens[1], {"name": ""})
        callers: dict[str, str | None] = {f"seat {n}": token for n, token in enumerate(tokens)}
        streams: dict[str, Lines] = {}
        for who, token in [*callers.items(), (SPECTATOR, None)]:
            table_path = f"/api/tables/{table}/stream"
            paths = {detail: f"{table_path}?updates={detail}" for detail in ("full", "moves")}
            if token is not None:
                paths["events"] = "/api/stream/events"
            for kind, path in paths.items():
                opened = streams[f"{who}, {kind}"] = Lines(http, path, token)
                # One after the other: a welcome tells who is connected already.
                await opened.until(lambda found: bool(found.texts))
        for event in match.events:
            if event.seat >= 0:
                seq = streams[f"seat {event.seat}, full"].seq
                body = {"seq": seq, "action": event.text}
                moved = await post(f"/api/tables/{table}/moves", tokens[event.seat], body)
                for name, stream in streams.items():
                    if not name.endswith("events"):
                        await stream.reaches(moved["seq"])
        await post(f"/api/tables/{table}/resignation", tokens[0], {})
        for name, stream in streams.items():
            over = '"type":"over"' if name.endswith("events") else '"kind":"over"'
            await stream.has(over)
            await stream.close()
        # Their moments depend on the clock: who is connected, and the end of a table.
        by_time = ('{"type":"presence"', '{"type":"closed"')
        return {
            name: [text for text in stream.texts if not text.startswith(by_time)]
            for name, stream in streams.items()
        }


@pytest.mark.parametrize("blind", [0, 1])
@pytest.mark.parametrize("name", HIDING)
def test_hidden_differences_change_no_byte_of_streams(
    name: str,
    blind: int,
    tmp_path: Path,
    same_each_time: Callable[[empile.Match], None],
) -> None:
    heard: list[Heard] = []
    for number, match in enumerate(twins(headless(name, 2), blind, seed=10 + blind)):
        data = tmp_path / f"tables-{number}.sqlite3"
        with serving(data, accounts="open", limits=ROOMY) as server:
            browser = Browser(server)
            browser.sign_up("Anne")
            tokens = [new_token(browser, add_member(browser, f"Bot {n}", "bot")) for n in (1, 2)]
            same_each_time(match)
            heard.append(perform(follow(server.address, tokens, match)))
    one, other = heard
    seen = {who for who in one if who.startswith((f"seat {blind}", SPECTATOR))}
    assert len(seen) == 5
    for who in seen:
        assert len(one[who]) > 2, who
        assert one[who] == other[who], who
    turns = [line for line in one[f"seat {blind}, events"] if '"type":"turn"' in line]
    assert turns
    assert any(one[who] != other[who] for who in one), "somebody sees what differs"
