"""Who may sit at one table: bans, blocks and what guardians allow, however people come there.

:func:`check` is the whole interface to tables, challenges and the lobby. People at one's own device
need not be passed: they are in one room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from empile.community import rules
from empile.community.moderation import acts, guests
from empile.server.store.schema import blocks, members
from empile.server.tables.owners import Holder
from empile.server.tables.table import SeatedMember
from empile.server.wire.errors import CommandError


class Person(NamedTuple):
    """Somebody at a table, or who comes there."""

    account: int | None = None
    """The number of the account. None for a guest of whom nothing is known."""
    member: int | None = None
    """The number of the member. None for a guest."""


def people(connection: Connection, holders: Iterable[Holder | None], now: int) -> list[Person]:
    """Return the people who hold places; None is a guest who may come."""
    seated = list(holders)
    keys = [holder for holder in seated if isinstance(holder, str)]
    accounts = guests.accounts_of_places(connection, keys, now) if keys else {}
    return [
        Person(holder.account, holder.number)
        if isinstance(holder, SeatedMember) and not holder.deleted
        else Person(accounts.get(holder) if isinstance(holder, str) else None)
        for holder in seated
    ]


def check(connection: Connection, person: Person, others: Sequence[Person], now: int) -> None:
    """Raise ``CommandError`` with the code ``not_allowed`` if somebody may not play with others now.

    Only one's own ban is named. Who blocked a member may still choose to play with it, but cannot
    know whose guest somebody is.

    Example::

        await database.read(lambda connection: check(connection, Person(3, 7), [Person()], now_ms()))
    """
    strangers = [
        other for other in others if other.account is None or other.account != person.account
    ]
    if strangers and person.account is not None:
        acts.check_not_banned(connection, person.account, now)
    accounts = {other.account for other in strangers if other.account is not None}
    apart = _apart(connection, [person, *strangers])
    if acts.banned(connection, accounts, now) or any(
        (other, person) in apart or (other.member is None and (person, other) in apart)
        for other in strangers
    ):
        raise _neutral()
    if person.member is not None:
        rules.check_may_play(connection, person.member, [other.member for other in others], now)
        return
    for other in others:
        if other.member is not None:
            rules.check_may_play(connection, other.member, [None], now)


def check_again(
    connection: Connection, own: Sequence[Person], others: Sequence[Person], now: int
) -> None:
    """Like :func:`check`, for another game of the people at one device with others.

    No two of them may have blocked each other: who asks does not choose for the others.
    """
    for person in own:
        check(connection, person, others, now)
    if _apart(connection, [*own, *others]):
        raise _neutral()


def _apart(connection: Connection, people: Sequence[Person]) -> set[tuple[Person, Person]]:
    """Return who blocked whom. A guest counts as all members of the account."""
    accounts = {person.account for person in people if person.account is not None}
    if len(accounts) < 2:
        return set()
    query = (
        select(blocks.c.member, members.c.account.label("by"), blocks.c.account)
        .join(members, members.c.id == blocks.c.member)
        .where(members.c.account.in_(accounts), blocks.c.account.in_(accounts))
    )
    return {
        (person, other)
        for member, by, account in connection.execute(query).tuples()
        for person in people
        if person.account == by and person.member in (None, member)
        for other in people
        if other.account == account
    }


def _neutral() -> CommandError:
    """Return what tells nobody who is banned, or has blocked whom."""
    return CommandError("not_allowed", "you cannot take a place at this table")
