"""Mail digests: one mail per account with several notices.

Each account has a row with the due time of its next mail. A process claims the row, sends the mail, and
records what was sent. A mail is sent twice only if the process is killed in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, func, select, update

from empile.community.clock import HOUR_MS, MINUTE_MS
from empile.community.notices.outbox import holds
from empile.community.notices.settings import next_daily, quiet_until, settings_of
from empile.community.notices.texts import Told
from empile.community.projections.statements import insert_new
from empile.server.store.schema import accounts, members, notice_digests, notices
from empile.server.wire.people.notices import NoticeKind, NoticeSettings

GATHER_MS: Final = 5 * MINUTE_MS
"""What happens within this time shares a mail."""
HOURLY_MS: Final = HOUR_MS
AGAIN_MS: Final = 10 * MINUTE_MS
CLAIMED_MS: Final = 5 * MINUTE_MS
_ACCOUNTS_AT_ONCE: Final = 20


class Item(NamedTuple):
    """A notice that waits for a mail."""

    id: int
    mark: int
    member: int
    kind: NoticeKind
    subject: str
    told: Told


class Letter(NamedTuple):
    """Recipient and content of a mail."""

    address: str
    login: str
    language: str
    items: list[Item]


def path_of(kind: NoticeKind, subject: str) -> str:
    """Return the page that a notice leads to."""
    match kind:
        case "turn":
            return f"/t/{subject}"
        case "challenge" | "friend":
            return "/friends"
        case "absence":
            return "/account"
        case "message":
            return f"/messages/{subject}"
        case "decision":
            return "/decisions"


def address_of(connection: Connection, account: int) -> str | None:
    """Return the confirmed address of an account, or None."""
    return connection.scalar(
        select(accounts.c.email).where(
            accounts.c.id == account,
            accounts.c.email_confirmed == 1,
            accounts.c.state == "active",
        )
    )


def schedule(connection: Connection, account: int, settings: NoticeSettings, now: int) -> None:
    """Schedule the next mail of an account, by the member's settings."""
    sent = connection.scalar(
        select(notice_digests.c.sent).where(notice_digests.c.account == account)
    )
    if settings.digest == "daily":
        at = next_daily(settings, now)
    else:
        at = max(now + GATHER_MS, (sent or 0) + HOURLY_MS)
    at = quiet_until(settings, at) or at
    if insert_new(connection, notice_digests, {"account": account, "due": at, "sent": 0}):
        return
    mine = notice_digests.c.account == account
    later = func.coalesce(notice_digests.c.due, at + 1) > at
    connection.execute(update(notice_digests).where(mine, later).values(due=at))


def due(connection: Connection, now: int) -> list[tuple[int, int]]:
    """Return accounts with due mails, and the due times."""
    rows = connection.execute(
        select(notice_digests.c.account, notice_digests.c.due)
        .where(notice_digests.c.due <= now)
        .order_by(notice_digests.c.due)
        .limit(_ACCOUNTS_AT_ONCE)
    )
    return [(row.account, row.due) for row in rows]


def claim(connection: Connection, account: int, due: int, until: int) -> bool:
    """Keep other processes away from the mail of an account until a time."""
    mine = and_(notice_digests.c.account == account, notice_digests.c.due == due)
    return connection.execute(update(notice_digests).where(mine).values(due=until)).rowcount > 0


def letter_to(connection: Connection, account: int, now: int) -> Letter | None:
    """Return the pending mail of an account, or None without a confirmed address."""
    address = address_of(connection, account)
    if address is None:
        return None
    login, language = connection.execute(
        select(accounts.c.login, accounts.c.language).where(accounts.c.id == account)
    ).one()
    items: list[Item] = []
    people = connection.execute(
        select(members.c.id, members.c.name)
        .where(members.c.account == account, members.c.kind != "bot", members.c.deleted.is_(None))
        .order_by(members.c.id)
    ).all()
    for number, name in people:
        wanted = settings_of(connection, number).mail
        rows = connection.execute(
            select(notices.c.id, notices.c.mark, notices.c.kind, notices.c.subject)
            .where(
                notices.c.member == number,
                notices.c.stage == "mail",
                notices.c.delivered.is_(None),
                notices.c.kind.in_(wanted),
                holds(now),
            )
            .order_by(notices.c.made, notices.c.id)
        ).all()
        items += [
            Item(
                row.id,
                row.mark,
                number,
                row.kind,
                row.subject,
                told_of(connection, row.id, name if len(people) > 1 else ""),
            )
            for row in rows
        ]
    return Letter(address, login, language, items)


def told_of(connection: Connection, notice: int, member: str) -> Told:
    """Return the content of a notice."""
    other = members.alias()
    row = connection.execute(
        select(notices.c.kind, notices.c.subject, other.c.name, notices.c.game)
        .outerjoin(other, and_(other.c.id == notices.c.other, other.c.deleted.is_(None)))
        .where(notices.c.id == notice)
    ).one()
    return Told(row.kind, row.game, row.name, path_of(row.kind, row.subject), member)


def finish(
    connection: Connection, account: int, until: int, items: Sequence[Item], now: int
) -> None:
    """Note that a claimed mail was sent with some notices; none: there was nothing to send."""
    for item in items:
        connection.execute(
            update(notices)
            .where(notices.c.id == item.id, notices.c.mark == item.mark, notices.c.stage == "mail")
            .values(stage="done")
        )
    whose = select(members.c.id).where(members.c.account == account)
    left = select(notices.c.id).where(notices.c.member.in_(whose), notices.c.stage == "mail")
    more = bool(items) and connection.scalar(left.limit(1)) is not None
    values: dict[str, int | None] = {"due": now + HOURLY_MS if more else None}
    if items:
        values["sent"] = now
    mine = and_(notice_digests.c.account == account, notice_digests.c.due == until)
    connection.execute(update(notice_digests).where(mine).values(**values))


def put_off(connection: Connection, account: int, until: int, at: int) -> None:
    """Send a claimed mail later."""
    claim(connection, account, until, at)
