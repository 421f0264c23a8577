"""The people and programs of an account."""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from empile.community.absences import marks
from empile.community.contacts import forgetting
from empile.community.fairplay import addresses
from empile.community.messages import forgetting as message_forgetting
from empile.community.names import alike, clean_name
from empile.community.notices import outbox
from empile.community.projections.forgetting import forget_member
from empile.community.puzzles import results
from empile.engine.text.look_alikes import key_of_name, look_of_name
from empile.server.store.schema import (
    absences,
    accounts,
    api_tokens,
    approvals,
    member_rules,
    members,
    notice_settings,
    play_time,
    progress,
    push_devices,
    sessions,
    studies,
)
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import MemberChange, MemberKind

MOST: Final = 30
"""Members of an account."""
_ID_BYTES: Final = 9


class Member(NamedTuple):
    """A member that is not deleted."""

    id: int
    public: str
    account: int
    name: str
    kind: MemberKind
    listed: bool


_COLUMNS: Final = (
    members.c.id,
    members.c.public,
    members.c.account,
    members.c.name,
    members.c.kind,
    members.c.listed,
)


def make(connection: Connection, account: int, name: str, kind: MemberKind, now: int) -> Member:
    """Add a member to an account. Raises ``CommandError``."""
    name = clean_name(name)
    is_public = _is_public(kind, listed=False)
    lock(connection, account)
    _require_free_name(connection, account, name, is_public=is_public)
    count = select(func.count()).select_from(members)
    count = count.where(members.c.account == account, members.c.deleted.is_(None))
    if int(connection.scalar(count) or 0) >= MOST:
        raise CommandError("bad_request", f"an account has at most {MOST} members")
    public = secrets.token_urlsafe(_ID_BYTES)
    made = connection.execute(
        insert(members).values(
            public=public,
            account=account,
            kind=kind,
            listed=0,
            **_stored(name, is_public=is_public),
            made=now,
        )
    ).inserted_primary_key
    assert made is not None
    return Member(int(made[0]), public, account, name, kind, listed=False)


def find(connection: Connection, public: str) -> Member | None:
    """Return the member with an id of addresses, or None."""
    row = connection.execute(
        select(*_COLUMNS).where(members.c.public == public, members.c.deleted.is_(None))
    ).first()
    return None if row is None else _member(row)


def own(connection: Connection, account: int, public: str) -> Member:
    """Return a member of an account. Raises ``CommandError`` for others, existing or not."""
    found = find(connection, public)
    if found is None or found.account != account:
        raise CommandError("not_yours", "this is no member of your account")
    return found


def all_of(connection: Connection, account: int) -> list[Member]:
    """Return the members of an account, the oldest first."""
    rows = connection.execute(
        select(*_COLUMNS)
        .where(members.c.account == account, members.c.deleted.is_(None))
        .order_by(members.c.id)
    )
    return [_member(row) for row in rows]


def ids(connection: Connection, account: int) -> list[int]:
    """Return the ids of the members of an account."""
    return [member.id for member in all_of(connection, account)]


def change(connection: Connection, member: Member, wanted: MemberChange) -> Member:
    """Change a member. Raises ``CommandError``."""
    name, kind, listed = member.name, member.kind, member.listed
    if wanted.name is not None and wanted.name != name:
        name = clean_name(wanted.name)
    if wanted.kind is not None:
        if member.kind == "bot":
            raise CommandError("bad_request", "a bot stays a bot")
        kind = wanted.kind
    if wanted.listed is not None:
        listed = wanted.listed
    if kind == "child":
        if wanted.listed:
            raise CommandError("not_allowed", "the profile of a child is never public")
        listed = False
    is_public = _is_public(kind, listed=listed)
    lock(connection, member.account)
    if name != member.name or is_public > _is_public(member.kind, listed=member.listed):
        _require_free_name(connection, member.account, name, member.id, is_public=is_public)
    connection.execute(
        update(members)
        .where(members.c.id == member.id)
        .values(kind=kind, listed=int(listed), **_stored(name, is_public=is_public))
    )
    return member._replace(name=name, kind=kind, listed=listed)


def remove(connection: Connection, member: int, now: int) -> None:
    """Delete a member and all that is its own; finished games stay, by a deleted player.

    Claims stay, too, until their tables are deleted: they hide the name at these tables.
    """
    # First: from now on no game of this member is added.
    connection.execute(
        update(members)
        .where(members.c.id == member)
        .values(name="", name_key=None, name_look=None, listed=0, deleted=now)
    )
    forget_member(connection, member)
    marks.mark_member(connection, member, now)
    outbox.forget_member(connection, member)
    addresses.forget_member(connection, member)
    message_forgetting.forget_member(connection, member)
    results.forget_member(connection, member)
    for table in (
        absences,
        api_tokens,
        member_rules,
        notice_settings,
        play_time,
        progress,
        push_devices,
        studies,
    ):
        connection.execute(delete(table).where(table.c.member == member))
    connection.execute(
        delete(approvals).where(or_(approvals.c.member == member, approvals.c.other == member))
    )
    forgetting.forget_member(connection, member, now)
    connection.execute(update(sessions).where(sessions.c.member == member).values(member=None))


def _is_public(kind: MemberKind, *, listed: bool) -> bool:
    """Return whether strangers see the name, so that no other public name may look like it."""
    return listed or kind == "bot"


def _stored(name: str, *, is_public: bool) -> dict[str, str | None]:
    return {
        "name": name,
        "name_key": key_of_name(name) if is_public else None,
        "name_look": look_of_name(name) if is_public else None,
    }


def lock(connection: Connection, account: int) -> None:
    """Prevent other transactions from changing an account's members until this one ends.

    Two requests might choose the same name. SQLite has one writer at a time and needs no lock.
    """
    connection.execute(select(accounts.c.id).where(accounts.c.id == account).with_for_update())


def _require_free_name(
    connection: Connection, account: int, name: str, but: int = 0, *, is_public: bool
) -> None:
    """Raise ``CommandError`` if another member has a name that is too similar.

    In an account all names differ, among all accounts those that strangers see: every family may
    call a child Tom.
    """
    own = [one.name for one in all_of(connection, account) if one.id != but]
    taken = key_of_name(name) in map(key_of_name, own) or look_of_name(name) in map(
        look_of_name, own
    )
    if not taken and is_public:
        similar = alike(connection, name, members.c.name_key, members.c.name_look)
        other = select(members.c.id).where(similar, members.c.id != but).limit(1)
        taken = connection.scalar(other) is not None
    if taken:
        raise CommandError("name_taken", "this name is taken, or too similar to another")


def _member(row: object) -> Member:
    found = Member(*row)  # type: ignore[misc]
    return found._replace(listed=bool(found.listed))
