"""Members in the lobby: ranges of ratings, rated games, and what guardians allow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from empile.client import connect
from empile.server.wire.clocks.settings import RealClock
from empile.server.wire.lobby import messages
from empile.server.wire.lobby.messages import Wish
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.lobby.visitors import BLOX, visiting
from tests.community.people import Browser
from tests.server.serving import Serving, perform, serving

RATED = Wish("blox", 2, RealClock(300, 3))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    """A server with a lobby and accounts."""
    with serving(tmp_path / "tables.sqlite3", lobby=True, accounts="open") as running:
        yield running


def signed_up(server: Serving, login: str) -> tuple[str, str]:
    """Make an account; return its first member, and the cookie of the session."""
    with Browser(server) as browser:
        browser.sign_up(login)
        member: str = browser.me()["members"][0]["id"]
        return member, "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def test_members_play_rated_games_within_their_range(server: Serving) -> None:
    async def scene() -> None:
        (anna, anna_is), (ben, ben_is) = signed_up(server, "Anna"), signed_up(server, "Ben")
        async with (
            visiting(server.address, cookie=anna_is, member=anna) as one,
            visiting(server.address, cookie=ben_is, member=ben) as other,
            visiting(server.address, "Guest") as guest,
        ):
            posted = await one.seek(RATED, rated=True, below=0, above=0)
            assert posted.seek.name == "Anna"
            assert (posted.seek.member, posted.seek.ratings) == (None, [])  # a hidden profile
            await guest.send(messages.PostSeek([RATED], rated=True))
            assert await guest.error() == "signed_out"
            (seen,) = await guest.sees(1)
            await guest.send(messages.AcceptSeek(seen.id))
            assert await guest.error() == "signed_out"
            await other.seek(RATED, rated=True)
            found = await other.hear(messages.Matched)
            assert (await one.hear(messages.Matched)).table == found.table
        async with await connect(server.address, found.table, found.token) as seat:
            table = seat.welcome.table
            assert (table.rated, table.clock) == (True, RATED.clock)
            assert sorted(place.name for place in table.places) == ["Anna", "Ben"]

    perform(scene())


def test_a_range_keeps_guests_away(server: Serving) -> None:
    async def scene() -> None:
        anna, anna_is = signed_up(server, "Anna")
        async with (
            visiting(server.address, cookie=anna_is, member=anna) as one,
            visiting(server.address, "Guest") as guest,
        ):
            posted = await one.seek(BLOX, below=200)
            await guest.sees(1)
            await guest.send(messages.AcceptSeek(posted.seek.id))
            assert await guest.error() == "not_allowed"
            await guest.seek(BLOX)
            await guest.sees(2)

    perform(scene())


def test_people_of_one_account_do_not_meet_by_chance(server: Serving) -> None:
    async def scene() -> None:
        anna, anna_is = signed_up(server, "Anna")
        async with (
            visiting(server.address, cookie=anna_is, member=anna) as one,
            visiting(server.address, cookie=anna_is, member=anna) as again,
        ):
            posted = await one.seek()
            await again.seek()
            await again.sees(2)
            await again.send(messages.AcceptSeek(posted.seek.id))
            assert await again.error() == "not_allowed"

    perform(scene())


def test_children_seek_only_if_they_may_meet_anyone(server: Serving) -> None:
    async def scene() -> None:
        with Browser(server) as browser:
            browser.sign_up("Family")
            tom = browser.post("/api/members", json={"name": "Tom", "kind": "child"}).json()
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        async with visiting(server.address, cookie=cookie, member=tom["id"]) as child:
            await child.send(messages.PostSeek([BLOX]))
            assert await child.error() == "not_allowed"
            assert not child.seeks

    perform(scene())


def test_nobody_enters_as_a_member_of_another_account(server: Serving) -> None:
    async def scene() -> None:
        anna, _ = signed_up(server, "Anna")
        _, ben_is = signed_up(server, "Ben")
        for cookie in ("", ben_is):
            with pytest.raises(ConnectionClosed):
                async with visiting(server.address, cookie=cookie, member=anna):
                    pass

    perform(scene())
