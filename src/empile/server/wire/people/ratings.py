"""Bodies of ratings. A rating is a number of points with its uncertainty, one standard deviation."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from empile.server.wire.clocks.settings import Speed
from empile.server.wire.people.accounts import MemberKind

RatingList = Literal["people", "programs", "household"]
"""``people``: games between people. ``programs``: games with a program. ``household``: friendly games
within one account."""
TableSize = Literal["two", "more"]
"""Two seats, or three and more."""


class RatingInfo(Struct, frozen=True):
    """The estimated strength of a player."""

    points: int
    """The rating. With 400 points more, one of two wins ten games of eleven."""
    uncertainty: int
    """One standard deviation of the points."""
    provisional: bool
    """Whether it is still too uncertain to compare."""


class MemberRating(RatingInfo, frozen=True):
    """A rating of a member."""

    against: RatingList
    """The list on which the games count."""
    game: str
    """The game's name."""
    size: TableSize
    """The class of the number of seats."""
    speed: Speed
    """``slow`` with days for each move, else ``fast``."""
    games: int
    """The number of rated games."""
    last: int
    """When the last one ended."""


class MemberRatings(Struct, frozen=True):
    """The ratings of a member."""

    ratings: list[MemberRating]
    """The most played first."""


class RatingPoint(RatingInfo, frozen=True):
    """A rating after a game."""

    ended: int
    """When the game ended."""
    change: int
    """Points won or lost."""
    players: int
    """The number of seats."""
    rank: int
    """The member's rank in it."""
    weight: float
    """How much the game counted, from 0 to 1: less after many games with the same people in a day."""


class RatingHistory(Struct, frozen=True):
    """A page of the history of a rating, the newest first."""

    points: list[RatingPoint]
    """At most 200 games."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class RankedMember(RatingInfo, frozen=True):
    """A line of a leaderboard."""

    position: int
    """The place in the list, from 1."""
    id: str
    """The ID of the profile."""
    name: str
    """The name."""
    kind: MemberKind
    """What it is."""
    games: int
    """The number of rated games, of the season if it is one of a season."""


class Leaderboard(Struct, frozen=True):
    """A page of a leaderboard, the highest rating first."""

    members: list[RankedMember]
    """At most 50 members; fewer, even none, if many have a hidden profile."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""
    season: int
    """The season of the list: 20264 is the last quarter of 2026, 0 is all time."""
    current_season: int
    """The season that runs now."""


class BotRatingInfo(Struct, frozen=True):
    """A level of the server's bots on the scale of members."""

    level: int
    """The level, from 1."""
    points: int
    """The rating by the matches between the levels."""
    uncertainty: int
    """Its standard error."""


class BotRatings(Struct, frozen=True):
    """The levels of a game's bots."""

    bots: list[BotRatingInfo]
    """The weakest first; none if they were not measured."""


class ExpectedScore(RatingInfo, frozen=True):
    """What to expect of a player in a game."""

    id: str
    """The ID of the member."""
    expected: float
    """The expected share of opponents that rank behind: with two players, the expected score."""
    win: float
    """The probability of the first rank."""


class ExpectedScores(Struct, frozen=True):
    """What to expect of a game."""

    members: list[ExpectedScore]
    """In the order of the request."""


class PlaceRating(RatingInfo, frozen=True):
    """The rating of a player at a table."""

    place: int
    """The number of the place; -1: the caller's member, which might join."""
    expected: float | None
    """The expected share of opponents that rank behind in this game; ``None`` for teams that are not
    seated yet, and without opponents."""
    before: int | None
    """The points before the last game of the table, if it is rated; else ``None``."""
    change: int | None
    """The points won or lost in it."""


class TableRatings(Struct, frozen=True):
    """The ratings of the players at a table with rated games."""

    against: RatingList
    """The list on which the games count."""
    places: list[PlaceRating]
    """The places of members whose ratings the caller may see: all for players of the table, and for
    others those with a public profile."""
    game: int
    """The number of the last finished game that is rated; 0 without one."""
    weight: float
    """How much it counted, from 0 to 1."""
