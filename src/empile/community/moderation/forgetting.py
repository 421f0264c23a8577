"""Deletes what is about deleted accounts, and what is too old."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, delete, or_, select, update

from empile.community.clock import DAY_MS
from empile.community.moderation import book, reports
from empile.server.store.schema import acts, appeals, moderation_log
from empile.server.store.schema import reports as stored_reports

KEPT_MS: Final = 2 * 365 * DAY_MS
"""How long an act is kept after its end."""


def forget_account(connection: Connection, account: int) -> None:
    """Delete reports of an account, acts against it, and appeals.

    What it reported about others stays until that is decided. The log keeps that there was an act.
    """
    _delete_acts(connection, acts.c.account == account)
    connection.execute(delete(stored_reports).where(stored_reports.c.account == account))
    connection.execute(
        update(moderation_log).where(moderation_log.c.account == account).values(words="")
    )


def forget_old(connection: Connection, now: int) -> None:
    """Delete reports, acts and entries of the log that are too old."""
    old = now - KEPT_MS
    ended = or_(
        acts.c.lifted < old,
        acts.c.ended < old,
        (acts.c.kind == "warn") & (acts.c.began < old),
    )
    _delete_acts(connection, ended)
    reports.forget_old(connection, now)
    book.forget_old(connection, now)


def _delete_acts(connection: Connection, which: Any) -> None:
    gone = select(acts.c.id).where(which)
    connection.execute(delete(appeals).where(appeals.c.act.in_(gone)))
    connection.execute(delete(acts).where(which))
