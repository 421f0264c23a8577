"""The log of moderation: decisions with their reasons. Entries are only added."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, RowMapping, delete, insert, select

from empile.community.clock import DAY_MS
from empile.server.store.schema import accounts, acts, members, moderation_log

What = Literal["warn", "mute", "ban", "lift", "close", "keep"]
"""``close``: reports without an act. ``keep``: an appeal that changed nothing."""

KEPT_MS: Final = 2 * 365 * DAY_MS
MOST_SHOWN: Final = 200


class Entry(NamedTuple):
    """Something that a moderator did, at a time in milliseconds."""

    at: int
    by: int | None
    """The moderator's account; None: the host, at the command line."""
    what: What
    account: int
    member: int
    act: int | None
    report: int | None
    words: str


class Shown(NamedTuple):
    """An entry with its names, which are empty after a deletion."""

    id: int
    entry: Entry
    by: str
    """What the moderator signs in with."""
    login: str
    """What the other account signs in with."""
    name: str
    """The name of the member."""
    member: str | None
    """The ID of the member."""


_COLUMNS: Final = tuple(moderation_log.c[name] for name in Entry._fields)


def add(connection: Connection, entry: Entry) -> None:
    """Append an entry."""
    connection.execute(insert(moderation_log).values(**entry._asdict()))


def entries(
    connection: Connection,
    *,
    before: int | None = None,
    account: int | None = None,
    without: int | None = None,
    most: int = MOST_SHOWN,
) -> list[Shown]:
    """Return entries, the newest first.

    ``before`` is the number of the last one of a page before; ``without`` is an account about which
    nothing is shown.
    """
    moderator, other = accounts.alias(), accounts.alias()
    query = (
        select(
            moderation_log.c.id,
            *_COLUMNS,
            moderator.c.login.label("moderator"),
            other.c.login,
            members.c.name,
            members.c.public,
            members.c.deleted,
        )
        .outerjoin(moderator, moderator.c.id == moderation_log.c.by)
        .outerjoin(other, other.c.id == moderation_log.c.account)
        .outerjoin(members, members.c.id == moderation_log.c.member)
        .order_by(moderation_log.c.id.desc())
        .limit(most)
    )
    if before is not None:
        query = query.where(moderation_log.c.id < before)
    if account is not None:
        query = query.where(moderation_log.c.account == account)
    if without is not None:
        query = query.where(moderation_log.c.account != without)
    return [_shown(row) for row in connection.execute(query).mappings()]


def _shown(row: RowMapping) -> Shown:
    entry = Entry(*(row[column] for column in _COLUMNS))
    return Shown(
        row["id"],
        entry,
        row["moderator"] or "",
        row["login"] or "",
        row["name"] or "",
        None if row["deleted"] is not None else row["public"],
    )


def forget_old(connection: Connection, now: int) -> None:
    """Delete old entries of acts that are forgotten."""
    old = moderation_log.c.at < now - KEPT_MS
    still_there = select(acts.c.id).where(acts.c.id == moderation_log.c.act).exists()
    connection.execute(delete(moderation_log).where(old, ~still_there))
