"""The calendar of absences of a member.

A change is stored with the tables whose logs must follow it (:mod:`empile.community.absences.marks`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from empile.community.absences import marks
from empile.community.clock import DAY_MS, HOUR_MS, MINUTE_MS
from empile.community.members import Member
from empile.server.store.schema import absences, members
from empile.server.tables.clocks.arithmetic import Period
from empile.server.wire.errors import CommandError
from empile.server.wire.people.absences import (
    AbsenceCalendar,
    AbsenceInfo,
    NewAbsence,
    YearOfAbsences,
)

DAYS_A_YEAR: Final = 30
SHORTEST_MS: Final = HOUR_MS
COUNTED_MS: Final = DAY_MS
"""Least time that an absence counts, so that clocks are not paused many times."""
FARTHEST_MS: Final = 365 * DAY_MS
KEPT_MS: Final = 400 * DAY_MS
"""How long absences are kept after their end: the days of a year must be known."""
_LATE_MS: Final = 5 * MINUTE_MS
"""How long before now an absence may begin that begins now, by a clock that is slow."""


def calendar_of(connection: Connection, member: Member, now: int) -> AbsenceCalendar:
    """Return the absences of a member that are not over."""
    known = _all_of(connection, member.id)
    periods = [Period(one.began, one.ended) for one in known]
    year = _year(now)
    return AbsenceCalendar(
        [one for one in known if one.ended > now],
        [
            YearOfAbsences(one, max(0, DAYS_A_YEAR * DAY_MS - _counted(periods, one)))
            for one in (year, year + 1)
        ],
    )


def add(connection: Connection, member: Member, wanted: NewAbsence, now: int) -> AbsenceCalendar:
    """Add an absence. Raises ``CommandError`` with the code ``bad_request`` or ``not_allowed``."""
    if member.kind == "bot":
        raise CommandError("not_allowed", "a program is never absent")
    period = _checked(wanted, now)
    # Prevents two concurrent requests from using the same remaining days.
    connection.execute(select(members.c.id).where(members.c.id == member.id).with_for_update())
    known = [Period(one.began, one.ended) for one in _all_of(connection, member.id)]
    if any(one.since < period.until and period.since < one.until for one in known):
        raise CommandError("bad_request", "this member is absent then already")
    for year in sorted({_year(period.since), _year(period.until - 1)}):
        if _counted([*known, period], year) > DAYS_A_YEAR * DAY_MS:
            raise CommandError(
                "not_allowed", f"a member is absent for at most {DAYS_A_YEAR} days a year"
            )
    connection.execute(
        insert(absences).values(
            member=member.id,
            began=period.since,
            ended=period.until,
            stand_in=int(wanted.stand_in),
        )
    )
    marks.mark_member(connection, member.id, now)
    return calendar_of(connection, member, now)


def remove(connection: Connection, member: Member, number: int, now: int) -> AbsenceCalendar:
    """Remove an absence, or end it now if it has begun. Raises ``CommandError``."""
    of_member = (absences.c.id == number, absences.c.member == member.id, absences.c.ended > now)
    removed = connection.execute(delete(absences).where(*of_member, absences.c.began >= now))
    if removed.rowcount == 0:
        ended = connection.execute(update(absences).where(*of_member).values(ended=now))
        if ended.rowcount == 0:
            raise CommandError("no_table", "there is no such absence, or it is over")
    marks.mark_member(connection, member.id, now)
    return calendar_of(connection, member, now)


def forget_old(connection: Connection, now: int) -> None:
    """Delete absences that count for nothing any more."""
    connection.execute(delete(absences).where(absences.c.ended < now - KEPT_MS))


def _checked(wanted: NewAbsence, now: int) -> Period:
    began = now if wanted.began is None else wanted.began
    if now - _LATE_MS <= began < now:
        began = now
    if began < now:
        raise CommandError("bad_request", "an absence begins now or later")
    if wanted.ended - began < SHORTEST_MS:
        raise CommandError("bad_request", "an absence lasts an hour or more")
    if wanted.ended > now + FARTHEST_MS:
        raise CommandError("bad_request", "an absence ends within a year")
    return Period(began, wanted.ended)


def _all_of(connection: Connection, member: int) -> list[AbsenceInfo]:
    rows = connection.execute(
        select(absences.c.id, absences.c.began, absences.c.ended, absences.c.stand_in)
        .where(absences.c.member == member)
        .order_by(absences.c.began, absences.c.id)
    )
    return [AbsenceInfo(row.id, row.began, row.ended, bool(row.stand_in)) for row in rows]


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year


def _counted(periods: Iterable[Period], year: int) -> int:
    """Return what absences take of a year."""
    first, end = (
        int(datetime(one, 1, 1, tzinfo=UTC).timestamp()) * 1000 for one in (year, year + 1)
    )
    return sum(_within(one, Period(first, end)) for one in periods)


def _within(period: Period, year: Period) -> int:
    length = min(period.until, year.until) - max(period.since, year.since)
    if year.since <= period.since < year.until:
        # It takes a day at least, in the year in which it begins.
        length += max(0, COUNTED_MS - (period.until - period.since))
    return max(0, length)
