"""Lists are read by indexes, in their order, on both stores: no page sorts or scans a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event

from empile.community import claims, members
from empile.community.fairplay import opponents, shared_places
from empile.community.fairplay import samples as fair_play_samples
from empile.community.programs import streams, tokens
from empile.community.ratings import apply, listing
from empile.community.ratings.apply import Pool
from empile.community.ratings.listing import Wanted
from empile.community.ratings.model import NEW
from empile.community.records import history, own_tables, statistics
from empile.community.records.history import Filter
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.opening import prepare
from empile.server.tables.owners import Caller
from tests.long.community.projections.test_projections import make_members
from tests.long.community.records.test_history import add_game
from tests.server.store.conftest import location as location

MEMBER = 1
AFTER = "50000.50.1"
POOL = Pool("people", "blox", "two", "fast")

PAGES: dict[str, Callable[[Connection], Any]] = {
    "history": lambda c: history.page(c, MEMBER, Filter(), AFTER),
    "game": lambda c: history.page(c, MEMBER, Filter(game="blox"), AFTER),
    "dates": lambda c: history.page(c, MEMBER, Filter(since=1, until=10**6), AFTER),
    "result": lambda c: history.page(c, MEMBER, Filter(outcome="won"), AFTER),
    "opponent": lambda c: history.page(c, MEMBER, Filter(opponent=2), AFTER),
    "search": lambda c: history.page(c, MEMBER, Filter(name="b"), AFTER),
    "stranger": lambda c: history.page(c, MEMBER, Filter(name="b", public=True), AFTER),
    "statistics": lambda c: statistics.statistics(c, MEMBER, {}, public=True),
    "opponents": lambda c: statistics.opponents(c, MEMBER, "9.9", public=True),
    "number of games": lambda c: statistics.games_of(c, MEMBER),
    "running tables": lambda c: own_tables._owned(c, Caller(1, MEMBER), (9, 9, 9)),
    "running tables of a program": lambda c: streams.running_tables(c, [MEMBER]),
    "members": lambda c: members.all_of(c, 1),
    "tokens": lambda c: tokens.all_of(c, _member(c)),
    "tables to tell": lambda c: claims.newest(c, 1),
    "leaderboard": lambda c: listing.leaderboard(c, Wanted(POOL), 1, "9.9.1"),
    "leaderboard of a household": lambda c: listing.leaderboard(
        c, Wanted(POOL._replace(list="h1"), 0, 1), 1, "9.9.1"
    ),
    "ratings": lambda c: listing.of_member(c, _member(c), mine=True),
    "ratings at a table": lambda c: listing.current(c, POOL, [MEMBER]),
    "history of a rating": lambda c: listing.history(c, MEMBER, POOL, "9.9.9"),
    "games to rate": lambda c: apply._next_keys(c, POOL, (9, 9, 9)),
    "pools of a fair play report": lambda c: fair_play_samples.samples_of(c, MEMBER, 0),
    "games of a comparison": lambda c: fair_play_samples._others(c, MEMBER, POOL, NEW, 0),
    "games with opponents": lambda c: opponents._last_games(c, MEMBER),
    "seats of one address": lambda c: shared_places._neighbours(c, MEMBER, 1, 0),
    "rating before a game": lambda c: apply._before(c, POOL, MEMBER, (9, 9, 9)),
}
SORTED = {
    "statistics",
    "ratings",
    "leaderboard of a household",
    "members",
    "tokens",
    "tables to tell",
    "running tables",
    "pools of a fair play report",
    "games of a comparison",
    "games with opponents",
}
"""Lists of bounded length, which may be sorted after they were found by an index."""


def _member(connection: Connection) -> members.Member:
    (found, *_) = members.all_of(connection, 1)
    return found


@contextmanager
def statements(connection: Connection) -> Iterator[list[tuple[str, Any]]]:
    """Yield what the block asks the store for, with its parameters."""
    found: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        found.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(connection, "before_cursor_execute", note)


def plans(connection: Connection, asked: list[tuple[str, Any]]) -> list[str]:
    """Return how the store answers, if it has many rows."""
    explain = "EXPLAIN QUERY PLAN "
    if connection.dialect.name == "postgresql":
        # A new store is small, and small tables are scanned: take the other ways dear.
        connection.exec_driver_sql("SET enable_seqscan = off")
        connection.exec_driver_sql("SET enable_bitmapscan = off")
        connection.exec_driver_sql("SET enable_sort = off")
        explain = "EXPLAIN "
    found: list[str] = []
    for statement, parameters in asked:
        rows = connection.exec_driver_sql(explain + statement, parameters)
        found.append("\n".join(str(row[-1]) for row in rows))
    return found


def is_scan(line: str) -> bool:
    """Return whether a line of a plan reads a whole table or index."""
    line = line.strip()
    if line.startswith("SCAN "):  # SQLite: also that of a subquery, or of constants
        return not line.startswith(("SCAN CONSTANT", "SCAN (", "SCAN anon", "SCAN one"))
    return "Seq Scan on " in line


def faults(connection: Connection, name: str) -> list[str]:
    """Return the statements of a page that scan or sort, with their plans."""
    with statements(connection) as asked:
        PAGES[name](connection)
    assert asked
    found: list[str] = []
    for (statement, _), plan in zip(asked, plans(connection, asked), strict=True):
        lines = plan.splitlines()
        is_sorted = any("TEMP B-TREE" in line or "Sort " in line for line in lines)
        if any(map(is_scan, lines)) or (is_sorted and name not in SORTED and "LIMIT" in statement):
            found.append(f"{statement}\n{plan}")
    return found


def add_games(connection: Connection) -> None:
    make_members(connection)
    for number in range(1, 80):
        add_game(connection, number, [(1, "A", "won"), (2, "B", "lost")])


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_found_by_indexes(location: StoreLocation, name: str) -> None:
    def scene(connection: Connection) -> None:
        add_games(connection)
        assert faults(connection, name) == []

    prepare(location)
    database.write(location, scene)


def test_pages_without_their_index_are_noticed(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        add_games(connection)
        for columns in ("ended", "name_of_game_ended"):
            connection.exec_driver_sql(f"DROP INDEX game_players_member_{columns}_number_game")
        assert faults(connection, "history")
        assert faults(connection, "result")

    prepare(location)
    database.write(location, scene)
