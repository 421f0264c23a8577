"""Stores what members reached in puzzles, and rates members and puzzles.

An attempt is a game between a member and a puzzle in the model of
:mod:`empile.community.ratings.model`. A member has one rating for the puzzles of all games: each
game has too few puzzles for ratings of their own. Ratings change in the order in which attempts
arrive, each once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, Table, delete, select, update

from empile.community.projections.statements import insert_new, is_postgres
from empile.community.puzzles.attempts import Judged, day_of
from empile.community.ratings.model import MU, NEW, POINTS, START, Entry, Rating, rate
from empile.server.store.schema import (
    puzzle_days,
    puzzle_players,
    puzzle_ratings,
    puzzle_results,
)
from empile.server.wire.people.puzzles import PuzzleHistory, PuzzleResult

SHIPPED_UNCERTAINTY: Final = 100
"""Of the ratings in files, in points: bots found them, so a member's rating moves further."""


def history(connection: Connection, member: int) -> PuzzleHistory:
    """Return what a member reached in puzzles."""
    one = puzzle_results
    rows = connection.execute(
        select(one.c.game, one.c.puzzle, one.c.right, one.c.at, one.c.points, one.c.again)
        .where(one.c.member == member)
        .order_by(one.c.at, one.c.game, one.c.puzzle)
    )
    results = [
        PuzzleResult(game, puzzle, bool(right), at, points, again)
        for game, puzzle, right, at, points, again in rows
    ]
    found = connection.execute(
        select(puzzle_players).where(puzzle_players.c.member == member)
    ).first()
    rating = NEW if found is None else Rating(found.mu, found.sigma)
    day, days = _streak(connection, member)
    return PuzzleHistory(
        points=rating.points,
        uncertainty=rating.uncertainty,
        rated=0 if found is None else found.rated,
        day=day,
        days=days,
        results=results,
    )


def store(connection: Connection, member: int, attempts: Sequence[Judged]) -> None:
    """Store attempts, and rate those that are first ones. Sending them again changes nothing."""
    rated = [one for one in attempts if one.shipped_points is not None]
    if rated:
        _lock(connection, member, rated)
    for attempt in attempts:
        if attempt.day is not None:
            insert_new(connection, puzzle_days, {"member": member, "day": attempt.day})
        row = {
            "member": member,
            "game": attempt.game,
            "puzzle": attempt.puzzle,
            "right": int(attempt.right),
            "at": attempt.at,
            "points": None,
            "again": None,
        }
        if insert_new(connection, puzzle_results, row):
            if attempt.shipped_points is not None:
                _rate(connection, member, attempt)
        elif attempt.right:
            connection.execute(
                update(puzzle_results)
                .where(*_result(member, attempt), puzzle_results.c.right == 0)
                .where(puzzle_results.c.again.is_(None), puzzle_results.c.at < attempt.at)
                .values(again=attempt.at)
            )


def forget_member(connection: Connection, member: int) -> None:
    """Delete all of a member; the ratings of puzzles stay."""
    for table in (puzzle_results, puzzle_players, puzzle_days):
        connection.execute(delete(table).where(table.c.member == member))


def current_points(connection: Connection) -> list[tuple[str, str, int]]:
    """Return the game, the ID and the rating of each puzzle that was tried."""
    one = puzzle_ratings
    rows = connection.execute(
        select(one.c.game, one.c.puzzle, one.c.mu, one.c.sigma)
        .where(one.c.rated > 0)
        .order_by(one.c.game, one.c.puzzle)
    )
    return [(game, puzzle, Rating(mu, sigma).points) for game, puzzle, mu, sigma in rows]


def shipped(points: int) -> Rating:
    """Return the rating of a puzzle that no member tried."""
    return Rating(MU + (points - START) / POINTS, SHIPPED_UNCERTAINTY / POINTS)


def _lock(connection: Connection, member: int, attempts: Iterable[Judged]) -> None:
    """Create the ratings and let no other transaction change them, in an order without deadlocks."""
    insert_new(connection, puzzle_players, {"member": member, **_values(NEW, 0)})
    _row(connection, puzzle_players, puzzle_players.c.member == member)
    by_key = {(one.game, one.puzzle): one.shipped_points for one in attempts}
    for (game, puzzle), points in sorted(by_key.items()):
        assert points is not None
        values = {"game": game, "puzzle": puzzle, **_values(shipped(points), 0)}
        insert_new(connection, puzzle_ratings, values)
        _row(connection, puzzle_ratings, *_puzzle(game, puzzle))


def _rate(connection: Connection, member: int, attempt: Judged) -> None:
    of_puzzle = _puzzle(attempt.game, attempt.puzzle)
    player = _row(connection, puzzle_players, puzzle_players.c.member == member)
    puzzle = _row(connection, puzzle_ratings, *of_puzzle)
    after, puzzle_after = rate(
        [
            Entry(Rating(player.mu, player.sigma), 0, 1 if attempt.right else 2),
            Entry(Rating(puzzle.mu, puzzle.sigma), 1, 2 if attempt.right else 1),
        ]
    )
    connection.execute(
        update(puzzle_players)
        .where(puzzle_players.c.member == member)
        .values(**_values(after, player.rated + 1))
    )
    connection.execute(
        update(puzzle_ratings).where(*of_puzzle).values(**_values(puzzle_after, puzzle.rated + 1))
    )
    connection.execute(
        update(puzzle_results).where(*_result(member, attempt)).values(points=after.points)
    )


def _row(connection: Connection, table: Table, *where: Any) -> Row[Any]:
    query = select(table).where(*where)
    if is_postgres(connection):
        query = query.with_for_update()
    return connection.execute(query).one()


def _puzzle(game: str, puzzle: str) -> tuple[Any, ...]:
    return puzzle_ratings.c.game == game, puzzle_ratings.c.puzzle == puzzle


def _result(member: int, attempt: Judged) -> tuple[Any, ...]:
    one = puzzle_results
    return one.c.member == member, one.c.game == attempt.game, one.c.puzzle == attempt.puzzle


def _values(rating: Rating, rated: int) -> dict[str, Any]:
    return {"mu": rating.mu, "sigma": rating.sigma, "rated": rated}


def _streak(connection: Connection, member: int) -> tuple[str, int]:
    """Return the last day whose puzzle was solved, and how many days in a row until then."""
    days = connection.scalars(
        select(puzzle_days.c.day)
        .where(puzzle_days.c.member == member)
        .order_by(puzzle_days.c.day.desc())
    ).all()
    if not days:
        return "", 0
    count = next((number for number, day in enumerate(days) if day != days[0] - number), len(days))
    return day_of(days[0]).isoformat(), count
