"""The public results of a whole server, as a feed."""

from __future__ import annotations

from xml.etree import ElementTree

from sqlalchemy import select

from empile.community.records import public_results
from empile.community.records.feed import GameTitle, atom_of_server
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import games
from empile.server.wire.people.profiles import HistoryPlayer, PublicResult
from tests.community.people import PASSWORD, Browser
from tests.community.playing import (
    add_member,
    eventually,
    games_of,
    member_of,
    new_table,
    person,
    resign,
    take_place,
)
from tests.community.records.test_feed import ATOM
from tests.server.serving import Serving, serving
from tests.server.store.conftest import location as location


def feed_of(server: Serving) -> bytes:
    answer = Browser(server).get("/api/games.atom")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/atom+xml")
    return answer.content


def titles_of(server: Serving) -> list[str | None]:
    entries = ElementTree.fromstring(feed_of(server)).findall(f"{ATOM}entry")
    return [entry.findtext(f"{ATOM}title") for entry in entries]


def sign_up(server: Serving, login: str, *, listed: bool) -> Browser:
    browser = Browser(server)
    browser.sign_up(login)
    if listed:
        show(browser, listed=True)
    return browser


def show(browser: Browser, *, listed: bool) -> None:
    answer = browser.patch(f"/api/members/{member_of(browser)}", json={"listed": listed})
    assert answer.is_success, answer.text


def play(
    server: Serving, one: Browser, other: Browser, name: str = "", *, spectators: bool = True
) -> None:
    """Let ``other``, a guest with ``name`` or a member, win against ``one``."""
    places = [person("", member_of(one)), {"kind": "open"}]
    made = new_table(one, places, allow_spectators=spectators)
    take_place(other, made["table"], name, None if name else member_of(other))
    before = len(games_of(one, member_of(one)))
    resign(server, made["table"], made["token"])
    eventually(lambda: len(games_of(one, member_of(one))) == before + 1)


def test_feed_of_server_has_games_of_public_profiles_only(location: StoreLocation) -> None:
    with serving(location, accounts="open") as server:
        assert titles_of(server) == []
        anne, ben = sign_up(server, "Anne", listed=True), sign_up(server, "Ben", listed=True)
        carl = sign_up(server, "Carl", listed=False)
        play(server, anne, ben)
        assert titles_of(server) == ["Block Ness: 1. Ben, 2. Anne"]
        before = feed_of(server)
        play(server, anne, ben, spectators=False)
        play(server, anne, carl)
        play(server, anne, Browser(server), "Guest")
        play(server, carl, ben)
        # Nobody sees that other games were played, nor how they ended.
        assert feed_of(server) == before
        show(carl, listed=True)
        assert sorted(map(str, titles_of(server))) == [
            "Block Ness: 1. Ben, 2. Anne",
            "Block Ness: 1. Ben, 2. Carl",
            "Block Ness: 1. Carl, 2. Anne",
        ]
        assert ben.post("/api/me/confirm", json={"password": PASSWORD}).is_success
        assert ben.delete("/api/me").status_code == 204
        assert titles_of(server) == ["Block Ness: 1. Carl, 2. Anne"]
        show(anne, listed=False)
        assert titles_of(server) == []


def test_game_against_a_bot_is_public_and_that_of_a_child_is_not(server: Serving) -> None:
    anne = sign_up(server, "Anne", listed=True)
    tom = add_member(anne, "Tom", "child")
    for member in (member_of(anne), tom):
        made = new_table(anne, [person("", member), {"kind": "bot", "level": 2}])
        resign(server, made["table"], made["token"])
        eventually(lambda member=member: len(games_of(anne, member)) == 1)  # type: ignore[misc]
    assert titles_of(server) == ["Block Ness: 1. Bot 2, 2. Anne"]


def test_one_result_is_read_by_its_key(server: Serving) -> None:
    anne, ben = sign_up(server, "Anne", listed=True), sign_up(server, "Ben", listed=True)
    play(server, anne, ben)
    data = server.application.settings.data
    number, game = database.read(
        data, lambda connection: connection.execute(select(games.c.number, games.c.game)).one()
    )

    def read(game: int) -> PublicResult | None:
        return database.read(data, lambda connection: public_results.one(connection, number, game))

    found = read(game)
    assert found is not None
    assert [(one.name, one.rank) for one in found.players] in (
        [("Anne", 2), ("Ben", 1)],
        [("Ben", 1), ("Anne", 2)],
    )
    assert [player.left for player in found.players if player.rank == 2] == ["resignation"]
    assert read(game + 1) is None
    show(ben, listed=False)
    assert read(game) is None


def test_atom_of_server_names_the_server() -> None:
    player = HistoryPlayer(0, "Anne", "abc", None, False, 1, 7, False)
    bot = HistoryPlayer(1, "", None, 3, False, 2, 4, False)
    game = PublicResult("T1", 2, "blox", 1, 5000, "full", 9, [player, bot], [], replay=True)
    feed = ElementTree.fromstring(
        atom_of_server([game], {"blox": GameTitle("Blox", True)}, "https://x.org")
    )
    assert feed.findtext(f"{ATOM}title") == "x.org · Empile"
    assert [link.get("href") for link in feed.findall(f"{ATOM}link")] == [
        "https://x.org/",
        "https://x.org/api/games.atom",
    ]
    entry = feed.find(f"{ATOM}entry")
    assert entry is not None
    assert entry.findtext(f"{ATOM}title") == "Blox: 1. Anne 7, 2. Bot 3 4"
    assert entry.findtext(f"{ATOM}id") == "https://x.org/r/T1?game=2"
