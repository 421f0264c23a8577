"""Permission to exchange messages.

Both members are people with permission to use free text, neither blocked the other's account, and
a child exchanges messages only within its account and with members that a guardian approved. A
blocked member is not notified: it sees :func:`shown_readers`. A moderator's mute prevents writing,
not reading, so other members do not notice it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import Connection, select

from empile.community.clock import now_ms
from empile.community.members import Member
from empile.community.moderation import acts
from empile.engine.errors import Reason
from empile.server.store.schema import approvals, blocks, member_rules, members
from empile.server.wire.errors import CommandError


class _Person(NamedTuple):
    account: int
    kind: str
    free: bool
    """Whether it may use free text."""


def may_write(connection: Connection, author: int, reader: int) -> bool:
    """Return whether a member reads what another one writes now.

    Example::

        await database.read(lambda connection: may_write(connection, 7, 9))
    """
    return reader in readers(connection, author, [reader])


def readers(connection: Connection, author: int, among: Collection[int]) -> set[int]:
    """Return those of some members that read what ``author`` writes now."""
    if _is_muted(connection, author):
        return set()
    found = _acquainted(connection, author, among)
    return found - _apart(connection, author, found, theirs=True)


def shown_readers(connection: Connection, author: int, among: Collection[int]) -> set[int]:
    """Return those of some members that read what ``author`` writes, as far as it may know."""
    if _is_muted(connection, author):
        return set()
    found = _acquainted(connection, author, among)
    return found - _apart(connection, author, found, theirs=False)


def visible_authors(connection: Connection, reader: int, authors: Collection[int]) -> set[int]:
    """Return those of the authors of messages to ``reader`` that it still reads.

    A block by an author is left out: the reader would learn of it.
    """
    found = _acquainted(connection, reader, authors)
    return found - _apart(connection, reader, found, theirs=False)


def check_author(connection: Connection, author: Member) -> None:
    """Raise ``CommandError`` with the code ``not_allowed`` if a member may not write messages."""
    person = _people(connection, [author.id]).get(author.id)
    if person is None or person.kind == "bot":
        raise CommandError("not_allowed", "a program writes no messages")
    if not person.free:
        raise CommandError(
            "not_allowed", "a guardian allows phrases only", Reason("rule.phrases", {})
        )

    now = now_ms()
    acts.check_not_banned(connection, author.account, now)
    acts.check_not_muted(connection, author.account, now)


def _is_muted(connection: Connection, member: int) -> bool:
    account = connection.scalar(select(members.c.account).where(members.c.id == member))
    return account is not None and acts.is_muted(connection, account, now_ms())


def _acquainted(connection: Connection, one: int, others: Collection[int]) -> set[int]:
    """Return the members that may exchange messages with a member, regardless of blocks."""
    people = _people(connection, {one, *others})
    own = people.get(one)
    if own is None or not own.free:
        return set()
    found = {
        other
        for other in others
        if other != one and (person := people.get(other)) is not None and person.free
    }
    if own.kind == "child":
        approved = set(
            connection.scalars(
                select(approvals.c.other).where(
                    approvals.c.member == one, approvals.c.other.in_(sorted(found))
                )
            )
        )
        found = {
            other for other in found if people[other].account == own.account or other in approved
        }
    children = sorted(other for other in found if people[other].kind == "child")
    if children:
        approving = set(
            connection.scalars(
                select(approvals.c.member).where(
                    approvals.c.other == one, approvals.c.member.in_(children)
                )
            )
        )
        found -= {
            child
            for child in children
            if people[child].account != own.account and child not in approving
        }
    return found


def _apart(connection: Connection, one: int, others: Collection[int], *, theirs: bool) -> set[int]:
    """Return those whose account a member blocked; with ``theirs`` also those that blocked its own."""
    if not others:
        return set()
    account = {
        row.id: row.account
        for row in connection.execute(
            select(members.c.id, members.c.account).where(members.c.id.in_({one, *others}))
        )
    }
    avoided = set(connection.scalars(select(blocks.c.account).where(blocks.c.member == one)))
    found = {other for other in others if account.get(other) in avoided}
    if theirs:
        found |= set(
            connection.scalars(
                select(blocks.c.member).where(
                    blocks.c.account == account.get(one), blocks.c.member.in_(sorted(others))
                )
            )
        )
    return found


def _people(connection: Connection, wanted: Iterable[int]) -> dict[int, _Person]:
    rows = connection.execute(
        select(members.c.id, members.c.account, members.c.kind, member_rules.c.phrases_only)
        .outerjoin(member_rules, member_rules.c.member == members.c.id)
        .where(members.c.id.in_(sorted(set(wanted))), members.c.deleted.is_(None))
    )
    found: dict[int, _Person] = {}
    for number, account, kind, phrases_only in rows:
        if phrases_only is None:  # no guardian has decided
            phrases_only = kind == "child"
        found[number] = _Person(account, kind, kind != "bot" and not phrases_only)
    return found
