"""Tables at which several places are of one household, or were taken from one address."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, and_, func, select

from empile.community.clock import DAY_MS
from empile.community.fairplay.addresses import KEPT_MS
from empile.community.ratings.model import Rating
from empile.community.ratings.rated import PEOPLE
from empile.server.store.schema import claims, members, rating_changes, seat_addresses
from empile.server.wire.people.fair_play import FairPlayNeighbour, FairPlayPlaces

MOST: Final = 5
"""Members that are listed."""


def places_of(connection: Connection, member: int, now: int) -> FairPlayPlaces:
    """Return the tables of the last 60 days at which a member was not alone."""
    since = now - KEPT_MS
    account = connection.scalar(select(members.c.account).where(members.c.id == member))
    mine = and_(claims.c.member == member, claims.c.made > since)
    count = select(func.count()).select_from(claims).where(mine)
    other, their = claims.alias("other"), members.alias("their")
    household = (
        select(func.count(claims.c.number.distinct()))
        .join(other, and_(other.c.number == claims.c.number, other.c.member != claims.c.member))
        .join(their, their.c.id == other.c.member)
        .where(mine, their.c.account == account)
    )
    neighbours = _neighbours(connection, member, account, since)
    shared = sorted({row.number for row in neighbours})
    rated, gained = _gained(connection, member, shared)
    return FairPlayPlaces(
        KEPT_MS // DAY_MS,
        int(connection.scalar(count) or 0),
        int(connection.scalar(household) or 0),
        len(shared),
        rated,
        gained,
        _listed(neighbours),
    )


def _neighbours(connection: Connection, member: int, account: int | None, since: int) -> list[Any]:
    """Return tables with members of other accounts that have the same address there."""
    mine, other = seat_addresses, seat_addresses.alias("other")
    return list(
        connection.execute(
            select(mine.c.number, members.c.public, members.c.name)
            .join(other, and_(other.c.number == mine.c.number, other.c.hash == mine.c.hash))
            .join(members, members.c.id == other.c.member)
            .where(mine.c.member == member, mine.c.made > since, members.c.account != account)
            .where(members.c.deleted.is_(None))
            .order_by(mine.c.number, other.c.place)
        )
    )


def _listed(neighbours: list[Any]) -> list[FairPlayNeighbour]:
    found: dict[str, tuple[str, set[int]]] = {}
    for row in neighbours:
        found.setdefault(row.public, (row.name, set()))[1].add(row.number)
    most = sorted(found.items(), key=lambda one: (-len(one[1][1]), one[0]))[:MOST]
    return [FairPlayNeighbour(public, name, len(numbers)) for public, (name, numbers) in most]


def _gained(connection: Connection, member: int, numbers: list[int]) -> tuple[int, int]:
    """Return the rated games of a member at tables, and the points that they gave."""
    one = rating_changes
    rows = connection.execute(
        select(one.c.mu, one.c.sigma, one.c.mu_before, one.c.sigma_before).where(
            one.c.member == member,
            one.c.list == PEOPLE,
            one.c.number.in_(numbers),
            one.c.mu.is_not(None),
        )
    ).all()
    gained = sum(
        Rating(row.mu, row.sigma).points - Rating(row.mu_before, row.sigma_before).points
        for row in rows
    )
    return len(rows), gained
