"""Bodies of fair play reports. Only moderators get them; no number decides anything."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from empile.server.wire.clocks.settings import Speed
from empile.server.wire.people.ratings import TableSize

FairPlayMeasure = Literal["agreement", "loss", "seconds", "spread", "correlation"]
"""``agreement``: share of moves for which the engine found no better one. ``loss``: mean expected return
that a move cost. ``seconds``: logarithm of the median time of a move. ``spread``: standard deviation of
the logarithms of the times. ``correlation``: rank correlation of times and difficulty."""


class FairPlayNumber(Struct, frozen=True):
    """A number of a member, compared with players of that rating."""

    measure: FairPlayMeasure
    """What it says."""
    value: float
    """The member's number."""
    error: float | None
    """Its standard error; ``None`` with too few games."""
    players: int
    """Players of the comparison."""
    mean: float | None
    """Their mean. ``None`` with fewer than five, like all that follows."""
    spread: float | None
    """How much they differ: a standard deviation, without their own uncertainty."""
    percentile: float | None
    """How many percent of them have a lower number."""
    z: float | None
    """Distance to the mean, in standard deviations of an honest player's number with as many games."""
    z_error: float | None
    """Standard error of ``z``."""


class FairPlayMoves(Struct, frozen=True):
    """How a member moves in the rated games of one game, class of seats and speed."""

    game: str
    """The game's name."""
    size: TableSize
    """Two seats, or three and more."""
    speed: Speed
    """``slow`` with days for each move, else ``fast``."""
    points: int
    """The member's rating."""
    games: int
    """Games that count here: the last ones, 30 at most."""
    moves: int
    """The member's moves in them that say something."""
    left_out: int
    """Other moves: forced ones, of the opening, in decided positions, or of bots."""
    quartiles: list[float] | None
    """Seconds for a move: the first quartile, the median, the third quartile."""
    compared_games: int
    """Games of the players of that rating."""
    compared_moves: int
    """Their moves that say something."""
    numbers: list[FairPlayNumber]
    """The numbers of the member."""


class FairPlayOpponent(Struct, frozen=True):
    """An opponent in many of a member's rated games."""

    id: str | None
    """The ID of the opponent; ``None`` if the account was deleted."""
    name: str
    """The name of the opponent."""
    games: int
    """Rated games with this opponent."""
    score: float
    """The member's share of points won from this opponent, a tie being half."""
    expected: float
    """What the ratings expected."""
    error: float
    """The standard deviation of the score if the ratings are right."""
    gained: int
    """Points of rating that the member won in these games; those at larger tables are shared out."""
    short: int
    """Games with less than half as many moves as usual."""
    resigned: int
    """Games that the opponent resigned."""
    timed_out: int
    """Games in which one of the two ran out of time."""


class FairPlayOpponents(Struct, frozen=True):
    """The opponents of a member in rated games."""

    games: int
    """The last rated games, 200 at most."""
    opponents: int
    """Different opponents in them."""
    share: float
    """The share of the three most frequent ones in all pairs of the member with an opponent."""
    gained: int
    """Points of rating that the member won in these games."""
    most: list[FairPlayOpponent]
    """The three most frequent ones."""


class FairPlayNeighbour(Struct, frozen=True):
    """Another member at a member's tables, from the same household or address."""

    id: str
    """The ID of the other member."""
    name: str
    """The other member's name."""
    tables: int
    """Tables that both shared."""


class FairPlayPlaces(Struct, frozen=True):
    """Tables at which several places are of one household, or were taken from one address."""

    days: int
    """The last days that are counted."""
    tables: int
    """The member's tables in them."""
    household: int
    """Tables with another member of the same account."""
    address: int
    """Tables with a place of another account, taken from the same address."""
    address_rated: int
    """Rated games at these."""
    address_gained: int
    """Points of rating that the member won in these games."""
    neighbours: list[FairPlayNeighbour]
    """Members of other accounts with the same address at a table, the most frequent ones."""


class FairPlayProgress(Struct, frozen=True):
    """How far the analyses of a report are."""

    wanted: int
    """Games that the report is about."""
    done: int
    """Games that are analysed."""
    failed: int
    """Games that cannot be analysed."""


class FairPlayReport(Struct, frozen=True):
    """Evidence on the fair play of a member. People decide what it means."""

    id: str
    """The ID of the member."""
    name: str
    """The name of the member."""
    made: int
    """When the report was made."""
    progress: FairPlayProgress
    """The numbers of moves are complete once all games are done or failed."""
    moves: list[FairPlayMoves]
    """By game, class of seats and speed; those with five rated games or more."""
    opponents: FairPlayOpponents
    """Games between the same few."""
    places: FairPlayPlaces
    """Several places of one table."""
