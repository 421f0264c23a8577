"""Running public games reach those who look at them, in one process or in several."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from empile.client import Rest, connect
from empile.community.watching import hub
from empile.server.wire import messages as wire
from empile.server.wire.lobby import messages
from empile.server.wire.lobby.filling import FillSeats
from empile.server.wire.lobby.messages import PostSeek, Wish
from empile.server.wire.lobby.watching import UnwatchGames, WatchedGame, WatchGames, Watching
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.lobby.test_members import signed_up
from tests.community.lobby.visitors import BLOX, Visitor, visiting
from tests.community.people import Browser
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, legal, perform, serving, two_addresses
from tests.support.patience import PATIENCE
from tests.support.redis_server import RedisServer


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look more often."""
    monkeypatch.setattr(hub, "_TICK_SECONDS", 0.1)
    monkeypatch.setattr(hub, "_READ_SECONDS", 0.2)
    monkeypatch.setattr(hub, "_LINGER_SECONDS", 0.5)


@pytest.fixture(params=[1, 2])
def servers(
    request: pytest.FixtureRequest, tmp_path: Path, killable_redis: RedisServer
) -> Iterator[list[Serving]]:
    """Two addresses, of one process or of two."""
    data = tmp_path / "tables.sqlite3"
    with two_addresses(request.param, data, killable_redis.url, lobby=True) as running:
        yield running


class Watcher:
    """A visitor that keeps the games."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.games: dict[str, WatchedGame] = {}
        self.last = Watching()

    async def look(self) -> None:
        """Ask for the games, and wait for the answer."""
        await self.visitor.send(WatchGames())
        await self.hear()
        while not self.last.whole:
            await self.hear()

    async def hear(self) -> None:
        """Wait for the next change."""
        self.last = await self.visitor.hear(Watching)
        if self.last.whole:
            self.games.clear()
        for table in self.last.gone:
            del self.games[table]
        self.games.update({game.table: game for game in self.last.games})

    async def sees(self, *tables: str) -> None:
        """Wait until these games are shown, and no others."""
        while self.games.keys() != set(tables):
            await self.hear()

    async def features(self, table: str | None) -> None:
        """Wait until a game is featured."""
        while self.last.featured != table:
            await self.hear()


async def made(server: Serving, game: str = "blox", *, listed: bool = True) -> tuple[str, str]:
    """Begin a game of two; return its table and token."""
    async with Rest(server.address) as rest:
        found = await rest.make_table(game, ["person", "person"], listed=listed)
        return found.table, found.token


def test_watch_shows_running_games_as_they_go_on(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        first, token = await made(here)
        await made(here, listed=False)
        async with visiting(there.address) as visitor:
            watcher = Watcher(visitor)
            await watcher.look()
            await watcher.sees(first)
            seen = watcher.games[first]
            assert (seen.game, len(seen.places), seen.over) == ("blox", 2, False)
            assert (watcher.last.featured, watcher.last.running) == (first, 1)
            async with await connect(here.address, first, token) as seat:
                while seat.state is None:
                    await seat.receive()
                await seat.act(legal(seat))
            while watcher.games[first].position == seen.position:
                await watcher.hear()
            picture = f"/pictures/{first}.svg?at={watcher.games[first].position}"
            drawn = [httpx.get(server.address + picture) for server in servers]
            assert drawn[0].content == drawn[1].content
            second, _ = await made(here, "on-top")
            await watcher.sees(first, second)
            assert watcher.last.featured == first

    perform(scene())


def test_watch_shows_how_a_game_ended_then_drops_it(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        table, token = await made(here)
        async with visiting(there.address) as visitor:
            watcher = Watcher(visitor)
            await watcher.look()
            await watcher.sees(table)
            async with await connect(here.address, table, token) as seat:
                while seat.state is None:
                    await seat.receive()
                await seat.send(wire.Resign(seat.places[0]))
            while not watcher.games[table].over:
                await watcher.hear()
            assert watcher.last.featured == table
            await watcher.sees()
            await watcher.features(None)

    perform(scene())


def test_processes_feature_the_same_game(servers: list[Serving]) -> None:
    async def scene() -> None:
        here, there = servers
        tables = [(await made(here))[0]]
        async with visiting(here.address) as one, visiting(there.address) as other:
            watchers = [Watcher(one), Watcher(other)]
            await watchers[0].look()
            await watchers[0].sees(*tables)
            tables += [(await made(there, "on-top"))[0] for _ in range(2)]
            await watchers[1].look()
            for watcher in watchers:
                await watcher.sees(*tables)
                await watcher.features(tables[0])

    perform(scene())


def test_unwatch_ends_changes_and_lets_tables_go(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        table, _ = await made(server)
        async with visiting(server.address) as visitor:
            watcher = Watcher(visitor)
            await watcher.look()
            await watcher.sees(table)
            room = server.registry.loaded(table)
            assert room is not None
            assert room.listeners
            assert "empile_watchers 1" in httpx.get(f"{server.address}/metrics").text
            await visitor.send(UnwatchGames())
            async with asyncio.timeout(PATIENCE):
                while room.listeners:
                    await asyncio.sleep(0.05)
            await visitor.send(messages.LobbyPing())
            await made(server)
            await watcher.look()
            assert len(watcher.games) == 2

    with serving(tmp_path / "tables.sqlite3", lobby=True) as running:
        perform(scene(running))


def test_matched_tables_are_public_only_if_all_permit_it(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        async def match(one: PostSeek, other: PostSeek) -> str:
            async with visiting(server.address, "A") as anna, visiting(server.address, "B") as ben:
                await anna.send(one)
                await ben.send(other)
                table: str = (await anna.hear(messages.Matched)).table
                assert (await ben.hear(messages.Matched)).table == table
                return table

        await match(PostSeek([BLOX]), PostSeek([BLOX], public=False))
        public = await match(PostSeek([BLOX]), PostSeek([BLOX]))
        async with visiting(server.address) as visitor:
            watcher = Watcher(visitor)
            await watcher.look()
            await watcher.sees(public)
            names = sorted(place.name for place in watcher.games[public].places)
            assert names == ["A", "B"]

    with serving(tmp_path / "tables.sqlite3", lobby=True) as running:
        perform(scene(running))


def test_matched_tables_are_not_offered_to_strangers_while_people_sit_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(server: Serving) -> None:
        offered: list[int] = []
        join = server.registry.join

        async def look_first(*given: object, **more: object) -> object:
            page = await server.registry.listed("open", None, None)
            offered.append(len(page.tables))
            return await join(*given, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(server.registry, "join", look_first)
        async with visiting(server.address, "A") as anna, visiting(server.address, "B") as ben:
            await anna.seek()
            await ben.seek()
            await ben.hear(messages.Matched)
        assert offered == [0]

    with serving(tmp_path / "tables.sqlite3", lobby=True) as running:
        perform(scene(running))


def test_watch_tells_only_what_profiles_show(tmp_path: Path) -> None:
    """A child is not shown at all, an adult with a hidden profile without it."""

    async def scene(server: Serving) -> None:
        with Browser(server) as browser:
            browser.sign_up("Family")
            tom = browser.post("/api/members", json={"name": "Tom", "kind": "child"}).json()
            rules = {"meet": "anyone", "phrases_only": True}
            changed = browser.put(f"/api/members/{tom['id']}/rules", json=rules)
            assert changed.status_code == 200, changed.text
            family = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        anna, cookie = signed_up(server, "Anna")
        for member, session in ((tom["id"], family), (anna, cookie)):
            async with visiting(server.address, cookie=session, member=member) as visitor:
                await visitor.seek(Wish("blox", 2))
                await visitor.send(FillSeats(0))
                await visitor.hear(messages.Matched)
        async with visiting(server.address) as visitor:
            watcher = Watcher(visitor)
            await watcher.look()
            while not watcher.games:
                await watcher.hear()
            (game,) = watcher.games.values()
            person, bot = game.places
            assert (person.name, person.member, person.rating) == ("Anna", None, None)
            assert (bot.kind, bot.level) == ("bot", 3)
            with Browser(server) as browser:
                browser.sign_in("Anna")
                browser.patch(f"/api/members/{anna}", json={"listed": True})
            while person.member is None:
                await watcher.hear()
                person = watcher.games[game.table].places[0]
            assert (person.member, person.rating) == (anna, 1500)

    with serving(tmp_path / "tables.sqlite3", lobby=True, accounts="open") as running:
        perform(scene(running))
