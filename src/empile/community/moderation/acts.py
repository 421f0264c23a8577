"""Warnings, mutes and bans: acts of moderators against an account.

They hold for all its members. A mute takes free text away, phrases stay. A ban keeps the account to
its own household and bots; it may watch, and sign in to read the reason. Games that run go on.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import Connection, Row, and_, insert, or_, select, update

from empile.community.moderation import book
from empile.community.notices import outbox
from empile.community.sessions import may_sign_in
from empile.engine.errors import Reason
from empile.server.store.schema import accounts, acts, members
from empile.server.wire.errors import CommandError
from empile.server.wire.people.acts import ActKind, Category

LONGEST_WORDS: Final = 500


class Act(NamedTuple):
    """An act as it is stored. Times are milliseconds since 1970."""

    id: int
    account: int
    member: int
    kind: ActKind
    category: Category
    words: str
    began: int
    ended: int | None
    by: int | None
    report: int | None
    lifted: int | None
    read: int | None

    def holds(self, now: int) -> bool:
        """Return whether it is in force; a warning never is."""
        over = self.lifted is not None or (self.ended is not None and self.ended <= now)
        return self.kind != "warn" and self.began <= now and not over


class NewAct(NamedTuple):
    """What a moderator decided."""

    kind: ActKind
    category: Category
    words: str
    ended: int | None = None
    """Until when it holds; None: until it is lifted."""


_COLUMNS: Final = tuple(acts.c[name] for name in Act._fields)


def is_muted(connection: Connection, account: int, now: int) -> bool:
    """Return whether an account may not write free text. A ban includes a mute."""
    found = select(acts.c.id).where(acts.c.account == account, in_force(now)).limit(1)
    return connection.scalar(found) is not None


def check_not_muted(connection: Connection, account: int, now: int) -> None:
    """Raise ``CommandError`` with the code ``not_allowed`` if an account may not write free text."""
    if is_muted(connection, account, now):
        message = "a moderator has taken free text away"
        raise CommandError("not_allowed", message, Reason("rule.muted", {}))


def ban_of(connection: Connection, account: int, now: int) -> Act | None:
    """Return the ban of an account that lasts longest, or None."""
    found = select(*_COLUMNS).where(acts.c.account == account, acts.c.kind == "ban", in_force(now))
    bans = [_act(row) for row in connection.execute(found.order_by(acts.c.id))]
    return max(bans, key=lambda act: (act.ended is None, act.ended or 0), default=None)


def check_not_banned(connection: Connection, account: int, now: int) -> None:
    """Raise ``CommandError`` with the code ``not_allowed`` if an account is banned.

    The reason has the end, in milliseconds.

    Example::

        await database.read(lambda connection: check_not_banned(connection, 3, now_ms()))
    """
    ban = ban_of(connection, account, now)
    if ban is None:
        if banned(connection, [account], now):
            raise CommandError("not_allowed", "this account is closed")
        return
    if ban.ended is None:
        reason = Reason("ban.open", {})
    else:
        reason = Reason("ban.until", {"until": ban.ended})
    message = "a moderator has banned this account from meeting other players"
    raise CommandError("not_allowed", message, reason)


def banned(connection: Connection, among: Collection[int], now: int) -> set[int]:
    """Return those of some accounts that a moderator has banned, or that are closed."""
    if not among:
        return set()
    ban = select(acts.c.account).where(acts.c.kind == "ban", in_force(now))
    free = select(accounts.c.id).where(may_sign_in(now), accounts.c.id.not_in(ban))
    return set(among).difference(connection.scalars(free.where(accounts.c.id.in_(sorted(among)))))


def in_force(now: int) -> Any:
    """Return the condition that an act forbids something."""
    return and_(
        acts.c.kind != "warn",
        acts.c.began <= now,
        acts.c.lifted.is_(None),
        or_(acts.c.ended.is_(None), acts.c.ended > now),
    )


def _act(row: Row[Any]) -> Act:
    return Act(*row)


# -- Acting ----------------------------------------------------------------------------------------


def make(
    connection: Connection,
    member: int,
    new: NewAct,
    now: int,
    *,
    by: int | None,
    report: int | None = None,
) -> Act:
    """Act against the account of a member. Raises ``CommandError``.

    ``by`` is the moderator's account; None for the host at the command line, with permission to act
    against every account.
    """
    row = connection.execute(
        select(accounts.c.id, accounts.c.role)
        .join(members, members.c.account == accounts.c.id)
        .where(members.c.id == member)
    ).one()
    if by is not None:
        check_may_act(by, row.id, row.role)
    words = clean_words(new.words, LONGEST_WORDS)
    if new.ended is not None and new.ended <= now:
        raise CommandError("bad_request", "the end has passed already")
    values = {
        "account": row.id,
        "member": member,
        "kind": new.kind,
        "category": new.category,
        "words": words,
        "began": now,
        "ended": None if new.kind == "warn" else new.ended,
        "by": by,
        "report": report,
    }
    made = connection.execute(insert(acts).values(**values)).inserted_primary_key
    assert made is not None
    act = Act(id=int(made[0]), **cast(Any, values), lifted=None, read=None)
    _notice(connection, act, str(act.id), now)
    book.add(connection, book.Entry(now, by, new.kind, row.id, member, act.id, report, words))
    return act


def check_may_act(by: int, account: int, role: str) -> None:
    """Raise ``CommandError`` if a moderator may not act against an account."""
    if by == account:
        raise CommandError("not_allowed", "moderators do not decide about themselves")
    if role == "host":
        raise CommandError("not_allowed", "nobody acts against the host")


def lift(connection: Connection, act: Act, words: str, now: int, *, by: int | None) -> None:
    """End an act that is in force. Raises ``CommandError`` with the code ``stale``."""
    if by == act.account:
        raise CommandError("not_allowed", "moderators do not decide about themselves")
    done = connection.execute(
        update(acts).where(acts.c.id == act.id, in_force(now)).values(lifted=now)
    )
    if done.rowcount == 0:
        raise CommandError("stale", "this act is not in force any more")
    words = clean_words(words, LONGEST_WORDS)
    _notice(connection, act, f"{act.id} lifted", now)
    book.add(connection, book.Entry(now, by, "lift", act.account, act.member, act.id, None, words))


def revoke(connection: Connection, act: Act, words: str, now: int, *, by: int | None) -> None:
    """Note that a warning, or an act that has ended, was a mistake."""
    connection.execute(
        update(acts).where(acts.c.id == act.id, acts.c.lifted.is_(None)).values(lifted=now)
    )
    _notice(connection, act, f"{act.id} lifted", now)
    book.add(connection, book.Entry(now, by, "lift", act.account, act.member, act.id, None, words))


def keep(connection: Connection, act: Act, words: str, now: int, *, by: int | None) -> None:
    """Note that an appeal changed nothing."""
    _notice(connection, act, f"{act.id} kept", now)
    book.add(connection, book.Entry(now, by, "keep", act.account, act.member, act.id, None, words))


def members_to_notify(connection: Connection, act: Act) -> list[int]:
    """Return the members that have a notice of an act: the member, or the adults for a child."""
    rows = connection.execute(
        select(members.c.id, members.c.kind)
        .where(members.c.account == act.account, members.c.deleted.is_(None))
        .order_by(members.c.id)
    ).all()
    adults = [row.id for row in rows if row.kind == "adult"]
    its_own = next((row.kind for row in rows if row.id == act.member), None)
    return [act.member] if its_own == "adult" else adults or [row.id for row in rows]


def _notice(connection: Connection, act: Act, subject: str, now: int) -> None:
    for member in members_to_notify(connection, act):
        outbox.add(connection, member, "decision", subject, now, mark=act.id)


def find(connection: Connection, act: int) -> Act:
    """Return an act. Raises ``CommandError`` with the code ``no_table``."""
    row = connection.execute(select(*_COLUMNS).where(acts.c.id == act)).first()
    if row is None:
        raise CommandError("no_table", "there is no such act")
    return _act(row)


def of_account(connection: Connection, account: int) -> list[Act]:
    """Return all acts against an account, the newest first."""
    found = select(*_COLUMNS).where(acts.c.account == account).order_by(acts.c.id.desc())
    return [_act(row) for row in connection.execute(found)]


def read(connection: Connection, account: int, act: int, now: int) -> None:
    """Note that an account has read why a moderator acted against it."""
    connection.execute(
        update(acts)
        .where(acts.c.id == act, acts.c.account == account, acts.c.read.is_(None))
        .values(read=now)
    )


def clean_words(text: str, longest: int) -> str:
    """Return a text with normalized spaces and lines. Raises ``CommandError`` if it is too long."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    words = "\n".join(lines)
    if len(words) > longest:
        raise CommandError("bad_request", f"at most {longest} characters")
    if not all(line.isprintable() for line in lines):
        raise CommandError("bad_request", "only printable characters")
    return words
