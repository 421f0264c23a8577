"""Bodies of seats, histories, statistics and progress of members."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from empile.engine.record import LeftBy
from empile.server.wire.parts import Status
from empile.server.wire.people.accounts import MemberKind, Short

Outcome = Literal["won", "shared", "lost"]
"""``shared``: the first rank together with an opponent."""


class SeatToKeep(Struct, frozen=True):
    """A place that a guest holds."""

    table: Short
    """The table's ID."""
    token: Short
    """The token that holds the place."""
    place: int | None = None
    """The place, if the token holds several; default: the one with the member's name, or the first."""


class KeepGames(Struct, frozen=True):
    """Places for a member to own from now on, with all games played there."""

    member: Short
    """The ID of the member."""
    seats: Annotated[list[SeatToKeep], Meta(max_length=100)]
    """At most 100 places."""


class GamesKept(Struct, frozen=True):
    """How many places the member owns now."""

    kept: int
    """The number of the given places; those of deleted tables and of others are left out."""


class PlaceOfMine(Struct, frozen=True):
    """A place of a running table."""

    place: int
    """The number of the place."""
    name: str
    """The person's name."""
    kind: Literal["person", "open", "bot"]
    """The current player."""
    level: int | None = None
    """The bot's level."""


class TableOfMine(Struct, frozen=True):
    """A table at which a member of the account plays."""

    table: str
    """The table's ID."""
    game: str
    """The game's name."""
    member: str
    """The ID of the member."""
    status: Status
    """What the table waits for."""
    places: list[PlaceOfMine]
    """All places, clockwise."""
    mine: list[int]
    """The places of the member's token."""
    turn: bool
    """Whether one of them must act."""
    made: int
    """When the member took the place."""


class TablesOfMine(Struct, frozen=True):
    """A page of the running tables of the account, the newest first."""

    tables: list[TableOfMine]
    """At most 20 tables."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class Profile(Struct, frozen=True):
    """A member, as others see it."""

    id: str
    """The ID in addresses."""
    name: str
    """The name."""
    kind: MemberKind
    """What it is."""
    made: int
    """When it was made."""
    games: int
    """The number of finished games."""
    listed: bool
    """Whether everyone may see the profile."""
    mine: bool
    """Whether it is a member of the account that asks."""


class SeatStatistics(Struct, frozen=True):
    """Results in one seat."""

    seat: int
    """The seat, from 0, the first to move."""
    played: int
    """Finished games."""
    won: int
    """Games won alone, or by the member's team."""
    shared: int
    """Games with a shared first rank."""
    compared: float | None
    """The share of games that players of like strength won in this seat, or ``None``."""


class GameStatistics(Struct, frozen=True):
    """Results in a game with a number of players."""

    game: str
    """The game's name."""
    players: int
    """The number of seats."""
    played: int
    """Finished games."""
    won: int
    """Games won alone, or by the member's team."""
    shared: int
    """Games with a shared first rank."""
    mean_rank: float
    """The mean of the ranks, from 1."""
    mean_score: float | None
    """The mean of the scores; ``None`` if the rules ended none of the games."""
    seats: list[SeatStatistics]
    """The same by seat."""
    compared: float | None
    """The share of games that players of like strength won, or ``None`` if there are too few."""


class Opponent(Struct, frozen=True):
    """Results against one opponent. A game counts by the better rank."""

    id: str | None
    """The ID of the profile; ``None`` if it is hidden."""
    name: str
    """The name; empty if the profile is hidden."""
    played: int
    """Finished games against each other."""
    won: int
    """Games in which the member had the better rank."""
    lost: int
    """Games in which the opponent had the better rank."""
    shared: int
    """Games with the same rank."""


class Opponents(Struct, frozen=True):
    """A page of opponents, the most frequent first."""

    opponents: list[Opponent]
    """At most 50 opponents."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class Statistics(Struct, frozen=True):
    """The results of a member."""

    by_game: list[GameStatistics]
    """By game and number of players, the most played first."""
    opponents: list[Opponent]
    """The 50 most frequent opponents with an account."""
    cursor: str | None
    """The ``cursor`` of the next page of opponents; ``None`` if there are no more."""


class HistoryPlayer(Struct, frozen=True):
    """A seat of a finished game."""

    seat: int
    """The seat, from 0."""
    name: str
    """The name at the end of the game; empty for bots of the server and deleted players."""
    id: str | None
    """The ID of the profile; ``None`` for guests, bots of the server and hidden profiles."""
    level: int | None
    """The level of the bot of the server that played at the end; ``None`` for others."""
    program: bool
    """Whether it is a program with an account of its own."""
    rank: int
    """The rank, from 1; seats that left are last."""
    score: int | None
    """The score; ``None`` if the rules did not end the game."""
    deleted: bool
    """Whether the player deleted the account."""
    left: LeftBy | UnsetType = UNSET
    """Why the player left the game before its end."""


class HistoryGame(Struct, frozen=True):
    """A finished game of a member."""

    table: str
    """The table's ID."""
    number: int
    """The number of the game at its table, from 1."""
    game: str
    """The game's name."""
    started: int
    """When it began."""
    ended: int
    """When it ended."""
    reason: str
    """Why it ended, a word of the game's own, or ``resignation``, ``time`` or ``absence``."""
    events: int
    """Moves and chance events."""
    outcome: Outcome
    """The member's outcome."""
    seat: int
    """The member's seat."""
    players: list[HistoryPlayer]
    """All seats."""
    resigned: list[int]
    """The seats that resigned, ran out of time or were absent."""
    replay: bool
    """Whether the table still exists, so that the game can be replayed."""


class PublicResult(Struct, frozen=True):
    """A finished game that everybody may know of; all its people have public profiles."""

    table: str
    """The table's ID."""
    number: int
    """The number of the game at its table, from 1."""
    game: str
    """The game's name."""
    started: int
    """When it began."""
    ended: int
    """When it ended."""
    reason: str
    """Why it ended, a word of the game's own, or ``resignation``, ``time`` or ``absence``."""
    events: int
    """Moves and chance events."""
    players: list[HistoryPlayer]
    """All seats."""
    resigned: list[int]
    """The seats that resigned, ran out of time or were absent."""
    replay: bool
    """Whether the table still exists, so that the game can be replayed."""


class HistoryPage(Struct, frozen=True):
    """A page of finished games, the last first."""

    games: list[HistoryGame]
    """At most 30 games; fewer, even none, if a filter matches few."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class ProgressEntry(Struct, frozen=True):
    """How far a member has come with something."""

    kind: Literal["lesson", "solo", "rush"]
    """What it is."""
    game: Annotated[str, Meta(max_length=40)]
    """The game's name."""
    item: Annotated[str, Meta(max_length=80)]
    """The lesson, level or kind of rush."""
    value: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    """How far; a higher value replaces a lower one."""
    at: int = 0
    """When it was reached; set by the server."""


class Progress(Struct, frozen=True):
    """The progress of a member."""

    entries: Annotated[list[ProgressEntry], Meta(max_length=500)]
    """What was reached, at most 500 entries in a request."""
