"""Challenges in the store, in stores of each kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import insert, select

from empile.community import members
from empile.community.clock import DAY_MS, HOUR_MS
from empile.community.contacts import invited
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import claims, invited_games, invited_members, tables
from empile.server.wire.clocks.settings import DaysClock
from empile.server.wire.errors import CommandError
from tests.community.contacts.test_relations import NOW, Town, refused
from tests.server.store.conftest import location as location

TABLE = "Zt3kq8wWcPq1"


def visit(location: StoreLocation, scene: Callable[[Town], None]) -> None:
    """Play a scene after Anne challenged Carl and Bea to On Top."""

    def begin(town: Town) -> None:
        for other in ("Bea", "Carl"):
            town.ask("Anne", other)
            town.accept(other, "Anne")
        made = town.connection.execute(
            insert(tables).values(id=TABLE, code=None, made=NOW)
        ).inserted_primary_key
        assert made is not None
        number = int(made[0])
        sent = invited.Sent(
            number,
            TABLE,
            "on-top",
            {"players": 3},
            DaysClock(3, 24),
            rated=True,
            friendly=False,
            made=NOW,
            expires=NOW + HOUR_MS,
        )
        invited.store(town.connection, sent, town["Anne"], [town["Carl"], town["Bea"]])
        sit(town, "Anne", 0)
        scene(town)

    database.write(location, lambda connection: begin(Town(connection)))


def sit(town: Town, name: str, place: int) -> None:
    """Give a member its place."""
    number = town.connection.scalar(select(tables.c.number).where(tables.c.id == TABLE))
    town.connection.execute(
        insert(claims).values(
            number=number, place=place, key=name, member=town[name].id, made=NOW, running=1
        )
    )


def state(town: Town, name: str, at: int = NOW) -> str:
    (found,) = invited.challenges(town.connection, town[name], at)
    return found.state


def test_challenge_has_what_its_players_may_see(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        for place, name in enumerate(("Anne", "Carl", "Bea")):
            (found,) = invited.challenges(town.connection, town[name], NOW)
            assert (found.place, found.clock, found.rated) == (place, DaysClock(3, 24), True)
            assert [one.name for one in found.players] == ["Anne", "Carl", "Bea"]
            assert [one.accepted for one in found.players] == [True, False, False]
            assert found.expected == pytest.approx(0.5, abs=0.001)
        # Carl does not know Bea, whose profile is hidden.
        (found,) = invited.challenges(town.connection, town["Carl"], NOW)
        assert [one.rating is None for one in found.players] == [False, False, True]
        assert invited.challenges(town.connection, town["Cora"], NOW) == []

    visit(location, scene)


def test_accept_counts_once_a_place_is_taken(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        for place, name in ((2, "Bea"), (1, "Carl")):
            number = invited.accept(town.connection, town[name], TABLE, NOW)
            assert invited.kept_places(town.connection, number)[town[name].id] == place
            assert state(town, name) == "open"
            sit(town, name, place)
        assert state(town, "Anne") == "accepted"
        assert refused(lambda: invited.decline(town.connection, town["Bea"], TABLE, NOW)) == "stale"
        assert state(town, "Anne", NOW + 2 * HOUR_MS) == "accepted"

    visit(location, scene)


def test_take_back_opens_the_challenge_again(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        for name in ("Bea", "Carl"):
            number = invited.accept(town.connection, town[name], TABLE, NOW)
        invited.take_back(town.connection, town["Carl"], number, NOW)
        assert invited.withdraw(town.connection, town["Anne"], TABLE, NOW) == number

    visit(location, scene)


def test_expired_challenges_are_told_to_all_and_forgotten_later(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        later = NOW + HOUR_MS
        assert invited.overdue(town.connection, NOW) == []
        numbers = invited.overdue(town.connection, later)
        told = invited.expire(town.connection, numbers, later)
        assert told == {town[name].id for name in ("Anne", "Bea", "Carl")}
        assert invited.expire(town.connection, numbers, later) == set()
        assert invited.changed_since(town.connection, later) == numbers
        assert state(town, "Bea", later) == "expired"
        assert town.connection.scalars(select(claims.c.running)).all() == [0]
        assert invited.challenges(town.connection, town["Bea"], later + DAY_MS + 1) == []
        invited.forget_old(town.connection, later + invited.KEPT_MS + 1)
        assert town.rows(invited_games) == town.rows(invited_members) == 0

    visit(location, scene)


@pytest.mark.parametrize(
    ("blocker", "enemy", "left"), [("Bea", "Anne", "declined"), ("Anne", "Bea", "withdrawn")]
)
def test_block_ends_challenges_between_two(
    location: StoreLocation, blocker: str, enemy: str, left: str
) -> None:
    def scene(town: Town) -> None:
        invited.end_between(town.connection, town[blocker], town[enemy].account, NOW)
        assert state(town, "Carl") == left

    visit(location, scene)


def test_deleted_challenger_leaves_nothing(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        members.remove(town.connection, town["Anne"].id, NOW)
        assert town.rows(invited_games) == town.rows(invited_members) == 0
        with pytest.raises(CommandError):
            invited.accept(town.connection, town["Bea"], TABLE, NOW)

    visit(location, scene)


def test_deleted_guest_declines(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        members.remove(town.connection, town["Carl"].id, NOW)
        assert state(town, "Bea") == "declined"
        assert town.connection.scalars(select(claims.c.running)).all() == [0]

    visit(location, scene)
