"""Studies of members. A change names the version that it is of, so that no change of another device is lost."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from empile.community.records.study_shape import CheckedStudy
from empile.engine.errors import Reason
from empile.server.store.schema import members, studies
from empile.server.wire.errors import CommandError
from empile.server.wire.people.studies import NewStudy, StoredStudy, StudyInfo

MOST: Final = 500
"""Studies of a member."""
MOST_BYTES: Final = 16_000_000
"""Bytes of all studies of a member."""

_INFO: Final = (
    studies.c.study,
    studies.c.name,
    studies.c.folder,
    studies.c.games,
    studies.c.chapters,
    studies.c.changed,
    studies.c.version,
    studies.c.edit,
)


def all_of(connection: Connection, member: int) -> list[StudyInfo]:
    """Return the studies of a member, the last changed first."""
    rows = connection.execute(
        select(*_INFO)
        .where(studies.c.member == member)
        .order_by(studies.c.changed.desc(), studies.c.study)
    )
    return [_info(row) for row in rows]


def load(connection: Connection, member: int, study: str) -> StoredStudy:
    """Return a study of a member. Raises ``CommandError``."""
    row = connection.execute(
        select(*_INFO, studies.c.body).where(studies.c.member == member, studies.c.study == study)
    ).first()
    if row is None:
        raise CommandError("no_table", "there is no such study")
    return StoredStudy(_info(row), row.body)


def store(
    connection: Connection, member: int, checked: CheckedStudy, wanted: NewStudy, now: int
) -> StudyInfo:
    """Store a study, and return it as it is stored then.

    Raises ``CommandError``: ``stale`` if another change was first, ``not_allowed`` if there are too
    many studies.
    """
    _lock(connection, member)
    known = _find(connection, member, checked.id)
    if known is not None and known.edit == wanted.edit:
        return known  # the answer to an earlier request was lost
    if wanted.version != (0 if known is None else known.version):
        raise CommandError("stale", _current(known))
    values = {
        "name": checked.name,
        "folder": checked.folder,
        "games": " ".join(checked.games),
        "chapters": checked.chapters,
        # By time: a study that was removed and stored again has no version twice.
        "version": max(now, wanted.version + 1),
        "edit": wanted.edit,
        "changed": now,
        "bytes": len(checked.body.encode()),
        "body": checked.body,
    }
    here = studies.c.member == member, studies.c.study == checked.id
    if known is None:
        connection.execute(insert(studies).values(member=member, study=checked.id, **values))
    else:
        connection.execute(update(studies).where(*here).values(**values))
    _check_room(connection, member)
    stored = _find(connection, member, checked.id)
    assert stored is not None
    return stored


def remove(connection: Connection, member: int, study: str, version: int) -> None:
    """Remove a study, if it is stored. Raises ``CommandError`` if it was changed since ``version``."""
    _lock(connection, member)
    known = _find(connection, member, study)
    if known is None:
        return
    if known.version != version:
        raise CommandError("stale", _current(known))
    connection.execute(delete(studies).where(studies.c.member == member, studies.c.study == study))


def _lock(connection: Connection, member: int) -> None:
    """Let no other transaction change the studies of a member, or delete it, until this one ends.

    SQLite has one writer at a time and needs no lock. Raises ``CommandError`` if it was deleted.
    """
    found = select(members.c.id).where(members.c.id == member, members.c.deleted.is_(None))
    if connection.scalar(found.with_for_update()) is None:
        raise CommandError("not_yours", "this is no member of your account")


def _find(connection: Connection, member: int, study: str) -> StudyInfo | None:
    row = connection.execute(
        select(*_INFO).where(studies.c.member == member, studies.c.study == study)
    ).first()
    return None if row is None else _info(row)


def _info(row: Row[Any]) -> StudyInfo:
    return StudyInfo(
        row.study,
        row.name,
        row.folder,
        row.games.split(),
        row.chapters,
        row.changed,
        row.version,
        row.edit,
    )


def _current(known: StudyInfo | None) -> str:
    if known is None:
        return "this study was removed"
    return f"this study was changed: its version is {known.version}"


def _check_room(connection: Connection, member: int) -> None:
    """Raise ``CommandError`` if a member has more than there is room for."""
    count, size = connection.execute(
        select(func.count(), func.coalesce(func.sum(studies.c.bytes), 0)).where(
            studies.c.member == member
        )
    ).one()
    if count > MOST:
        reason = Reason("studies_many", {"most": MOST})
        raise CommandError("not_allowed", f"a member has at most {MOST} studies", reason)
    if size > MOST_BYTES:
        megabytes = MOST_BYTES // 1_000_000
        reason = Reason("studies_full", {"most": megabytes})
        raise CommandError(
            "not_allowed", f"the studies of a member have at most {megabytes} MB", reason
        )
