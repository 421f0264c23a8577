"""What a guardian allows: whom a child plays with, when, and how long."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from empile.community import accounts, members, rules, sessions
from empile.community.clock import DAY_MS, HOUR_MS, MINUTE_MS
from empile.community.members import Member
from empile.community.rules import check_may_play
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import members as stored_members
from empile.server.store.schema import play_time
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import MemberRules
from tests.community.people import Browser, code_of
from tests.server.serving import Serving
from tests.server.store.conftest import location as location

NOON = int(datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp() * 1000)


class Household:
    """Two families at one server: Anne with Léo and Zoé, and Bea with Max."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        for names in (("Anne", "Léo", "Zoé"), ("Bea", "Max")):
            new = accounts.NewOne(names[0], names[0], "adult", "", None)
            account = accounts.make(connection, new, 1)
            for name in names[1:]:
                members.make(connection, account, name, "child", 1)

    def __getitem__(self, name: str) -> Member:
        """Return a member by name."""
        found = select(stored_members.c.public).where(stored_members.c.name == name)
        member = members.find(self.connection, str(self.connection.scalar(found)))
        assert member is not None
        return member

    def allow(self, name: str, **changed: Any) -> None:
        """Set rules."""
        chosen: dict[str, Any] = {"meet": "household", "phrases_only": True} | changed
        rules.set_rules(self.connection, self[name], MemberRules(**chosen))

    def may_play(self, name: str, *others: str | None, at: int = NOON) -> bool:
        """Return whether a member may play with others; None is a guest."""
        ids = [None if other is None else self[other].id for other in others]
        try:
            check_may_play(self.connection, self[name].id, ids, at)
        except CommandError as error:
            assert error.code == "not_allowed"
            assert error.reason is not None
            assert error.reason.key.startswith("rule.")
            return False
        return True


def visit(location: StoreLocation, scene: Callable[[Household], None]) -> None:
    """Play a scene with the families, in a store of each kind."""
    database.write(location, lambda connection: scene(Household(connection)))


def test_child_plays_with_its_household_unless_told_otherwise(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        assert people.may_play("Léo")
        assert people.may_play("Léo", "Zoé", "Anne")
        for others in (["Bea"], ["Max"], [None], ["Anne", "Bea"], ["Anne", None]):
            assert not people.may_play("Léo", *others)
        # Nor can an adult be seated with it.
        assert people.may_play("Bea", "Anne", None)
        assert not people.may_play("Bea", "Léo")
        assert not people.may_play("Bea", "Anne", "Léo")

    visit(location, scene)


def test_bots_only_means_no_people(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        people.allow("Léo", meet="bots")
        assert people.may_play("Léo")
        assert not people.may_play("Léo", "Anne")
        assert not people.may_play("Anne", "Léo")

    visit(location, scene)


def test_both_guardians_approve(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        people.allow("Léo", meet="approved")
        assert people.may_play("Léo", "Zoé")
        assert not people.may_play("Léo", "Max")
        rules.approve(people.connection, people["Léo"], people["Max"], NOON)
        rules.approve(people.connection, people["Léo"], people["Max"], NOON)
        # Max's guardian has not.
        assert not people.may_play("Léo", "Max")
        assert not people.may_play("Max", "Léo")
        people.allow("Max", meet="approved")
        assert not people.may_play("Max", "Léo")
        rules.approve(people.connection, people["Max"], people["Léo"], NOON)
        assert people.may_play("Léo", "Max")
        assert people.may_play("Max", "Léo")
        rules.disapprove(people.connection, people["Léo"], people["Max"])
        assert not people.may_play("Max", "Léo")

    visit(location, scene)


def test_approved_adult_may_play_with_a_child(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        people.allow("Léo", meet="approved")
        rules.approve(people.connection, people["Léo"], people["Bea"], NOON)
        assert people.may_play("Bea", "Léo")
        assert people.may_play("Léo", "Bea")
        assert not people.may_play("Léo", "Bea", None)
        assert [one.name for one in rules.approved(people.connection, people["Léo"])] == ["Bea"]
        # A deleted account is approved no longer.
        accounts.remove(people.connection, people["Bea"].account, NOON)
        assert rules.approved(people.connection, people["Léo"]) == []

    visit(location, scene)


def test_anyone_includes_guests(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        people.allow("Léo", meet="anyone")
        assert people.may_play("Léo", "Bea", None)
        assert not people.may_play("Léo", "Max")

    visit(location, scene)


@pytest.mark.parametrize(
    ("zone", "quiet", "hour", "allowed"),
    [
        ("UTC", (20 * 60, 7 * 60), 19, True),
        ("UTC", (20 * 60, 7 * 60), 20, False),
        ("UTC", (20 * 60, 7 * 60), 3, False),
        ("UTC", (20 * 60, 7 * 60), 7, True),
        ("UTC", (12 * 60, 14 * 60), 13, False),
        ("UTC", (12 * 60, 14 * 60), 14, True),
        ("UTC", (12 * 60, 12 * 60), 12, True),
        # Two hours later in summer.
        ("Europe/Paris", (20 * 60, 7 * 60), 18, False),
        ("Europe/Paris", (20 * 60, 7 * 60), 17, True),
        ("America/New_York", (20 * 60, 7 * 60), 1, False),
    ],
)
def test_quiet_hours_are_those_of_the_time_zone(
    tmp_path: Path, zone: str, quiet: tuple[int, int], hour: int, allowed: bool
) -> None:
    def scene(people: Household) -> None:
        people.allow("Léo", quiet_from=quiet[0], quiet_to=quiet[1], zone=zone)
        at = NOON + (hour - 12) * HOUR_MS
        assert people.may_play("Léo", at=at) is allowed
        # Others play on.
        assert people.may_play("Zoé", "Léo", at=at)

    visit(tmp_path / "tables.sqlite3", scene)


def test_time_of_a_day_is_used_up(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        leo = people["Léo"].id
        people.allow("Léo", minutes_a_day=30, zone="Europe/Paris")
        midnight = NOON + 10 * HOUR_MS
        for n in range(7):
            # Long gaps count as five minutes: a game may be left for later.
            since = NOON + n * 10 * MINUTE_MS
            assert people.may_play("Léo", at=since) is (n < 6)
            rules.add_play_time(people.connection, leo, since, since + 9 * MINUTE_MS)
        assert not people.may_play("Léo", at=midnight - 1)
        assert people.may_play("Léo", at=midnight)
        rules.add_play_time(people.connection, leo, NOON, NOON)
        rules.add_play_time(people.connection, leo, NOON, NOON - 5000)
        rows = select(play_time.c.member, play_time.c.seconds)
        assert [tuple(row) for row in people.connection.execute(rows)] == [(leo, 35 * 60)]
        rules.forget_old(people.connection, NOON + 29 * DAY_MS)
        assert len(people.connection.execute(rows).all()) == 1
        rules.forget_old(people.connection, NOON + 32 * DAY_MS)
        assert people.connection.execute(rows).all() == []

    visit(location, scene)


def test_deleted_member_does_not_play(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        leo = people["Léo"].id
        members.remove(people.connection, leo, NOON)
        with pytest.raises(CommandError, match="deleted"):
            check_may_play(people.connection, leo, [], NOON)
        # At a table its place counts as that of a guest.
        check_may_play(people.connection, people["Bea"].id, [leo], NOON)
        with pytest.raises(CommandError):
            check_may_play(people.connection, people["Zoé"].id, [leo], NOON)

    visit(location, scene)


# -- Over REST -------------------------------------------------------------------------------------


def add(browser: Browser, name: str, kind: str = "child") -> str:
    """Add a member; return its path."""
    made = browser.post("/api/members", json={"name": name, "kind": kind})
    assert made.status_code == 201, made.text
    return f"/api/members/{made.json()['id']}"


def test_guardian_sets_rules(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    path = add(browser, "Léo")
    assert browser.get(f"{path}/rules").json() == {
        "meet": "household",
        "phrases_only": True,
        "zone": "UTC",
        "quiet_from": None,
        "quiet_to": None,
        "minutes_a_day": None,
    }
    chosen = {
        "meet": "approved",
        "phrases_only": False,
        "zone": "Europe/Paris",
        "quiet_from": 1200,
        "quiet_to": 420,
        "minutes_a_day": 45,
    }
    assert browser.put(f"{path}/rules", json=chosen).json() == chosen
    assert browser.get(f"{path}/rules").json() == chosen
    for wrong in ({"quiet_to": None}, {"quiet_from": 1440}, {"minutes_a_day": -1}, {"meet": "all"}):
        assert code_of(browser.put(f"{path}/rules", json=chosen | wrong)) == (400, "bad_request")
    adult = browser.me()["members"][0]["id"]
    assert browser.get(f"/api/members/{adult}/rules").json()["meet"] == "anyone"


def test_guardian_approves_others(server: Serving) -> None:
    anne, bea = Browser(server), Browser(server)
    anne.sign_up("Anne")
    other = bea.sign_up("Bea")["me"]["members"][0]["id"]
    path = add(anne, "Léo")
    assert anne.put(f"{path}/approvals/{other}", json={}).status_code == 204
    (approved,) = anne.get(f"{path}/approvals").json()
    assert (approved["id"], approved["name"]) == (other, "Bea")
    assert code_of(anne.put(f"{path}/approvals/nobody", json={})) == (404, "no_table")
    assert code_of(bea.put(f"{path}/approvals/{other}", json={})) == (403, "not_yours")
    assert anne.delete(f"{path}/approvals/{other}").status_code == 204
    assert anne.get(f"{path}/approvals").json() == []


def test_child_has_no_public_profile(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    path, adult = add(browser, "Léo"), add(browser, "Marc", "adult")
    assert code_of(browser.patch(path, json={"listed": True})) == (403, "not_allowed")
    assert browser.patch(adult, json={"listed": True}).json()["listed"] is True
    # Nor does one become public by the way.
    assert browser.patch(adult, json={"kind": "child"}).json()["listed"] is False
    monkeypatch.setattr(sessions, "CONFIRMED_MS", 0)
    assert code_of(browser.patch(adult, json={"kind": "adult"})) == (403, "confirm")
    assert [one["listed"] for one in browser.me()["members"]] == [False] * 3


def test_members_are_renamed_and_deleted(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    path = add(browser, "Léo")
    assert code_of(browser.patch(path, json={"name": "anne"})) == (409, "name_taken")
    assert browser.patch(path, json={"name": "LÉO"}).json()["name"] == "LÉO"
    assert browser.delete(path).status_code == 204
    assert code_of(browser.get(f"{path}/rules")) == (403, "not_yours")
    assert add(browser, "Léo") != path
    (adult, _) = browser.me()["members"]
    other = Browser(server)
    other.sign_up("Bea")
    only = other.me()["members"][0]["id"]
    assert code_of(other.delete(f"/api/members/{only}")) == (400, "bad_request")
    assert code_of(other.delete(f"/api/members/{adult['id']}")) == (403, "not_yours")


def test_account_has_so_many_members_at_most(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "MOST", 3)
    browser = Browser(server)
    browser.sign_up("Anne")
    add(browser, "Léo")
    add(browser, "Robot", "bot")
    full = browser.post("/api/members", json={"name": "Zoé", "kind": "child"})
    assert code_of(full) == (400, "bad_request")
