"""The clocks of a table of the lobby wait until all its people have come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import UNSET

from empile.client import TableConnection, connect
from empile.server.tables.clocks import arithmetic
from empile.server.wire import messages as wire
from empile.server.wire.clocks.settings import RealClock
from empile.server.wire.lobby import messages
from empile.server.wire.lobby.messages import Wish
from tests.community.lobby.visitors import visiting
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import (
    Serving,
    hears,
    join,
    legal,
    make,
    perform,
    serving,
    told,
    two_addresses,
)
from tests.support.redis_server import RedisServer

TIMED = Wish("blox", 2, RealClock(300, 3))


@pytest.fixture(params=[1, 2])
def servers(
    request: pytest.FixtureRequest, tmp_path: Path, killable_redis: RedisServer
) -> Iterator[list[Serving]]:
    """Two addresses, of one process or of two."""
    data = tmp_path / "tables.sqlite3"
    with two_addresses(request.param, data, killable_redis.url, lobby=True) as running:
        yield running


async def matched(here: str, there: str) -> tuple[messages.Matched, messages.Matched]:
    """Return what two strangers are told."""
    async with visiting(here, "Anne") as anne, visiting(there, "Bo") as bo:
        await anne.seek(TIMED)
        await bo.seek(TIMED)
        return await anne.hear(messages.Matched), await bo.hear(messages.Matched)


def missing(connection: TableConnection) -> list[int]:
    """Return the places for which the clocks wait."""
    assert connection.clocks is not None
    assert connection.state is not None
    seats = connection.clocks.waits_for
    if seats is UNSET:
        assert connection.clocks.starts_in == 0
        return []
    assert 0 < connection.clocks.starts_in <= arithmetic.CALL_MS
    return [connection.state.seats[seat] for seat in seats]


def first_move_in(connection: TableConnection) -> int:
    assert connection.clocks is not None
    assert connection.clocks.first_move_in is not UNSET
    return connection.clocks.first_move_in


async def until_missing(connection: TableConnection, places: list[int]) -> None:
    while missing(connection) != places:
        await hears(connection, wire.Update)


def test_clocks_wait_for_both_in_any_process(servers: list[Serving]) -> None:
    here, there = (server.address for server in servers)

    async def scene() -> None:
        to_anne, to_bo = await matched(here, there)
        assert (to_anne.names, to_bo.names) == (["Bo"], ["Anne"])
        async with await connect(here, to_anne.table, to_anne.token) as anne:
            await until_missing(anne, to_bo.places)
            async with await connect(there, to_bo.table, to_bo.token) as bo:
                await until_missing(anne, [])
                await until_missing(bo, [])
                first = anne if anne.state is not None and anne.state.mine else bo
                await first.act(legal(first))

    perform(scene())


def test_who_moves_before_the_other_has_come_pays_nothing(servers: list[Serving]) -> None:
    here, there = (server.address for server in servers)

    async def scene() -> None:
        ours = await matched(here, there)
        async with await connect(here, ours[0].table) as watching:
            assert watching.state is not None
            place = watching.state.seats[watching.state.to_act or 0]
            early, late = sorted(ours, key=lambda one: one.places != [place])
            async with await connect(here, early.table, early.token) as first:
                await first.act(legal(first))
                await until_missing(first, late.places)
                assert first_move_in(first) > arithmetic.FIRST_MOVE_MS
                async with await connect(there, late.table, late.token) as second:
                    await until_missing(second, [])
                    assert first_move_in(second) <= arithmetic.FIRST_MOVE_MS

    perform(scene())


def test_who_has_come_need_not_come_again_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def begin(address: str) -> tuple[messages.Matched, messages.Matched]:
        to_anne, to_bo = await matched(address, address)
        async with await connect(address, to_anne.table, to_anne.token) as anne:
            await until_missing(anne, to_bo.places)
        return to_anne, to_bo

    async def go_on(address: str) -> None:
        async with await connect(address, to_bo.table) as watching:
            assert missing(watching) == to_bo.places
            async with await connect(address, to_bo.table, to_bo.token):
                arrived = await told(watching, wire.Arrived)
                assert [arrived.place] == to_bo.places
                await until_missing(watching, [])

    with serving(file, lobby=True) as server:
        _, to_bo = perform(begin(server.address))
    with serving(file, lobby=True) as server:
        perform(go_on(server.address))


def test_a_game_to_which_nobody_comes_ends_after_the_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arithmetic, "CALL_MS", 400)
    monkeypatch.setattr(arithmetic, "FIRST_MOVE_MS", 400)

    async def scene(address: str) -> None:
        to_anne, _ = await matched(address, address)
        async with await connect(address, to_anne.table) as watching:
            if watching.table.status == "playing":
                await told(watching, wire.Over)
            over = next(one for one in watching.welcome.events if isinstance(one, wire.Started))
        async with await connect(address, to_anne.table) as watching:
            end = watching.welcome.events[-1]
            assert isinstance(end, wire.Over)
            assert (end.reason, end.late) == ("aborted", True)
            assert end.at >= over.at + 800

    with serving(tmp_path / "tables.sqlite3", lobby=True) as server:
        perform(scene(server.address))


def test_tables_of_friends_do_not_wait(tmp_path: Path) -> None:
    async def scene(address: str) -> None:
        made = await make(address, ["person", "open"], clock=TIMED.clock)
        await join(address, made.table)
        async with await connect(address, made.table) as watching:
            assert missing(watching) == []

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene(server.address))
