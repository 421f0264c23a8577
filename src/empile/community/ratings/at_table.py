"""Ratings of the players at a table with rated games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from empile.community.members import Member
from empile.community.projections import apply as projections
from empile.community.projections.apply import Derived
from empile.community.projections.teams import teams_of
from empile.community.ratings.advantages import seat_advantages
from empile.community.ratings.apply import Pool
from empile.community.ratings.listing import current, name_of
from empile.community.ratings.model import Entry, Rating, expected_scores
from empile.community.ratings.rated import PEOPLE, PROGRAMS, household, size_of
from empile.server.store.schema import claims, members, rating_changes, tables
from empile.server.tables.owners import Caller
from empile.server.wire.clocks.settings import speed
from empile.server.wire.errors import CommandError
from empile.server.wire.people.ratings import PlaceRating, TableRatings

JOINING = -1
"""The place of a member that has not joined yet."""


def table_ratings(
    connection: Connection, table: str, caller: Caller | None, joining: Member | None
) -> TableRatings:
    """Return the ratings at a table, and the expected scores. Raises ``CommandError``.

    :param joining: a member of the caller that may join.
    """
    number = connection.scalar(select(tables.c.number).where(tables.c.id == table))
    derived = None if number is None else projections.read_results(connection, number)
    if derived is None or not derived.results.rated:
        raise CommandError("no_table", "there is no such table with rated games")
    seated = _seated(connection, derived.number)
    if joining is not None and joining.id not in {row.id for row in seated.values()}:
        seated = {**seated, JOINING: joining}
    is_player = caller is not None and any(
        row.account == caller.account for place, row in seated.items() if place != JOINING
    )
    results = derived.results
    if not (is_player or results.spectators or results.seats is None):
        raise CommandError("no_table", "there is no such table, or it has no spectators")
    pool = _pool(derived, seated)
    known = current(connection, pool, [row.id for row in seated.values()])
    by_place = {place: known[row.id] for place, row in seated.items()}
    scores = _expected(derived, by_place)
    game, changes = _last_game(connection, derived.number)
    weight = next((row.weight for row in changes.values()), 1.0)
    places: list[PlaceRating] = []
    for place, row in sorted(seated.items()):
        if not (is_player or row.listed or place == JOINING):
            continue
        rating, changed = by_place[place], changes.get(row.id)
        before = None if changed is None else Rating(changed.mu_before, changed.sigma_before)
        after = None if changed is None else Rating(changed.mu, changed.sigma)
        places.append(
            PlaceRating(
                rating.points,
                rating.uncertainty,
                not rating.is_settled,
                place=place,
                expected=scores.get(place),
                before=before and before.points,
                change=after.points - before.points if before and after else None,
            )
        )
    return TableRatings(name_of(pool.list), places, game, weight)


def _seated(connection: Connection, number: int) -> dict[int, Any]:
    rows = connection.execute(
        select(claims.c.place, members.c.id, members.c.account, members.c.kind, members.c.listed)
        .join(members, members.c.id == claims.c.member)
        .where(claims.c.number == number, members.c.deleted.is_(None))
    )
    return {row.place: row for row in rows}


def _pool(derived: Derived, seated: Mapping[int, Any]) -> Pool:
    results, clock = derived.results, derived.results.clock
    accounts = {row.account for row in seated.values()}
    if results.friendly and len(accounts) == 1:
        name = household(accounts.pop())
    else:
        name = PROGRAMS if any(row.kind == "bot" for row in seated.values()) else PEOPLE
    assert clock is not None
    return Pool(name, results.game, size_of(len(results.places)), speed(clock))


def _expected(derived: Derived, ratings: Mapping[int, Rating]) -> dict[int, float]:
    """Return the expected score of each place: in its seat, once seats are known."""
    results, count = derived.results, len(derived.results.places)
    seats: Sequence[int] | None = results.seats
    in_teams = bool(results.options.get("teams"))
    if seats is None or not all(place in ratings for place in seats):
        if in_teams or len(ratings) < 2:
            return {}
        places = sorted(ratings)
        entries = [Entry(ratings[place], team) for team, place in enumerate(places)]
    else:
        places = list(seats)
        teams = teams_of(results.game, results.rules, results.options, count)
        advantages = seat_advantages(results.game, teams)
        entries = [
            Entry(ratings[place], teams[seat], advantage=advantages[seat])
            for seat, place in enumerate(places)
        ]
    scores = expected_scores(entries)
    return {place: round(score, 4) for place, score in zip(places, scores, strict=True)}


def _last_game(connection: Connection, number: int) -> tuple[int, dict[int, Any]]:
    """Return the last rated game of a table, with its rows by member."""
    one = rating_changes
    rated = (one.c.number == number, one.c.mu.is_not(None))
    game = connection.scalar(select(func.max(one.c.game)).where(*rated)) or 0
    rows = connection.execute(select(one).where(*rated, one.c.game == game))
    return game, {row.member: row for row in rows}
