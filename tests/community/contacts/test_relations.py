"""Friends and blocks, in stores of each kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, select

from empile.community import accounts, members, rules
from empile.community.contacts import relations
from empile.community.members import Member
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import blocks, friendships
from empile.server.store.schema import members as stored_members
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import MemberChange, MemberRules
from empile.server.wire.people.contacts import NewContact
from tests.server.store.conftest import location as location

NOW = 1_800_000_000_000


class Town:
    """Anne with Léo, a child; Bea; and Carl with Cora. Carl has a public profile."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        for first, *more in (("Anne", "Léo"), ("Bea",), ("Carl", "Cora")):
            new = accounts.NewOne(first, first, "adult", "", None)
            account = accounts.make(connection, new, 1)
            for name in more:
                kind: Any = "child" if name == "Léo" else "adult"
                members.make(connection, account, name, kind, 1)
        members.change(connection, self["Carl"], MemberChange(listed=True))

    def __getitem__(self, name: str) -> Member:
        """Return a member by name."""
        found = select(stored_members.c.public).where(stored_members.c.name == name)
        member = members.find(self.connection, str(self.connection.scalar(found)))
        assert member is not None
        return member

    def ask(self, name: str, other: str, *, guardian: bool = False) -> None:
        relations.ask(self.connection, self[name], self[other], NOW, guardian=guardian)

    def accept(self, name: str, other: str, *, guardian: bool = False) -> None:
        relations.accept(self.connection, self[name], self[other], NOW, guardian=guardian)

    def friends(self, name: str) -> list[str]:
        return [one.name for _, one in relations.friends(self.connection, self[name].id)]

    def received(self, name: str) -> list[str]:
        return [one.name for one in relations.received(self.connection, self[name].id)]

    def sent(self, name: str) -> list[str]:
        return [one.name for one in relations.sent(self.connection, self[name].id)]

    def block(self, name: str, other: str) -> None:
        relations.block(self.connection, self[name], self[other], NOW)

    def rows(self, table: Any) -> int:
        return len(self.connection.execute(select(table)).all())


def visit(location: StoreLocation, scene: Callable[[Town], None]) -> None:
    """Play a scene in a store."""
    database.write(location, lambda connection: scene(Town(connection)))


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(CommandError) as caught:
        act()
    return caught.value.code


def test_accepted_requests_make_friends_of_both(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        town.ask("Anne", "Carl")
        town.ask("Anne", "Carl")
        assert town.received("Carl") == ["Anne"]
        assert town.sent("Anne") == ["Carl"]
        assert town.friends("Anne") == []
        town.accept("Carl", "Anne")
        for one, other in (("Anne", "Carl"), ("Carl", "Anne")):
            assert town.friends(one) == [other]
            assert town.sent(one) == town.received(one) == []
        town.ask("Carl", "Anne")
        assert town.sent("Carl") == []
        relations.part(town.connection, town["Carl"], town["Anne"])
        assert town.friends("Anne") == town.friends("Carl") == []
        assert refused(lambda: town.accept("Carl", "Anne")) == "stale"

    visit(location, scene)


def test_asking_who_asked_accepts(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        town.ask("Anne", "Carl")
        town.ask("Carl", "Anne")
        assert town.friends("Anne") == ["Carl"]
        assert town.rows(friendships) == 1

    visit(location, scene)


def test_name_of_a_hidden_profile_is_shown_to_friends_only(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        town.ask("Carl", "Bea")
        assert town.sent("Carl") == [""]
        town.accept("Bea", "Carl")
        assert town.friends("Carl") == ["Bea"]
        find = relations.other_of
        assert find(town.connection, town["Bea"], NewContact("cARL")) == town["Carl"]
        for wanted in (NewContact("Anne"), NewContact("Nobody"), NewContact(member="x")):
            assert refused(partial(find, town.connection, town["Bea"], wanted)) == "no_table"
        assert refused(lambda: find(town.connection, town["Bea"], NewContact())) == "bad_request"

    visit(location, scene)


def test_friends_of_a_child_need_a_guardian(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        town.ask("Bea", "Léo")
        assert refused(lambda: town.accept("Léo", "Bea")) == "confirm"
        assert refused(lambda: town.accept("Léo", "Bea", guardian=True)) == "not_allowed"
        rules.set_rules(town.connection, town["Léo"], MemberRules("approved", phrases_only=True))
        assert refused(lambda: town.ask("Léo", "Carl")) == "confirm"
        town.accept("Léo", "Bea", guardian=True)
        assert town.friends("Bea") == ["Léo"]
        rules.check_may_play(town.connection, town["Bea"].id, [town["Léo"].id], NOW)
        assert refused(lambda: town.ask("Léo", "Anne", guardian=True)) == "bad_request"

    visit(location, scene)


def test_blocked_account_is_no_friend_and_its_requests_seem_to_wait(
    location: StoreLocation,
) -> None:
    def scene(town: Town) -> None:
        town.ask("Bea", "Carl")
        town.accept("Carl", "Bea")
        town.block("Bea", "Carl")
        town.block("Bea", "Carl")
        assert town.friends("Carl") == []
        assert relations.avoided(town.connection, town["Bea"].id) == [town["Carl"].account]
        assert relations.avoided(town.connection, town["Carl"].id) == []
        for name in ("Carl", "Cora"):
            town.ask(name, "Bea")
            assert town.sent(name) == [""]
        assert town.received("Bea") == []
        assert refused(lambda: town.ask("Bea", "Cora")) == "not_allowed"
        bea = town["Bea"].id
        assert relations.blockers(town.connection, town["Cora"].account, [bea]) == {bea}
        relations.unblock(town.connection, town["Bea"], town["Cora"])
        assert sorted(town.received("Bea")) == ["Carl", "Cora"]
        assert refused(lambda: town.block("Carl", "Cora")) == "bad_request"

    visit(location, scene)


def test_deleted_members_leave_nothing(location: StoreLocation) -> None:
    def scene(town: Town) -> None:
        town.ask("Carl", "Anne")
        town.accept("Anne", "Carl")
        town.ask("Bea", "Cora")
        town.block("Bea", "Carl")
        town.block("Carl", "Bea")
        account = town["Carl"].account
        members.remove(town.connection, town["Carl"].id, NOW)
        assert town.friends("Anne") == []
        # The rest of the account is blocked still, by a member without a name.
        (known,) = relations.blocked(town.connection, town["Bea"].id)
        assert (known.id, known.name) == ("", "")
        accounts.remove(town.connection, account, NOW)
        assert town.rows(blocks) == town.rows(friendships) == 0

    visit(location, scene)


def test_friends_and_requests_are_limited(
    location: StoreLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relations, "MOST_FRIENDS", 1)
    monkeypatch.setattr(relations, "MOST_BLOCKS", 0)

    def scene(town: Town) -> None:
        town.ask("Anne", "Bea")
        assert refused(lambda: town.ask("Anne", "Carl")) == "bad_request"
        assert refused(lambda: town.block("Anne", "Carl")) == "bad_request"

    visit(location, scene)
