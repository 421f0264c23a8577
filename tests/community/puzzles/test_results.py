"""Results of puzzles: each attempt is rated once, and kept with days and history."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, select, text

from empile.community import accounts, members
from empile.community.puzzles import current, results
from empile.community.puzzles.attempts import Judged
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.migrations.upgrade import upgrade
from empile.server.store.schema import (
    puzzle_days,
    puzzle_players,
    puzzle_ratings,
    puzzle_results,
)
from empile.server.wire.people.puzzles import PuzzleHistory
from tests.community.export.written import exported
from tests.community.ratings.logs import make_people
from tests.server.store.conftest import location as location
from tests.support.postgres_server import PostgresServer


def judged(puzzle: str, right: bool, at: int = 1, **more: int | None) -> Judged:
    return Judged("blox", puzzle, right, at, **{"shipped_points": 1500, "day": None, **more})


@pytest.fixture
def account(location: StoreLocation) -> int:
    def make(connection: Connection) -> int:
        made = accounts.make(connection, accounts.NewOne("anne", "Anne", "adult", "en", None), 1)
        connection.commit()
        return made

    return database.write(location, make)


def stored(location: StoreLocation, account: int, attempts: Sequence[Judged]) -> PuzzleHistory:
    def write(connection: Connection) -> PuzzleHistory:
        member = members.all_of(connection, account)[0].id
        results.store(connection, member, attempts)
        connection.commit()
        return results.history(connection, member)

    return database.write(location, write)


def points_of(location: StoreLocation) -> dict[str, int]:
    found = database.read(location, results.current_points)
    return {puzzle: points for _, puzzle, points in found}


def test_store_rates_member_and_puzzle_against_each_other(
    location: StoreLocation, account: int
) -> None:
    before = stored(location, account, [])
    assert (before.points, before.rated, before.results) == (1500, 0, [])
    easy = stored(location, account, [judged("a", True, shipped_points=1100)])
    hard = stored(location, account, [judged("b", True, shipped_points=1900)])
    missed = stored(location, account, [judged("c", False, 2)])
    assert 0 < easy.points - 1500 < hard.points - easy.points
    assert missed.points < hard.points
    assert before.uncertainty > easy.uncertainty > hard.uncertainty > missed.uncertainty
    assert (missed.rated, missed.results[-1].points) == (3, missed.points)
    puzzles = points_of(location)
    assert puzzles["a"] < 1100
    assert puzzles["b"] < 1900
    assert puzzles["c"] > 1500
    # A puzzle moves less than a new member.
    assert puzzles["c"] - 1500 < hard.points - missed.points


def test_store_counts_first_attempts_once(location: StoreLocation, account: int) -> None:
    first = [judged("a", False, 5), judged("b", True, 6)]
    once = stored(location, account, first)
    puzzles = points_of(location)
    assert stored(location, account, first) == once
    later = stored(location, account, [judged("a", True, 9), judged("b", False, 9)])
    assert later.points == once.points
    assert [(one.puzzle, one.right, one.again) for one in later.results] == [
        ("a", False, 9),
        ("b", True, None),
    ]
    assert points_of(location) == puzzles


def test_store_keeps_results_without_moves_unrated(location: StoreLocation, account: int) -> None:
    found = stored(location, account, [judged("a", True, shipped_points=None)])
    assert (found.points, found.rated) == (1500, 0)
    assert [(one.right, one.points) for one in found.results] == [(True, None)]
    assert points_of(location) == {}
    assert stored(location, account, [judged("a", True, 3)]).rated == 0


def test_history_counts_days_in_a_row(location: StoreLocation, account: int) -> None:
    for days, expected in (([20000], 1), ([20002], 1), ([20001], 3), ([20005], 1)):
        attempts = [judged("a", True, day=day) for day in days]
        found = stored(location, account, attempts)
        assert found.days == expected
    assert found.day == "2024-10-09"


def test_exports_and_deletion_include_results(location: StoreLocation, account: int) -> None:
    stored(location, account, [judged("a", True, 5, day=20000)])
    found = database.read(location, lambda c: exported(c, account))
    puzzles = found["members"][0]["puzzles"]
    assert puzzles["days"] == [{"day": 20000}]
    assert [(one["puzzle"], one["right"], one["at"]) for one in puzzles["results"]] == [("a", 1, 5)]
    assert puzzles["rating"][0]["rated"] == 1

    def remove(connection: Connection) -> int:
        accounts.remove(connection, account, 10)
        connection.commit()
        for table in (puzzle_results, puzzle_players, puzzle_days):
            assert connection.execute(select(table)).all() == []
        return len(connection.execute(select(puzzle_ratings)).all())

    assert database.write(location, remove) == 1


def test_current_ratings_are_read_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[int] = []

    class Fake:
        async def read(self, work: object) -> list[tuple[str, str, int]]:
            reads.append(1)
            return [("blox", "a", 1234)]

    async def scene() -> None:
        ratings = current.CurrentRatings(Fake())  # type: ignore[arg-type]
        assert await ratings.of_game("blox") == (("a", 1234),)
        assert await ratings.of_game("on-top") == ()
        assert len(reads) == 1
        monkeypatch.setattr(current, "_KEPT_SECONDS", 0.0)
        await ratings.of_game("blox")
        assert len(reads) == 2

    asyncio.run(scene())


def test_revision_17_copies_results_of_puzzles(postgres: PostgresServer) -> None:
    place = postgres.new_database()

    def fill(connection: Connection) -> None:
        upgrade(connection, 0, 16)
        make_people(connection, 1)
        for kind, item, value in (("puzzle", "a", 2), ("puzzle", "b", 1), ("lesson", "c", 2)):
            connection.execute(
                text("INSERT INTO progress VALUES (1, :kind, 'blox', :item, :value, 7)"),
                {"kind": kind, "item": item, "value": value},
            )
        connection.commit()

    database._with_server(place, fill, to_read=False)
    database.migrate(place)
    found = database.read(place, lambda connection: results.history(connection, 1))
    assert [(one.puzzle, one.right, one.at) for one in found.results] == [
        ("a", True, 7),
        ("b", False, 7),
    ]
