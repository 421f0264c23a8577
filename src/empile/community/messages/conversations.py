"""Messages in the store: written, read, erased and forgotten.

The readers of a message are stored when it is written, so a member that joins later cannot read
it. What a member reads later also depends on :func:`permission.visible_authors`.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, insert, or_, select, update

from empile.community.contacts import relations
from empile.community.database import overwrite_deleted
from empile.community.export.writer import Listing
from empile.community.members import Member
from empile.community.messages import permission
from empile.community.notices import outbox
from empile.community.projections.statements import insert_new
from empile.engine.errors import Reason
from empile.server.store.schema import claims, members, message_readers, messages, tables
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import Message
from empile.server.wire.people.messages import (
    Conversation,
    Conversations,
    MessagePage,
    TextMessage,
)

NUMBERS_PER_MS: Final = 256
"""Consecutive numbers would reveal how much is written elsewhere, also by members that blocked the
reader. Numbers stay below 10**15, the largest in a body."""
PAGE: Final = 50
"""Messages of a page."""
_LOOKED_AT: Final = 500
"""The newest messages of a member, by which its conversations are listed."""


class AtTable(NamedTuple):
    """The conversation at a table."""

    number: int

    def holds(self) -> Any:
        """Return the condition that a message belongs to it."""
        return messages.c.number == self.number


class WithFriend(NamedTuple):
    """The conversation of two members."""

    member: int
    friend: int

    @property
    def pair(self) -> tuple[int, int]:
        """The members, the lower number first."""
        return min(self), max(self)

    def holds(self) -> Any:
        """Return the condition that a message belongs to it."""
        one, other = self.pair
        return and_(messages.c.one == one, messages.c.other == other)


Place = AtTable | WithFriend
"""The conversation of a message."""


class Moment(NamedTuple):
    """How far a table is when a message is written."""

    game: int
    seq: int


class Written(NamedTuple):
    """A message that was stored, and whose pages show it."""

    message: TextMessage
    told: set[int]
    noticed: set[int]
    """Those of them with a new notice."""


def table_of(connection: Connection, table: str) -> AtTable:
    """Return the conversation at a table. Raises ``CommandError``."""
    number = connection.scalar(select(tables.c.number).where(tables.c.id == table))
    if number is None:
        raise CommandError("no_table", "there is no such table")
    return AtTable(number)


def write(
    connection: Connection,
    author: Member,
    place: Place,
    text: str,
    now: int,
    moment: Moment | None = None,
) -> Written:
    """Store a message. Raises ``CommandError`` if the author sees no reader of it."""
    permission.check_author(connection, author)
    there = _others(connection, author.id, place)
    if not permission.shown_readers(connection, author.id, there):
        raise CommandError("not_allowed", "nobody here can read it", Reason("talk.nobody", {}))
    found = permission.readers(connection, author.id, there)
    one, other = place.pair if isinstance(place, WithFriend) else (None, None)
    message = _store(
        connection,
        {
            "number": place.number if isinstance(place, AtTable) else None,
            "one": one,
            "other": other,
            "author": author.id,
            "text": text,
            "made": now,
            "game": None if moment is None else moment.game,
            "seq": None if moment is None else moment.seq,
        },
    )
    rows = [{"member": reader, "message": message, "read": None} for reader in sorted(found)]
    rows.append({"member": author.id, "message": message, "read": now})
    connection.execute(insert(message_readers), rows)
    noticed: set[int] = set()
    if isinstance(place, WithFriend):
        noticed = found
        for reader in found:
            outbox.add(
                connection,
                reader,
                "message",
                author.public,
                now,
                mark=message,
                other=author.id,
            )
    seat = None
    if isinstance(place, AtTable):
        seat = _places(connection, place.number).get(author.id)
    shown = TextMessage(message, author.name, text, now, own=True, place=seat)
    return Written(shown, {author.id, *found}, noticed)


def _store(connection: Connection, values: dict[str, Any]) -> int:
    """Insert a message; return its number, which reveals only the time of writing."""
    while True:
        number = values["made"] * NUMBERS_PER_MS + secrets.randbelow(NUMBERS_PER_MS)
        if insert_new(connection, messages, {"id": number, **values}):
            return int(number)


def _others(connection: Connection, member: int, place: Place) -> set[int]:
    """Return the others of a conversation. Raises ``CommandError`` if the member has no part in it."""
    if isinstance(place, WithFriend):
        if not relations.are_friends(connection, *place.pair):
            raise CommandError("not_allowed", "messages are between friends")
        return {place.friend}
    there = _places(connection, place.number)
    if member not in there:
        raise CommandError("not_yours", "this member has no place at this table")
    return set(there) - {member}


def _places(connection: Connection, number: int) -> dict[int, int]:
    """Return the places at a table by the members that own them."""
    rows = connection.execute(
        select(claims.c.member, claims.c.place)
        .join(members, members.c.id == claims.c.member)
        .where(claims.c.number == number, members.c.deleted.is_(None))
    )
    return {row.member: row.place for row in rows}


def page(
    connection: Connection, member: Member, place: Place, before: int | None = None
) -> MessagePage:
    """Return the newest messages of a conversation, or those before one. Raises ``CommandError``."""
    query = (
        select(
            messages.c.id,
            messages.c.author,
            messages.c.text,
            messages.c.made,
            messages.c.erased,
            message_readers.c.read,
            members.c.name,
        )
        .join(message_readers, message_readers.c.message == messages.c.id)
        .join(members, members.c.id == messages.c.author)
        .where(place.holds(), message_readers.c.member == member.id)
        .order_by(messages.c.id.desc())
        .limit(PAGE + 1)
    )
    if before is not None:
        query = query.where(messages.c.id < before)
    rows = connection.execute(query).all()
    authors = {row.author for row in rows}
    visible = permission.visible_authors(connection, member.id, authors) | {member.id}
    seats: dict[int, int] = {}
    if isinstance(place, AtTable):
        there = set(seats := _places(connection, place.number))
        if member.id not in there:
            raise CommandError("not_yours", "this member has no place at this table")
    else:
        friends = relations.are_friends(connection, *place.pair)
        there = {place.friend} if friends else set[int]()
    shown = [
        TextMessage(
            row.id,
            row.name,
            row.text,
            row.made,
            own=row.author == member.id,
            place=seats.get(row.author),
            erased=row.erased is not None,
            unread=row.read is None,
        )
        for row in rows[:PAGE]
        if row.author in visible
    ]
    found = permission.shown_readers(connection, member.id, there - {member.id})
    return MessagePage(
        shown[::-1], len(rows) > PAGE, _names(connection, found), _refused(connection, member)
    )


def _refused(connection: Connection, member: Member) -> Message | None:
    """Return why a member may not write messages, or None."""
    try:
        permission.check_author(connection, member)
    except CommandError as error:
        return error.reason
    return None


def _names(connection: Connection, numbers: Collection[int]) -> list[str]:
    found = connection.scalars(select(members.c.name).where(members.c.id.in_(sorted(numbers))))
    return sorted(found, key=str.casefold)


def conversations(connection: Connection, member: int) -> Conversations:
    """Return the conversations of a member."""
    rows = connection.execute(
        select(
            messages.c.id,
            messages.c.number,
            messages.c.one,
            messages.c.other,
            messages.c.author,
            messages.c.made,
            messages.c.erased,
            message_readers.c.read,
        )
        .join(message_readers, message_readers.c.message == messages.c.id)
        .where(message_readers.c.member == member)
        .order_by(message_readers.c.message.desc())
        .limit(_LOOKED_AT)
    ).all()
    authors = {row.author for row in rows}
    visible = permission.visible_authors(connection, member, authors) | {member}
    found: dict[Place, Conversation] = {}
    unread: defaultdict[Place, list[int]] = defaultdict(list)
    for row in rows:
        if row.author not in visible:
            continue
        place: Place
        if row.number is not None:
            place = AtTable(row.number)
        else:
            place = WithFriend(member, row.one if row.other == member else row.other)
        if row.read is None and row.erased is None:
            unread[place].append(row.author)
        known = found.get(place, Conversation(row.id, 0, 0))
        changed = max(known.changed, row.made, row.erased or 0)
        found[place] = Conversation(known.last, changed, len(unread[place]))
    return _named(connection, found, unread)


def _named(
    connection: Connection,
    found: Mapping[Place, Conversation],
    unread: Mapping[Place, Sequence[int]],
) -> Conversations:
    friends = [place.friend for place in found if isinstance(place, WithFriend)]
    numbers = [place.number for place in found if isinstance(place, AtTable)]
    people = {
        row.id: row
        for row in connection.execute(
            select(members.c.id, members.c.public, members.c.name).where(members.c.id.in_(friends))
        )
    }
    ids = dict(
        connection.execute(select(tables.c.number, tables.c.id).where(tables.c.number.in_(numbers)))
        .tuples()
        .all()
    )
    listed: list[Conversation] = []
    for place, one in found.items():
        if isinstance(place, AtTable):
            seats = _places(connection, place.number) if one.unread else {}
            named = Conversation(
                one.last,
                one.changed,
                one.unread,
                table=ids.get(place.number),
                places=[seats[author] for author in unread[place] if author in seats],
            )
        else:
            friend = people[place.friend]
            named = Conversation(
                one.last, one.changed, one.unread, member=friend.public, name=friend.name
            )
        listed.append(named)
    return Conversations(sorted(listed, key=lambda one: (-one.changed, -one.last)))


def mark_read(connection: Connection, member: int, place: Place, last: int, now: int) -> bool:
    """Note that a member has read a conversation; return whether anything was new."""
    new = select(messages.c.id).where(place.holds(), messages.c.id <= last)
    read = (
        update(message_readers)
        .where(
            message_readers.c.member == member,
            message_readers.c.read.is_(None),
            message_readers.c.message.in_(new),
        )
        .values(read=now)
    )
    return connection.execute(read).rowcount > 0


def erase(connection: Connection, author: int, message: int, now: int) -> set[int]:
    """Erase a message of a member; return whose pages showed it. Raises ``CommandError``."""
    overwrite_deleted(connection)
    erased = (
        update(messages)
        .where(messages.c.id == message, messages.c.author == author, messages.c.erased.is_(None))
        .values(text="", erased=now)
    )
    if connection.execute(erased).rowcount == 0:
        raise CommandError("no_table", "there is no such message of this member")
    return set(
        connection.scalars(
            select(message_readers.c.member).where(message_readers.c.message == message)
        )
    )


def exported(member: Member) -> Listing:
    """Return what a member wrote, and what it reads, the oldest first."""
    other = members.alias()
    query = (
        select(
            messages.c.author,
            members.c.name,
            messages.c.text,
            messages.c.made,
            messages.c.erased,
            tables.c.id.label("table"),
            other.c.name.label("friend"),
        )
        .join(message_readers, message_readers.c.message == messages.c.id)
        .join(members, members.c.id == messages.c.author)
        .outerjoin(tables, tables.c.number == messages.c.number)
        .outerjoin(
            other,
            and_(
                other.c.id != member.id,
                or_(other.c.id == messages.c.one, other.c.id == messages.c.other),
            ),
        )
        .where(message_readers.c.member == member.id)
    )

    def shape(connection: Connection, rows: list[dict[str, Any]]) -> list[Any]:
        authors = {row["author"] for row in rows}
        visible = permission.visible_authors(connection, member.id, authors) | {member.id}
        return [
            {
                "table": row["table"],
                "with": row["friend"],
                "own": row["author"] == member.id,
                "name": row["name"],
                "text": row["text"],
                "made": row["made"],
                "erased": row["erased"],
            }
            for row in rows
            if row["author"] in visible
        ]

    return Listing(query, [message_readers.c.message], shape)
