"""Ratings of a member, their history, and leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, cast

from sqlalchemy import Connection, select, tuple_

from empile.community.members import Member
from empile.community.ratings.apply import Pool
from empile.community.ratings.model import NEW, Entry, Rating, expected_scores, win_chances
from empile.community.ratings.rated import ALL_TIME, household
from empile.server.store.schema import members, rating_changes, ratings
from empile.server.wire.errors import CommandError
from empile.server.wire.people.ratings import (
    ExpectedScore,
    Leaderboard,
    MemberRating,
    RankedMember,
    RatingHistory,
    RatingInfo,
    RatingList,
    RatingPoint,
)

PAGE: Final = 50
HISTORY_PAGE: Final = 200
WINDOW: Final = 1000
"""Ratings that a request for a leaderboard looks at, at most."""
_LONGEST_CURSOR: Final = 60


class Wanted(NamedTuple):
    """Which leaderboard to return."""

    pool: Pool
    season: int = ALL_TIME
    account: int | None = None
    """The account of a household's list."""


def info_of(rating: Rating) -> RatingInfo:
    return RatingInfo(rating.points, rating.uncertainty, not rating.is_settled)


def current(connection: Connection, pool: Pool, numbers: Sequence[int]) -> dict[int, Rating]:
    """Return the ratings of members; those without a rated game are new."""
    found = dict.fromkeys(numbers, NEW)
    rows = connection.execute(
        select(ratings.c.member, ratings.c.mu, ratings.c.sigma).where(
            pool.rows(ratings), ratings.c.season == ALL_TIME, ratings.c.member.in_(numbers)
        )
    )
    return found | {member: Rating(mu, sigma) for member, mu, sigma in rows}


def of_member(connection: Connection, member: Member, *, mine: bool) -> list[MemberRating]:
    """Return the ratings of a member; that within the household only to its account."""
    rows = connection.execute(
        select(ratings)
        .where(ratings.c.member == member.id, ratings.c.season == ALL_TIME)
        .order_by(ratings.c.played.desc(), *ratings.primary_key.columns)
    )
    return [
        MemberRating(
            *_shown(row),
            against=name_of(row.list),
            game=row.name_of_game,
            size=row.size,
            speed=row.speed,
            games=row.played,
            last=row.ended,
        )
        for row in rows
        if mine or not row.list.startswith("h")
    ]


def history(
    connection: Connection, member: int, pool: Pool, cursor: str | None = None
) -> RatingHistory:
    """Return the ratings of a member after its games. Raises ``CommandError``."""
    one = rating_changes
    key = (one.c.ended, one.c.number, one.c.game)
    query = select(one).where(one.c.member == member, pool.rows(one), one.c.mu.is_not(None))
    if cursor is not None:
        ended, number, game = _read(cursor, 3)
        query = query.where(tuple_(*key) < (ended, number, game))
    order = [column.desc() for column in key]
    rows = connection.execute(query.order_by(*order).limit(HISTORY_PAGE + 1)).all()
    points = [
        RatingPoint(
            *_shown(row),
            ended=row.ended,
            change=_rating(row).points - Rating(row.mu_before, row.sigma_before).points,
            players=row.players,
            rank=row.rank,
            weight=row.weight,
        )
        for row in rows[:HISTORY_PAGE]
    ]
    last = rows[HISTORY_PAGE - 1] if len(rows) > HISTORY_PAGE else None
    following = None if last is None else _text(last.ended, last.number, last.game)
    return RatingHistory(points, following)


def leaderboard(
    connection: Connection, wanted: Wanted, now: int, cursor: str | None = None
) -> Leaderboard:
    """Return the next members of a leaderboard. Raises ``CommandError``.

    Public ones have members with a public profile and a settled rating; that of a household all.
    ``now`` is the current season.
    """
    one, after = ratings, None if cursor is None else _read(cursor, 3)
    key = (one.c.points, one.c.member)
    query = (
        select(one, members.c.public, members.c.name, members.c.kind, members.c.listed)
        .join(members, members.c.id == one.c.member)
        .where(wanted.pool.rows(one), one.c.season == wanted.season)
    )
    if wanted.account is None:
        query = query.where(one.c.settled == 1)
    if after is not None:
        query = query.where(tuple_(*key) < (after[0], after[1]))
    rows = connection.execute(
        query.order_by(one.c.points.desc(), one.c.member.desc()).limit(WINDOW)
    ).all()
    position = 0 if after is None else after[2]
    found: list[RankedMember] = []
    last: Any = None
    for row in rows:
        if len(found) == PAGE:
            break
        last = row
        if not _is_shown(row, wanted):
            continue
        position += 1
        found.append(
            RankedMember(
                *_shown(row),
                position=position,
                id=row.public,
                name=row.name,
                kind=row.kind,
                games=row.played,
            )
        )
    following = None
    if last is not None and (last is not rows[-1] or len(rows) == WINDOW):
        following = _text(last.points, last.member, position)
    return Leaderboard(found, following, wanted.season, now)


def _is_shown(row: Any, wanted: Wanted) -> bool:
    if wanted.account is not None:
        return True
    # People with games against programs have a rating on the list of programs, too.
    fits = (row.kind == "bot") == (wanted.pool.list == "programs")
    return bool(row.listed) and row.kind != "child" and fits


def expected(connection: Connection, pool: Pool, found: Sequence[Member]) -> list[ExpectedScore]:
    """Return what to expect of a game between members, in any seats."""
    known = current(connection, pool, [member.id for member in found])
    entries = [Entry(known[member.id], team) for team, member in enumerate(found)]
    return [
        ExpectedScore(
            rating.points,
            rating.uncertainty,
            not rating.is_settled,
            id=member.public,
            expected=round(score, 4),
            win=round(win, 4),
        )
        for member, score, win in zip(
            found, expected_scores(entries), win_chances(entries), strict=True
        )
        for rating in [known[member.id]]
    ]


def stored_list(name: RatingList, account: int | None) -> str:
    """Return the name by which a list is stored. Raises ``CommandError``."""
    if name != "household":
        return name
    if account is None:
        raise CommandError("signed_out", "sign in to see the list of your household")
    return household(account)


def name_of(stored: str) -> RatingList:
    return "household" if stored.startswith("h") else cast(Literal["people", "programs"], stored)


def _rating(row: Any) -> Rating:
    return Rating(row.mu, row.sigma)


def _shown(row: Any) -> tuple[int, int, bool]:
    rating = _rating(row)
    return rating.points, rating.uncertainty, not rating.is_settled


def _text(*key: int) -> str:
    return ".".join(map(str, key))


def _read(cursor: str, count: int) -> list[int]:
    parts = cursor.split(".") if len(cursor) <= _LONGEST_CURSOR else []
    if len(parts) != count or not all(part.lstrip("-").isdecimal() for part in parts):
        raise CommandError("bad_request", "'cursor' must be the one of an earlier page")
    if not cursor.isascii():
        raise CommandError("bad_request", "'cursor' must be the one of an earlier page")
    try:
        return [max(-(2**62), min(int(part), 2**62)) for part in parts]
    except ValueError:
        raise CommandError("bad_request", "'cursor' must be the one of an earlier page") from None
