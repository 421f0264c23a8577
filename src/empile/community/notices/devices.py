"""Browsers to which notices are pushed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, select, update

from empile.community.notices.web_push import PushError, Recipient, read_recipient
from empile.community.projections.statements import insert_new
from empile.community.sessions import Session, short_agent
from empile.server.store.schema import push_devices, sessions
from empile.server.wire.errors import CommandError
from empile.server.wire.people.notices import NewPushDevice, PushDevice

MOST: Final = 20
"""Devices of a member; the oldest make room."""


class Device(NamedTuple):
    """A device with what is needed to push to it."""

    id: int
    recipient: Recipient


def add(
    connection: Connection,
    member: int,
    session: Session,
    agent: str,
    wanted: NewPushDevice,
    now: int,
    *,
    local: bool,
) -> None:
    """Push notices of a member to a browser. Raises ``CommandError`` with the code ``bad_request``.

    ``local`` admits push services of this machine, for tests.
    """
    parts = urlsplit(wanted.endpoint)
    if not parts.hostname or parts.username or not (parts.scheme == "https" or local):
        raise CommandError("bad_request", "the address of a push service begins with https://")
    try:
        read_recipient(wanted.endpoint, wanted.p256dh, wanted.auth)
    except PushError as error:
        raise CommandError("bad_request", str(error)) from None
    values = {
        "p256dh": wanted.p256dh,
        "auth": wanted.auth,
        "session": session.id,
        "agent": short_agent(agent),
        "made": now,
    }
    new = {"member": member, "endpoint": wanted.endpoint, **values}
    if not insert_new(connection, push_devices, new):
        connection.execute(
            update(push_devices)
            .where(push_devices.c.member == member, push_devices.c.endpoint == wanted.endpoint)
            .values(**values)
        )
    old = (
        select(push_devices.c.id)
        .where(push_devices.c.member == member)
        .order_by(push_devices.c.made.desc(), push_devices.c.id.desc())
        .offset(MOST)
    )
    remove(connection, connection.scalars(old).all())


def listed(connection: Connection, member: int, session: Session, now: int) -> list[PushDevice]:
    """Return the devices of a member, the newest first."""
    rows = connection.execute(
        select(push_devices.c.id, push_devices.c.agent, push_devices.c.made, push_devices.c.session)
        .join(sessions, sessions.c.id == push_devices.c.session)
        .where(push_devices.c.member == member, sessions.c.expires > now)
        .order_by(push_devices.c.made.desc(), push_devices.c.id.desc())
    )
    return [PushDevice(row.id, row.agent, row.made, row.session == session.id) for row in rows]


def of_member(connection: Connection, member: int, now: int) -> list[Device]:
    """Return the devices of a member that are signed in.

    A device whose session ended gets nothing: somebody else may use it.
    """
    rows = connection.execute(
        select(
            push_devices.c.id,
            push_devices.c.endpoint,
            push_devices.c.p256dh,
            push_devices.c.auth,
        )
        .join(sessions, sessions.c.id == push_devices.c.session)
        .where(push_devices.c.member == member, sessions.c.expires > now)
        .order_by(push_devices.c.id)
    )
    return [Device(row.id, read_recipient(row.endpoint, row.p256dh, row.auth)) for row in rows]


def remove(connection: Connection, numbers: Collection[int]) -> None:
    """Push nothing more to devices."""
    if numbers:
        connection.execute(delete(push_devices).where(push_devices.c.id.in_(sorted(numbers))))


def remove_own(connection: Connection, member: int, number: int) -> bool:
    """Push nothing more to a device of a member; return whether there was one."""
    mine = (push_devices.c.id == number, push_devices.c.member == member)
    return connection.execute(delete(push_devices).where(*mine)).rowcount > 0


def forget_old(connection: Connection, now: int) -> None:
    """Delete devices whose sessions ended."""
    alive = select(sessions.c.id).where(sessions.c.expires > now)
    connection.execute(delete(push_devices).where(push_devices.c.session.not_in(alive)))
