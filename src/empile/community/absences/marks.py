"""Tables whose logs must follow the calendars of their players, and when.

A mark is made in the transaction that changes a calendar or seats a member, and stays until a process
has compared the log with the calendars. So a crash in between only delays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select, update

from empile.community.clock import MINUTE_MS
from empile.community.projections.statements import set_in
from empile.server.store.schema import absences, absent_tables, claims, members, tables
from empile.server.tables.clocks.arithmetic import Period

AGAIN_MS: Final = MINUTE_MS
"""When another process looks at a table that one has begun to look at."""
_TABLES_AT_ONCE: Final = 50


class Calendar(NamedTuple):
    """The absences of a member with a place at a table."""

    member: int
    seated: int
    """When the member took the place."""
    absences: Sequence[tuple[Period, bool]]
    """In order, and whether a bot stands in."""


class Claimed(NamedTuple):
    """A table that this process looks at."""

    due: int
    """What the mark was set to."""
    calendars: dict[int, Calendar]
    """By place."""


def mark_member(connection: Connection, member: int, now: int) -> None:
    """Have the tables of a member looked at, after the calendar changed."""
    numbers = connection.scalars(
        select(claims.c.number)
        .where(claims.c.member == member, claims.c.running == 1)
        .order_by(claims.c.number)
    ).all()
    for number in numbers:
        _mark(connection, number, now)


def mark_table(connection: Connection, number: int, now: int) -> None:
    """Have a table looked at if players are or will be absent, after places were taken."""
    if is_concerned(connection, number, now):
        _mark(connection, number, now)


def is_concerned(connection: Connection, number: int, now: int) -> bool:
    """Return whether players of a table are or will be absent."""
    found = (
        select(absences.c.id)
        .join(claims, claims.c.member == absences.c.member)
        .where(claims.c.number == number, absences.c.ended > now)
        .limit(1)
    )
    return connection.scalar(found) is not None


def due(connection: Connection, now: int) -> list[tuple[int, str | None]]:
    """Return the numbers and IDs of tables that are due; None if a table was deleted."""
    rows = connection.execute(
        select(absent_tables.c.number, tables.c.id)
        .outerjoin(tables, tables.c.number == absent_tables.c.number)
        .where(absent_tables.c.due <= now)
        .order_by(absent_tables.c.due, absent_tables.c.number)
        .limit(_TABLES_AT_ONCE)
    )
    return [(row.number, row.id) for row in rows]


def claim(connection: Connection, number: int, now: int) -> Claimed:
    """Begin to look at a table: return its calendars, and keep other processes away for a while."""
    _mark(connection, number, now + AGAIN_MS)
    return Claimed(now + AGAIN_MS, calendars(connection, number))


def finish(connection: Connection, number: int, claimed: Claimed, now: int) -> bool:
    """End looking at a table. Returns whether its calendars are still the claimed ones.

    If not, the mark stays: what was noted may be outdated.
    """
    times = [
        at for one in claimed.calendars.values() for period, _ in one.absences for at in period
    ]
    later = [at for at in times if at > now]
    mine = (absent_tables.c.number == number, absent_tables.c.due == claimed.due)
    done = (
        update(absent_tables).where(*mine).values(due=min(later))
        if later
        else delete(absent_tables).where(*mine)
    )
    if connection.execute(done).rowcount > 0:
        return True
    _mark(connection, number, now)
    return False


def forget(connection: Connection, number: int) -> None:
    """Delete the mark of a table that was deleted, or has no days for each move."""
    connection.execute(delete(absent_tables).where(absent_tables.c.number == number))


def calendars(connection: Connection, number: int) -> dict[int, Calendar]:
    """Return the calendars of the members at a table, by place."""
    seated = connection.execute(
        select(claims.c.place, claims.c.member, claims.c.made)
        .join(members, members.c.id == claims.c.member)
        .where(claims.c.number == number, members.c.deleted.is_(None))
        .order_by(claims.c.place)
    ).all()
    if not seated:
        return {}
    rows = connection.execute(
        select(absences.c.member, absences.c.began, absences.c.ended, absences.c.stand_in)
        .where(absences.c.member.in_([row.member for row in seated]))
        .order_by(absences.c.began)
    ).all()
    return {
        place: Calendar(
            member,
            made,
            [
                (Period(row.began, row.ended), bool(row.stand_in))
                for row in rows
                if row.member == member
            ],
        )
        for place, member, made in seated
    }


def _mark(connection: Connection, number: int, at: int) -> None:
    set_in(connection, absent_tables, {"number": number, "due": at}, ["due"])
