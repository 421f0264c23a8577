"""Warnings, mutes and bans in the store, and what they forbid."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from empile.community import accounts
from empile.community.clock import DAY_MS, HOUR_MS
from empile.community.contacts import relations
from empile.community.moderation import acts, book
from empile.community.moderation.acts import NewAct
from empile.community.moderation.company import Person, check
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import moderation_log
from empile.server.wire.errors import CommandError
from tests.long.community.test_rules import NOON, Household
from tests.server.store.conftest import location as location

LATER = NOON + HOUR_MS
NEUTRAL = "you cannot take a place at this table"


def visit(location: StoreLocation, scene: Callable[[Household], None]) -> None:
    database.write(location, lambda connection: scene(Household(connection)))


def test_acts_hold_for_the_whole_account_until_they_end(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        connection, anne = people.connection, people["Anne"]
        bea = people["Bea"].account
        mute = NewAct("mute", "insults", "  Be \t kind.\n\n Please. ", LATER)
        act = acts.make(connection, people["Léo"].id, mute, NOON, by=bea)
        assert act.words == "Be kind.\n\nPlease."
        assert acts.is_muted(connection, anne.account, NOON)
        assert acts.is_muted(connection, anne.account, LATER - 1)
        assert not acts.is_muted(connection, anne.account, LATER)
        assert not acts.is_muted(connection, bea, NOON)
        assert acts.ban_of(connection, anne.account, NOON) is None
        acts.lift(connection, act, "", NOON + 1, by=bea)
        assert not acts.is_muted(connection, anne.account, NOON + 1)
        with pytest.raises(CommandError, match="not in force"):
            acts.lift(connection, act, "", NOON + 2, by=bea)
        acts.make(connection, anne.id, NewAct("warn", "spam", ""), NOON, by=bea)
        assert not acts.is_muted(connection, anne.account, NOON + 1)
        assert [one.kind for one in acts.of_account(connection, anne.account)] == ["warn", "mute"]

    visit(location, scene)


def test_ban_leaves_the_household_and_includes_a_mute(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        connection, anne, bea = people.connection, people["Anne"], people["Bea"]

        def person(name: str | None) -> Person:
            return Person() if name is None else Person(people[name].account, people[name].id)

        def refusal(member: str, *others: str | None, at: int = NOON) -> tuple[str, object] | None:
            try:
                check(connection, person(member), [person(other) for other in others], at)
            except CommandError as error:
                assert error.code == "not_allowed"
                return (str(error), error.reason)
            return None

        acts.make(connection, anne.id, NewAct("ban", "cheating", "", LATER), NOON, by=None)
        assert acts.is_muted(connection, anne.account, NOON)
        assert refusal("Anne") is None
        assert refusal("Anne", "Léo") is None
        for company in (["Bea"], [None], ["Léo", None]):
            told = refusal("Anne", *company)
            assert told is not None
            reason = told[1]
            assert (getattr(reason, "key", ""), getattr(reason, "args", {})) == (
                "ban.until",
                {"until": LATER},
            )
        # Others are not told who is banned, nor until when.
        assert refusal("Bea", "Anne") == (NEUTRAL, None)
        relations.block(connection, anne, bea, NOON)
        with pytest.raises(CommandError) as blocked:
            check(connection, person("Bea"), [person("Anne")], LATER)
        assert str(blocked.value) == NEUTRAL
        assert refusal("Anne", None, at=LATER) is None
        # The end of the longest ban counts.
        acts.make(connection, anne.id, NewAct("ban", "cheating", ""), NOON, by=None)
        longest = refusal("Anne", None)
        assert longest is not None
        assert getattr(longest[1], "key", "") == "ban.open"

    visit(location, scene)


def test_nobody_acts_against_themself_or_the_host(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        connection, anne, bea = people.connection, people["Anne"], people["Bea"]
        new = NewAct("warn", "other", "")
        with pytest.raises(CommandError, match="themselves"):
            acts.make(connection, people["Max"].id, new, NOON, by=bea.account)
        accounts.set_role(connection, anne.account, "host")
        with pytest.raises(CommandError, match="host"):
            acts.make(connection, people["Léo"].id, new, NOON, by=bea.account)
        ban = acts.make(connection, bea.id, NewAct("ban", "other", ""), NOON, by=None)
        with pytest.raises(CommandError, match="themselves"):
            acts.lift(connection, ban, "", NOON, by=bea.account)
        for wrong in (NewAct("mute", "other", "", NOON), NewAct("mute", "other", "x" * 501)):
            with pytest.raises(CommandError):
                acts.make(connection, bea.id, wrong, NOON, by=None)

    visit(location, scene)


def test_every_act_is_logged(location: StoreLocation) -> None:
    def scene(people: Household) -> None:
        connection, anne, bea = people.connection, people["Anne"], people["Bea"]
        ban = NewAct("ban", "cheating", "An engine played.", LATER)
        act = acts.make(connection, people["Léo"].id, ban, NOON, by=bea.account)
        acts.lift(connection, act, "A mistake.", NOON + 1, by=None)
        lifted, banned = book.entries(connection)
        assert (banned.entry.what, banned.by, banned.login, banned.name) == (
            "ban",
            "Bea",
            "Anne",
            "Léo",
        )
        assert (lifted.entry.what, lifted.by, lifted.entry.words) == ("lift", "", "A mistake.")
        assert book.entries(connection, before=lifted.id) == [banned]
        assert book.entries(connection, account=bea.account) == []
        # Deleting accounts leaves what was done, without names.
        accounts.remove(connection, anne.account, NOON + 2)
        assert [(one.login, one.name) for one in book.entries(connection)] == [("", "")] * 2
        book.forget_old(connection, NOON + 729 * DAY_MS)
        assert len(connection.execute(select(moderation_log)).all()) == 2

    visit(location, scene)
