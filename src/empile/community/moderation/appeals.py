"""Appeals against acts: one for each, answered by another moderator if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from sqlalchemy import Connection, Row, or_, select, update

from empile.community.moderation import acts
from empile.community.moderation.acts import LONGEST_WORDS, Act, clean_words
from empile.community.projections.statements import insert_new
from empile.server.store.schema import accounts, appeals, members
from empile.server.store.schema import acts as stored_acts
from empile.server.wire.errors import CommandError
from empile.server.wire.people.acts import ActShown, Appeal
from empile.server.wire.people.moderation import AppealCase

LONGEST_APPEAL: Final = 1000
_MOST_OPEN: Final = 200


def make(connection: Connection, account: int, act: int, text: str, now: int) -> Act:
    """Appeal against an act; return the act. Raises ``CommandError``."""
    found = own_act(connection, account, act)
    words = clean_words(text, LONGEST_APPEAL)
    if not words:
        raise CommandError("bad_request", "an appeal needs a text")
    if not found.holds(now) and found.kind != "warn":
        raise CommandError("stale", "this act is not in force any more")
    if not insert_new(connection, appeals, {"act": act, "words": words, "made": now}):
        raise CommandError("not_now", "there is an appeal against this act already")
    return found


def own_act(connection: Connection, account: int, act: int) -> Act:
    """Return an act against an account. Raises ``CommandError`` with the code ``no_table``."""
    found = acts.find(connection, act)
    if found.account != account:
        raise CommandError("no_table", "there is no such act")
    return found


def answer(
    connection: Connection,
    act: int,
    outcome: Literal["kept", "lifted"],
    text: str,
    now: int,
    *,
    by: int | None,
) -> Act:
    """Answer an appeal; return the act. Raises ``CommandError``.

    The act's own moderator answers only if no other one can.
    """
    found = acts.find(connection, act)
    if by == found.account:
        raise CommandError("no_table", "there is no such act")
    if by is not None and by == found.by and others_can_answer(connection, found):
        raise CommandError("not_allowed", "another moderator answers this appeal")
    words = clean_words(text, LONGEST_WORDS)
    done = connection.execute(
        update(appeals)
        .where(appeals.c.act == act, appeals.c.answered.is_(None))
        .values(answered=now, by=by, outcome=outcome, reply=words)
    )
    if done.rowcount == 0:
        raise CommandError("stale", "there is no open appeal against this act")
    if outcome == "lifted" and found.holds(now):
        acts.lift(connection, found, words, now, by=by)
    elif outcome == "lifted":
        # A warning, or an act that has already ended.
        acts.revoke(connection, found, words, now, by=by)
    else:
        acts.keep(connection, found, words, now, by=by)
    return found


def others_can_answer(connection: Connection, act: Act) -> bool:
    """Return whether a moderator other than the act's own can answer an appeal."""
    apart = [act.account] if act.by is None else [act.account, act.by]
    found = select(accounts.c.id).where(
        accounts.c.role.in_(("moderator", "host")),
        accounts.c.state == "active",
        accounts.c.id.not_in(apart),
    )
    return connection.scalar(found.limit(1)) is not None


def open_ones(connection: Connection, moderator: int, now: int) -> list[AppealCase]:
    """Return the appeals that wait for an answer, without those of the moderator's account."""
    rows = connection.execute(
        select(appeals.c.act, members.c.public, members.c.deleted)
        .join(stored_acts, stored_acts.c.id == appeals.c.act)
        .join(members, members.c.id == stored_acts.c.member)
        .where(appeals.c.answered.is_(None), stored_acts.c.account != moderator)
        .order_by(appeals.c.made, appeals.c.act)
        .limit(_MOST_OPEN)
    ).all()
    found = [acts.find(connection, row.act) for row in rows]
    return [
        AppealCase(None if row.deleted is not None else row.public, one, act.by == moderator)
        for row, one, act in zip(rows, shown(connection, found, now), found, strict=True)
    ]


def shown(connection: Connection, found: Sequence[Act], now: int) -> list[ActShown]:
    """Return acts as the account and moderators see them: without the moderator."""
    numbers = [act.id for act in found]
    rows = connection.execute(select(appeals).where(appeals.c.act.in_(numbers)))
    texts = {row.act: _appeal(row) for row in rows}
    names = dict(
        connection.execute(
            select(members.c.id, members.c.name).where(
                members.c.id.in_([act.member for act in found])
            )
        )
        .tuples()
        .all()
    )
    return [
        ActShown(
            act.id,
            act.kind,
            names.get(act.member, ""),
            act.category,
            act.words,
            act.began,
            act.ended,
            act.lifted,
            act.holds(now),
            act.read is not None,
            texts.get(act.id),
        )
        for act in found
    ]


def standing(connection: Connection, account: int, now: int) -> list[ActShown]:
    """Return the acts that an account must know of: those in force, and those it has not read."""
    known = stored_acts.c.account == account
    found = select(stored_acts.c.id).where(
        known, or_(stored_acts.c.read.is_(None), acts.in_force(now))
    )
    numbers = connection.scalars(found.order_by(stored_acts.c.id.desc())).all()
    if not numbers:
        return []
    return shown(connection, [acts.find(connection, number) for number in numbers], now)


def _appeal(row: Row[Any]) -> Appeal:
    return Appeal(row.words, row.made, row.answered, row.outcome, row.reply or "")
