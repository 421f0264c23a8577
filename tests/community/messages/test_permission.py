"""Who may write to whom, in stores of each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, select

from empile.community import accounts, members, rules
from empile.community.clock import now_ms
from empile.community.contacts import relations
from empile.community.members import Member
from empile.community.messages import permission
from empile.community.moderation import acts
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import members as stored_members
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import MemberKind, MemberRules
from empile.server.wire.people.acts import ActKind
from tests.server.store.conftest import location as location

NOW = 1_800_000_000_000
KINDS: dict[str, MemberKind] = {"Léo": "child", "Max": "child", "Robo": "bot"}


class Town:
    """Anne with Léo, a child; Bea with Max, a child; Carl with Robo, a program."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        for first, other in (("Anne", "Léo"), ("Bea", "Max"), ("Carl", "Robo")):
            new = accounts.NewOne(first, first, "adult", "", None)
            members.make(connection, accounts.make(connection, new, 1), other, KINDS[other], 1)

    def __getitem__(self, name: str) -> Member:
        """Return a member by name."""
        found = select(stored_members.c.public).where(stored_members.c.name == name)
        member = members.find(self.connection, str(self.connection.scalar(found)))
        assert member is not None
        return member

    def free(self, name: str, *approved: str) -> None:
        """Let a child use free text, with some people."""
        chosen = MemberRules(meet="approved", phrases_only=False)
        rules.set_rules(self.connection, self[name], chosen)
        for other in approved:
            rules.approve(self.connection, self[name], self[other], NOW)

    def may_write(self, author: str, reader: str) -> bool:
        return permission.may_write(self.connection, self[author].id, self[reader].id)

    def pairs(self) -> set[str]:
        """Return all that may write, such as ``Anne>Bea``; batches agree with single answers."""
        names = ("Anne", "Léo", "Bea", "Max", "Carl", "Robo")
        numbers = {name: self[name].id for name in names}
        found = {f"{one}>{other}" for one in names for other in names if self.may_write(one, other)}
        for one in names:
            batch = permission.readers(self.connection, numbers[one], list(numbers.values()))
            assert {f"{one}>{name}" for name in names if numbers[name] in batch} == {
                pair for pair in found if pair.startswith(f"{one}>")
            }
        return found


Use = Callable[[Callable[[Town], Any]], Any]


@pytest.fixture
def use(location: StoreLocation) -> Use:
    def use(scene: Callable[[Town], Any]) -> Any:
        return database.write(location, lambda connection: scene(Town(connection)))

    return use


def both(*pairs: str) -> set[str]:
    """Return pairs in both directions."""
    found = {tuple(pair.split(">")) for pair in pairs}
    return {f"{one}>{other}" for one, other in found} | {f"{other}>{one}" for one, other in found}


ADULTS = both("Anne>Bea", "Anne>Carl", "Bea>Carl")


def test_may_write_is_for_adults_unless_a_guardian_decides(use: Use) -> None:
    def scene(town: Town) -> None:
        assert town.pairs() == ADULTS
        town.free("Léo")
        assert town.pairs() == ADULTS | both("Anne>Léo")  # one household
        town.free("Léo", "Bea")
        assert town.pairs() == ADULTS | both("Anne>Léo", "Bea>Léo")
        # Two children: both guardians approve.
        town.free("Léo", "Max")
        town.free("Max")
        assert town.pairs() == ADULTS | both("Anne>Léo", "Bea>Léo", "Bea>Max")
        town.free("Max", "Léo")
        assert town.pairs() == ADULTS | both("Anne>Léo", "Bea>Léo", "Bea>Max", "Max>Léo")
        rules.set_rules(town.connection, town["Léo"], rules.OF_CHILDREN)
        assert town.pairs() == ADULTS | both("Bea>Max")

    use(scene)


def test_may_write_counts_blocks_of_either_and_shows_only_the_own(use: Use) -> None:
    def scene(town: Town) -> None:
        relations.block(town.connection, town["Bea"], town["Anne"], NOW)
        assert town.pairs() == ADULTS - both("Anne>Bea")
        ids = [town[name].id for name in ("Anne", "Bea", "Carl")]
        anne, bea, carl = ids
        # The blocked sees what it saw before.
        assert permission.shown_readers(town.connection, anne, ids) == {bea, carl}
        assert permission.visible_authors(town.connection, anne, ids) == {bea, carl}
        assert permission.shown_readers(town.connection, bea, ids) == {carl}
        assert permission.visible_authors(town.connection, bea, ids) == {carl}

    use(scene)


@pytest.mark.parametrize("kind", ["mute", "ban"])
def test_may_write_ends_with_a_mute_that_only_the_muted_notices(use: Use, kind: ActKind) -> None:
    def scene(town: Town) -> None:
        bea, now = town["Bea"], now_ms()
        seen = permission.shown_readers(town.connection, town["Anne"].id, [bea.id])
        act = acts.make(
            town.connection, bea.id, acts.NewAct(kind, "insults", "words"), now, by=None
        )
        assert town.pairs() == ADULTS - {"Bea>Anne", "Bea>Carl"}
        assert permission.shown_readers(town.connection, town["Anne"].id, [bea.id]) == seen
        assert permission.shown_readers(town.connection, bea.id, [town["Anne"].id]) == set()
        with pytest.raises(CommandError) as refused:
            permission.check_author(town.connection, bea)
        assert refused.value.reason is not None
        acts.lift(town.connection, act, "enough", now_ms(), by=None)
        assert town.pairs() == ADULTS

    use(scene)


def test_may_write_ends_with_a_deleted_member(use: Use) -> None:
    def scene(town: Town) -> None:
        bea = town["Bea"].id
        members.remove(town.connection, bea, NOW)
        anne = town["Anne"].id
        assert not permission.may_write(town.connection, anne, bea)
        assert not permission.may_write(town.connection, bea, anne)

    use(scene)


@pytest.mark.parametrize(("name", "allowed"), [("Anne", True), ("Léo", False), ("Robo", False)])
def test_check_author_names_who_never_writes(use: Use, name: str, allowed: bool) -> None:
    def scene(town: Town) -> None:
        if allowed:
            permission.check_author(town.connection, town[name])
            return
        with pytest.raises(CommandError) as refused:
            permission.check_author(town.connection, town[name])
        assert refused.value.code == "not_allowed"

    use(scene)
