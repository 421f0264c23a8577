"""The lobby: people of one process or several find each other, and get a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from empile.client import connect
from empile.server.bus import process_hub
from empile.server.wire.clocks.settings import RealClock
from empile.server.wire.lobby import messages
from empile.server.wire.lobby.messages import Wish
from tests.community.lobby.visitors import BLOX, visiting
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, legal, perform, serving, two_addresses
from tests.support.patience import slowness
from tests.support.redis_server import RedisServer

ON_TOP = Wish("on-top", 3)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    """A server with a lobby, without accounts."""
    with serving(tmp_path / "tables.sqlite3", lobby=True) as running:
        yield running


@pytest.fixture(params=[1, 2])
def servers(
    request: pytest.FixtureRequest, tmp_path: Path, killable_redis: RedisServer
) -> Iterator[list[Serving]]:
    """Two addresses, of one process or of two."""
    data = tmp_path / "tables.sqlite3"
    with two_addresses(request.param, data, killable_redis.url, lobby=True) as running:
        yield running


async def play(server: Serving, matched: messages.Matched) -> int:
    """Connect to the table, and play if it is the client's turn; return the number of places."""
    async with await connect(server.address, matched.table, matched.token) as seat:
        while seat.state is None:
            await seat.receive()
        if seat.state.mine:
            await seat.act(legal(seat))
        return len(seat.welcome.table.places)


@pytest.mark.alone
def test_strangers_of_two_processes_sit_at_a_table_within_two_seconds(
    servers: list[Serving],
) -> None:
    async def scene() -> None:
        here, there = servers
        async with (
            visiting(here.address, "Anna") as anna,
            visiting(there.address, "Ben") as ben,
            visiting(there.address) as watching,
        ):
            seeking = await anna.seek()
            assert seeking.wait is None
            (seen,) = await watching.sees(1)
            assert (seen.name, seen.wishes[0].game, seen.id) == ("Anna", "blox", seeking.seek.id)
            clicked = time.monotonic()
            await ben.seek(ON_TOP, BLOX)
            ours = await anna.hear(messages.Matched)
            theirs = await ben.hear(messages.Matched)
            assert time.monotonic() - clicked < 2.0 * slowness()
            assert ours.table == theirs.table
            assert ours.token != theirs.token
            assert sorted(ours.places + theirs.places) == [0, 1]
            await watching.sees(0)
            assert await play(here, ours) == 2
            assert await play(there, theirs) == 2

    perform(scene())


def test_a_table_of_three_needs_three(servers: list[Serving]) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(visiting(servers[n % 2].address, f"P{n}"))
                for n in range(3)
            ]
            for visitor in people:
                await visitor.seek(ON_TOP)
            found = [await visitor.hear(messages.Matched) for visitor in people]
            assert len({one.table for one in found}) == 1
            assert sorted(place for one in found for place in one.places) == [0, 1, 2]
            assert [one.game for one in found] == ["on-top"] * 3

    perform(scene())


def test_accept_plays_what_somebody_seeks(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        async with visiting(here.address, "Anna") as anna, visiting(there.address, "B") as ben:
            await anna.seek(BLOX, ON_TOP, Wish("block-ness", 2, RealClock(300, 3)))
            (seen,) = await ben.sees(1)
            await ben.send(messages.AcceptSeek(seen.id, 2))
            matched = await ben.hear(messages.Matched)
            assert matched.game == "block-ness"
            assert (await anna.hear(messages.Matched)).table == matched.table
            await ben.send(messages.AcceptSeek(seen.id))
            assert await ben.error() == "stale"

    perform(scene())


def test_a_seek_ends_with_its_connection(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        async with visiting(there.address) as watching:
            async with visiting(here.address) as anna:
                await anna.seek()
                await watching.sees(1)
            await watching.sees(0)
            async with visiting(here.address) as anna:
                await anna.seek()
                await anna.send(messages.PostSeek([ON_TOP]))
                assert (await anna.hear(messages.SeekEnded)).reason == "replaced"
                await anna.hear(messages.Seeking)
                (seen,) = await watching.sees(1)
                while seen.wishes[0].game != "on-top":
                    await watching.receive()
                    (seen,) = watching.seeks.values()
                await anna.send(messages.WithdrawSeek())
                assert (await anna.hear(messages.SeekEnded)).reason == "withdrawn"
                await watching.sees(0)

    perform(scene())


def test_people_are_counted_in_all_processes(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        async with visiting(here.address) as one, visiting(there.address) as other:
            while one.people != 2 or other.people != 2:
                await (one if one.people != 2 else other).receive()

    perform(scene())


def test_a_match_fails_without_one_of_its_people(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes third gets the place of who left."""

    async def scene() -> None:
        async with visiting(server.address, "Anna") as anna, visiting(server.address, "C") as carl:
            async with visiting(server.address, "Ben") as ben:
                await anna.seek(ON_TOP)
                await ben.seek(ON_TOP)
            await carl.seek(ON_TOP)
            await carl.sees(2)
            async with visiting(server.address, "Dora") as dora:
                await dora.seek(ON_TOP)
                tables = {(await one.hear(messages.Matched)).table for one in (anna, carl, dora)}
                assert len(tables) == 1

    perform(scene())


def test_seats_are_given_back_if_no_table_can_be_made(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = server.registry
        make, failures = registry.make, [1]

        async def fail_once(*given: object, **more: object) -> object:
            if failures:
                failures.pop()
                raise RuntimeError
            return await make(*given, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(registry, "make", fail_once)
        async with visiting(server.address, "Anna") as anna, visiting(server.address, "B") as ben:
            await anna.seek()
            await ben.sees(1)  # so that hers is the older one
            await ben.seek()
            assert await anna.error() == "failed"
            assert (await anna.hear(messages.SeekEnded)).reason == "failed"
            await ben.sees(1)
            await anna.seek()
            matched = await ben.hear(messages.Matched)
            assert (await anna.hear(messages.Matched)).table == matched.table

    perform(scene())


def test_a_process_that_died_leaves_no_seeks(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_hub, "_DEAD_SECONDS", 1.5)
    monkeypatch.setattr(process_hub, "_BEAT_SECONDS", 0.2)

    async def scene(here: Serving, there: Serving) -> None:
        async with visiting(here.address) as watching, visiting(there.address) as anna:
            await anna.seek()
            await watching.sees(1)
            lobby = there.application._loaded_programs().lobby.lobby  # type: ignore[union-attr]
            monkeypatch.setattr(lobby, "_tell", print)  # it is silent from now on
            await watching.sees(0)

    with (
        serving(tmp_path / "t.sqlite3", bus=killable_redis.url, lobby=True) as here,
        serving(tmp_path / "t.sqlite3", bus=killable_redis.url, lobby=True) as there,
    ):
        perform(scene(here, there))


def test_games_are_found_again_after_redis_was_away(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(here: Serving, there: Serving) -> None:
        async with visiting(here.address) as anna, visiting(there.address) as ben:
            await anna.seek()
            await ben.sees(1)
            await asyncio.to_thread(killable_redis.kill)
            await ben.sees(0)
            await ben.seek(Wish("on-top", 2))
            await asyncio.to_thread(killable_redis.start)
            await ben.sees(2)
            await anna.sees(2)

    with (
        serving(tmp_path / "t.sqlite3", bus=killable_redis.url, lobby=True) as here,
        serving(tmp_path / "t.sqlite3", bus=killable_redis.url, lobby=True) as there,
    ):
        perform(scene(here, there))


def test_bad_messages_get_errors_in_words(server: Serving) -> None:
    async def scene() -> None:
        async with visiting(server.address, "Anna") as anna:
            refused = [
                ('{"type": "seek", "wishes": []}', "bad_message"),
                ('{"type": "dance"}', "bad_message"),
                ('{"type": "hello"}', "not_now"),
                ('{"type": "seek", "wishes": [{"game": "chess", "players": 2}]}', "no_table"),
                ('{"type": "seek", "wishes": [{"game": "blox", "players": 8}]}', "bad_options"),
                (
                    '{"type": "seek", "wishes": [{"game": "blox", "players": 3, "clock":'
                    ' {"kind": "real", "base": 60}}]}',
                    "bad_request",
                ),
                (
                    '{"type": "seek", "wishes": [{"game": "blox", "players": 2, "clock":'
                    ' {"kind": "real", "base": 60}}], "rated": true}',
                    "signed_out",
                ),
                ('{"type": "accept", "seek": "nothing"}', "stale"),
                ("x" * 60_000, "too_large"),
            ]
            for text, code in refused:
                await anna.socket.send(text)
                assert await anna.error() == code, text
            await anna.send(messages.LobbyPing())
            assert not anna.seeks
        with pytest.raises(ConnectionClosed):
            async with visiting(server.address, protocol=1):
                pass

    perform(scene())


def test_a_server_without_lobby_shows_nothing_of_it(tmp_path: Path) -> None:
    async def scene(address: str) -> None:
        with pytest.raises(InvalidStatus):
            async with visiting(address):
                pass

    with serving(tmp_path / "tables.sqlite3") as plain:
        perform(scene(plain.address))
        assert "empile_seeks" not in httpx.get(f"{plain.address}/metrics").text
