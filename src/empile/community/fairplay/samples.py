"""Which games a report is about: the last ones of a member, and some of players of that rating."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, exists, or_, select, tuple_

from empile.community.clock import DAY_MS
from empile.community.fairplay.measures import FORMAT, SeatMeasured
from empile.community.projections.statements import set_in
from empile.community.ratings.apply import Pool
from empile.community.ratings.model import MU, POINTS, START, Rating
from empile.community.ratings.rated import ALL_TIME, PEOPLE
from empile.server.store.schema import (
    accounts,
    acts,
    fair_play_games,
    members,
    rating_changes,
    ratings,
    tables,
)

GAMES: Final = 30
"""The last games of a member."""
LEAST_GAMES: Final = 5
"""Rated games without which a pool has no numbers."""
WITHIN: Final = 150
"""Points above or below the member's rating."""
PLAYERS: Final = 16
"""Players of a comparison."""
GAMES_EACH: Final = 4
"""Games of each of them."""
_LEAST_EACH: Final = 2
_MOST_POOLS: Final = 4
_SINCE_MS: Final = 365 * DAY_MS
_MOST_ROWS: Final = 5000
_GAMES_AT_ONCE: Final = 100

GameKey = tuple[int, int]
"""The number of a table, and of a game there."""


class SeatKey(NamedTuple):
    """A seat of a finished game."""

    number: int
    game: int
    seat: int

    @property
    def of_game(self) -> GameKey:
        return self.number, self.game


class Sample(NamedTuple):
    """The games that numbers of a member are made of."""

    pool: Pool
    points: int
    """The rating of the member."""
    own: list[SeatKey]
    others: dict[int, list[SeatKey]]
    """By the number of the member."""

    @property
    def games(self) -> list[GameKey]:
        """All games, those of the member first."""
        seats = [*self.own, *(seat for found in self.others.values() for seat in found)]
        return list(dict.fromkeys(seat.of_game for seat in seats))


def games_of(samples: Iterable[Sample]) -> list[GameKey]:
    """Return the games of samples, each once."""
    return list(dict.fromkeys(key for sample in samples for key in sample.games))


def samples_of(connection: Connection, member: int, now: int) -> list[Sample]:
    """Return the samples of a member: one for each of the four pools that it plays most."""
    rows = connection.execute(
        select(ratings)
        .where(
            ratings.c.member == member,
            ratings.c.season == ALL_TIME,
            ratings.c.list == PEOPLE,
            ratings.c.played >= LEAST_GAMES,
        )
        .order_by(ratings.c.played.desc(), *ratings.primary_key.columns)
        .limit(_MOST_POOLS)
    )
    return [_sample(connection, member, row, now) for row in rows.all()]


def _sample(connection: Connection, member: int, row: Any, now: int) -> Sample:
    pool = Pool(row.list, row.name_of_game, row.size, row.speed)
    rating = Rating(row.mu, row.sigma)
    one = rating_changes
    newest = (one.c.ended.desc(), one.c.number.desc(), one.c.game.desc())
    own = connection.execute(
        select(one.c.number, one.c.game, one.c.seat)
        .where(one.c.member == member, pool.rows(one), _can_be_read())
        .order_by(*newest)
        .limit(GAMES)
    )
    mine = [SeatKey(*found) for found in own.tuples()]
    return Sample(pool, rating.points, mine, _others(connection, member, pool, rating, now))


def _others(
    connection: Connection, member: int, pool: Pool, rating: Rating, now: int
) -> dict[int, list[SeatKey]]:
    """Return games of other members with a similar rating, none of them with the member.

    Which ones is random, but stays the same: each is analysed once. Accounts that were banned, or
    found to have cheated, are left out. Games that were analysed for
    other reports are not preferred, since those reports had reasons.
    """
    one, of_member = rating_changes, rating_changes.alias("of_member")
    low, high = (MU + (rating.points - START + by) / POINTS for by in (-WITHIN, WITHIN))
    cheated = exists().where(
        acts.c.account == accounts.c.id, acts.c.category == "cheating", acts.c.lifted.is_(None)
    )
    with_member = exists().where(
        of_member.c.number == one.c.number,
        of_member.c.game == one.c.game,
        of_member.c.member == member,
    )
    rows = connection.execute(
        select(one.c.member, one.c.number, one.c.game, one.c.seat)
        .join(members, members.c.id == one.c.member)
        .join(accounts, accounts.c.id == members.c.account)
        .where(
            pool.rows(one),
            one.c.mu_before.between(low, high),
            one.c.member != member,
            one.c.ended >= now - _SINCE_MS,
            accounts.c.state == "active",
            ~cheated,
            ~with_member,
            _can_be_read(),
        )
        .order_by(one.c.ended.desc(), one.c.number.desc(), one.c.game.desc(), one.c.seat)
        .limit(_MOST_ROWS)
    )
    by_player: defaultdict[int, list[SeatKey]] = defaultdict(list)
    for other, number, game, seat in rows.tuples():
        by_player[other].append(SeatKey(number, game, seat))
    players = [player for player, found in by_player.items() if len(found) >= _LEAST_EACH]
    chosen = sorted(players, key=_shuffled)[:PLAYERS]
    return {
        player: sorted(by_player[player], key=lambda seat: _shuffled(*seat))[:GAMES_EACH]
        for player in chosen
    }


def _can_be_read() -> Any:
    """Return the condition that a game can be analysed, or is."""
    one, table = fair_play_games, rating_changes
    return or_(
        exists().where(tables.c.number == table.c.number),
        exists().where(
            one.c.number == table.c.number,
            one.c.game == table.c.game,
            one.c.seat == table.c.seat,
        ),
    )


def _shuffled(*key: int) -> bytes:
    """Return a key that orders as if at random, and always in the same way."""
    return hashlib.blake2b(repr(key).encode(), digest_size=8).digest()


# -- Measured games --------------------------------------------------------------------------------


def measured(connection: Connection, games: Iterable[GameKey]) -> dict[SeatKey, bytes]:
    """Return the encoded measures of the seats of games; empty if a game cannot be analysed."""
    one = fair_play_games
    wanted = list(games)
    found: dict[SeatKey, bytes] = {}
    for first in range(0, len(wanted), _GAMES_AT_ONCE):
        part = wanted[first : first + _GAMES_AT_ONCE]
        rows = connection.execute(
            select(one.c.number, one.c.game, one.c.seat, one.c.body).where(
                tuple_(one.c.number, one.c.game).in_(part), one.c.format == FORMAT
            )
        )
        for number, game, seat, body in rows.tuples():
            found[SeatKey(number, game, seat)] = bytes(body)
    return found


def store(connection: Connection, key: GameKey, seats: Sequence[SeatMeasured], now: int) -> None:
    """Store the measured seats of a game; none if it cannot be analysed."""
    number, game = key
    bodies = [msgspec.json.encode(seat) for seat in seats] or [b""]
    for seat, body in enumerate(bodies):
        values = {"format": FORMAT, "made": now, "body": body}
        row = {"number": number, "game": game, "seat": seat, **values}
        set_in(connection, fair_play_games, row, list(values))
