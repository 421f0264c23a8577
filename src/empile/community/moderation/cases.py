"""Queries for moderators: open reports by account, the history of an account, and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from empile.community import members as members_
from empile.community.contacts import invited
from empile.community.members import Member
from empile.community.moderation import acts, appeals, book, reports
from empile.community.moderation.acts import Act, NewAct
from empile.server.store.schema import accounts, members
from empile.server.store.schema import acts as stored_acts
from empile.server.store.schema import appeals as stored_appeals
from empile.server.store.schema import reports as stored_reports
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import Role
from empile.server.wire.people.moderation import (
    LoggedDecision,
    MemberCase,
    ModerationLog,
    ModerationQueue,
    ReportedCase,
    ReportKind,
)

_MOST_OPEN: Final = 1000
_PAGE: Final = 100


class _Subject(NamedTuple):
    """The subject of open reports: an account, or a guest by the number of the only report."""

    account: int
    guest: int


def queue(connection: Connection, moderator: int, now: int) -> ModerationQueue:
    """Return open reports and appeals for a moderator, without those about the own account."""
    rows = connection.execute(
        select(
            stored_reports.c.id,
            stored_reports.c.account,
            stored_reports.c.member,
            stored_reports.c.about,
            stored_reports.c.made,
            members.c.public,
            members.c.deleted,
        )
        .outerjoin(members, members.c.id == stored_reports.c.member)
        .where(
            stored_reports.c.closed.is_(None),
            stored_reports.c.account.is_(None) | (stored_reports.c.account != moderator),
        )
        .order_by(stored_reports.c.id)
        .limit(_MOST_OPEN)
    ).all()
    grouped: dict[_Subject, list[int]] = {}
    about: dict[_Subject, list[ReportKind]] = {}
    by_number = {row.id: row for row in rows}
    for row in rows:
        subject = _Subject(row.account or 0, 0 if row.account else row.id)
        grouped.setdefault(subject, []).append(row.id)
        kinds = about.setdefault(subject, [])
        if row.about not in kinds:
            kinds.append(row.about)
    counts = _count_acts(connection, [subject.account for subject in grouped])
    found: list[ReportedCase] = []
    for subject, numbers in grouped.items():
        last = by_number[numbers[-1]]
        found.append(
            ReportedCase(
                last.public if last.deleted is None else None,
                reports.one(connection, last.id, moderator).evidence.name,
                numbers,
                about[subject],
                by_number[numbers[0]].made,
                counts.get(subject.account, 0),
            )
        )
    found.sort(key=lambda case: (-len(case.reports), case.since))
    return ModerationQueue(found, appeals.open_ones(connection, moderator, now))


def count_waiting(connection: Connection, moderator: int) -> int:
    """Return how many open reports and appeals are not about the moderator's account."""
    open_reports = select(func.count()).where(
        stored_reports.c.closed.is_(None),
        stored_reports.c.account.is_(None) | (stored_reports.c.account != moderator),
    )
    open_appeals = (
        select(func.count())
        .select_from(stored_appeals)
        .join(stored_acts, stored_acts.c.id == stored_appeals.c.act)
        .where(stored_appeals.c.answered.is_(None), stored_acts.c.account != moderator)
    )
    return int(connection.scalar(open_reports) or 0) + int(connection.scalar(open_appeals) or 0)


def _count_acts(connection: Connection, of: Sequence[int]) -> dict[int, int]:
    rows = connection.execute(
        select(stored_acts.c.account, func.count())
        .where(stored_acts.c.account.in_(of))
        .group_by(stored_acts.c.account)
    )
    return dict(rows.tuples().all())


def of_member(connection: Connection, member: Member, moderator: int, now: int) -> MemberCase:
    """Return everything about the account of a member. Raises ``CommandError`` for the own one."""
    if member.account == moderator:
        raise CommandError("not_allowed", "moderators do not decide about themselves")
    row = connection.execute(
        select(accounts.c.login, accounts.c.role).where(accounts.c.id == member.account)
    ).one()
    role: Role = row.role
    return MemberCase(
        member.public,
        member.name,
        row.login,
        role,
        [one.name for one in members_.all_of(connection, member.account)],
        reports.of_account(connection, member.account, moderator),
        appeals.shown(connection, acts.of_account(connection, member.account), now),
        role != "host" and not reports.has_open(connection, moderator, member.account),
    )


def act_on(
    connection: Connection,
    member: Member,
    new: NewAct,
    decided: Sequence[int],
    now: int,
    *,
    by: int | None,
) -> Act:
    """Act against the account of a member, and close the reports that this decides.

    Raises ``CommandError``. ``by`` is None for the host at the command line.
    """
    found = [reports.open_one(connection, number, by) for number in sorted(set(decided))]
    if any(one.account != member.account for one in found):
        raise CommandError("bad_request", "these reports are not about this account")
    if by is not None and reports.has_open(connection, by, member.account):
        raise CommandError("not_allowed", "another moderator decides about your own reports")
    first = found[0].id if found else None
    act = acts.make(connection, member.id, new, now, by=by, report=first)
    if new.kind == "ban":
        invited.end_all_of(connection, member.account, now)
    for one in found:
        reports.close(connection, one, now, by=by, act=act.id)
    return act


def log_page(
    connection: Connection, before: int | None, moderator: int | None, account: int | None = None
) -> ModerationLog:
    """Return a page of the log, the newest first, without what is about the moderator's account."""
    found = book.entries(
        connection, before=before, account=account, without=moderator, most=_PAGE + 1
    )
    return ModerationLog([_logged(one) for one in found[:_PAGE]], len(found) > _PAGE)


def _logged(shown: book.Shown) -> LoggedDecision:
    entry = shown.entry
    return LoggedDecision(
        shown.id,
        entry.at,
        shown.by,
        entry.what,
        shown.login,
        shown.name,
        shown.member,
        entry.act,
        entry.report,
        entry.words,
    )
