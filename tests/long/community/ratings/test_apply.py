"""Ratings: each game once, in one order, and the same after a rebuild."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import Connection, Table, delete, select, update

from empile.community.projections import apply as projections
from empile.community.projections import sweep
from empile.community.projections.forgetting import forget_member
from empile.community.ratings import apply, model
from empile.community.ratings.apply import rate_waiting, weight_of
from empile.community.ratings.rebuild import rebuild
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.maintenance import Maintenance
from empile.server.store.opening import prepare
from empile.server.store.schema import members, rating_changes, rating_pools, ratings
from empile.server.wire.clocks.settings import DaysClock
from tests.community.ratings.logs import DAY, START, make_people, random_game, store_game
from tests.server.store.conftest import location as location


def project(connection: Connection, numbers: list[int]) -> None:
    for derived in sweep.read_new(connection, numbers):
        projections.apply(connection, derived, 1)
    connection.commit()


def rate_all(connection: Connection) -> None:
    while rate_waiting(connection):
        connection.commit()
    connection.commit()


def rows(connection: Connection, table: Table) -> list[dict[str, Any]]:
    found = connection.execute(select(table).order_by(*table.primary_key.columns)).mappings()
    return [dict(row) for row in found]


def everything(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    found = {one.name: rows(connection, one) for one in (ratings, rating_changes, rating_pools)}
    connection.rollback()
    return found


def of(connection: Connection, member: int, season: int = 0) -> dict[str, Any]:
    (row,) = connection.execute(
        select(ratings).where(ratings.c.member == member, ratings.c.season == season)
    ).mappings()
    return dict(row)


def weights(connection: Connection) -> list[float]:
    order = rating_changes.c.ended
    one = select(rating_changes.c.weight).where(rating_changes.c.seat == 0).order_by(order)
    return list(connection.scalars(one))


def delete_member(connection: Connection, member: int) -> None:
    connection.execute(update(members).where(members.c.id == member).values(deleted=5, name=""))
    forget_member(connection, member)
    connection.commit()


@pytest.mark.parametrize("seed", range(3))
def test_rebuild_gives_identical_numbers(
    location: StoreLocation, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply, "GAMES_AT_ONCE", 4)

    def scene(connection: Connection) -> None:
        rng = random.Random(seed)
        make_people(connection, 7, bots=1, children=1)
        numbers = list(range(1, 61))
        for number in numbers:
            random_game(connection, rng, number, 8)
        # Games arrive in any order, in any groups, and are rated at any time.
        rng.shuffle(numbers)
        while numbers:
            some, numbers = numbers[:5], numbers[5:]
            project(connection, some)
            for _ in range(rng.randrange(4)):
                rate_waiting(connection)
                connection.commit()
            if rng.random() < 0.2:
                delete_member(connection, rng.randrange(1, 7))
        rate_all(connection)
        Maintenance(connection).delete("table1")
        before = everything(connection)
        assert len({(row["number"], row["game"]) for row in before["rating_changes"]}) > 25
        assert {row["size"] for row in before["ratings"]} == {"two", "more"}
        rebuild(connection)
        assert everything(connection) == before
        # From the logs alone, but for the table that is deleted.
        connection.execute(delete(rating_changes).where(rating_changes.c.number != 1))
        connection.execute(delete(ratings))
        connection.execute(delete(rating_pools))
        connection.commit()
        done = rebuild(connection)
        assert everything(connection) == before
        assert done.pools == len(before["rating_pools"])

    prepare(location)
    database.write(location, scene)


def in_sqlite(tmp_path: Any, scene: Any) -> None:
    place = tmp_path / "tables.sqlite3"
    prepare(place)
    database.write(place, scene)


def test_late_game_counts_as_if_it_had_been_in_time(tmp_path: Any) -> None:
    def scene(connection: Connection) -> None:
        make_people(connection, 3)
        for number, seated in ((1, [1, 2]), (2, [2, 3]), (3, [1, 3])):
            store_game(connection, number, START + number, [1, 2], seated)
        project(connection, [2, 3])
        rate_all(connection)
        late = of(connection, 3)["mu"]
        project(connection, [1])
        rate_all(connection)
        assert of(connection, 3)["mu"] != late
        in_time = everything(connection)
        rebuild(connection)
        assert everything(connection) == in_time

    in_sqlite(tmp_path, scene)


def test_rating_follows_the_model_and_the_season(tmp_path: Any) -> None:
    def scene(connection: Connection) -> None:
        make_people(connection, 2)
        store_game(connection, 1, START, [1, 2], [1, 2], game="unknown")
        store_game(connection, 2, START + 100 * DAY, [1, 2], [1, 2], game="unknown")
        project(connection, [1, 2])
        rate_all(connection)
        entry = model.Entry
        first = model.rate([entry(model.NEW, 0, 1), entry(model.NEW, 1, 2)])
        second = model.rate([entry(first[0], 0, 1), entry(first[1], 1, 2)])
        found = of(connection, 1)
        assert (found["mu"], found["sigma"], found["played"]) == (*second[0], 2)
        assert found["points"] == second[0].points > 1500
        assert of(connection, 1, 20244)["mu"] == first[0].mu
        assert of(connection, 1, 20251)["played"] == 1
        assert of(connection, 1, 20251)["mu"] == second[0].mu

    in_sqlite(tmp_path, scene)


def test_games_of_two_accounts_count_less_on_the_same_day(tmp_path: Any) -> None:
    def scene(connection: Connection) -> None:
        make_people(connection, 3)
        for number in range(1, 13):
            store_game(connection, number, START + number, [1, 2], [1, 2])
        store_game(connection, 20, START + 20, [1, 2], [1, 3])
        store_game(connection, 21, START + DAY, [1, 2], [2, 1])
        project(connection, [*range(1, 13), 20, 21])
        rate_all(connection)
        full, halves = [1.0] * 5, [0.5, 0.25, 0.125, 0.0625, 0.03125]
        assert weights(connection) == [*full, *halves, 0.0, 0.0, 1.0, 1.0]

    in_sqlite(tmp_path, scene)
    assert [weight_of(earlier) for earlier in (0, 4, 5, 9, 10)] == [1, 1, 0.5, 0.03125, 0]


@pytest.mark.parametrize(
    ("seated", "wanted", "lists"),
    [
        ([1, 2], {}, ["people"]),
        ([1, 2], {"rated": False}, []),
        ([1, 2], {"moves": 3}, []),
        ([1, 4], {}, ["programs"]),
        # 5 is a child of the first account.
        ([1, 5], {}, []),
        ([1, 5], {"friendly": True}, ["h1"]),
        ([1, 2, 5], {"friendly": True}, []),
        ([1, 2, 3], {"friendly": True}, ["people"]),
    ],
)
def test_game_counts_on_one_list(
    tmp_path: Any, seated: list[int], wanted: dict[str, Any], lists: list[str]
) -> None:
    def scene(connection: Connection) -> None:
        make_people(connection, 4, bots=1, children=1)
        store_game(connection, 1, START, list(range(1, len(seated) + 1)), seated, **wanted)
        project(connection, [1])
        rate_all(connection)
        assert sorted({row["list"] for row in rows(connection, ratings)}) == lists

    in_sqlite(tmp_path, scene)


def test_resignation_and_speed(tmp_path: Any) -> None:
    def scene(connection: Connection) -> None:
        make_people(connection, 3)
        store_game(connection, 1, START, [1, 2], [1, 2], resigned=0, clock=DaysClock(1))
        store_game(connection, 2, START, [1, 2, 3], [1, 2, 3], resigned=0)
        project(connection, [1, 2])
        rate_all(connection)
        found = {(row["speed"], row["member"]): row["mu"] for row in rows(connection, ratings)}
        assert found["slow", 2] > model.MU > found["slow", 1]
        # A bot played on and won; the one who left is last.
        assert found["fast", 2] > found["fast", 3] > found["fast", 1]

    in_sqlite(tmp_path, scene)


def test_forgetting_a_member_keeps_the_ratings_of_the_others(tmp_path: Any) -> None:
    def scene(connection: Connection) -> None:
        make_people(connection, 2)
        store_game(connection, 1, START, [1, 2], [1, 2])
        project(connection, [1])
        rate_all(connection)
        kept = of(connection, 2)
        delete_member(connection, 1)
        assert {row["member"] for row in rows(connection, ratings)} == {2}
        rebuild(connection)
        assert {row["member"] for row in rows(connection, ratings)} == {2}
        assert of(connection, 2) == kept

    in_sqlite(tmp_path, scene)
