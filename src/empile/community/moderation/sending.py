"""Makes reports: finds their subject, and copies the evidence."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, and_, select

from empile.community import members as members_
from empile.community.members import Member
from empile.community.moderation import evidence, reports
from empile.community.moderation.evidence import AROUND, AtTable
from empile.community.moderation.reports import GUEST, Reported, Sent
from empile.server.registry import TableRegistry
from empile.server.store.schema import claims, members, message_readers, messages, tables
from empile.server.wire.errors import CommandError
from empile.server.wire.people.moderation import Evidence, EvidenceMessage, NewReport, OwnReport


class Pointed(NamedTuple):
    """What a reporter points at."""

    subject: str
    member: int | None
    """The number of the member; None for a guest."""
    shown_name: str | None
    """The name that the reporter sees at the table; None: as others see the member."""
    table: AtTable | None = None
    place: int | None = None
    messages: tuple[EvidenceMessage, ...] = ()


class Message(NamedTuple):
    """A message that a member may read."""

    id: int
    author: int
    name: str
    table: str | None
    """The table at which it was written, if any."""
    place: int | None
    """The place of the author."""
    seq: int | None
    """The last event of the table before it."""


async def at_place(registry: TableRegistry, table: str, place: int, account: int) -> Pointed:
    """Point at a player, and copy what happened at the table. Raises ``CommandError``."""
    room = await registry.fresh_room(table)
    seated = evidence.check_player(room.table, place, account)
    copied = await evidence.at_table(room)
    number = None if seated is None else seated.number
    return Pointed(f"place {table} {place}", number, copied.names[place], copied, place)


def check(wanted: NewReport) -> None:
    """Raise ``CommandError`` unless a report points at exactly one thing."""
    at_table = wanted.table is not None and wanted.place is not None
    ways = (wanted.member is not None, at_table, wanted.message is not None)
    if sum(ways) != 1 or (wanted.table is None) != (wanted.place is None):
        detail = "give one of 'member', 'table' with 'place', and 'message'"
        raise CommandError("bad_request", detail)


def at_member(connection: Connection, public: str) -> Pointed:
    """Point at a member by its ID. Raises ``CommandError``."""
    found = members_.find(connection, public)
    if found is None:
        raise CommandError("no_table", "there is no such member")
    return Pointed(f"member {public}", found.id, None)


async def at_message(
    registry: TableRegistry, message: Message, around: list[EvidenceMessage]
) -> Pointed:
    """Point at a message, and copy what happened at its table."""
    copied = None
    if message.table is not None:
        with contextlib.suppress(CommandError):  # the table has been deleted
            copied = await evidence.at_table(await registry.fresh_room(message.table), message.seq)
    return Pointed(
        f"message {message.id}",
        message.author,
        message.name,
        copied,
        message.place,
        tuple(around),
    )


def find_message(
    connection: Connection, reader: Member, message: int
) -> tuple[Message, list[EvidenceMessage]]:
    """Return a message that a member may read, with those around it. Raises ``CommandError``."""
    row = connection.execute(
        select(
            messages.c.id,
            messages.c.author,
            messages.c.number,
            messages.c.one,
            messages.c.other,
            messages.c.seq,
            members.c.name,
            tables.c.id.label("table"),
            claims.c.place,
        )
        .join(message_readers, message_readers.c.message == messages.c.id)
        .join(members, members.c.id == messages.c.author)
        .outerjoin(tables, tables.c.number == messages.c.number)
        .outerjoin(
            claims,
            and_(claims.c.number == messages.c.number, claims.c.member == messages.c.author),
        )
        .where(
            messages.c.id == message,
            message_readers.c.member == reader.id,
            members.c.deleted.is_(None),
        )
    ).first()
    if row is None:
        raise CommandError("no_table", "there is no such message")
    there = (
        messages.c.number == row.number
        if row.number is not None
        else and_(messages.c.one == row.one, messages.c.other == row.other)
    )
    found = Message(row.id, row.author, row.name, row.table, row.place, row.seq)
    return found, _around(connection, reader, there, row.id)


def _around(
    connection: Connection, reader: Member, there: Any, message: int
) -> list[EvidenceMessage]:
    """Return the messages of a conversation around one, as far as the reporter may read them."""
    query = (
        select(messages.c.id, messages.c.made, messages.c.text, members.c.name)
        .join(message_readers, message_readers.c.message == messages.c.id)
        .join(members, members.c.id == messages.c.author)
        .where(there, message_readers.c.member == reader.id)
    )
    before = query.where(messages.c.id <= message).order_by(messages.c.id.desc())
    after = query.where(messages.c.id > message).order_by(messages.c.id)
    rows = [
        *reversed(connection.execute(before.limit(AROUND + 1)).all()),
        *connection.execute(after.limit(AROUND)).all(),
    ]
    return [EvidenceMessage(row.made, row.name, row.text, row.id == message) for row in rows]


def send(
    connection: Connection, reporter: Member, pointed: Pointed, wanted: NewReport, now: int
) -> OwnReport:
    """Store a report with its evidence. Raises ``CommandError``."""
    reported, copied = GUEST, Evidence(pointed.shown_name or "", pointed.shown_name or "")
    row = None
    if pointed.member is not None:
        row = connection.execute(
            select(members.c.account, members.c.name, members.c.kind, members.c.listed).where(
                members.c.id == pointed.member, members.c.deleted.is_(None)
            )
        ).first()
    if row is not None and pointed.member is not None:
        if row.account == reporter.account:
            detail = "members of one account do not report each other"
            raise CommandError("bad_request", detail)
        reported = Reported(row.account, pointed.member)
        shown = pointed.shown_name
        if shown is None:
            shown = row.name if row.listed or row.kind == "bot" else ""
        copied = Evidence(row.name, shown, row.kind)
    if pointed.table is not None:
        there = pointed.table
        publics = _publics(connection, [one.number for one in there.seated.values()])
        copied = Evidence(
            copied.name,
            copied.shown_name,
            copied.kind,
            there.id,
            there.game,
            there.players(pointed.place, publics),
            there.lines,
        )
    copied = replace(copied, messages=list(pointed.messages))
    sent = Sent(wanted.about, pointed.subject, wanted.text, copied)
    return reports.make(connection, reporter, reported, sent, now)


def _publics(connection: Connection, numbers: Collection[int]) -> dict[int, str]:
    """Return the IDs of members that are not deleted."""
    rows = connection.execute(
        select(members.c.id, members.c.public).where(
            members.c.id.in_(sorted(numbers)), members.c.deleted.is_(None)
        )
    )
    return dict(rows.tuples().all())
