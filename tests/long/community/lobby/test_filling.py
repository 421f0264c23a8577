"""Bots of fitting level in the seats for which nobody was found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from empile.client import connect
from empile.community.lobby.filling import fill, level_of, levels_of, offer_seconds
from empile.community.lobby.matching import Kind, Seeker
from empile.server.wire.clocks.settings import RealClock
from empile.server.wire.lobby import messages
from empile.server.wire.lobby.filling import FillSeats
from empile.server.wire.lobby.messages import Wish
from empile.server.wire.parts import TableInfo
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.lobby.test_members import signed_up
from tests.community.lobby.visitors import BLOX, Visitor, visiting
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, perform, serving, two_addresses
from tests.support.redis_server import RedisServer

ON_TOP = Wish("on-top", 4)
TWO = Kind("blox", 2, "{}", "", False)
FOUR = Kind("on-top", 4, "{}", "", False)


@pytest.fixture(params=[1, 2])
def servers(
    request: pytest.FixtureRequest, tmp_path: Path, killable_redis: RedisServer
) -> Iterator[list[Serving]]:
    """Two addresses, of one process or of two."""
    data = tmp_path / "tables.sqlite3"
    with two_addresses(request.param, data, killable_redis.url, lobby=True) as running:
        yield running


async def table_of(server: Serving, visitor: Visitor) -> TableInfo:
    """Return the table that a visitor gets."""
    matched = await visitor.hear(messages.Matched)
    async with await connect(server.address, matched.table, matched.token) as seat:
        while seat.state is None:
            await seat.receive()
        return seat.welcome.table


def kinds_of(table: TableInfo) -> list[str]:
    """Return who sits at a table, people by name."""
    return [place.name if place.kind == "person" else place.kind for place in table.places]


def seeker(name: str, *kinds: Kind, since: float = 0.0, rating: int | None = None) -> Seeker:
    """Return a seeker."""
    return Seeker(name, since, kinds, () if rating is None else (rating,) * len(kinds))


@pytest.mark.parametrize(
    ("points", "level"), [(700, 1), (1200, 2), (None, 3), (1500, 3), (1900, 4), (2600, 5)]
)
def test_level_of_is_the_nearest_in_strength(points: int | None, level: int) -> None:
    assert level_of(TWO, [points]) == level


def test_level_of_is_in_the_middle_if_no_bot_was_measured() -> None:
    assert level_of(TWO._replace(game="unknown"), [2600]) == 3


def test_levels_of_follow_the_mean_of_all_people() -> None:
    strong, weak = seeker("a", FOUR, rating=1900), seeker("b", FOUR, rating=1000)
    assert levels_of(FOUR, [strong]) == [5, 5, 5]
    assert levels_of(FOUR, [strong, weak]) == [3, 3]
    assert levels_of(FOUR, [seeker(name, FOUR) for name in "abcd"]) == []


@pytest.mark.parametrize(
    ("wait", "seconds"), [(None, 20.0), (0.5, 5.0), (31.0, 31.0), (3600.0, 60.0)]
)
def test_offer_seconds_are_the_usual_wait_within_limits(wait: float | None, seconds: float) -> None:
    assert offer_seconds(wait) == seconds


def test_fill_waits_for_all_who_suit_each_other() -> None:
    people = [seeker(name, FOUR, since=n) for n, name in enumerate("abc")]
    other = seeker("x", TWO)
    assert not list(fill([*people, other], {"a": FOUR, "b": FOUR}))
    (found,) = fill([*people, other], dict.fromkeys("cba", FOUR))
    assert found.seekers == ("a", "b", "c")


def test_fill_takes_one_alone_and_nobody_twice() -> None:
    one = seeker("a", FOUR, FOUR._replace(players=3))
    (found,) = fill([one], {"a": FOUR})
    assert found == (FOUR, ("a",))


def test_fill_leaves_out_whom_a_range_excludes() -> None:
    wary = Seeker("a", 0.0, (FOUR,), (1500,), below=100, above=100)
    groups = list(fill([wary, seeker("b", FOUR, rating=1900)], {"a": FOUR}))
    assert [group.seekers for group in groups] == [("a",)]


def test_fill_leaves_a_full_table_to_people() -> None:
    people = [seeker(name, FOUR) for name in "abcd"]
    assert not list(fill(people, {one.id: FOUR for one in people}))


def test_fill_of_two_seats_begins_at_once(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, _ = servers
        async with visiting(here.address, "Anna") as anna:
            posted = await anna.seek(ON_TOP, BLOX)
            assert posted.levels == [3, 3]
            assert posted.offer_after == 20.0
            await anna.send(FillSeats(1))
            table = await table_of(here, anna)
            assert kinds_of(table) == ["Anna", "bot"]
            assert (table.game, table.places[1].level) == ("blox", 3)
            await anna.sees(0)

    perform(scene())


def test_fill_seats_all_together_once_they_agree(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(visiting(here.address, "Anna"))
            ben = await stack.enter_async_context(visiting(there.address, "Ben"))
            await anna.seek(BLOX, ON_TOP)
            await anna.sees(1)
            await ben.seek(ON_TOP)
            await anna.sees(2)
            await anna.send(FillSeats(1))
            while not any(seek.bots == 1 for seek in ben.seeks.values()):
                await ben.receive()
            await ben.send(FillSeats(0))
            ours, theirs = await table_of(here, anna), await table_of(there, ben)
            assert ours.id == theirs.id
            assert sorted(kinds_of(ours)) == ["Anna", "Ben", "bot", "bot"]

    perform(scene())


def test_fill_goes_on_when_the_one_who_did_not_agree_leaves(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        async with visiting(here.address, "Anna") as anna:
            async with visiting(there.address, "Ben") as ben:
                await anna.seek(ON_TOP)
                await ben.seek(ON_TOP)
                await anna.sees(2)
                await anna.send(FillSeats(0))
                while not any(seek.bots == 0 for seek in ben.seeks.values()):
                    await ben.receive()
            assert kinds_of(await table_of(here, anna)) == ["Anna", "bot", "bot", "bot"]

    perform(scene())


def test_fill_alone_leaves_others_waiting(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        async with visiting(here.address, "Anna") as anna, visiting(there.address, "B") as ben:
            await anna.seek(ON_TOP)
            await ben.seek(ON_TOP)
            await anna.sees(2)
            await anna.send(FillSeats(0, alone=True))
            assert kinds_of(await table_of(here, anna)) == ["Anna", "bot", "bot", "bot"]
            await ben.sees(1)

    perform(scene())


def test_fill_can_be_taken_back(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        async with visiting(here.address, "Anna") as anna, visiting(there.address, "B") as ben:
            await anna.seek(ON_TOP)
            await ben.seek(ON_TOP)
            await anna.sees(2)
            for wish in (0, None):
                await anna.send(FillSeats(wish))
                while not any(
                    seek.name == "Anna" and seek.bots == wish for seek in ben.seeks.values()
                ):
                    await ben.receive()
            await ben.send(FillSeats(0))
            while not any(seek.name == "B" and seek.bots == 0 for seek in anna.seeks.values()):
                await anna.receive()
            # A wave finds a table for others, but none for these.
            async with visiting(here.address, "C") as carl, visiting(there.address, "D") as dora:
                for visitor in (carl, dora):
                    await visitor.seek(BLOX)
                for visitor in (carl, dora):
                    await visitor.hear(messages.Matched)
            while {seek.name for seek in anna.seeks.values()} != {"Anna", "B"}:
                await anna.receive()

    perform(scene())


def test_fill_makes_a_game_that_is_not_rated(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        anna, cookie = signed_up(server, "Anna")
        async with visiting(server.address, cookie=cookie, member=anna) as visitor:
            rated = Wish("blox", 2, RealClock(300, 3))
            await visitor.seek(rated, rated=True, below=50)
            await visitor.send(FillSeats(0))
            table = await table_of(server, visitor)
            assert kinds_of(table) == ["Anna", "bot"]
            assert (table.rated or False, table.clock) == (False, rated.clock)

    with serving(tmp_path / "tables.sqlite3", lobby=True, accounts="open") as running:
        perform(scene(running))


def test_fill_needs_a_seek_with_that_wish(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        async with visiting(server.address, "Anna") as anna:
            await anna.send(FillSeats(0))
            assert await anna.error() == "not_now"
            await anna.seek(ON_TOP)
            await anna.send(FillSeats(1))
            assert await anna.error() == "bad_request"

    with serving(tmp_path / "tables.sqlite3", lobby=True) as running:
        perform(scene(running))


def test_waits_with_bots_are_no_waits_for_people(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        for _ in range(4):
            async with visiting(server.address, "Anna") as anna:
                assert (await anna.seek()).wait is None
                await anna.send(FillSeats(0))
                await anna.hear(messages.Matched)

    with serving(tmp_path / "tables.sqlite3", lobby=True) as running:
        perform(scene(running))
