"""Rates games, each exactly once and in one order, whatever order they arrive in.

The order is by end, number of the table, and number of the game. Each pool of games that are rated
together has a mark up to which it is rated. A game that arrives late, for instance after a crash,
moves the mark back, and what follows it is rated again. So the outcome is always that of rating all
games from the first, and :func:`rate_waiting` does this in short transactions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, select, tuple_, update

from empile.community.clock import DAY_MS
from empile.community.projections.statements import insert_new, is_postgres, set_in
from empile.community.ratings.advantages import seat_advantages
from empile.community.ratings.model import NEW, Entry, Rating, rate
from empile.community.ratings.rated import ALL_TIME, season_of
from empile.server.store.schema import members, rating_changes, rating_pools, ratings

GAMES_AT_ONCE: Final = 50
"""Games of a transaction."""
FULL_GAMES: Final = 5
"""Games of two accounts on a day (UTC) that count in full; each further one counts half of the one
before."""
MOST_GAMES: Final = 10
"""Games of two accounts on a day that count at all."""

Values = dict[str, Any]
Key = tuple[int, int, int]
_FIRST: Final = (0, 0, 0)


class Pool(NamedTuple):
    """A rating list. Field names are the column names."""

    list: str
    name_of_game: str
    size: str
    speed: str

    def rows(self, table: Any) -> ColumnElement[bool]:
        """Return the condition for the rows of the pool."""
        return and_(*(table.c[name] == value for name, value in self._asdict().items()))


class _Before(NamedTuple):
    """A member before a game."""

    rating: Rating
    played: int
    season: int
    season_played: int


_NOBODY: Final = _Before(NEW, 0, 0, 0)


def add(connection: Connection, rows: Sequence[Values]) -> None:
    """Add a game from its rows by :func:`~empile.community.ratings.rated.rated_rows`.

    It is rated by the next :func:`rate_waiting`. Call it once for each game.
    """
    if not rows:
        return
    connection.execute(rating_changes.insert(), list(rows))
    first = rows[0]
    wait_from(connection, _pool_of(first), (first["ended"], first["number"], first["game"] - 1))


def wait_from(connection: Connection, pool: Pool, key: Key) -> None:
    """Let all games of a pool after ``key`` be rated, again if they were."""
    ended, number, game = _FIRST
    new = {**pool._asdict(), "ended": ended, "number": number, "game": game, "waiting": 1}
    if insert_new(connection, rating_pools, new):
        return
    here, mark = pool.rows(rating_pools), _key(rating_pools)
    connection.execute(update(rating_pools).where(here).values(waiting=1))
    ended, number, game = key
    connection.execute(
        update(rating_pools)
        .where(here, tuple_(*mark) > key)
        .values(ended=ended, number=number, game=game)
    )


def is_waiting(connection: Connection) -> bool:
    """Return whether games wait to be rated."""
    waiting = select(rating_pools.c.list).where(rating_pools.c.waiting == 1).limit(1)
    return connection.scalar(waiting) is not None


def rate_waiting(connection: Connection) -> bool:
    """Rate the next games of a pool, in a transaction that writes. Return whether more may wait."""
    query = select(rating_pools).where(rating_pools.c.waiting == 1)
    query = query.order_by(*rating_pools.primary_key.columns).limit(1)
    if is_postgres(connection):
        query = query.with_for_update()
    found = connection.execute(query).mappings().first()
    if found is None:
        return False
    pool = _pool_of(found)
    mark: Key = (found["ended"], found["number"], found["game"])
    keys = _next_keys(connection, pool, mark)
    for key, rows in _games(connection, keys):
        _rate_game(connection, pool, key, rows)
        mark = key
    connection.execute(
        update(rating_pools)
        .where(pool.rows(rating_pools))
        .values(
            ended=mark[0],
            number=mark[1],
            game=mark[2],
            waiting=int(len(keys) == GAMES_AT_ONCE),
        )
    )
    return True


def weight_of(earlier: int) -> float:
    """Return how much a game counts after ``earlier`` ones of the same two accounts on its day."""
    if earlier >= MOST_GAMES:
        return 0.0
    return 0.5 ** max(0, earlier - FULL_GAMES + 1)


def _pool_of(row: Any) -> Pool:
    return Pool(*(row[name] for name in Pool._fields))


def _key(table: Any) -> list[ColumnElement[int]]:
    return [table.c.ended, table.c.number, table.c.game]


def _next_keys(connection: Connection, pool: Pool, mark: Key) -> list[Key]:
    key = _key(rating_changes)
    query = (
        select(*key)
        .where(pool.rows(rating_changes), rating_changes.c.seat == 0)
        .where(tuple_(*key) > mark)
        .order_by(*key)
        .limit(GAMES_AT_ONCE)
    )
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]


def _games(connection: Connection, keys: list[Key]) -> Iterable[tuple[Key, list[Values]]]:
    """Return the seats of games, in the order of the games."""
    if not keys:
        return []
    wanted = set(keys)
    order = [*_key(rating_changes), rating_changes.c.seat]
    numbers = sorted({number for _, number, _ in keys})
    rows = connection.execute(
        select(rating_changes).where(rating_changes.c.number.in_(numbers)).order_by(*order)
    ).mappings()
    games = groupby(map(dict, rows), lambda row: (row["ended"], row["number"], row["game"]))
    return [(key, list(seats)) for key, seats in games if key in wanted]


def _rate_game(connection: Connection, pool: Pool, key: Key, rows: Sequence[Values]) -> None:
    season = season_of(key[0])
    before = [_before(connection, pool, row["member"], key) for row in rows]
    advantages = seat_advantages(pool.name_of_game, [row["team"] for row in rows])
    entries = [
        Entry(one.rating, row["team"], row["rank"], bool(row["resigned"]), advantage)
        for one, row, advantage in zip(before, rows, advantages, strict=True)
    ]
    weight = _weight(connection, pool, key, rows)
    after = rate(entries, weight)
    changed = [
        {
            "of_seat": row["seat"],
            "weight": weight,
            "mu_before": one.rating.mu,
            "sigma_before": one.rating.sigma,
            "mu": new.mu,
            "sigma": new.sigma,
            "played": one.played + 1,
            "season_played": 1 + (one.season_played if one.season == season else 0),
        }
        for row, one, new in zip(rows, before, after, strict=True)
    ]
    names = [name for name in changed[0] if name != "of_seat"]
    connection.execute(
        update(rating_changes)
        .where(rating_changes.c.number == key[1], rating_changes.c.game == key[2])
        .where(rating_changes.c.seat == bindparam("of_seat"))
        .values({name: bindparam(f"new_{name}") for name in names}),
        [
            {"of_seat": one["of_seat"], **{f"new_{name}": one[name] for name in names}}
            for one in changed
        ],
    )
    gone = _deleted(connection, [row["member"] for row in rows])
    for row, new, values in sorted(
        zip(rows, after, changed, strict=True), key=lambda one: one[0]["member"]
    ):
        if row["member"] not in gone:
            _store(connection, pool, row, new, values, season)


def _store(
    connection: Connection, pool: Pool, row: Values, new: Rating, values: Values, season: int
) -> None:
    current = {
        "mu": new.mu,
        "sigma": new.sigma,
        "points": new.points,
        "settled": int(new.is_settled),
        "ended": row["ended"],
    }
    for of, played in ((ALL_TIME, values["played"]), (season, values["season_played"])):
        keys = {**pool._asdict(), "season": of, "member": row["member"]}
        set_in(connection, ratings, {**keys, **current, "played": played}, [*current, "played"])


def _before(connection: Connection, pool: Pool, member: int, key: Key) -> _Before:
    """Return a member before a game; all earlier ones are rated."""
    of = _key(rating_changes)
    row = connection.execute(
        select(
            rating_changes.c.mu,
            rating_changes.c.sigma,
            rating_changes.c.played,
            rating_changes.c.ended,
            rating_changes.c.season_played,
        )
        .where(rating_changes.c.member == member, pool.rows(rating_changes))
        .where(tuple_(*of) < key)
        .order_by(*(column.desc() for column in of))
        .limit(1)
    ).first()
    if row is None:
        return _NOBODY
    return _Before(Rating(row.mu, row.sigma), row.played, season_of(row.ended), row.season_played)


def _weight(connection: Connection, pool: Pool, key: Key, rows: Sequence[Values]) -> float:
    """Return how much a game counts, by the pair of accounts that played most on its day."""
    if pool.list.startswith("h"):
        return 1.0
    accounts = sorted(row["account"] for row in rows)
    one, other = rating_changes.alias("one"), rating_changes.alias("other")
    same = and_(other.c.number == one.c.number, other.c.game == one.c.game)
    most = 0
    for account in accounts[:-1]:
        counts = connection.execute(
            select(func.count())
            .select_from(one.join(other, same))
            .where(one.c.account == account, pool.rows(one))
            .where(one.c.ended >= key[0] - key[0] % DAY_MS, tuple_(*_key(one)) < key)
            .where(other.c.account.in_([each for each in accounts if each > account]))
            .group_by(other.c.account)
        )
        most = max([most, *(count for (count,) in counts)])
    return weight_of(most)


def _deleted(connection: Connection, numbers: Iterable[int]) -> set[int]:
    """Return those members that were deleted; the others stay until the end."""
    query = select(members.c.id, members.c.deleted).where(members.c.id.in_(sorted(numbers)))
    if is_postgres(connection):
        query = query.order_by(members.c.id).with_for_update(read=True)
    return {number for number, deleted in connection.execute(query) if deleted is not None}
