"""Friendships and blocks.

One member sends a request, and the other accepts it. For a child, a guardian confirms, which also approves
the friend as a playing partner. A block is invisible to the blocked account: its requests stay pending, and
its challenges are refused as if the member only accepted them from friends.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, and_, delete, func, or_, select, update

from empile.community import rules
from empile.community.members import Member, find
from empile.community.moderation import acts
from empile.community.notices import outbox
from empile.community.projections.statements import insert_new, set_in
from empile.engine.errors import Reason
from empile.engine.text.look_alikes import key_of_name
from empile.server.store.schema import (
    blocks,
    claims,
    contact_settings,
    friendships,
    members,
    tables,
)
from empile.server.wire.errors import CommandError
from empile.server.wire.people.contacts import Contact, ContactSettings, Friend, NewContact

MOST_FRIENDS: Final = 500
"""Friends and open requests of a member."""
MOST_BLOCKS: Final = 500

_CONTACT: Final = (
    members.c.public,
    members.c.name,
    members.c.kind,
    members.c.listed,
    members.c.deleted,
)


def other_of(connection: Connection, member: Member, wanted: NewContact) -> Member:
    """Return another member, by name or ID. Raises ``CommandError``.

    By name only those are found that strangers see.
    """
    if (wanted.name is None) == (wanted.member is None):
        raise CommandError("bad_request", "give either 'name' or 'member'")
    if wanted.member is not None:
        found = find(connection, wanted.member)
    else:
        found = by_name(connection, wanted.name or "")
    if found is None:
        raise CommandError("no_table", "there is no such member, or the profile is hidden")
    if found.id == member.id:
        raise CommandError("bad_request", "this is the same member")
    return found


def by_name(connection: Connection, name: str) -> Member | None:
    """Return the member with a public name, or None."""
    public = connection.scalar(select(members.c.public).where(_is_named(name)))
    return None if public is None else find(connection, public)


def _is_named(name: str) -> Any:
    return and_(members.c.name_key == key_of_name(name), members.c.deleted.is_(None))


# -- Friends ---------------------------------------------------------------------------------------


def ask(connection: Connection, member: Member, other: Member, now: int, *, guardian: bool) -> None:
    """Send a friend request, or accept a pending one. Raises ``CommandError``.

    :param guardian: whether the password or a passkey was confirmed recently.
    """
    if member.account == other.account:
        raise CommandError("bad_request", "members of one account need no request")
    if blocks_account(connection, member.id, other.account):
        raise CommandError("not_allowed", "you blocked this member")
    acts.check_not_banned(connection, member.account, now)
    _check_guardian(connection, member, other, now, guardian=guardian)
    if _pending(connection, other.id, member.id):
        _accept(connection, member, other, now)
        return
    if _pair(connection, member.id, other.id):
        return
    count = select(func.count()).select_from(friendships)
    count = count.where(
        or_(
            friendships.c.member == member.id,
            and_(friendships.c.other == member.id, friendships.c.accepted.is_not(None)),
        )
    )
    if int(connection.scalar(count) or 0) >= MOST_FRIENDS:
        raise CommandError("bad_request", f"at most {MOST_FRIENDS} friends and requests")
    insert_new(connection, friendships, {"member": member.id, "other": other.id, "made": now})
    # A blocked member learns nothing, and is not noticed.
    if not blocks_account(connection, other.id, member.account):
        outbox.add(connection, other.id, "friend", member.public, now, other=member.id)


def accept(
    connection: Connection, member: Member, other: Member, now: int, *, guardian: bool
) -> None:
    """Accept what another member asked. Raises ``CommandError``."""
    if not _pending(connection, other.id, member.id):
        raise CommandError("stale", "this member does not ask any more")
    acts.check_not_banned(connection, member.account, now)
    _check_guardian(connection, member, other, now, guardian=guardian)
    _accept(connection, member, other, now)


def _accept(connection: Connection, member: Member, other: Member, now: int) -> None:
    connection.execute(
        update(friendships)
        .where(friendships.c.member == other.id, friendships.c.other == member.id)
        .values(accepted=now)
    )
    connection.execute(
        delete(friendships).where(
            friendships.c.member == member.id, friendships.c.other == other.id
        )
    )


def part(connection: Connection, member: Member, other: Member) -> None:
    """End a friendship, or a request of either side."""
    connection.execute(delete(friendships).where(_between(member.id, other.id)))


def _check_guardian(
    connection: Connection, member: Member, other: Member, now: int, *, guardian: bool
) -> None:
    if member.kind != "child":
        return
    if not guardian:
        raise CommandError("confirm", "a guardian has to confirm the friends of a child")
    meet = rules.rules_of(connection, member).meet
    if meet in ("bots", "household"):
        raise CommandError(
            "not_allowed",
            "a guardian has to allow approved people first",
            Reason("rule.meet", {}),
        )
    rules.approve(connection, member, other, now)


def are_friends(connection: Connection, one: int, other: int) -> bool:
    """Return whether two members are friends."""
    found = select(friendships.c.made).where(
        _between(one, other), friendships.c.accepted.is_not(None)
    )
    return connection.scalar(found) is not None


def friend_numbers(connection: Connection, member: int) -> list[int]:
    """Return the friends of a member."""
    rows = connection.execute(
        select(friendships.c.member, friendships.c.other).where(
            or_(friendships.c.member == member, friendships.c.other == member),
            friendships.c.accepted.is_not(None),
        )
    )
    return [other if one == member else one for one, other in rows]


def friends(connection: Connection, member: int) -> list[tuple[int, Friend]]:
    """Return the friends of a member with their numbers, by name. They are away."""
    found: list[tuple[int, Friend]] = []
    for own, other in (
        (friendships.c.member, friendships.c.other),
        (friendships.c.other, friendships.c.member),
    ):
        rows = connection.execute(
            select(*_CONTACT, friendships.c.accepted, members.c.id)
            .join(members, members.c.id == other)
            .where(own == member, friendships.c.accepted.is_not(None), members.c.deleted.is_(None))
        )
        found += [(row.id, Friend(row.public, row.name, row.kind, row.accepted)) for row in rows]
    return sorted(found, key=lambda one: (one[1].name.casefold(), one[0]))


def received(connection: Connection, member: int) -> list[Contact]:
    """Return pending requests to a member, without those of blocked accounts."""
    query = (
        select(*_CONTACT, friendships.c.made)
        .join(members, members.c.id == friendships.c.member)
        .outerjoin(blocks, and_(blocks.c.member == member, blocks.c.account == members.c.account))
        .where(friendships.c.other == member, blocks.c.member.is_(None))
    )
    # The sender of a request reveals its name.
    return _newest(connection, query, named=True)


def sent(connection: Connection, member: int) -> list[Contact]:
    """Return pending requests of a member."""
    query = (
        select(*_CONTACT, friendships.c.made)
        .join(members, members.c.id == friendships.c.other)
        .where(friendships.c.member == member)
    )
    return _newest(connection, query, named=False)


def _newest(connection: Connection, query: Select[Any], *, named: bool) -> list[Contact]:
    rows = connection.execute(
        query.where(friendships.c.accepted.is_(None), members.c.deleted.is_(None)).order_by(
            friendships.c.made.desc(), members.c.id
        )
    )
    return [_contact(row, row.made, named=named) for row in rows]


def _contact(row: Row[Any], since: int, *, named: bool) -> Contact:
    """Return a member as another one sees it, the name of a hidden profile only if ``named``."""
    if row.deleted is not None:
        return Contact("", "", row.kind, since)
    is_public = bool(row.listed) or row.kind == "bot"
    return Contact(row.public, row.name if named or is_public else "", row.kind, since)


def _between(one: int, other: int) -> Any:
    return or_(
        and_(friendships.c.member == one, friendships.c.other == other),
        and_(friendships.c.member == other, friendships.c.other == one),
    )


def _pair(connection: Connection, one: int, other: int) -> bool:
    """Return whether two are friends, or ``one`` has asked."""
    found = select(friendships.c.made).where(
        or_(
            and_(friendships.c.member == one, friendships.c.other == other),
            and_(_between(one, other), friendships.c.accepted.is_not(None)),
        )
    )
    return connection.scalar(found) is not None


def _pending(connection: Connection, asker: int, asked: int) -> bool:
    found = select(friendships.c.made).where(
        friendships.c.member == asker,
        friendships.c.other == asked,
        friendships.c.accepted.is_(None),
    )
    return connection.scalar(found) is not None


# -- Blocks ----------------------------------------------------------------------------------------


def block(connection: Connection, member: Member, other: Member, now: int) -> None:
    """Do not meet the account of another member any more. Raises ``CommandError``."""
    if member.account == other.account:
        raise CommandError("bad_request", "members of one account do not block each other")
    count = select(func.count()).select_from(blocks).where(blocks.c.member == member.id)
    if int(connection.scalar(count) or 0) >= MOST_BLOCKS:
        raise CommandError("bad_request", f"at most {MOST_BLOCKS} accounts can be blocked")
    values = {"member": member.id, "account": other.account, "other": other.id, "made": now}
    set_in(connection, blocks, values, ["other"])
    of_account = select(members.c.id).where(members.c.account == other.account)
    mine, theirs = friendships.c.member, friendships.c.other
    # Requests of the blocked account stay pending; requests to it end.
    connection.execute(
        delete(friendships).where(
            or_(
                and_(mine == member.id, theirs.in_(of_account)),
                and_(
                    theirs == member.id,
                    mine.in_(of_account),
                    friendships.c.accepted.is_not(None),
                ),
            )
        )
    )


def unblock(connection: Connection, member: Member, other: Member) -> None:
    """Meet the account of another member again."""
    connection.execute(
        delete(blocks).where(blocks.c.member == member.id, blocks.c.account == other.account)
    )


def blocked(connection: Connection, member: int) -> list[Contact]:
    """Return the accounts that a member blocked, newest first."""
    rows = connection.execute(
        select(*_CONTACT, blocks.c.made)
        .join(members, members.c.id == blocks.c.other)
        .where(blocks.c.member == member)
        .order_by(blocks.c.made.desc(), members.c.id)
    )
    return [_contact(row, row.made, named=False) for row in rows]


def blocks_account(connection: Connection, member: int, account: int) -> bool:
    """Return whether a member does not want to meet an account."""
    found = select(blocks.c.made).where(blocks.c.member == member, blocks.c.account == account)
    return connection.scalar(found) is not None


def avoided(connection: Connection, member: int) -> list[int]:
    """Return the accounts that a member does not want to meet."""
    found = select(blocks.c.account).where(blocks.c.member == member).order_by(blocks.c.account)
    return list(connection.scalars(found))


def blocked_places(connection: Connection, member: int, table: str) -> list[int]:
    """Return the places of blocked accounts at a table at which a member has a place."""
    mine = claims.alias()
    found = (
        select(claims.c.place)
        .join(tables, tables.c.number == claims.c.number)
        .join(mine, and_(mine.c.number == claims.c.number, mine.c.member == member))
        .join(members, members.c.id == claims.c.member)
        .join(blocks, and_(blocks.c.member == member, blocks.c.account == members.c.account))
        .where(tables.c.id == table)
        .order_by(claims.c.place)
    )
    return list(connection.scalars(found))


def blockers(connection: Connection, account: int, among: Collection[int]) -> set[int]:
    """Return those of the given members that blocked an account."""
    found = select(blocks.c.member).where(
        blocks.c.account == account, blocks.c.member.in_(sorted(among))
    )
    return set(connection.scalars(found))


# -- Settings --------------------------------------------------------------------------------------


def settings_of(connection: Connection, member: int) -> ContactSettings:
    """Return the visibility settings of a member."""
    row = connection.execute(
        select(contact_settings.c.presence, contact_settings.c.challenges).where(
            contact_settings.c.member == member
        )
    ).first()
    return ContactSettings() if row is None else ContactSettings(row.presence, row.challenges)


def set_settings(connection: Connection, member: Member, wanted: ContactSettings) -> None:
    """Store the visibility settings of a member."""
    values = {
        "member": member.id,
        "presence": wanted.presence,
        "challenges": wanted.challenges,
    }
    set_in(connection, contact_settings, values, ["presence", "challenges"])
