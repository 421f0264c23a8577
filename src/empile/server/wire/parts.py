"""Wire types shared by the socket and REST: places, tables, positions and errors."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from empile.server.wire.clocks.settings import Clock

PlaceKind = Literal["person", "open", "bot"]
Status = Literal["gathering", "playing", "over", "frozen", "private"]
"""The status of a table; ``private``: it has no spectators, and this client no place at it."""
AskKind = Literal["takeback", "rematch", "takeover", "assist", "presence"]
Absence = Literal["time", "absence"]
"""Why a person left who did not resign: out of time, or not there when asked."""
Ending = Literal["aborted", "time", "absence"]
"""Why a game ended without a result. ``aborted``: it does not count, as not everybody had moved.
``time``: a player ran out of time. ``absence``: a player did not answer whether they are there."""
Talk = Literal["off", "phrases", "free"]
"""What people may say to each other. ``free``: phrases, and messages between members."""
Parts = dict[str, str]
"""The choices that make up a move, by name."""

PROTOCOL = 2
"""The version of the protocol. A client of another version must be updated."""
UNNUMBERED = 1
"""The version of servers that send no number."""

ErrorCode = Literal[
    "bad_message",
    "bad_hello",
    "outdated",
    "bad_token",
    "forbidden",
    "not_found",
    "no_table",
    "no_place",
    "no_spectators",
    "no_hints",
    "not_yours",
    "stale",
    "illegal",
    "bad_path",
    "not_now",
    "unconfirmed",
    "bad_request",
    "bad_options",
    "bad_position",
    "bad_record",
    "wrong_method",
    "wrong_media_type",
    "wrong_host",
    "timeout",
    "too_large",
    "rate_limited",
    "frozen",
    "no_game",
    "failed",
    "unavailable",
    "outcome_unknown",
    "signed_out",
    "wrong_login",
    "name_taken",
    "bad_name",
    "weak_password",
    "confirm",
    "not_allowed",
    "expired",
]
"""The code of an error, for programs; see [Errors](errors.md). Treat unknown ones by their status."""

ClosingCode = Literal[
    "stopping",
    "flood",
    "too_slow",
    "too_large",
    "bad_frame",
    "refused",
    "outdated",
    "answered",
    "idle",
    "failed",
    "deleted",
    "revoked",
]
"""Why the server closes a connection; see [Errors](errors.md#codes-of-bye)."""


class Message(Struct, frozen=True):
    """A message of the game's catalogue: a key and its arguments."""

    key: str
    """The message's key in the catalogue."""
    args: dict[str, str | int] = {}
    """Arguments of the message by name."""


class GameResult(Struct, frozen=True):
    """How a game ended, as in a record."""

    winners: list[int]
    """The winning seats; several if they share the first rank."""
    scores: list[int]
    """The final score of each seat."""
    ranks: list[int]
    """The rank of each seat, from 1. Equal seats share a rank."""
    reason: str
    """Why the game ended, a word of the game's own."""


class LegalMove(Struct, frozen=True):
    """A legal move."""

    text: str
    """The move in the game's notation."""
    parts: Parts
    """The choices that make up the move."""
    effects: dict[str, Any] | UnsetType = UNSET
    """The move's immediate effects beyond its parts, as an object of the game."""


class LastMove(Struct, frozen=True):
    """The move that led to the position."""

    seat: int
    """The seat that moved."""
    text: str
    """The move in the game's notation, with ``?`` for what the client may not see."""
    parts: Parts
    """The choices that make up the move. Empty if the client may not see all of it."""


class PlaceInfo(Struct, frozen=True):
    """A place of a table. Only ``mine`` differs between clients."""

    place: int
    """The number of the place, from 0."""
    kind: PlaceKind
    """The current player."""
    name: str
    """The person's name. Empty for bots and open places."""
    level: int | None = None
    """The bot's level. ``None`` for persons."""
    present: bool = False
    """Whether the person is connected. True for bots."""
    mine: bool = False
    """Whether this client holds the place."""
    stands_in: bool = False
    """Whether a bot plays a place that still belongs to a person."""
    resigned: bool = False
    """Whether the person resigned the current game, ran out of time or was absent."""
    left: Absence | UnsetType = UNSET
    """Why, if the person did not resign."""
    hand_skill: int | None = None
    """The bot's hand skill. ``None`` for persons, and in games without placements."""
    member: str | UnsetType = UNSET
    """The ID of the profile of the person or program. Absent for guests and hidden profiles."""
    program: bool | UnsetType = UNSET
    """True for a program with an account of its own. Absent for people and the server's bots."""
    away_until: int | UnsetType = UNSET
    """Until when the person is absent, in milliseconds since 1970. Absent if they are not."""


class TableInfo(Struct, frozen=True):
    """A table, without its game's position."""

    id: str
    """The table's ID."""
    game: str
    """The game's name."""
    rules: int
    """The version of the game's rules."""
    options: dict[str, Any]
    """Every option, defaults included."""
    status: Status
    """What the table waits for."""
    places: list[PlaceInfo]
    """The places, clockwise."""
    game_number: int
    """The number of the current game: 0 before the first, 2 in the first rematch."""
    allow_spectators: bool
    """Whether spectators are admitted."""
    spectators: int
    """The number of connected spectators; those of one address count once."""
    language: str = ""
    """The language of invitations. May be empty."""
    code: str | None = None
    """The short code to join by. ``None`` for spectators."""
    failure: str | None = None
    """The failure, while the table is frozen."""
    hints: bool = True
    """Whether players may ask for hints."""
    imperfect_information: bool = False
    """Whether the game has imperfect information. Players on one device then see hands in turn."""
    teams: list[int] | None = None
    """The team of each seat, or ``None`` if each seat plays alone. Places are partners as the seats
    with their numbers are, in every game of the table."""
    assist: bool | None = None
    """Whether placement assistance is on: hands do not tremble and are guided to the middle. ``None``
    in games without placements."""
    clock: Clock | UnsetType = UNSET
    """How long players may think. Absent without a clock."""
    rated: bool | UnsetType = UNSET
    """True if games count for ratings, else absent."""
    friendly: bool | UnsetType = UNSET
    """True if members of one account may play each other in rated games, else absent."""
    patience: int | UnsetType = UNSET
    """Without a clock: the seconds after which a player may be asked whether they are there, and in
    which they must answer. Absent if they are 300."""


class AskInfo(Struct, frozen=True):
    """An open question to the table."""

    ask: int
    """The question's number: the ``seq`` of its ``asked`` event."""
    what: AskKind
    """What is asked for."""
    place: int
    """The place that asks."""
    waiting: list[int]
    """The places that have not answered."""
    takeover_place: int | None = None
    """For a takeover: the place that a bot would play."""
    level: int | None = None
    """For a takeover: the bot's level."""
    hand_skill: int | None = None
    """For a takeover: the bot's hand skill, in games with placements."""
    assist: bool | None = None
    """For assistance: whether to turn it on."""


class PossibleOutcome(Struct, frozen=True):
    """An outcome that people may report."""

    text: str
    """The chance event that it would be. Send it back with ``propose_ruling``."""
    ends_game: bool
    """Whether it ends the game. Then ``propose_ruling`` needs ``confirmed``."""
    may_become: str | None = None
    """The outcome that it may still become before the next turn, or ``None`` if it is final at once."""


class ProposedOutcome(Struct, frozen=True):
    """The outcome that people reported, while it may still change."""

    text: str
    """The chance event that the outcome would be."""
    place: int
    """The place that reported it last."""


class PendingRuling(Struct, frozen=True):
    """The game waits for an outcome that the rules do not know."""

    source: Literal["hand", "people"]
    """The source of the outcome: a simulated placement, or the people at the table."""
    seat: int
    """The seat that acted."""
    grips: list[str] = []
    """``hand``: the possible grips."""
    outcomes: list[PossibleOutcome] = []
    """``people``: the possible outcomes."""
    proposed: ProposedOutcome | None = None
    """``people``: the reported outcome, until ``confirm_ruling``."""


class StateView(Struct, frozen=True):
    """The current game as this client may see it."""

    seq: int
    """The last event. Send it back with ``act``."""
    game_number: int
    """The number of the game at this table, from 1."""
    seats: list[int]
    """The place of seat 0, 1, ..."""
    to_act: int | None
    """The seat to act. ``None`` if the game is over, resigned, or waits for an outcome."""
    mine: bool
    """Whether the seat to act is this client's."""
    legal: list[LegalMove]
    """All legal moves if ``mine``, otherwise empty."""
    board_setup: dict[str, Any]
    """The static setup of the board, as an object of the game."""
    position: dict[str, Any]
    """The position, as an object of the game; with its SVG as ``picture`` if pages need it."""
    scores: list[int]
    """The score of each seat."""
    result: GameResult | None
    """The result. ``None`` while the game runs, and if it was resigned."""
    last: LastMove | None
    """The last move. ``None`` before the first."""
    asks: list[AskInfo]
    """The open questions."""
    takeback: bool
    """Whether this client has a move to take back."""
    poses: dict[str, Any] = {}
    """Rest poses that ``position`` lacks, as a public object of the game."""
    pending_ruling: PendingRuling | None = None
    """The outcome that the game waits for, if any."""


class StateUpdate(Struct, frozen=True):
    """What the events of an update can have changed of a :class:`StateView`.

    A client replaces these members of its state and keeps the others. ``takeback``, ``asks``,
    ``pending_ruling`` and ``seq`` are always sent; the board's setup, ``seats`` and ``game_number`` after
    ``started`` and ``resumed``; all others unless the events are asides, which leave the position as it is.
    """

    seq: int
    """The last event. Send it back with ``act``."""
    asks: list[AskInfo]
    """The open questions."""
    takeback: bool
    """Whether this client has a move to take back."""
    pending_ruling: PendingRuling | None
    """The outcome that the game waits for, if any."""
    to_act: int | UnsetType | None = UNSET
    """The seat to act. ``None`` if the game is over, resigned, or waits for an outcome."""
    mine: bool | UnsetType = UNSET
    """Whether the seat to act is this client's."""
    legal: list[LegalMove] | UnsetType = UNSET
    """All legal moves if ``mine``, otherwise empty."""
    position: dict[str, Any] | UnsetType = UNSET
    """The position, as an object of the game; with its SVG as ``picture`` if pages need it."""
    scores: list[int] | UnsetType = UNSET
    """The score of each seat."""
    result: GameResult | UnsetType | None = UNSET
    """The result. ``None`` while the game runs, and if it was resigned."""
    poses: dict[str, Any] | UnsetType = UNSET
    """Rest poses that ``position`` lacks, as a public object of the game."""
    last: LastMove | UnsetType | None = UNSET
    """The last move, after ``started``, ``taken_back`` and ``resumed``. After other events it is the
    last ``move`` of the update, if there is one."""
    game_number: int | UnsetType = UNSET
    """The number of the game at this table, from 1."""
    seats: list[int] | UnsetType = UNSET
    """The place of seat 0, 1, ..."""
    board_setup: dict[str, Any] | UnsetType = UNSET
    """The static setup of the board, as an object of the game."""
