"""The running tables of an account, and whether it is its turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select, tuple_

from empile.community.database import Database
from empile.server.registry import TableRegistry
from empile.server.store.schema import claims, log, members, tables
from empile.server.tables.owners import Caller
from empile.server.tables.table import Table
from empile.server.wire.errors import CommandError
from empile.server.wire.people.profiles import PlaceOfMine, TableOfMine, TablesOfMine

PAGE: Final = 20
_MOST_REMEMBERED: Final = 10_000
_LONGEST_CURSOR: Final = 60


class _Owned(NamedTuple):
    """A place of the account at a table that may have a running game."""

    number: int
    place: int
    key: str
    made: int
    member: str
    table: str
    seq: int
    """The last event of the table."""


class OwnTables:
    """Finds running tables, and remembers those that are no longer in memory."""

    def __init__(self, database: Database, registry: TableRegistry) -> None:
        self._database = database
        self._registry = registry
        self._known: OrderedDict[tuple[int, str], tuple[int, TableOfMine]] = OrderedDict()
        """By table and key: what was returned, and after which event."""

    async def page(self, caller: Caller, cursor: str | None) -> TablesOfMine:
        """Return the next tables after ``cursor``, the newest first. Raises ``CommandError``."""
        after = None if cursor is None else _read(cursor)
        owned = await self._database.read(lambda connection: _owned(connection, caller, after))
        shown = await asyncio.gather(*(self._shown(one) for one in owned[:PAGE]))
        last = owned[PAGE - 1] if len(owned) > PAGE else None
        next_ = None if last is None else f"{last.made}.{last.number}.{last.place}"
        return TablesOfMine([one for one in shown if one is not None], next_)

    async def _shown(self, owned: _Owned) -> TableOfMine | None:
        name = (owned.number, owned.key)
        room = self._registry.loaded(owned.table)
        known = self._known.get(name)
        if room is None and known is not None and known[0] == owned.seq:
            return known[1]
        try:
            table = (room or await self._registry.room(owned.table)).table
        except CommandError:
            return None  # deleted at this moment, or damaged
        shown = _table(table, owned)
        self._known[name] = table.seq, shown
        self._known.move_to_end(name)
        while len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)
        return shown


def _owned(
    connection: Connection, caller: Caller, after: tuple[int, int, int] | None
) -> list[_Owned]:
    key = (claims.c.made, claims.c.number, claims.c.place)
    mine = select(members.c.id).where(
        members.c.account == caller.account, members.c.deleted.is_(None)
    )
    if caller.member is not None:
        mine = mine.where(members.c.id == caller.member)
    numbers = connection.scalars(mine).all()
    last = select(func.max(log.c.seq)).where(log.c.number == claims.c.number).scalar_subquery()
    query = (
        select(
            claims.c.number,
            claims.c.place,
            claims.c.key,
            claims.c.made,
            members.c.public,
            tables.c.id,
            last,
        )
        .join(members, members.c.id == claims.c.member)
        .join(tables, tables.c.number == claims.c.number)
        .where(claims.c.member.in_(numbers), claims.c.running == 1)
        .order_by(*(column.desc() for column in key))
        .limit(PAGE + 1)
    )
    if after is not None:
        query = query.where(tuple_(*key) < after)
    return [_Owned(*row) for row in connection.execute(query)]


def _table(table: Table, owned: _Owned) -> TableOfMine:
    return TableOfMine(
        table=table.id,
        game=table.game.name,
        member=owned.member,
        status=table.status,
        places=[
            PlaceOfMine(number, table.shown_name(number, place.name), place.kind, place.level)
            for number, place in enumerate(table.places)
        ],
        mine=list(table.places_of(owned.key)),
        turn=table.key_to_act == owned.key,
        made=owned.made,
    )


def _read(cursor: str) -> tuple[int, int, int]:
    parts = cursor.split(".") if len(cursor) <= _LONGEST_CURSOR else []
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise CommandError("bad_request", "'cursor' must be the one of an earlier page")
    made, number, place = (min(int(part), 2**62) for part in parts)
    return made, number, place
