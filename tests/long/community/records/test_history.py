"""Histories over REST: pages, filters, and who sees what."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from sqlalchemy import Connection, insert

from empile.community.records import history
from empile.community.records.history import Filter
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.opening import prepare
from empile.server.store.schema import game_players, games, members
from tests.community.people import Browser, code_of
from tests.community.playing import (
    add_member,
    eventually,
    finish,
    games_of,
    member_of,
    new_table,
    person,
    resign,
    take_place,
)
from tests.long.community.projections.test_projections import make_members
from tests.server.serving import Serving
from tests.server.store.conftest import location as location


def add_game(
    connection: Connection, number: int, players: list[tuple[int | None, str, str]], **more: Any
) -> None:
    """Store a finished game; players are members, their names and outcomes."""
    name, ended = more.get("game", "blox"), more.get("ended", 1000 * number)
    connection.execute(
        insert(games).values(
            number=number, game=1, table_id=f"t{number}", name=name, players=len(players),
            started=1, ended=ended, events=9, reason="full",
            spectators=more.get("spectators", 1),
        )
    )  # fmt: skip
    for seat, (member, called, outcome) in enumerate(players):
        connection.execute(
            insert(game_players).values(
                number=number, game=1, seat=seat, place=seat, team=seat, member=member, name=called,
                name_key=called.lower(), program=0, rank=1 if outcome == "won" else 2, score=5,
                outcome=outcome, resigned=more.get("left", 0) * (seat == 1), name_of_game=name, players=len(players), ended=ended,
            )
        )  # fmt: skip


def numbers(connection: Connection, member: int, **wanted: Any) -> list[int]:
    """Return the tables of all pages."""
    found: list[int] = []
    cursor: str | None = None
    while True:
        page = history.page(connection, member, Filter(**wanted), cursor)
        assert len(page.games) <= history.PAGE
        found += [int(game.table[1:]) for game in page.games]
        cursor = page.cursor
        if cursor is None:
            return found


def test_pages_have_each_game_once_the_last_first(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        make_members(connection)
        for number in range(1, 101):
            # Many end at the same moment.
            add_game(connection, number, [(1, "A", "won"), (2, "B", "lost")], ended=number // 7)
        assert numbers(connection, 1) == list(range(100, 0, -1))
        assert numbers(connection, 3) == []

    prepare(location)
    database.write(location, scene)


def test_a_page_says_why_a_seat_left(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        make_members(connection)
        players: list[tuple[int | None, str, str]] = [
            (1, "A", "won"),
            (2, "B", "lost"),
            (3, "C", "lost"),
        ]
        for number in range(4):
            add_game(connection, number + 1, players, left=number)
        page = history.page(connection, 1, Filter())
        left = [[player.left for player in game.players] for game in page.games]
        reasons = ["absence", "time", "resignation", UNSET]
        assert left == [[UNSET, reason, UNSET] for reason in reasons]

    prepare(location)
    database.write(location, scene)


def test_filters_find_exactly_the_games(
    location: StoreLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "WINDOW", 7)

    def scene(connection: Connection) -> None:
        make_members(connection)
        for number in range(1, 61):
            other = (2 + number % 3, f"Other_{number % 3}", "lost" if number % 2 else "won")
            mine = (1, "A", "won" if number % 2 else "lost")
            game = ("blox", "on-top")[number % 2]
            add_game(connection, number, [mine, other], game=game)
        everything = range(60, 0, -1)
        assert numbers(connection, 1, game="blox") == [n for n in everything if n % 2 == 0]
        assert numbers(connection, 1, outcome="won") == [n for n in everything if n % 2]
        assert numbers(connection, 1, outcome="shared") == []
        assert numbers(connection, 1, opponent=3) == [n for n in everything if n % 3 == 1]
        assert numbers(connection, 1, name="r_2") == [n for n in everything if n % 3 == 2]
        assert numbers(connection, 1, name="%") == []
        assert numbers(connection, 1, since=5000, until=9000) == [8, 7, 6, 5]
        both = numbers(connection, 1, game="on-top", opponent=2, outcome="won", until=31000)
        assert both == [n for n in everything if n % 2 and n % 3 == 0 and n < 31]

    prepare(location)
    database.write(location, scene)


def test_strangers_see_neither_hidden_names_nor_closed_tables(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        make_members(connection)
        connection.execute(members.update().where(members.c.id == 2).values(listed=0))
        add_game(connection, 1, [(1, "A", "won"), (2, "Secret", "lost")])
        add_game(connection, 2, [(1, "A", "won"), (None, "Guest", "lost")])
        add_game(connection, 3, [(1, "A", "won"), (3, "C", "lost")], spectators=0)
        page = history.page(connection, 1, Filter(public=True))
        assert [[player.name for player in game.players] for game in page.games] == [
            ["A", "Guest"],
            ["A", ""],
        ]
        assert page.games[1].players[1].id is None
        assert numbers(connection, 1, public=True, name="secret") == []
        assert numbers(connection, 1, name="secret") == [1]
        assert numbers(connection, 1, public=True, name="guest") == [2]

    prepare(location)
    database.write(location, scene)


@pytest.mark.parametrize("cursor", ["", "x", "1.2", "1.2.3.4", "1.2.-3", "１.2.3", "9" * 61])
def test_cursors_of_no_page_are_refused(server: Serving, cursor: str) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    path = f"/api/members/{member_of(browser)}/games"
    refused = browser.get(path, params={"cursor": cursor})
    assert code_of(refused) == (400, "bad_request")


def test_profiles_are_private_until_they_are_listed(server: Serving) -> None:
    browser, stranger = Browser(server), Browser(server)
    browser.sign_up("Anne")
    stranger.sign_up("Bea")
    anne = member_of(browser)
    for what in ("profile", "statistics", "opponents", "games"):
        path = f"/api/members/{anne}/{what}"
        assert browser.get(path).status_code == 200
        for other in (stranger, Browser(server)):
            hidden = code_of(other.get(path))
            assert hidden == code_of(other.get(f"/api/members/AAAAAAAAAAAA/{what}"))
            assert hidden == (404, "no_table")
    browser.patch(f"/api/members/{anne}", json={"listed": True})
    profile = stranger.get(f"/api/members/{anne}/profile").json()
    assert (profile["name"], profile["mine"], profile["games"]) == ("Anne", False, 0)
    assert browser.get(f"/api/members/{anne}/profile").json()["mine"]


def test_a_game_is_in_both_histories_and_statistics(server: Serving) -> None:
    anne, bea = Browser(server), Browser(server)
    anne.sign_up("Anne")
    bea.sign_up("Bea")
    one, two = member_of(anne), member_of(bea)
    made = new_table(anne, [person(member=one), {"kind": "open"}], allow_spectators=False)
    joined = take_place(bea, made["table"], member=two)
    resign(server, made["table"], joined["token"])
    (won,) = eventually(lambda: games_of(anne, one))
    (lost,) = games_of(bea, two)
    assert (won["outcome"], lost["outcome"]) == ("won", "lost")
    assert won["resigned"] == [lost["seat"]]
    assert [player["score"] for player in won["players"]] == [None, None]
    assert won["players"][lost["seat"]]["left"] == "resignation"
    found = anne.get(f"/api/members/{one}/statistics").json()
    (of_game,) = found["by_game"]
    assert (of_game["played"], of_game["won"], of_game["mean_score"]) == (1, 1, None)
    assert (of_game["compared"], of_game["mean_rank"]) == (None, 1.0)
    assert found["opponents"] == [
        {"id": None, "name": "Bea", "played": 1, "won": 1, "lost": 0, "shared": 0}
    ]
    assert games_of(anne, one, q="BEA", result="won", game="block-ness") == [won]
    assert games_of(anne, one, opponent=two) == [won]
    assert games_of(anne, one, q="nobody") == []
    # A stranger sees nothing of tables without spectators.
    anne.patch(f"/api/members/{one}", json={"listed": True})
    assert games_of(Browser(server), one) == []
    refused = Browser(server).get(f"/api/members/{one}/games", params={"opponent": two})
    assert code_of(refused) == (404, "no_table")


def test_running_games_are_in_no_history(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    anne = member_of(browser)
    new_table(browser, [person(member=anne), person("Bea")], game="on-top")
    assert games_of(browser, anne) == []
    assert browser.get(f"/api/members/{anne}/profile").json()["games"] == 0


def test_games_of_deleted_members_stay_with_the_others(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Family", name="Mum")
    mum, dad = member_of(browser), add_member(browser, "Dad")
    made = new_table(browser, [person(member=mum), person(member=dad)])
    finish(server, made["table"], made["token"])
    eventually(lambda: games_of(browser, mum))
    browser.delete(f"/api/members/{dad}")
    (game,) = games_of(browser, mum)
    (gone,) = (player for player in game["players"] if player["deleted"])
    assert (gone["name"], gone["id"]) == ("", None)
    assert browser.get(f"/api/members/{mum}/statistics").json()["opponents"] == []


def test_wrong_queries_are_refused(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    path = f"/api/members/{member_of(browser)}/games"
    for query in ({"result": "best"}, {"since": "-1"}, {"since": "x"}, {"q": "x" * 61}):
        assert code_of(browser.get(path, params=query)) == (400, "bad_request")
    cursor = f"/api/members/{member_of(browser)}/opponents?cursor=1"
    assert code_of(browser.get(cursor)) == (400, "bad_request")


def test_progress_only_rises_and_is_private(server: Serving) -> None:
    browser, stranger = Browser(server), Browser(server)
    browser.sign_up("Anne")
    stranger.sign_up("Bea")
    path = f"/api/members/{member_of(browser)}/progress"
    entry = {"kind": "lesson", "game": "blox", "item": "first", "value": 3}
    assert browser.put(path, json={"entries": [entry]}).status_code == 204
    assert browser.put(path, json={"entries": [{**entry, "value": 2}]}).status_code == 204
    (stored,) = browser.get(path).json()["entries"]
    assert stored["value"] == 3
    assert stored["at"] > 0
    assert code_of(stranger.get(path)) == (404, "no_table")
    assert code_of(Browser(server).get(path)) == (401, "signed_out")
    assert code_of(stranger.put(path, json={"entries": [entry]})) == (404, "no_table")
    for wrong in ({"kind": "x"}, {"value": -1}, {"item": ""}, {"item": "\n"}, {"game": "x" * 41}):
        refused = browser.put(path, json={"entries": [{**entry, **wrong}]})
        assert code_of(refused) == (400, "bad_request")
    assert len(browser.get(path).json()["entries"]) == 1
