"""Members who play whole games, for tests of histories."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx

from empile.client import GameTracker, TableConnection, connect
from empile.server.wire import messages as wire
from tests.community.people import Browser
from tests.server.serving import Serving, perform
from tests.support.patience import PATIENCE


def member_of(browser: Browser, name: str | None = None) -> str:
    """Return the id of a member of the account, by default of the first."""
    members = browser.me()["members"]
    return str(next(one["id"] for one in members if name in (None, one["name"])))


def add_member(browser: Browser, name: str, kind: str = "adult") -> str:
    made = browser.post("/api/members", json={"name": name, "kind": kind})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def new_token(browser: Browser, member: str, *scopes: str) -> str:
    made = browser.post(
        f"/api/members/{member}/tokens",
        json={"name": "test", "scopes": list(scopes or ("read", "play", "challenge"))},
    )
    assert made.status_code == 201, made.text
    return str(made.json()["token"])


def as_program(server: Serving, token: str) -> httpx.Client:
    """Return a client that sends the token of a program."""
    return httpx.Client(
        base_url=server.address,
        headers={"authorization": f"Bearer {token}"},
        timeout=PATIENCE,
        limits=httpx.Limits(max_keepalive_connections=0),
    )


def person(name: str = "", member: str | None = None) -> dict[str, Any]:
    return {"kind": "person", "name": name, **({"member": member} if member else {})}


def new_table(
    client: httpx.Client, places: Sequence[dict[str, Any]], **more: Any
) -> dict[str, Any]:
    wanted = {"game": "block-ness", "places": list(places), **more}
    made = client.post("/api/tables", json=wanted)
    assert made.status_code == 201, made.text
    answer: dict[str, Any] = made.json()
    return answer


def take_place(
    client: httpx.Client, table: str, name: str = "", member: str | None = None
) -> dict[str, Any]:
    wanted = {"name": name, **({"member": member} if member else {})}
    joined = client.post(f"/api/tables/{table}/join", json=wanted)
    assert joined.status_code == 200, joined.text
    answer: dict[str, Any] = joined.json()
    return answer


def finish(server: Serving, table: str, *tokens: str) -> None:
    """Play the game of a table to its end, with the first legal moves."""
    perform(_finish(server, table, tokens))


async def _finish(server: Serving, table: str, tokens: Sequence[str]) -> None:
    seats = [await connect(server.address, table, token) for token in tokens]
    try:
        await asyncio.gather(*(_play(seat) for seat in seats))
    finally:
        for seat in seats:
            await seat.close()


async def _play(seat: TableConnection) -> None:
    tracker = GameTracker(seat.table)
    tracker.take(seat.welcome.events, seat.state)
    while not tracker.over:
        assert seat.state is not None
        if seat.state.mine:
            news = await seat.act(seat.state.legal[0].text)
        else:
            news = await seat.next_events()
        tracker.take(news, seat.state)


def resign(server: Serving, table: str, token: str) -> None:
    """End the game of a table for two."""

    async def scene() -> None:
        async with await connect(server.address, table, token) as seat:
            await seat.send(wire.Resign())
            while not any(isinstance(event, wire.Over) for event in await seat.next_events()):
                pass

    perform(scene())


def eventually(found: Callable[[], Any]) -> Any:
    """Return what ``found`` returns once it is true."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        value = found()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def games_of(client: httpx.Client, member: str, **query: Any) -> list[dict[str, Any]]:
    """Return all pages of a history."""
    games: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        asked = {**query, **({"cursor": cursor} if cursor else {})}
        answer = client.get(f"/api/members/{member}/games", params=asked)
        assert answer.status_code == 200, answer.text
        games += answer.json()["games"]
        cursor = answer.json()["cursor"]
        if cursor is None:
            return games
