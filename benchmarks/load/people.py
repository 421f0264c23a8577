"""A store with many accounts and finished games, made quickly; and requests of people who use it.

Members are of all kinds: the most active has played about 2 % of all games, half of them hardly any.
A quarter of the players are guests. The tables of the games are deleted, as after years; some
members sit at running tables.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, insert

from empile.community.projections.rebuild import pairs_of, statistics_of
from empile.engine.text.look_alikes import look_of_name
from empile.server.store import database
from empile.server.store.location import PostgresUrl, StoreLocation
from empile.server.store.schema import (
    accounts,
    claims,
    game_players,
    games,
    head_to_head,
    log,
    member_statistics,
    members,
    sessions,
    tables,
)
from empile.server.tables.tokens import key_of
from empile.server.wire import events

_ROWS_AT_ONCE: Final = 20_000
_MONTH_MS: Final = 30 * 24 * 3600 * 1000
_BEGAN: Final = 1_700_000_000_000
_GAME_MS: Final = 60_000
"""A game ends every minute."""
NAMES: Final = ("blox", "block-ness", "on-top", "block-out")
_GUESTS: Final = ("Anna", "Zoé", "Ben", "Chloé", "Max", "Mia", "Noah", "Paul", "Léa", "José")


class Size(NamedTuple):
    """How much a store has."""

    accounts: int
    games: int
    running: int
    """Running tables of members."""


def fill(location: StoreLocation, size: Size) -> None:
    """Fill a new store that has its schema."""
    parts: list[tuple[Table, Iterable[Sequence[Any]]]] = [
        (accounts, _accounts(size)),
        (members, _members(size)),
        (sessions, _sessions(size)),
        (tables, _tables(size)),
        (log, _logs(size)),
        (claims, _claims(size)),
        (games, _games(size)),
        (game_players, _players(size)),
    ]
    if isinstance(location, Path):
        _fill_file(location, parts)
    else:
        asyncio.run(_fill_server(location, parts))
    database.write(location, _sum_up)


def _fill_file(path: Path, parts: Sequence[tuple[Table, Iterable[Sequence[Any]]]]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("PRAGMA cache_size = -200000")
        file.execute("BEGIN")
        for table, rows in parts:
            names = _columns(table)
            marks = ",".join("?" * len(names))
            file.executemany(f"INSERT INTO {table.name} ({','.join(names)}) VALUES ({marks})", rows)
        file.execute("COMMIT")


async def _fill_server(
    location: PostgresUrl, parts: Sequence[tuple[Table, Iterable[Sequence[Any]]]]
) -> None:
    import asyncpg

    connection: Any = await asyncpg.connect(location.url)
    try:
        for table, rows in parts:
            remaining = iter(rows)
            while some := list(islice(remaining, _ROWS_AT_ONCE)):
                await connection.copy_records_to_table(
                    table.name, records=some, columns=_columns(table)
                )
        for table in (accounts, members, sessions, tables):
            key = next(iter(table.primary_key.columns)).name
            await connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', '{key}'),"
                f" (SELECT max({key}) FROM {table.name}))"
            )
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def _sum_up(connection: Connection) -> None:
    everyone = (1, 2**40)
    for table, sums in (
        (member_statistics, [statistics_of(*everyone)]),
        (head_to_head, [pairs_of(*everyone), pairs_of(*everyone, of_all_games=True)]),
    ):
        for query in sums:
            connection.execute(insert(table).from_select(_columns(table), query))
    connection.commit()
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ANALYZE")
        connection.commit()


# -- Rows, with their columns in the order of the schema -------------------------------------------


def token_of(account: int) -> str:
    """Return the token of the session of an account."""
    return f"session-{account}"


def public_of(member: int) -> str:
    """Return the ID of a member."""
    return f"m{member:011d}"


def _accounts(size: Size) -> Iterator[Sequence[Any]]:
    for n in range(1, size.accounts + 1):
        login = f"login{n}"
        yield (
            n, login, login, None, None, None, 0, "member", "active", None, "", "", _BEGAN, look_of_name(login),
        )  # fmt: skip


def _members(size: Size) -> Iterator[Sequence[Any]]:
    for n in range(1, size.accounts + 1):
        name = f"Player {n}"
        yield (
            n, public_of(n), n, name, name.lower(), "adult", 1, _BEGAN, None, look_of_name(name),
        )  # fmt: skip


def _sessions(size: Size) -> Iterator[Sequence[Any]]:
    for n in range(1, size.accounts + 1):
        now = 4 * _BEGAN
        yield n, key_of(token_of(n)), n, now, now, now, "", None, None


def _running(size: Size) -> Iterator[tuple[int, int]]:
    """Yield the numbers of running tables with a member each."""
    rng = random.Random(2)
    for n in range(size.running):
        yield size.games + 1 + n, _active(rng, size)


def _tables(size: Size) -> Iterator[Sequence[Any]]:
    for number, _ in _running(size):
        yield number, f"running{number}", None, _BEGAN


def _logs(size: Size) -> Iterator[Sequence[Any]]:
    for number, member in _running(size):
        places = [
            events.StoredPlace(
                "person", f"Player {member}", key=key_of(f"a{number}"), member=member
            ),
            events.StoredPlace("person", "Anna", key=key_of(f"b{number}")),
        ]
        created = events.Created(
            game="block-ness", rules=1, options={"players": 2, "variant": "base"}, places=places
        )
        yield number, 1, _BEGAN, events.encode(created)
        yield number, 2, _BEGAN, events.encode(events.Started(game_number=1, seats=[0, 1]))


def _claims(size: Size) -> Iterator[Sequence[Any]]:
    for number, member in _running(size):
        yield number, 0, key_of(f"a{number}"), member, _BEGAN + number, 1


def _games(size: Size) -> Iterator[Sequence[Any]]:
    for number, name, seats in _played(size):
        ended = ended_at(number)
        yield number, 1, f"t{number}", name, len(seats), ended - 30_000, ended, 60, "full", 1


def _players(size: Size) -> Iterator[Sequence[Any]]:
    for number, name, seats in _played(size):
        ended = ended_at(number)
        for seat, (member, called, rank) in enumerate(seats):
            outcome = "won" if rank == 1 else "lost"
            yield (
                number, 1, seat, seat, seat, member, called, called.lower(), 0, None, None, rank,
                50 - 7 * rank, outcome, 0, name, len(seats), ended,
            )  # fmt: skip


def ended_at(number: int) -> int:
    """Return when a game ended."""
    return _BEGAN + number * _GAME_MS


def _played(size: Size) -> Iterator[tuple[int, str, list[tuple[int | None, str, int]]]]:
    rng = random.Random(1)
    for number in range(1, size.games + 1):
        count = rng.choice((2, 2, 2, 2, 2, 2, 3, 4))
        ranks = rng.sample(range(1, count + 1), count)
        taken: set[int | None] = set()
        seats: list[tuple[int | None, str, int]] = []
        for seat in range(count):
            member = None if rng.random() < 0.25 else _active(rng, size)
            if member is None or member in taken:
                seats.append((None, rng.choice(_GUESTS), ranks[seat]))
            else:
                taken.add(member)
                seats.append((member, f"Player {member}", ranks[seat]))
        yield number, rng.choice(NAMES), seats


def _active(rng: random.Random, size: Size) -> int:
    """Return a member, more often one of the active ones."""
    return 1 + int(size.accounts * rng.random() ** 3)


# -- Requests --------------------------------------------------------------------------------------


def requests(size: Size) -> dict[str, Callable[[random.Random], tuple[str, dict[str, str]]]]:
    """Return for each kind of request a function that makes one, as a path and headers."""

    def member(rng: random.Random) -> int:
        return rng.choice((_active(rng, size), rng.randint(1, size.accounts)))

    def of_member(what: str) -> Callable[[random.Random], tuple[str, dict[str, str]]]:
        return lambda rng: (f"/api/members/{public_of(member(rng))}/{what}", {})

    def games_of(
        query: Callable[[random.Random], str], *, mine: bool = True
    ) -> Callable[[random.Random], tuple[str, dict[str, str]]]:
        def make(rng: random.Random) -> tuple[str, dict[str, str]]:
            one = member(rng)
            headers = _cookie(one) if mine else {}
            return f"/api/members/{public_of(one)}/games{query(rng)}", headers

        return make

    def deep(rng: random.Random) -> str:
        number = rng.randint(1, size.games)
        return f"?cursor={ended_at(number)}.{number}.1"

    def dates(rng: random.Random) -> str:
        since = ended_at(rng.randint(1, size.games))
        return f"?since={since}&until={since + _MONTH_MS}"

    return {
        "home: running tables": lambda rng: ("/api/me/tables", _cookie(member(rng))),
        "profile": of_member("profile"),
        "statistics": of_member("statistics"),
        "opponents": of_member("opponents"),
        "history": games_of(lambda _: ""),
        "history of a stranger": games_of(lambda _: "", mine=False),
        "history, deep page": games_of(deep),
        "filter: game": games_of(lambda rng: f"?game={rng.choice(NAMES)}"),
        "filter: result": games_of(lambda rng: f"?result={rng.choice(('won', 'lost', 'shared'))}"),
        "filter: opponent": games_of(lambda rng: f"?opponent={public_of(_active(rng, size))}"),
        "filter: dates": games_of(dates),
        "filter: all": games_of(
            lambda rng: f"{dates(rng)}&game=blox&result=won&opponent={public_of(member(rng))}"
        ),
        "search: a frequent name": games_of(lambda rng: "?q=anna"),
        "search: a rare name": games_of(lambda rng: f"?q=player%20{rng.randint(1, size.accounts)}"),
        "search: no such name": games_of(lambda rng: "?q=nobody"),
    }


def _cookie(account: int) -> dict[str, str]:
    return {"Cookie": f"empile_session={token_of(account)}"}
