"""Reports by members. The reported one never learns of them; moderators decide."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, delete, select, update

from empile.community.clock import DAY_MS
from empile.community.members import Member
from empile.community.moderation import book
from empile.community.moderation.acts import LONGEST_WORDS, clean_words
from empile.community.projections.statements import insert_new
from empile.server.store.schema import accounts, members, reports
from empile.server.wire.errors import CommandError
from empile.server.wire.people.moderation import Evidence, OwnReport, ReportKind, ReportShown

KEPT_MS: Final = 180 * DAY_MS
"""How long a report is kept after the decision."""
_MOST_OWN: Final = 100

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Evidence).decode


class Reported(NamedTuple):
    """The account and member that a report is about; a guest has neither."""

    account: int | None
    member: int


GUEST: Final = Reported(None, 0)


class Sent(NamedTuple):
    """A report to store."""

    about: ReportKind
    subject: str
    """What the reporter points at: a member, a place at a table, or a message."""
    words: str
    evidence: Evidence


class Decided(NamedTuple):
    """A report that is open."""

    id: int
    by: int
    account: int | None
    member: int


def make(
    connection: Connection, reporter: Member, reported: Reported, sent: Sent, now: int
) -> OwnReport:
    """Store a report. Raises ``CommandError`` with the code ``not_now`` if there is the same one."""
    words = clean_words(sent.words, LONGEST_WORDS)
    values = {
        "by": reporter.account,
        "reporter": reporter.id,
        "account": reported.account,
        "member": reported.member,
        "about": sent.about,
        "words": words,
        "evidence": _encode(sent.evidence).decode(),
        "made": now,
        "open_key": f"{reporter.account} {sent.about} {sent.subject}",
    }
    if not insert_new(connection, reports, values):
        raise CommandError("not_now", "you have reported this; a moderator will look at it")
    number = connection.scalar(select(reports.c.id).where(reports.c.open_key == values["open_key"]))
    assert number is not None
    return OwnReport(number, sent.about, sent.evidence.shown_name, words, now, None)


def own(connection: Connection, account: int) -> list[OwnReport]:
    """Return the reports by an account, the newest first."""
    rows = connection.execute(
        select(reports)
        .where(reports.c.by == account)
        .order_by(reports.c.id.desc())
        .limit(_MOST_OWN)
    )
    return [
        OwnReport(
            row.id, row.about, _decode(row.evidence).shown_name, row.words, row.made, row.closed
        )
        for row in rows
    ]


def of_account(connection: Connection, account: int, moderator: int) -> list[ReportShown]:
    """Return all reports of an account for a moderator, the newest first."""
    return _shown(connection, reports.c.account == account, moderator)


def one(connection: Connection, report: int, moderator: int) -> ReportShown:
    """Return a report for a moderator. Raises ``CommandError`` with the code ``no_table``."""
    found = _shown(connection, reports.c.id == report, moderator)
    if not found:
        raise CommandError("no_table", "there is no such report")
    return found[0]


def open_ones(connection: Connection) -> list[tuple[str, ReportShown]]:
    """Return all open reports with what their accounts sign in with, the oldest first."""
    logins = dict(
        connection.execute(
            select(reports.c.id, accounts.c.login)
            .join(accounts, accounts.c.id == reports.c.account)
            .where(reports.c.closed.is_(None))
        )
        .tuples()
        .all()
    )
    found = _shown(connection, reports.c.closed.is_(None), 0)
    return [(logins.get(report.id, ""), report) for report in reversed(found)]


def _shown(connection: Connection, which: Any, moderator: int) -> list[ReportShown]:
    """Return reports for a moderator, without those of the moderator's own account."""
    hidden = reports.c.account.is_(None) | (reports.c.account != moderator)
    rows = connection.execute(
        select(reports, members.c.name)
        .outerjoin(members, members.c.id == reports.c.reporter)
        .where(which, hidden)
        .order_by(reports.c.id.desc())
    )
    return [_report(row, moderator) for row in rows]


def _report(row: Row[Any], moderator: int) -> ReportShown:
    return ReportShown(
        row.id,
        row.about,
        row.words,
        row.name or "",
        row.made,
        _decode(row.evidence),
        row.closed,
        row.act,
        row.by == moderator,
    )


def open_one(connection: Connection, report: int, by: int | None) -> Decided:
    """Return a report that a moderator may decide. Raises ``CommandError``.

    A report of the moderator's own account seems not to exist.
    """
    row = connection.execute(
        select(reports.c.id, reports.c.by, reports.c.account, reports.c.member, reports.c.closed)
        .where(reports.c.id == report)
        .with_for_update()
    ).first()
    if row is None or (by is not None and by == row.account):
        raise CommandError("no_table", "there is no such report")
    if row.closed is not None:
        raise CommandError("stale", "this report has been decided")
    if by is not None and by == row.by:
        raise CommandError("not_allowed", "another moderator decides about your own reports")
    return Decided(row.id, row.by, row.account, row.member)


def close(
    connection: Connection, found: Decided, now: int, *, by: int | None, act: int | None
) -> None:
    """Close an open report."""
    connection.execute(
        update(reports)
        .where(reports.c.id == found.id)
        .values(closed=now, decided_by=by, act=act, open_key=None)
    )


def dismiss(connection: Connection, report: int, words: str, now: int, *, by: int | None) -> None:
    """Close a report without an act. Raises ``CommandError``."""
    found = open_one(connection, report, by)
    close(connection, found, now, by=by, act=None)
    words = clean_words(words, LONGEST_WORDS)
    account = found.account or 0
    entry = book.Entry(now, by, "close", account, found.member, None, found.id, words)
    book.add(connection, entry)


def has_open(connection: Connection, by: int, account: int) -> bool:
    """Return whether an account has reported another one, without a decision so far."""
    found = select(reports.c.id).where(
        reports.c.by == by, reports.c.account == account, reports.c.closed.is_(None)
    )
    return connection.scalar(found.limit(1)) is not None


def forget_old(connection: Connection, now: int) -> None:
    """Delete reports that were decided long ago."""
    connection.execute(delete(reports).where(reports.c.closed < now - KEPT_MS))
