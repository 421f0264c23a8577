"""What a guardian allows: company, hours and minutes of play.

Tables ask :mod:`empile.community.moderation.company`, which also knows bans and blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, tzinfo
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_in_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_in_sqlite

from empile.community.clock import DAY_MS
from empile.community.members import Member
from empile.engine.errors import Reason
from empile.server.store.schema import approvals, member_rules, members, play_time
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import Approval, Meet, MemberInfo, MemberRules

MOST_APPROVALS: Final = 500
_TIMES_KEPT_DAYS: Final = 30
_LONGEST_GAP_MS: Final = 5 * 60_000
_EPOCH: Final = date(1970, 1, 1).toordinal()

OF_ADULTS: Final = MemberRules(meet="anyone", phrases_only=False)
OF_CHILDREN: Final = MemberRules(meet="household", phrases_only=True)
"""Until a guardian says otherwise."""

_COLUMNS: Final = (
    member_rules.c.meet,
    member_rules.c.phrases_only,
    member_rules.c.zone,
    member_rules.c.quiet_from,
    member_rules.c.quiet_to,
    member_rules.c.minutes_a_day,
)


class _Person(NamedTuple):
    id: int
    account: int
    rules: MemberRules


def rules_of(connection: Connection, member: Member) -> MemberRules:
    """Return what a member may do."""
    row = connection.execute(select(*_COLUMNS).where(member_rules.c.member == member.id)).first()
    return _default(member.kind) if row is None else _rules(row)


def info_of(connection: Connection, member: Member) -> MemberInfo:
    """Return what the account of a member sees of it."""
    return infos_of(connection, [member])[0]


def infos_of(connection: Connection, household: Sequence[Member]) -> list[MemberInfo]:
    """Return what the account of some members sees of them."""
    people = _people(connection, [member.id for member in household])
    return [
        MemberInfo(
            member.public,
            member.name,
            member.kind,
            member.listed,
            strangers=people[member.id].rules.meet == "anyone",
        )
        for member in household
    ]


def set_rules(connection: Connection, member: Member, rules: MemberRules) -> None:
    """Store what a member may do. Raises ``CommandError`` with the code ``bad_request``."""
    if (rules.quiet_from is None) != (rules.quiet_to is None):
        raise CommandError("bad_request", "quiet hours have a beginning and an end")
    zone_of(rules.zone)
    connection.execute(delete(member_rules).where(member_rules.c.member == member.id))
    connection.execute(
        insert(member_rules).values(
            member=member.id,
            meet=rules.meet,
            phrases_only=int(rules.phrases_only),
            zone=rules.zone,
            quiet_from=rules.quiet_from,
            quiet_to=rules.quiet_to,
            minutes_a_day=rules.minutes_a_day,
        )
    )


def approved(connection: Connection, member: Member) -> list[Approval]:
    """Return the people that a guardian approved, the newest first."""
    rows = connection.execute(
        select(members.c.public, members.c.name, approvals.c.made)
        .join(members, members.c.id == approvals.c.other)
        .where(approvals.c.member == member.id, members.c.deleted.is_(None))
        .order_by(approvals.c.made.desc(), members.c.id)
    )
    return [Approval(*row) for row in rows]


def approve(connection: Connection, member: Member, other: Member, now: int) -> None:
    """Let two members play with each other, as far as ``member`` is concerned."""
    if member.id == other.id:
        raise CommandError("bad_request", "nobody needs an approval for playing alone")
    if len(approved(connection, member)) >= MOST_APPROVALS:
        raise CommandError("bad_request", f"at most {MOST_APPROVALS} members can be approved")
    insert_ = insert_in_sqlite if connection.dialect.name == "sqlite" else insert_in_postgresql
    new = insert_(approvals).values(member=member.id, other=other.id, made=now)
    connection.execute(new.on_conflict_do_nothing())


def disapprove(connection: Connection, member: Member, other: Member) -> None:
    """Take an approval back."""
    connection.execute(
        delete(approvals).where(approvals.c.member == member.id, approvals.c.other == other.id)
    )


def check_may_play(
    connection: Connection, member: int, others: Sequence[int | None], now: int
) -> None:
    """Raise ``CommandError`` with the code ``not_allowed`` if a member may not play now.

    ``others`` are the people at the table by their ids as members, None for guests; bots of the
    server are left out. ``now`` is in milliseconds. The rules of both sides count: a member cannot
    play with a child whose guardian did not approve it.

    Example::

        await database.read(lambda connection: check_may_play(connection, 7, [9, None], now_ms()))
    """
    known = [other for other in others if other is not None]
    people = _people(connection, [member, *known])
    one = people.get(member)
    if one is None:
        raise CommandError("not_yours", "this member was deleted")
    _check_time(connection, one, now)
    for other in others:
        if not _may_meet(connection, one, None if other is None else people.get(other)):
            raise CommandError(
                "not_allowed",
                "a guardian has to approve playing with each other first",
                Reason("rule.meet", {}),
            )


def _people(connection: Connection, wanted: Iterable[int]) -> dict[int, _Person]:
    rows = connection.execute(
        select(members.c.id, members.c.account, members.c.kind, *_COLUMNS)
        .outerjoin(member_rules, member_rules.c.member == members.c.id)
        .where(members.c.id.in_(set(wanted)), members.c.deleted.is_(None))
    )
    return {
        row[0]: _Person(row[0], row[1], _default(row[2]) if row[3] is None else _rules(row[3:]))
        for row in rows
    }


def _may_meet(connection: Connection, one: _Person, other: _Person | None) -> bool:
    """Return whether two people may play; None is a guest, or was deleted."""
    if other is None:
        return one.rules.meet == "anyone"
    if one.id == other.id:
        return True
    return _admits(connection, one, other) and _admits(connection, other, one)


def _admits(connection: Connection, one: _Person, other: _Person) -> bool:
    match one.rules.meet:
        case "anyone":
            return True
        case "bots":
            return False
        case _ if one.account == other.account:
            return True
        case "household":
            return False
        case "approved":
            found = select(approvals.c.member).where(
                approvals.c.member == one.id, approvals.c.other == other.id
            )
            return connection.scalar(found) is not None


def _check_time(connection: Connection, one: _Person, now: int) -> None:
    rules = one.rules
    if rules.quiet_from is not None and rules.quiet_to is not None:
        local = datetime.fromtimestamp(now / 1000, zone_of(rules.zone))
        minute = local.hour * 60 + local.minute
        first, last = rules.quiet_from, rules.quiet_to
        quiet = first <= minute < last if first <= last else minute >= first or minute < last
        if quiet:
            raise CommandError(
                "not_allowed",
                "these are quiet hours",
                Reason("rule.quiet", {"until": f"{last // 60:02}:{last % 60:02}"}),
            )
    if rules.minutes_a_day is not None:
        day = day_of(now, rules.zone)
        found = select(play_time.c.seconds).where(
            play_time.c.member == one.id, play_time.c.day == day
        )
        if int(connection.scalar(found) or 0) >= 60 * rules.minutes_a_day:
            raise CommandError(
                "not_allowed",
                "the time for today is used up",
                Reason("rule.minutes", {"minutes": rules.minutes_a_day}),
            )


def add_play_time(connection: Connection, member: int, since: int, until: int) -> None:
    """Count the time between two events of a running game, at most five minutes.

    ``since`` and ``until`` are in milliseconds. Longer gaps are those of a game left for later.
    """
    seconds = min(until - since, _LONGEST_GAP_MS) // 1000
    if seconds <= 0:
        return
    zone = connection.scalar(select(member_rules.c.zone).where(member_rules.c.member == member))
    insert_ = insert_in_sqlite if connection.dialect.name == "sqlite" else insert_in_postgresql
    new = insert_(play_time).values(
        member=member, day=day_of(until, zone or "UTC"), seconds=seconds
    )
    connection.execute(
        new.on_conflict_do_update(
            index_elements=["member", "day"],
            set_={"seconds": play_time.c.seconds + new.excluded.seconds},
        )
    )


def day_of(at: int, zone: str) -> int:
    """Return the day of a time in a time zone, as days since 1970."""
    return datetime.fromtimestamp(at / 1000, zone_of(zone)).toordinal() - _EPOCH


def zone_of(name: str) -> tzinfo:
    """Return a time zone. Raises ``CommandError`` with the code ``bad_request``."""
    if name == "UTC":  # also without a database of time zones
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        raise CommandError("bad_request", f"there is no time zone {name!r}") from None


def forget_old(connection: Connection, now: int) -> None:
    """Delete times of play that no rule counts any more."""
    connection.execute(delete(play_time).where(play_time.c.day < now // DAY_MS - _TIMES_KEPT_DAYS))


def _default(kind: str) -> MemberRules:
    return OF_CHILDREN if kind == "child" else OF_ADULTS


def _rules(row: Sequence[object]) -> MemberRules:
    meet: Meet
    meet, phrases_only, zone, quiet_from, quiet_to, minutes = row  # type: ignore[assignment]
    return MemberRules(
        meet,
        bool(phrases_only),
        str(zone),
        quiet_from,  # type: ignore[arg-type]
        quiet_to,  # type: ignore[arg-type]
        minutes,  # type: ignore[arg-type]
    )
