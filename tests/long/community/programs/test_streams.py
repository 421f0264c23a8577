"""Streams of newline-delimited JSON, over REST and with the client library."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from empile.client import ClosedError, CommandError, Rest, connect, play, play_all
from empile.server.http.play import line_stream
from empile.server.wire import messages as wire
from empile.server.wire.people import programs
from tests.community.people import Browser, code_of
from tests.community.playing import (
    add_member,
    as_program,
    eventually,
    games_of,
    new_table,
    new_token,
    person,
    take_place,
)
from tests.server.serving import Serving, make, perform


@pytest.fixture
def browser(server: Serving) -> Browser:
    """A signed-in page."""
    found = Browser(server)
    found.sign_up("Anne")
    return found


@pytest.fixture
def robo(browser: Browser) -> str:
    """The id of a program of the account."""
    return add_member(browser, "Robo", "bot")


@pytest.fixture
def token(browser: Browser, robo: str) -> str:
    """A token of the program, for everything."""
    return new_token(browser, robo)


@contextmanager
def lines(client: httpx.Client, path: str) -> Iterator[Iterator[str]]:
    """Yield the lines of a stream that are not empty."""
    with client.stream("GET", path) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "application/x-ndjson"
        yield (line for line in response.iter_lines() if line)


def first_moves(state: Any) -> int:
    moves: list[int] = state.legal_actions()
    return moves[0]


def test_events_tell_of_tables_turns_and_ends(
    server: Serving, token: str, browser: Browser
) -> None:
    program = as_program(server, token)
    waiting = new_table(program, [person(), {"kind": "open"}])
    with lines(program, "/api/stream/events") as stream:
        first = json.loads(next(stream))
        assert (first["type"], first["table"]) == ("table", waiting["table"])
        assert (first["status"], first["places"], first["game_number"]) == ("gathering", [0], 0)
        other = take_place(browser, waiting["table"], "Anne")
        started = json.loads(next(stream))
        assert (started["type"], started["game_number"]) == ("started", 1)
        resigned = browser.post(
            f"/api/tables/{waiting['table']}/resignation",
            json={},
            headers={"authorization": f"Bearer {other['token']}"},
        )
        assert resigned.status_code == 200
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["type"] != "closed":
            heard.append(json.loads(next(stream)))
        assert [one["type"] for one in heard if one["type"] != "turn"] == ["over", "closed"]
        assert heard[-2]["result"] is None
        # A table that is made while the stream runs, in this or another process.
        again = new_table(program, [person(), {"kind": "open"}])
        assert json.loads(next(stream))["table"] == again["table"]
        take_place(browser, again["table"], "Anne")
        assert program.post(f"/api/tables/{again['table']}/abort", json={}).status_code == 200
        events = map(json.loads, stream)
        over = next(event for event in events if event["type"] == "over")
        assert (over["result"], over["reason"]) == (None, "aborted")


def test_turns_are_told_with_the_event_to_answer(
    server: Serving, token: str, browser: Browser
) -> None:
    program = as_program(server, token)
    made = new_table(program, [person(), {"kind": "bot", "level": 1}])
    # Bots of the server move while somebody follows the table.
    watching = lines(browser, f"/api/tables/{made['table']}/stream")
    with watching, lines(program, "/api/stream/events") as stream:
        moved = 0
        while moved < 3:
            event = json.loads(next(stream))
            if event["type"] != "turn":
                continue
            path = f"/api/tables/{made['table']}"
            with lines(as_program(server, token), f"{path}/stream") as table:
                state = json.loads(next(table))["state"]
            if state["seq"] != event["seq"]:
                continue
            move = {"seq": event["seq"], "action": state["legal"][0]["text"]}
            answer = as_program(server, token).post(f"{path}/moves", json=move)
            assert answer.status_code == 200
            assert answer.json()["seq"] > event["seq"]
            moved += 1


def test_a_stream_of_a_table_has_the_messages_of_the_socket(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with (
            await connect(server.address, made.table, made.token) as seat,
            Rest(server.address) as rest,
        ):
            following = rest.follow(made.table, made.token)
            welcome = await anext(following)
            assert isinstance(welcome, wire.Welcome)
            assert welcome.you.places == [0, 1]
            assert welcome.state == seat.state
            assert seat.state is not None
            events = await seat.act(seat.state.legal[0].text)
            update = await until(following, wire.Update)
            assert update.events == events
            spectator = rest.follow(made.table)
            seen = await anext(spectator)
            assert isinstance(seen, wire.Welcome)
            assert seen.you.places == []
            assert seen.state is not None
            assert seen.state.legal == []
            await following.aclose()  # type: ignore[attr-defined]
            await spectator.aclose()  # type: ignore[attr-defined]

    perform(scene())


async def until(messages: AsyncIterator[Any], kind: type[Any]) -> Any:
    async for message in messages:
        if isinstance(message, kind):
            return message
    raise AssertionError("the stream ended")


@pytest.mark.parametrize("what", ["events", "table", "socket"])
def test_revoked_tokens_end_streams(
    server: Serving, browser: Browser, robo: str, token: str, what: str
) -> None:
    made = new_table(as_program(server, token), [person(), {"kind": "open"}])
    (known,) = browser.get(f"/api/members/{robo}/tokens").json()

    async def scene() -> None:
        async with Rest(server.address, token) as rest:
            if what == "socket":
                seat = await connect(server.address, made["table"], token)
                assert seat.places == [0]
                waiting = asyncio.create_task(seat.next_events())
            else:
                stream: Any = rest.events() if what == "events" else rest.follow(made["table"])
                await anext(stream)
                waiting = asyncio.create_task(drained(stream))
            revoked = await asyncio.to_thread(browser.delete, f"/api/tokens/{known['id']}")
            assert revoked.status_code == 204
            with pytest.raises(ClosedError) as closed:
                await waiting
            assert closed.value.bye is not None
            assert closed.value.bye.code == "revoked"

    perform(scene())


async def drained(stream: AsyncIterator[Any]) -> list[Any]:
    return [message async for message in stream]


def test_streams_end_when_another_process_revokes_a_token(
    server: Serving, browser: Browser, robo: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object) -> None:
        """Do not tell the streams of this process."""

    monkeypatch.setattr("empile.community.programs.streams.Streams.revoked_here", nothing)
    new_table(as_program(server, token), [person(), {"kind": "open"}])
    (known,) = browser.get(f"/api/members/{robo}/tokens").json()

    async def scene() -> None:
        async with Rest(server.address, token) as rest:
            stream = rest.events()
            await anext(stream)
            waiting = asyncio.create_task(drained(stream))
            await asyncio.to_thread(browser.delete, f"/api/tokens/{known['id']}")
            with pytest.raises(ClosedError) as closed:
                await waiting
            assert closed.value.bye is not None
            assert closed.value.bye.code == "revoked"

    perform(scene())


def test_streams_need_the_token_of_a_program(server: Serving, browser: Browser, robo: str) -> None:
    path = "/api/stream/events"
    assert code_of(Browser(server).get(path)) == (401, "bad_token")
    assert code_of(browser.get(path)) == (401, "bad_token")
    assert code_of(as_program(server, "emp_" + "x" * 43).get(path)) == (401, "bad_token")
    no_reader = as_program(server, new_token(browser, robo, "play"))
    assert code_of(no_reader.get(path)) == (403, "not_allowed")


def test_streams_of_a_program_are_limited(
    server: Serving, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("empile.community.programs.streams.MOST_CONNECTIONS", 1)
    program = as_program(server, token)
    made = new_table(program, [person(), {"kind": "open"}])
    with lines(program, "/api/stream/events") as stream:
        next(stream)
        refused = as_program(server, token).get("/api/stream/events")
        assert code_of(refused) == (429, "rate_limited")
        with lines(as_program(server, token), f"/api/tables/{made['table']}/stream") as other:
            error, bye = (json.loads(line) for line in other)
        assert (error["code"], bye["code"]) == ("rate_limited", "refused")


def test_empty_lines_keep_streams_alive(
    server: Serving, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_stream, "KEEP_ALIVE_SECONDS", 0.05)
    with as_program(server, token).stream("GET", "/api/stream/events") as response:
        heard = response.iter_lines()
        assert [next(heard), next(heard)] == ["", ""]


def test_readers_that_do_not_read_are_dropped(server: Serving) -> None:
    """As those of sockets: what the server keeps for them is bounded."""
    from empile.server.wire.connection import Connection

    sent: list[int] = []

    async def scene() -> None:
        stuck = asyncio.Event()

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.body" and message["body"]:
                sent.append(len(message["body"]))
                await stuck.wait()

        async def receive() -> dict[str, Any]:
            await stuck.wait()
            return {"type": "http.disconnect"}

        async def follow(connection: Connection) -> Any:
            for _ in range(100):
                connection.tell(wire.Pong())
            return lambda: sent.append(-1)

        response: Any = line_stream.LineStream(follow, backlog_bytes=100).to_asgi_response()
        await response({}, receive, send)

    perform(scene())
    assert sent[-1] == -1
    assert len(sent) == 2


def test_play_all_plays_every_table_of_a_program(
    server: Serving, browser: Browser, robo: str, token: str
) -> None:
    heard: list[programs.StreamEvent] = []

    async def scene() -> None:
        async with Rest(server.address, token) as rest:
            made = await rest.make_table("block-ness", ["person", "bot:1"])
            playing = asyncio.create_task(play_all(rest, first_moves, heard.append))
            other = await make(server.address, ["person", "open"])
            await rest.join(other.table)
            async with await connect(server.address, other.table, other.token) as seat:
                await play(seat, first_moves)
            while sum(isinstance(one, programs.StreamOver) for one in heard) < 2:
                await asyncio.sleep(0.05)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            own = await rest.own_tables()
            assert made.table not in [one.table for one in own.tables] or own.tables

    perform(scene())
    games = eventually(lambda: len(found := games_of(browser, robo)) == 2 and found)
    assert all(any(player["program"] for player in game["players"]) for game in games)


def test_client_raises_the_errors_of_streams(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address, "emp_" + "x" * 43) as rest:
            with pytest.raises(CommandError) as refused:
                await anext(rest.events())
            assert refused.value.code == "bad_token"
        async with Rest(server.address) as rest:
            with pytest.raises(CommandError) as refused:
                await anext(rest.follow("none"))
            assert refused.value.code == "no_table"

    perform(scene())
