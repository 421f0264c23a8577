"""Claims: which members own which places of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from empile.community.absences import marks
from empile.community.projections import apply
from empile.community.projections.apply import Derived
from empile.community.projections.statements import insert_new, lock_table
from empile.server.store.schema import claims, members, tables
from empile.server.tables.tokens import find_key

MOST_SEATS: Final = 100
"""Seats that can be claimed at once."""
_NEWEST: Final = 1000


class SeatOfToken(NamedTuple):
    """A place of a table that a token holds, with the games of the table."""

    derived: Derived
    place: int


def take(
    connection: Connection, number: int, owners: Mapping[int, int], key: str, now: int
) -> None:
    """Let members, by place, own places that they just took at a table."""
    lock_table(connection, number)
    for place, member in sorted(owners.items()):
        values = {"place": place, "key": key, "member": member, "made": now, "running": 1}
        insert_new(connection, claims, {"number": number, **values})
    marks.mark_table(connection, number, now)


def find_seat(
    connection: Connection, table: str, token: str, place: int | None, name: str
) -> SeatOfToken | None:
    """Return the place of a token, or None if the table is gone or the token is of another.

    If the token holds several places and none is named, it is the one with the name of the member,
    or the first.
    """
    number = connection.scalar(select(tables.c.number).where(tables.c.id == table))
    derived = None if number is None else apply.read_results(connection, number)
    if derived is None:
        return None
    places = derived.results.places
    key = find_key(token, [one.key for one in places if one.key is not None])
    held = [n for n, one in enumerate(places) if key is not None and one.key == key]
    if place is not None:
        return SeatOfToken(derived, place) if place in held else None
    named = [n for n in held if places[n].name == name]
    return SeatOfToken(derived, (named or held)[0]) if held else None


def keep(connection: Connection, member: int, seats: Sequence[SeatOfToken], now: int) -> int:
    """Let a member own places without an owner, with all games that were played there.

    Returns the number of places that are the member's now. A member owns one place of a table.
    """
    kept = 0
    for derived, place in sorted(seats, key=lambda seat: (seat.derived.number, seat.place)):
        number, _, results = derived
        lock_table(connection, number)
        owners = apply.claims_of(connection, number)
        if member in owners.values():
            kept += owners.get(place) == member
            continue
        one = results.places[place]
        if place in owners or one.key is None or one.member is not None:
            continue
        values = {"place": place, "key": one.key, "member": member, "made": now}
        insert_new(
            connection, claims, {"number": number, "running": int(results.running), **values}
        )
        apply.apply(connection, derived, now)
        marks.mark_table(connection, number, now)
        kept += 1
    return kept


def newest(connection: Connection, account: int) -> list[int]:
    """Return the numbers of the tables that members of an account joined last, also deleted ones."""
    return list(
        connection.scalars(
            select(claims.c.number)
            .join(members, members.c.id == claims.c.member)
            .where(members.c.account == account)
            .order_by(claims.c.made.desc(), claims.c.number.desc())
            .limit(_NEWEST)
        )
    )


def key_of_account(
    connection: Connection, number: int, account: int, member: int | None
) -> str | None:
    """Return the key of a place that a member of an account owns; the first if there are several."""
    query = (
        select(claims.c.key)
        .join(members, members.c.id == claims.c.member)
        .where(claims.c.number == number, members.c.account == account, members.c.deleted.is_(None))
        .order_by(claims.c.place)
        .limit(1)
    )
    if member is not None:
        query = query.where(claims.c.member == member)
    found: str | None = connection.scalar(query)
    return found
