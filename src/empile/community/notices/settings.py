"""Notification settings: kinds by channel, and quiet hours."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, cast, get_args

from sqlalchemy import Connection, select

from empile.community.members import Member
from empile.community.projections.statements import set_in
from empile.community.rules import zone_of
from empile.server.store.schema import notice_settings
from empile.server.wire.errors import CommandError
from empile.server.wire.people.notices import Digest, NoticeKind, NoticeSettings

KINDS: Final[tuple[NoticeKind, ...]] = get_args(NoticeKind)
_DIGEST_HOUR: Final = 18


def settings_of(connection: Connection, member: int) -> NoticeSettings:
    """Return the notification settings of a member."""
    row = connection.execute(
        select(notice_settings).where(notice_settings.c.member == member)
    ).first()
    if row is None:
        return NoticeSettings()
    return NoticeSettings(
        _kinds(row.page),
        _kinds(row.push),
        _kinds(row.mail),
        cast(Digest, row.digest),
        row.zone,
        row.quiet_from,
        row.quiet_to,
    )


def set_settings(connection: Connection, member: Member, wanted: NoticeSettings) -> None:
    """Store the notification settings of a member. Raises ``CommandError``."""
    if (wanted.quiet_from is None) != (wanted.quiet_to is None):
        raise CommandError("bad_request", "quiet hours have a beginning and an end")
    if member.kind == "bot":
        raise CommandError("not_allowed", "a program gets no notices")
    zone_of(wanted.zone)
    values = {
        "member": member.id,
        "page": _joined(wanted.page),
        "push": _joined(wanted.push),
        "mail": _joined(wanted.mail),
        "digest": wanted.digest,
        "zone": wanted.zone,
        "quiet_from": wanted.quiet_from,
        "quiet_to": wanted.quiet_to,
    }
    set_in(connection, notice_settings, values, [name for name in values if name != "member"])


def quiet_until(settings: NoticeSettings, now: int) -> int | None:
    """Return the end of the current quiet hours, or None. Times are milliseconds.

    >>> night = NoticeSettings(quiet_from=22 * 60, quiet_to=7 * 60)
    >>> quiet_until(night, 23 * 3_600_000) == 31 * 3_600_000
    True
    """
    first, last = settings.quiet_from, settings.quiet_to
    if first is None or last is None or first == last:
        return None
    local = datetime.fromtimestamp(now / 1000, zone_of(settings.zone))
    minute = local.hour * 60 + local.minute
    if not (first <= minute < last if first < last else minute >= first or minute < last):
        return None
    return _next(local, last)


def next_daily(settings: NoticeSettings, now: int) -> int:
    """Return when the next daily mail is sent, in milliseconds."""
    local = datetime.fromtimestamp(now / 1000, zone_of(settings.zone))
    return _next(local, _DIGEST_HOUR * 60)


def _next(local: datetime, minute: int) -> int:
    """Return when a minute of the day comes next."""
    at = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if at <= local:
        # Local time: the hour stays the same if summer time begins or ends in between.
        at += timedelta(days=1)
    return int(at.timestamp() * 1000)


def _kinds(text: str) -> list[NoticeKind]:
    return [kind for kind in KINDS if kind in text.split()]


def _joined(kinds: list[NoticeKind]) -> str:
    return " ".join(kind for kind in KINDS if kind in kinds)
