"""Results that wait to be sent to the webhook.

A result is stored in the transaction that adds its game to the histories, and deleted once the webhook
has taken it. Any process claims a result for a while and sends it: another one goes on if it is killed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, delete, select, update
from sqlalchemy.sql import ColumnElement

from empile.community.clock import DAY_MS, HOUR_MS, MINUTE_MS
from empile.community.projections.statements import insert_new
from empile.server.store.schema import result_deliveries

NEW_MS: Final = DAY_MS
"""Games that ended earlier are not sent: a server may read old tables for the first time."""
KEPT_MS: Final = 3 * DAY_MS
"""How long a result is tried."""
PAUSES_MS: Final = (10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS)
"""Times between attempts; the last one is repeated."""


class Due(NamedTuple):
    """A result to send now."""

    number: int
    """The number of the table."""
    game: int
    due: int
    tries: int


def add(connection: Connection, number: int, game: int, ended: int, now: int) -> None:
    """Send the result of a game soon. Times are milliseconds."""
    if now - ended <= NEW_MS:
        row = {"number": number, "game": game, "made": now, "due": now, "tries": 0}
        insert_new(connection, result_deliveries, row)


def due(connection: Connection, now: int, most: int) -> list[Due]:
    """Return results whose next attempt is due."""
    table = result_deliveries
    rows = connection.execute(
        select(table.c.number, table.c.game, table.c.due, table.c.tries)
        .where(table.c.due <= now)
        .order_by(table.c.due, table.c.number, table.c.game)
        .limit(most)
    )
    return [Due(*row) for row in rows]


def claim(connection: Connection, found: Due, until: int) -> bool:
    """Keep other processes away from a result until a time; return whether none was first."""
    mine = update(result_deliveries).where(_is(found)).values(due=until)
    return connection.execute(mine).rowcount > 0


def finish(connection: Connection, claimed: Due) -> None:
    """Delete a claimed result that was sent, or is not public any more."""
    connection.execute(delete(result_deliveries).where(_is(claimed)))


def put_off(connection: Connection, claimed: Due, now: int) -> None:
    """Try a claimed result again later."""
    pause = PAUSES_MS[min(claimed.tries, len(PAUSES_MS) - 1)]
    connection.execute(
        update(result_deliveries)
        .where(_is(claimed))
        .values(due=now + pause, tries=claimed.tries + 1)
    )


def forget_old(connection: Connection, now: int) -> None:
    """Delete results that could not be sent for days."""
    connection.execute(delete(result_deliveries).where(result_deliveries.c.made < now - KEPT_MS))


def _is(found: Due) -> ColumnElement[bool]:
    table = result_deliveries
    return and_(
        table.c.number == found.number, table.c.game == found.game, table.c.due == found.due
    )
