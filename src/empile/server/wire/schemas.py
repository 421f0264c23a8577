"""Request and response bodies of the REST interface."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from empile.server.wire.clocks.settings import Clock
from empile.server.wire.messages import ErrorCode, Message, Parts, PlaceKind

ListedStatus = Literal["open", "playing"]
"""``open``: a place is free. ``playing``: a game runs, and spectators are admitted."""


class OptionInfo(Struct, frozen=True, omit_defaults=True):
    """An option of a game."""

    name: str
    """The option's name."""
    kind: Literal["choice", "number", "flag", "list", "data"]
    """What values it has. ``data`` is an object of the game's own."""
    default: Any
    """The value if it is not given."""
    values: list[Any]
    """The choices of ``choice``, minimum and maximum of ``number``, else empty."""
    advanced: bool = False
    """Whether few users change it."""
    requires: dict[str, list[Any]] = {}
    """Values that other options need, or this one must have its default."""
    depends_on: list[str] = []
    """Options that its values depend on; ask again if one changes."""
    presets: dict[str, Any] = {}
    """Presets by name; clients send the value."""


class LevelInfo(Struct, frozen=True, omit_defaults=True):
    """A strength level of the bots."""

    level: int
    """The level's number, from 1."""
    key: str
    """Message key of its name."""
    hand_skill: int | None = None
    """Number of its default hand skill; ``None`` without placements."""


class HandSkillInfo(Struct, frozen=True):
    """A hand skill of bots."""

    number: int
    """From 1, the least steady."""
    key: str
    """Message key of its name."""
    sigma_mm: float
    """Standard deviation of the placing error in millimetres."""


class GameInfo(Struct, frozen=True):
    """A game offered by this server."""

    name: str
    """The game's name."""
    rules: int
    """The version of its rules."""
    options: list[OptionInfo]
    """Its options."""
    players: list[int]
    """The possible numbers of seats."""
    levels: list[LevelInfo]
    """The strength levels of its bots, weakest first."""
    has_points: bool = True
    """Whether seats score points: otherwise only ranks count, and all scores are 0."""
    lessons: int = 0
    """Number of lessons."""
    solo: int = 0
    """Number of solo levels."""
    hand_skills: list[HandSkillInfo] = []
    """Hand skills of bots, the least steady first; empty without placements."""
    phrases: list[str] = []
    """IDs of what players may say: the moment, a dot and a name. Empty if they may say nothing."""


class GamePrepared(Struct, frozen=True):
    """How far a game is compiled, after its installation."""

    name: str
    """The game's name."""
    finished: int
    """Finished steps."""
    steps: int
    """All steps."""
    playable: bool
    """Whether a table starts at once; otherwise its creation waits."""
    searchable: bool
    """Whether bots and hints answer at once; otherwise they wait."""


class OptionsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Game options to validate; the others have defaults."""

    options: dict[str, Any] = {}
    """Values by name of option."""


class OptionsResponse(Struct, frozen=True, omit_defaults=True):
    """Validated options and their board, or the errors."""

    options: dict[str, Any] = {}
    """All options, as in a record; empty if refused."""
    board_setup: dict[str, Any] = {}
    """Static board data; empty if refused."""
    hand_skills: list[HandSkillInfo] = []
    """Hand skills of bots with these options."""
    refused: Problem | None = None
    """Why the options are invalid."""


class PlaceRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of a new table."""

    kind: PlaceKind
    """``"person"``: played by the caller. ``"open"``: free to join. ``"bot"``: a bot of ``level``.
    """
    name: str = ""
    """The person's name."""
    level: int | None = None
    """The bot's level."""
    hand_skill: int | None = None
    """Number of the bot's hand skill; default: that of its level."""
    member: str | None = None
    """``"person"``: the ID of the member of the caller's account that owns the place."""


class CreateTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to create a table; places clockwise, one per seat."""

    game: str
    """The game's name."""
    places: list[PlaceRequest]
    """The places, clockwise."""
    options: dict[str, Any] = {}
    """Values by name of option; the others have defaults."""
    language: str = ""
    """The language of invitations, e.g. ``"fr"``."""
    allow_spectators: bool = True
    """Whether spectators are admitted."""
    hints: bool = True
    """Whether players may ask for hints."""
    assist: bool = False
    """Whether placement assist is on."""
    listed: bool = False
    """Whether strangers find the table in the list of tables."""
    start: dict[str, Any] | None = None
    """The position object from which each game begins; default: the game's own beginning."""
    begins: Annotated[int, Meta(ge=0)] | None = None
    """The place that begins the first game; default: it is drawn, as in all rated games."""
    clock: Clock | None = None
    """How long players may think; default: as long as they like."""
    rated: bool = False
    """Whether games count for ratings. They need accounts and a clock, and have no help."""
    friendly: bool = False
    """Whether members of one account may play each other in rated games, for their own list only."""
    patience: Annotated[int, Meta(ge=30, le=604800)] | None = None
    """Without a clock: the seconds after which a player may be asked whether they are there, and in
    which they must answer; default: 300."""


class TableCreated(Struct, frozen=True):
    """The new table and the token of the caller's places."""

    table: str
    """The table's ID."""
    code: str | None
    """The short code; ``None`` if no one else can join or watch."""
    token: str
    """The secret token that holds the caller's places."""
    places: list[int]
    """The caller's places."""


class ListedPlace(Struct, frozen=True):
    """A place of a listed table, as spectators see it."""

    kind: PlaceKind
    """The current player."""
    name: str
    """Empty for bots, and if the table has no spectators."""
    level: int | None = None
    """The bot's level."""
    hand_skill: int | None = None
    """Number of the bot's hand skill, in games with placements."""
    program: bool | UnsetType = UNSET
    """True for a program with an account of its own. Absent for people and the server's bots."""


class ListedTable(Struct, frozen=True):
    """A table that its creator listed."""

    id: str
    """The table's ID."""
    game: str
    """The game's name."""
    rules: int
    """The version of the game's rules."""
    options: dict[str, Any]
    """Every option, defaults included."""
    status: ListedStatus
    """Whether it waits for players or is played."""
    places: list[ListedPlace]
    """The places, clockwise."""
    created_at: int
    """When the table was created, in milliseconds since 1970."""
    game_number: int
    """1 for the table's first game, 0 before it."""
    language: str
    """The language of its creator, e.g. ``fr``; may be empty."""
    allow_spectators: bool
    """Whether spectators are admitted."""
    hints: bool
    """Whether players may ask for hints."""
    clock: Clock | UnsetType = UNSET
    """How long players may think. Absent without a clock."""
    rated: bool | UnsetType = UNSET
    """True if games count for ratings, else absent."""


class TableList(Struct, frozen=True):
    """A page of listed tables, the newest first."""

    tables: list[ListedTable]
    """At most 50 tables."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class CodeFound(Struct, frozen=True):
    """The table of a short code."""

    table: str
    """The table's ID."""


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for an open place, by default the first."""

    name: str
    """The person's name."""
    place: int | None = None
    """The place to take."""
    member: str | None = None
    """The ID of the member of the caller's account that then owns the place."""


class JoinResponse(Struct, frozen=True):
    """The token, and all ``places`` that it holds."""

    token: str
    """The secret token that holds the places."""
    places: list[int]
    """The places that the token holds."""


class FillRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to seat a bot at an open place, by default the first."""

    level: int
    """The bot's level."""
    place: int | None = None
    """The place to fill."""
    hand_skill: int | None = None
    """The bot's hand skill, in games with placements; default: that of its level."""


class MoveRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A move for the seat to act."""

    seq: int
    """The last event that the client knows; the move fails with ``stale`` if anything but phrases
    followed."""
    action: str
    """The move in the game's notation."""


class ResignRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A resignation of the running game."""

    place: int | None = None
    """The place, if the caller holds several."""


class AnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question of the table."""

    ask: int
    """The question's number: the ``seq`` of its ``asked`` event."""
    yes: bool
    """Whether the caller agrees."""


class PhraseRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A phrase to say."""

    phrase: Annotated[str, Meta(max_length=64)]
    """The ID of the phrase, one of the game's ``phrases``."""
    place: int | None = None
    """Required if the caller holds several places."""


class LogReached(Struct, frozen=True):
    """A command was stored."""

    seq: int
    """The last event of the table."""


class Frame(Struct, frozen=True):
    """A position of a replay, after ``event``."""

    event: ReplayEvent | None
    """``None`` in the first frame."""
    position: dict[str, Any]
    """The position, as an object of the game; with its SVG as ``picture`` if pages need it."""
    scores: list[int]
    """The score of each seat."""
    to_act: int | None
    """The seat to act, or ``None``."""
    poses: dict[str, Any] = {}
    """Public rest poses in the game's own format."""


class ReplayEvent(Struct, frozen=True, omit_defaults=True):
    """A move (with ``seat`` and ``parts``) or a chance event."""

    text: str
    """The event in the game's notation."""
    message: Message
    """The log message for the event."""
    seat: int | None = None
    """The seat that moved."""
    parts: Parts | None = None
    """The choices that make up the move."""


class Replay(Struct, frozen=True):
    """A whole game as a list of positions."""

    record: dict[str, Any]
    """The game's record."""
    board_setup: dict[str, Any]
    """Static board data."""
    frames: list[Frame]
    """The positions, the start first."""
    teams: list[int] | None = None
    """The team of each seat, in team games."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """The body of an error response (RFC 9457)."""

    type: str
    """The address of the code's description, relative to the server's."""
    title: str
    """What the code means, in English."""
    status: int
    """The HTTP status."""
    detail: str
    """One English sentence about this error."""
    code: ErrorCode
    """For programs."""
    reason: Message | None = None
    """The message of the game, if the rules refused."""
    reasons: list[Message] = []
    """All faults of options; ``cells`` locates them."""


class NetworkAccess(Struct, frozen=True):
    """How other devices reach this server, for a person at its machine."""

    can_open: bool
    """Whether ``POST`` lets devices of the local network in."""
    addresses: list[str]
    """Addresses at which they reach it, the likeliest first. Empty for everybody else."""


class Transfer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser carries to another device, encrypted by the page."""

    name: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    """By what it is fetched; derived from the same code as the key."""
    body: Annotated[str, Meta(min_length=1, pattern="^[A-Za-z0-9+/=]+$")]
    """The encrypted text in Base64."""


class TransferMade(Struct, frozen=True):
    """A transfer that can be fetched."""

    expires: int
    """Until when, in milliseconds since 1970."""


class TransferOpened(Struct, frozen=True):
    """A transfer that was fetched, and is gone."""

    body: str
    """The encrypted text in Base64."""
