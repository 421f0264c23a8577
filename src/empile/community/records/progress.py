"""How far members have come in lessons and solo levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, func, select

from empile.community.projections.statements import raise_in
from empile.server.store.schema import progress
from empile.server.wire.errors import CommandError
from empile.server.wire.people.profiles import ProgressEntry

MOST: Final = 5000
"""Entries of a member."""


def all_of(connection: Connection, member: int) -> list[ProgressEntry]:
    """Return everything that a member has reached."""
    rows = connection.execute(
        select(progress.c.kind, progress.c.game, progress.c.item, progress.c.value, progress.c.at)
        # Code of earlier revisions kept results of puzzles here, too.
        .where(progress.c.member == member, progress.c.kind != "puzzle")
        .order_by(progress.c.kind, progress.c.game, progress.c.item)
    )
    return [ProgressEntry(*row) for row in rows]


def store(connection: Connection, member: int, entries: Sequence[ProgressEntry], now: int) -> None:
    """Store what a member has reached; lower values than before change nothing."""
    best: dict[tuple[str, str, str], int] = {}
    for entry in entries:
        key = entry.kind, entry.game, entry.item
        if not all(part.isprintable() and part for part in key):
            raise CommandError("bad_request", "'game' and 'item' need printable characters")
        best[key] = max(best.get(key, 0), entry.value)
    for (kind, game, item), value in sorted(best.items()):
        row = {"member": member, "kind": kind, "game": game, "item": item}
        raise_in(connection, progress, {**row, "value": value, "at": now}, "value", ["at"])
    count = select(func.count()).select_from(progress).where(progress.c.member == member)
    if int(connection.scalar(count) or 0) > MOST:
        raise CommandError("bad_request", f"a member has at most {MOST} entries")
