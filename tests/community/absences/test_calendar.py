"""The calendar of absences: what may be added, what it takes of a year, and what ends early."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection

from empile.community import accounts, members
from empile.community.absences import calendar
from empile.community.members import Member
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import absences
from empile.server.wire.errors import CommandError
from empile.server.wire.people.absences import AbsenceCalendar, NewAbsence
from tests.community.export.written import exported
from tests.community.people import Browser, code_of
from tests.community.playing import add_member, member_of
from tests.server.serving import Serving
from tests.server.store.conftest import location as location

HOUR = 3600 * 1000
DAY = 24 * HOUR
NOW = int(datetime(2026, 11, 26, 12, tzinfo=UTC).timestamp()) * 1000


def in_store(location: StoreLocation, work: Any) -> Any:
    """Return what ``work`` returns for a new member."""

    def run(connection: Connection) -> Any:
        new = accounts.NewOne("Anne", "Anne", "adult", "fr", "hash")
        account = accounts.make(connection, new, 1)
        found = work(connection, members.all_of(connection, account)[0])
        connection.commit()
        return found

    return database.write(location, run)


def add(
    connection: Connection, member: Member, first: float, last: float, now: int = NOW, **more: Any
) -> AbsenceCalendar:
    """Add an absence from a day to another one, counted from ``NOW``."""
    wanted = NewAbsence(NOW + int(last * DAY), NOW + int(first * DAY), **more)
    return calendar.add(connection, member, wanted, now)


def days_left(found: AbsenceCalendar) -> list[tuple[int, float]]:
    return [(one.year, one.left / DAY) for one in found.years]


def test_absences_take_days_of_the_year_in_which_they_are(location: StoreLocation) -> None:
    def scene(connection: Connection, member: Member) -> None:
        assert days_left(calendar.calendar_of(connection, member, NOW)) == [(2026, 30), (2027, 30)]
        # The year ends in 35.5 days.
        found = add(connection, member, 30.5, 38.5)
        assert days_left(found) == [(2026, 25), (2027, 27)]
        assert days_left(add(connection, member, 5, 30)) == [(2026, 0), (2027, 27)]
        with pytest.raises(CommandError) as refused:
            add(connection, member, 1, 2)
        assert refused.value.code == "not_allowed"
        assert days_left(add(connection, member, 40, 67)) == [(2026, 0), (2027, 0)]

    in_store(location, scene)


def test_short_absences_take_a_day(location: StoreLocation) -> None:
    def scene(connection: Connection, member: Member) -> None:
        found = add(connection, member, 0, 20)
        found = calendar.remove(connection, member, found.absences[0].id, NOW + 1)
        assert found.absences == []
        assert days_left(found)[0] == (2026, 29)
        for day in range(1, 30):
            found = add(connection, member, day, day + 0.25)
        assert days_left(found)[0] == (2026, 0)

    in_store(location, scene)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (-1, 3, "bad_request"),
        (1, 1.04, "bad_request"),
        (3, 2, "bad_request"),
        (340, 366, "bad_request"),
        (40, 71, "not_allowed"),
        (11.9, 14, "bad_request"),
        (9, 10.1, "bad_request"),
        (10.5, 11, "bad_request"),
    ],
)
def test_impossible_absences_are_refused(
    location: StoreLocation, first: float, last: float, code: str
) -> None:
    def scene(connection: Connection, member: Member) -> None:
        before = add(connection, member, 10, 12)
        with pytest.raises(CommandError) as refused:
            add(connection, member, first, last)
        assert refused.value.code == code
        assert calendar.calendar_of(connection, member, NOW) == before

    in_store(location, scene)


def test_absences_follow_each_other(location: StoreLocation) -> None:
    def scene(connection: Connection, member: Member) -> None:
        add(connection, member, 10, 12)
        add(connection, member, 12, 13)
        found = add(connection, member, 9, 10, stand_in=True)
        assert [one.stand_in for one in found.absences] == [True, False, False]

    in_store(location, scene)


def test_remove_ends_what_has_begun(location: StoreLocation) -> None:
    def scene(connection: Connection, member: Member) -> None:
        found = add(connection, member, 1, 3)
        begun, now = found.absences[0].id, NOW + 2 * DAY
        found = add(connection, member, 5, 6)
        ahead = found.absences[1].id
        assert days_left(calendar.remove(connection, member, begun, now))[0] == (2026, 28)
        with pytest.raises(CommandError) as refused:
            calendar.remove(connection, member, begun, now)
        assert refused.value.code == "no_table"
        found = calendar.remove(connection, member, ahead, now)
        assert (found.absences, days_left(found)[0]) == ([], (2026, 29))

    in_store(location, scene)


def test_old_absences_are_forgotten_when_they_count_for_nothing(location: StoreLocation) -> None:
    def scene(connection: Connection, member: Member) -> None:
        add(connection, member, 1, 3)
        for now, count in ((NOW + 402 * DAY, 1), (NOW + 404 * DAY, 0)):
            calendar.forget_old(connection, now)
            assert len(connection.execute(absences.select()).all()) == count

    in_store(location, scene)


def test_absences_are_exported_and_deleted(location: StoreLocation) -> None:
    def scene(connection: Connection, member: Member) -> None:
        add(connection, member, 1, 3, stand_in=True)
        (found,) = exported(connection, member.account)["members"]
        assert found["absences"] == [
            {"began": NOW + DAY, "ended": NOW + 3 * DAY, "stand_in": 1},
        ]
        members.remove(connection, member.id, NOW)
        assert connection.execute(absences.select()).all() == []

    in_store(location, scene)


def test_accounts_change_the_calendars_of_their_members(server: Serving) -> None:
    browser, stranger = Browser(server), Browser(server)
    browser.sign_up("Family", name="Mum")
    stranger.sign_up("Bea")
    child, bot = add_member(browser, "Tim", "child"), add_member(browser, "Robo", "bot")
    now = int(datetime.now(UTC).timestamp() * 1000)
    wanted = {"began": now + 2 * DAY, "ended": now + 4 * DAY, "stand_in": True}
    added = browser.post(f"/api/members/{child}/absences", json=wanted)
    assert added.status_code == 201, added.text
    (one,) = added.json()["absences"]
    assert {**wanted, "id": one["id"]} == one
    assert browser.get(f"/api/members/{child}/absences").json() == added.json()
    mum = browser.get(f"/api/members/{member_of(browser)}/absences").json()
    assert mum["absences"] == []
    refused = browser.post(f"/api/members/{bot}/absences", json=wanted)
    assert code_of(refused) == (403, "not_allowed")
    for method in ("GET", "POST"):
        foreign = stranger.request(method, f"/api/members/{child}/absences", json=wanted)
        assert code_of(foreign) == (403, "not_yours")
    own = f"/api/members/{member_of(stranger)}/absences/{one['id']}"
    assert code_of(stranger.delete(own))[1] == "no_table"
    removed = browser.delete(f"/api/members/{child}/absences/{one['id']}")
    assert (removed.status_code, removed.json()["absences"]) == (200, [])
