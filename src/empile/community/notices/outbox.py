"""Notices of members and the state of their delivery.

A notice is stored in the transaction of its cause, if there is one. The key is member, kind and subject. It
passes the stages ``page``, ``push``, ``pushed`` and ``mail`` until it is confirmed or no channel is left:
see :mod:`empile.community.notices.courier`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, exists, func, or_, select, update

from empile.community.clock import DAY_MS, HOUR_MS
from empile.community.projections.statements import insert_new
from empile.server.store.schema import (
    absences,
    acts,
    blocks,
    friendships,
    invited_games,
    invited_members,
    members,
    message_readers,
    messages,
    notice_settings,
    notices,
)
from empile.server.wire.people.notices import Notice, NoticeKind, Notices

Stage = Literal["page", "push", "pushed", "mail", "done"]

PAGE_MS: Final = 10_000
"""How long a page has to confirm a notice."""
KEPT_MS: Final = 30 * DAY_MS
MOST_SHOWN: Final = 50
BEFORE_END_MS: Final = DAY_MS
"""How long before the end of an absence the notice is sent; at most half of its length."""
_SHORTEST_LEAD_MS: Final = HOUR_MS


class Due(NamedTuple):
    """A notice with a due step."""

    id: int
    member: int
    kind: NoticeKind
    subject: str
    mark: int
    made: int
    stage: Stage
    tries: int
    delivered: int | None
    due: int
    account: int
    """That of the member."""


_DUE: Final = (*(notices.c[name] for name in Due._fields[:-1]), members.c.account)


def add(
    connection: Connection,
    member: int,
    kind: NoticeKind,
    subject: str,
    now: int,
    *,
    mark: int = 0,
    other: int | None = None,
    game: str | None = None,
) -> bool:
    """Add a notice; return whether it is new.

    :param subject: what it is about, such as the ID of a table.
    :param mark: a different value makes an existing notice new again.
    :param other: the member that caused it.
    """
    key = (
        notices.c.member == member,
        notices.c.kind == kind,
        notices.c.subject == subject,
    )
    fresh = {
        "mark": mark,
        "other": other,
        "game": game,
        "made": now,
        "delivered": None,
        "read": None,
        "stage": "page",
        "due": now + PAGE_MS,
        "tries": 0,
        "ack": None,
    }
    if insert_new(
        connection, notices, {"member": member, "kind": kind, "subject": subject, **fresh}
    ):
        return True
    changed = update(notices).where(*key, notices.c.mark != mark).values(**fresh)
    return connection.execute(changed).rowcount > 0


def drop(
    connection: Connection, kind: NoticeKind, subject: str, but: int | None = None
) -> set[int]:
    """Delete the notices about a subject, except that of member ``but``; return the members."""
    found = and_(notices.c.kind == kind, notices.c.subject == subject)
    if but is not None:
        found = and_(found, notices.c.member != but)
    whose = set(connection.scalars(select(notices.c.member).where(found)))
    if whose:
        connection.execute(delete(notices).where(found))
    return whose


def drop_one(connection: Connection, notice: int, mark: int) -> None:
    """Delete a notice, unless it has become new again."""
    connection.execute(delete(notices).where(notices.c.id == notice, notices.c.mark == mark))


def listed(connection: Connection, member: int, now: int) -> Notices:
    """Return the current notices of a member."""
    wanted = connection.scalar(
        select(notice_settings.c.page).where(notice_settings.c.member == member)
    )
    query = (
        select(
            notices.c.id,
            notices.c.kind,
            notices.c.subject,
            notices.c.made,
            notices.c.read,
            members.c.name,
            notices.c.game,
            absences.c.ended,
        )
        .outerjoin(members, and_(members.c.id == notices.c.other, members.c.deleted.is_(None)))
        .outerjoin(absences, and_(notices.c.kind == "absence", absences.c.id == notices.c.mark))
        .where(notices.c.member == member, holds(now))
        .order_by(notices.c.made.desc(), notices.c.id.desc())
        .limit(MOST_SHOWN)
    )
    if wanted is not None:
        query = query.where(notices.c.kind.in_(wanted.split()))
    shown = [_notice(row) for row in connection.execute(query)]
    return Notices(shown, sum(not one.read for one in shown))


def _notice(row: Row[Any]) -> Notice:
    return Notice(
        row.id,
        row.kind,
        row.made,
        table=row.subject if row.kind in ("turn", "challenge") else None,
        game=row.game,
        name=row.name,
        member=row.subject if row.kind == "message" else None,
        ends=row.ended,
        read=row.read is not None,
    )


def holds(now: int) -> Any:
    """Return the condition that what a notice is about has not passed, as far as the store knows.

    Turns of tables are dropped when they end.
    """
    return or_(
        notices.c.kind == "turn",
        and_(
            notices.c.kind == "challenge",
            _any(
                invited_games.c.table_id == notices.c.subject,
                invited_games.c.state == "open",
                invited_games.c.expires > now,
                invited_members.c.number == invited_games.c.number,
                invited_members.c.member == notices.c.member,
                invited_members.c.accepted.is_(None),
            ),
        ),
        and_(
            notices.c.kind == "friend",
            _any(
                friendships.c.member == notices.c.other,
                friendships.c.other == notices.c.member,
                friendships.c.accepted.is_(None),
            ),
            ~_is_blocked(),
        ),
        and_(notices.c.kind == "decision", _any(acts.c.id == notices.c.mark)),
        and_(
            notices.c.kind == "message",
            _any(
                messages.c.author == notices.c.other,
                messages.c.one.is_not(None),
                messages.c.erased.is_(None),
                message_readers.c.message == messages.c.id,
                message_readers.c.member == notices.c.member,
                message_readers.c.read.is_(None),
            ),
            ~_is_blocked(),
        ),
        and_(
            notices.c.kind == "absence",
            _any(
                absences.c.id == notices.c.mark,
                absences.c.member == notices.c.member,
                absences.c.ended > now,
            ),
        ),
    )


def _is_blocked() -> Any:
    """Return the condition that the member blocked the account behind a notice."""
    return _any(
        members.c.id == notices.c.other,
        blocks.c.account == members.c.account,
        blocks.c.member == notices.c.member,
    )


def _any(*conditions: Any) -> Any:
    return exists().where(*conditions).correlate(notices)


# -- Confirmations ---------------------------------------------------------------------------------


def seen(connection: Connection, member: int, ids: Collection[int], now: int, *, read: bool) -> int:
    """Note that a page shows notices to a member; return how many are confirmed only now.

    No other channel is needed then.
    """
    mine = (notices.c.member == member, notices.c.id.in_(sorted(ids)))
    confirmed = _confirm(connection, and_(*mine), now)
    if read:
        connection.execute(update(notices).where(*mine, notices.c.read.is_(None)).values(read=now))
    return confirmed


def shown(connection: Connection, ack: str, now: int) -> bool:
    """Note that a device shows a pushed notice, by the hash of its secret; return whether one did."""
    return _confirm(connection, notices.c.ack == ack, now) > 0


def _confirm(connection: Connection, which: Any, now: int) -> int:
    confirmed = (
        update(notices)
        .where(which, notices.c.delivered.is_(None))
        .values(delivered=now, stage="done", due=None)
    )
    return connection.execute(confirmed).rowcount


# -- Steps -----------------------------------------------------------------------------------------


def due(connection: Connection, now: int, most: int, busy: Collection[int] = ()) -> list[Due]:
    """Return notices with a due step, the oldest first, but none to the accounts ``busy``."""
    rows = connection.execute(
        select(*_DUE)
        .join(members, members.c.id == notices.c.member)
        .where(notices.c.due <= now, members.c.account.not_in(busy))
        .order_by(notices.c.due, notices.c.id)
        .limit(most)
    )
    return [Due(*row) for row in rows]


def claim(connection: Connection, found: Due, until: int) -> bool:
    """Keep other processes away from a notice until a time; return whether none was first."""
    mine = (
        update(notices)
        .where(
            notices.c.id == found.id,
            notices.c.due == found.due,
            notices.c.stage == found.stage,
            notices.c.mark == found.mark,
        )
        .values(due=until)
    )
    return connection.execute(mine).rowcount > 0


def advance(
    connection: Connection,
    claimed: Due,
    until: int,
    stage: Stage,
    due: int | None,
    *,
    tries: int = 0,
) -> bool:
    """Set the next step of a claimed notice; return False if it was confirmed or changed since."""
    moved = (
        update(notices)
        .where(
            notices.c.id == claimed.id,
            notices.c.due == until,
            notices.c.mark == claimed.mark,
            notices.c.delivered.is_(None),
        )
        .values(stage=stage, due=due, tries=tries)
    )
    return connection.execute(moved).rowcount > 0


def set_ack(connection: Connection, notice: int, ack: str) -> None:
    """Store the hash of the secret by which devices confirm a notice."""
    connection.execute(update(notices).where(notices.c.id == notice).values(ack=ack))


def still_holds(connection: Connection, notice: int, now: int) -> bool:
    """Return whether what a notice is about has not passed."""
    found = select(notices.c.id).where(notices.c.id == notice, holds(now))
    return connection.scalar(found) is not None


# -- Absences, and old notices ---------------------------------------------------------------------


def tell_absences(connection: Connection, now: int) -> set[int]:
    """Add notices about absences that end soon; return the notified members."""
    rows = connection.execute(
        select(absences.c.id, absences.c.member, absences.c.began, absences.c.ended)
        .join(members, members.c.id == absences.c.member)
        .outerjoin(
            notices,
            and_(
                notices.c.member == absences.c.member,
                notices.c.kind == "absence",
                notices.c.mark == absences.c.id,
            ),
        )
        .where(
            absences.c.began <= now,
            absences.c.ended > now,
            absences.c.ended <= now + BEFORE_END_MS,
            members.c.deleted.is_(None),
            notices.c.id.is_(None),
        )
    ).all()
    told: set[int] = set()
    for row in rows:
        lead = max(_SHORTEST_LEAD_MS, min(BEFORE_END_MS, (row.ended - row.began) // 2))
        if row.ended - lead <= now and add(
            connection, row.member, "absence", str(row.id), now, mark=row.id
        ):
            told.add(row.member)
    return told


def has_absences(connection: Connection, now: int) -> bool:
    """Return whether absences end soon, with or without a notice."""
    found = select(func.count()).where(
        absences.c.began <= now, absences.c.ended > now, absences.c.ended <= now + BEFORE_END_MS
    )
    return bool(connection.scalar(found))


def forget_old(connection: Connection, now: int) -> None:
    """Delete notices that are old, or about what has passed."""
    connection.execute(delete(notices).where(or_(notices.c.made < now - KEPT_MS, ~holds(now))))


def forget_member(connection: Connection, member: int) -> None:
    """Delete all notices to a member, and those of what it asked."""
    connection.execute(
        delete(notices).where(or_(notices.c.member == member, notices.c.other == member))
    )
