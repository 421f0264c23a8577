"""Ratings over REST: what a game changes, leaderboards, and who sees what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from empile.community.ratings import listing, model
from empile.community.ratings.advantages import bot_ratings, fitting_level, seat_advantages
from empile.community.ratings.apply import Pool, rate_waiting
from empile.community.ratings.listing import Wanted
from empile.server.store import database
from empile.server.store.opening import prepare
from empile.server.store.schema import members, ratings
from tests.community.people import Browser, code_of
from tests.community.playing import eventually, finish, member_of, new_table, person, take_place
from tests.community.ratings.logs import START, make_people, store_game
from tests.long.community.ratings.test_apply import project, rate_all
from tests.server.serving import Serving, serving

RATED: dict[str, Any] = {
    "rated": True,
    "hints": False,
    "clock": {"kind": "real", "base": 300},
}
TWO = Pool("people", "blox", "two", "fast")


def get(client: Browser, path: str, **query: Any) -> dict[str, Any]:
    found = client.get(f"/api/{path}", params=query)
    assert found.status_code == 200, found.text
    answer: dict[str, Any] = found.json()
    return answer


def test_rated_game_changes_the_ratings(server: Serving) -> None:
    anne, bert, guest = Browser(server), Browser(server), Browser(server)
    anne.sign_up("anne")
    bert.sign_up("bert")
    mine, other = member_of(anne), member_of(bert)
    assert bert.patch(f"/api/members/{other}", json={"listed": True}).status_code == 200
    made = new_table(anne, [person(member=mine), {"kind": "open"}], **RATED)
    table = f"tables/{made['table']}/ratings"

    joining = get(bert, table, member=other)
    # The profile of Anne is hidden from those who do not play with her, but not what to expect.
    assert [(one["place"], one["expected"]) for one in joining["places"]] == [(-1, 0.5)]
    joined = take_place(bert, made["table"], member=other)
    finish(server, made["table"], made["token"], joined["token"])
    found = eventually(lambda: get(anne, f"members/{mine}/ratings")["ratings"])
    (rating,) = found
    assert rating["against"] == "people"
    assert (rating["size"], rating["speed"], rating["games"]) == ("two", "fast", 1)
    assert rating["provisional"]
    assert rating["points"] != 1500

    shown = get(anne, table)
    by_place = {one["place"]: one for one in shown["places"]}
    assert by_place[0]["points"] == rating["points"] == 1500 + by_place[0]["change"]
    assert by_place[1]["change"] == -by_place[0]["change"]
    assert by_place[0]["before"] == 1500
    assert (shown["game"], shown["weight"]) == (1, 1.0)
    assert [one["place"] for one in get(guest, table)["places"]] == [1]
    assert code_of(guest.get(f"/api/members/{mine}/ratings")) == (404, "no_table")
    (point,) = get(anne, f"members/{mine}/ratings/history", game="block-ness")["points"]
    assert point["points"] == rating["points"]
    assert point["change"] == by_place[0]["change"]

    asked = {"game": "block-ness", "members": f"{mine},{other}"}
    expected = get(anne, "ratings/expected", **asked)["members"]
    assert sum(one["expected"] for one in expected) == pytest.approx(1.0)
    assert (expected[0]["expected"] > 0.5) == (rating["points"] > 1500)
    assert code_of(guest.get("/api/ratings/expected", params=asked)) == (404, "no_table")
    exported = anne.post("/api/me/confirm", json={"password": "three stacked blocks"})
    assert exported.status_code == 200
    (everything,) = anne.get("/api/me/export").json()["members"]
    assert {one["points"] for one in everything["ratings"]} == {rating["points"]}
    assert len(everything["rating_changes"]) == 1


def test_table_without_rated_games_has_no_ratings(server: Serving) -> None:
    anne = Browser(server)
    made = new_table(anne, [person("Anne"), {"kind": "open"}])
    assert code_of(anne.get(f"/api/tables/{made['table']}/ratings")) == (404, "no_table")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the games of members 1 to 5, of a program 6, and of a child 7 at home."""
    place = tmp_path_factory.mktemp("league") / "tables.sqlite3"
    prepare(place)

    def play(connection: Connection) -> None:
        make_people(connection, 6, bots=1, children=1)
        number = 0
        for _ in range(5):
            for one in range(1, 6):
                for other in range(one + 1, 6):
                    number += 1
                    at = START + number * 86_400_000 // 10
                    store_game(connection, number, at, [1, 2], [one, other])
        store_game(connection, 900, START, [1, 2], [1, 7], friendly=True)
        store_game(connection, 901, START, [1, 2], [6, 1])
        project(connection, [*range(1, number + 1), 900, 901])
        rate_all(connection)

    database.write(place, play)
    return place


def test_leaderboard_has_settled_ratings_of_public_profiles(
    league: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "PAGE", 2)

    def read(connection: Connection) -> None:
        connection.execute(update(members).where(members.c.id == 2).values(listed=0))
        found: list[tuple[int, str]] = []
        cursor: str | None = None
        while True:
            page = listing.leaderboard(connection, Wanted(TWO), 20251, cursor)
            assert len(page.members) <= 2
            found += [(one.position, one.id) for one in page.members]
            cursor = page.cursor
            if cursor is None:
                break
        assert found == [(1, "m1"), (2, "m3"), (3, "m4"), (4, "m5")]
        of_season = listing.leaderboard(connection, Wanted(TWO, 20243), 20251)
        assert of_season.season == 20243
        assert of_season.members == []
        household = listing.leaderboard(
            connection, Wanted(TWO._replace(list="h1"), account=1), 20251
        )
        assert {(one.id, one.provisional) for one in household.members} == {
            ("m1", True),
            ("m7", True),
        }

    database.write(league, read)


def test_leaderboard_of_programs_has_no_people(league: Path) -> None:
    def read(connection: Connection) -> None:
        connection.execute(update(ratings).values(settled=1))
        pool = TWO._replace(list="programs")
        assert len(connection.execute(select(ratings).where(pool.rows(ratings))).all()) == 4
        page = listing.leaderboard(connection, Wanted(pool), 20251)
        assert [one.id for one in page.members] == ["m6"]

    database.write(league, read)


def test_children_are_on_no_public_leaderboard(league: Path) -> None:
    def read(connection: Connection) -> None:
        connection.execute(update(members).where(members.c.id == 1).values(kind="child"))
        page = listing.leaderboard(connection, Wanted(TWO), 20251)
        assert "m1" not in {one.id for one in page.members}
        assert page.members

    database.write(league, read)


def test_history_is_paged(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "HISTORY_PAGE", 8)

    def read(connection: Connection) -> None:
        points: list[Any] = []
        cursor: str | None = None
        while True:
            page = listing.history(connection, 3, TWO, cursor)
            points += page.points
            cursor = page.cursor
            if cursor is None:
                break
        assert len(points) == 20
        ended = [point.ended for point in points]
        assert ended == sorted(ended, reverse=True)
        assert not rate_waiting(connection)

    database.read(league, read)


def test_cursors_of_others_are_refused(server: Serving) -> None:
    guest = Browser(server)
    for cursor in ("x", "1.2", "1.2.3.4", "1.2.²", "1.-.2"):
        asked = {"game": "blox", "cursor": cursor}
        found = guest.get("/api/ratings/leaderboard", params=asked)
        assert code_of(found) == (400, "bad_request")


def test_household_leaderboard_needs_a_session(server: Serving) -> None:
    asked = {"game": "blox", "against": "household"}
    found = Browser(server).get("/api/ratings/leaderboard", params=asked)
    assert code_of(found) == (401, "signed_out")


def test_ratings_are_invisible_without_accounts(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as running:
        guest = Browser(running)
        for path in ("leaderboard?game=blox", "bots?game=blox", "expected?game=blox&members=a,b"):
            assert guest.get(f"/api/ratings/{path}").status_code == 404


@pytest.mark.parametrize("game", ["blox", "on-top", "block-ness", "block-out"])
def test_bots_are_rated_by_their_ladders(server: Serving, game: str) -> None:
    for size in ("two", "more"):
        found = get(Browser(server), "ratings/bots", game=game, size=size)["bots"]
        assert [one["level"] for one in found] == [1, 2, 3, 4, 5]
        points = [one["points"] for one in found]
        assert points == sorted(points)
        assert points[2] == model.START


def test_fitting_level_is_the_nearest() -> None:
    bots = bot_ratings("blox", "two")
    assert [fitting_level("blox", "two", bot.points) for bot in bots] == [1, 2, 3, 4, 5]
    assert fitting_level("unknown", "two", 1500) is None


@pytest.mark.parametrize("game", ["blox", "on-top", "block-ness", "block-out"])
def test_seat_advantages_sum_to_nothing(game: str) -> None:
    for seats in (2, 3, 4):
        found = seat_advantages(game, list(range(seats)))
        assert len(found) == seats
        assert abs(sum(found)) <= seats  # rounded
        assert seats == 2 or any(found)
