"""Browsers to which notices are pushed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, case, delete, or_, select, update
from sqlalchemy.sql import ColumnElement

from empile.community.clock import DAY_MS
from empile.community.notices.web_push import PushError, Recipient, read_recipient
from empile.community.projections.statements import insert_new
from empile.community.sessions import Session, short_agent
from empile.engine.text.addresses import split_address
from empile.server.store.schema import push_devices, sessions
from empile.server.wire.errors import CommandError
from empile.server.wire.people.notices import NewPushDevice, PushDevice

MOST: Final = 20
"""Devices of a member; the oldest make room."""
SHOWN_MS: Final = 30 * DAY_MS
"""How long an unsubscribed device stays listed."""


class Device(NamedTuple):
    """A device with its subscription."""

    id: int
    recipient: Recipient


def add(
    connection: Connection,
    member: int,
    session: Session,
    agent: str,
    wanted: NewPushDevice,
    now: int,
    server_key: str,
    *,
    local: bool,
) -> None:
    """Push notices of a member to a browser, and to no other one of its session.

    ``server_key`` is the public key with which it has subscribed. ``local`` admits push services of
    this machine, for tests. Raises ``CommandError`` with the code ``bad_request``.
    """
    parts = split_address(wanted.endpoint)
    if parts is None or parts.username or not (parts.scheme == "https" or local):
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
        "failed": None,
        "server_key": server_key,
    }
    new = {"member": member, "endpoint": wanted.endpoint, **values}
    if not insert_new(connection, push_devices, new):
        connection.execute(
            update(push_devices)
            .where(push_devices.c.member == member, push_devices.c.endpoint == wanted.endpoint)
            .values(**values)
        )
    # A browser has one subscription, and a session one browser.
    connection.execute(
        delete(push_devices).where(
            push_devices.c.member == member,
            push_devices.c.session == session.id,
            push_devices.c.endpoint != wanted.endpoint,
        )
    )
    old = (
        select(push_devices.c.id)
        .where(push_devices.c.member == member)
        .order_by(push_devices.c.made.desc(), push_devices.c.id.desc())
        .offset(MOST)
    )
    remove(connection, connection.scalars(old).all())


def renew(
    connection: Connection,
    session: Session,
    agent: str,
    wanted: NewPushDevice,
    now: int,
    server_key: str,
    *,
    local: bool,
) -> None:
    """Replace the subscription of a session, for all members that use it."""
    whose = select(push_devices.c.member).where(push_devices.c.session == session.id).distinct()
    for member in connection.scalars(whose).all():
        add(connection, member, session, agent, wanted, now, server_key, local=local)


def listed(
    connection: Connection, member: int, session: Session, now: int, server_key: str | None
) -> list[PushDevice]:
    """Return the devices of a member, the newest first."""
    table = push_devices
    rows = connection.execute(
        select(
            table.c.id,
            table.c.agent,
            table.c.made,
            table.c.session,
            case((_lives(server_key), 0), else_=1).label("dead"),
        )
        .join(sessions, sessions.c.id == table.c.session)
        .where(table.c.member == member, sessions.c.expires > now)
        .order_by(table.c.made.desc(), table.c.id.desc())
    )
    return [
        PushDevice(row.id, row.agent, row.made, row.session == session.id, bool(row.dead))
        for row in rows
    ]


def _lives(server_key: str | None) -> ColumnElement[bool]:
    """Return the condition that a device can be reached, as far as the server knows."""
    key = push_devices.c.server_key
    return and_(push_devices.c.failed.is_(None), or_(key.is_(None), key == server_key))


def of_member(connection: Connection, member: int, now: int, server_key: str) -> list[Device]:
    """Return the devices of a member that are signed in and can be reached.

    Devices with an ended session are left out: another person may use them.
    """
    rows = connection.execute(
        select(
            push_devices.c.id,
            push_devices.c.endpoint,
            push_devices.c.p256dh,
            push_devices.c.auth,
        )
        .join(sessions, sessions.c.id == push_devices.c.session)
        .where(push_devices.c.member == member, sessions.c.expires > now, _lives(server_key))
        .order_by(push_devices.c.id)
    )
    return [Device(row.id, read_recipient(row.endpoint, row.p256dh, row.auth)) for row in rows]


def note_dead(connection: Connection, numbers: Collection[int], now: int) -> None:
    """Mark devices as unsubscribed. They stay listed, but get no messages."""
    dead = push_devices.c.id.in_(sorted(numbers))
    connection.execute(update(push_devices).where(dead).values(failed=now))


def remove(connection: Connection, numbers: Collection[int]) -> None:
    """Push nothing more to devices."""
    if numbers:
        connection.execute(delete(push_devices).where(push_devices.c.id.in_(sorted(numbers))))


def remove_own(connection: Connection, member: int, number: int) -> bool:
    """Push nothing more to a device of a member; return whether there was one."""
    mine = (push_devices.c.id == number, push_devices.c.member == member)
    return connection.execute(delete(push_devices).where(*mine)).rowcount > 0


def forget_old(connection: Connection, now: int) -> None:
    """Delete devices with an ended session, or that failed more than a month ago."""
    connection.execute(delete(push_devices).where(push_devices.c.failed < now - SHOWN_MS))
    alive = select(sessions.c.id).where(sessions.c.expires > now)
    connection.execute(delete(push_devices).where(push_devices.c.session.not_in(alive)))
