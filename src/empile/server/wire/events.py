"""Table events, each defined once: as stored in the log, and as sent to clients.

An event is JSON with a ``kind``. The stored form omits ``seq`` and ``at``, columns of the store, and
has the names of :mod:`empile.server.wire.stored_names`.
The sent form omits ``Private`` fields; :mod:`empile.server.tables.redaction` resets them and adds
``parts`` and ``message``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import fields, replace

from empile.engine.strict_json import is_object
from empile.server.wire.clocks.settings import Clock
from empile.server.wire.parts import (
    Absence,
    AskKind,
    Ending,
    GameResult,
    Message,
    Parts,
    PlaceInfo,
    PlaceKind,
)
from empile.server.wire.stored_names import (
    RENAMED,
    RENAMED_WHEN_STORED,
    from_stored,
    to_stored,
)

Private: Final = Meta(extra_json_schema={"private": True})
"""Marks a field that is stored but never sent. It needs a default, which is sent as nothing."""


class StoredPlace(Struct, frozen=True, omit_defaults=True):
    """A place as the table was created with it. It is sent as a ``PlaceInfo``."""

    kind: PlaceKind
    name: str = ""
    level: int | None = None
    key: str | None = None
    """The hash of the token that holds the place."""
    hand_skill: int | None = None
    member: int | None = None
    """The number of the member of an account that took the place."""
    program: bool = False
    """Whether the member is a program."""


DEFAULT_PATIENCE: Final = 300

PlaceT = TypeVar("PlaceT", StoredPlace, PlaceInfo)


def _true() -> bool:
    return True


class _Event(Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    # Both are 0, and so omitted, until the event is appended.
    seq: int = 0
    """The event's number in the log, from 1."""
    at: int = 0
    """When the event was appended, in milliseconds since 1970."""


class Created(_Event, Generic[PlaceT], tag="created", frozen=True, kw_only=True):
    """The table was created."""

    game: str
    """The game's name."""
    rules: int
    """The version of the game's rules."""
    options: dict[str, Any]
    """Every option, defaults included."""
    places: list[PlaceT]
    """The places, clockwise."""
    code: Annotated[str, Private] = ""
    """The short code to join the table by."""
    # A factory, because `omit_defaults` would omit a plain default from the sent form too.
    allow_spectators: bool = field(default_factory=_true)
    """Whether spectators are admitted."""
    language: Annotated[str, Private] = ""
    """The language of invitations."""
    hints: bool = field(default_factory=_true)
    """Whether players may ask for hints."""
    assist: bool = False
    """Whether placement assistance is on."""
    listed: bool = False
    """Whether strangers find the table in the list of tables."""
    matched: Annotated[bool, Private] = False
    """Whether the lobby has made the table: its open places are for the players that it matched."""
    calls: Annotated[bool, Private] = False
    """Whether the players were called to the table from elsewhere: the clocks of the first game wait for them."""
    start: Annotated[dict[str, Any] | None, Private] = None
    """The position object from which each game begins; hands in it are secret."""
    begins: int | None = None
    """The place that begins the first game. Absent if it is drawn."""
    clock: Clock | None = None
    """How long players may think. Absent without a clock."""
    rated: bool = False
    """Whether games count for ratings."""
    friendly: bool = False
    """Whether members of one account may play each other in rated games."""
    patience: int = DEFAULT_PATIENCE
    """Without a clock: the seconds after which a player may be asked whether they are there, and in
    which they must answer."""


class Joined(_Event, tag="joined", frozen=True, kw_only=True):
    """A person took an open place."""

    place: int
    """The place taken."""
    name: str
    """The person's name."""
    key: Annotated[str, Private] = ""
    """The hash of the token that holds the place."""
    member: Annotated[int | None, Private] = None
    """The number of the member of an account that took the place."""
    program: bool = False
    """Whether a program with an account of its own took the place."""


class Filled(_Event, tag="filled", frozen=True, kw_only=True):
    """A bot took an open place."""

    place: int
    """The place taken."""
    level: int
    """The bot's level."""
    hand_skill: int | None = None
    """The bot's hand skill, in games with placements."""


class Renamed(_Event, tag="renamed", frozen=True, kw_only=True):
    """A person changed their name."""

    place: int
    """The person's place."""
    name: str
    """The new name."""


class Started(_Event, tag="started", frozen=True, kw_only=True):
    """A game started.

    The first game draws the place of seat 0, or follows ``begins``; each rematch moves it on by one place.
    """

    game_number: int
    """1 for the table's first game."""
    seats: list[int]
    """The place of seat 0, 1, ..."""
    start: dict[str, Any] | None = None
    """The position from which the game began, as the client sees it. Never stored."""


class Moved(_Event, tag="move", frozen=True, kw_only=True):
    """A seat moved. ``parts`` and ``message`` are sent with ``"updates": "full"`` only."""

    seat: int
    """The seat that moved."""
    text: str
    """The move in the game's notation."""
    parts: Parts | UnsetType = UNSET
    """The choices that make up the move. Empty if the client may not see all of it."""
    message: Message | UnsetType = UNSET
    """The log message for the move."""
    lag: int = 0
    """Milliseconds of the way to the server and back, which the clock of the seat does not count."""


class ChanceResolved(_Event, tag="chance", frozen=True, kw_only=True):
    """Chance or a referee decided. ``message`` is sent with ``"updates": "full"`` only."""

    text: str
    """The outcome in the game's notation, with ``?`` for what the client may not see."""
    message: Message | UnsetType = UNSET
    """The log message for the outcome."""
    lag: int = 0
    """After a placement: milliseconds of its simulation, which the clock of the seat does not count."""
    hold: int = 0
    """Milliseconds of an animation, during which all clocks stand still."""


class Asked(_Event, tag="asked", frozen=True, kw_only=True):
    """A person asked the table a question. Its number is this event's ``seq``."""

    what: AskKind
    """What is asked for."""
    place: int
    """The place that asks."""
    of: Annotated[list[int], Private] = []
    """The places that are asked."""
    takeover_place: int | None = None
    """For a takeover: the place that a bot would play."""
    level: int | None = None
    """For a takeover: the bot's level."""
    hand_skill: int | None = None
    """For a takeover: the bot's hand skill, in games with placements."""
    assist: bool | None = None
    """For assistance: whether to turn it on."""


class Answered(_Event, tag="answered", frozen=True, kw_only=True):
    """A person answered, for all their places.

    One no settles the question, and so does a yes from every place asked.
    """

    ask: int
    """The question's number."""
    place: int
    """The place that answers."""
    yes: bool
    """Whether the person agrees."""


class TakenBack(_Event, tag="taken_back", frozen=True, kw_only=True):
    """The last moves of the game were taken back."""

    to: int
    """How many of the game's moves and chance events still count."""
    place: int
    """The place that asked for it."""


class RulingProposed(_Event, tag="ruling_proposed", frozen=True, kw_only=True):
    """A person reported an outcome. The last report counts once the next turn begins.

    The outcome itself is a chance event of its own.
    """

    place: int
    """The person's place."""
    outcome: str
    """The chance event that the outcome would be."""


class Hinted(_Event, tag="hinted", frozen=True, kw_only=True):
    """A person asked for a hint."""

    place: int
    """The person's place."""


class Resigned(_Event, tag="resigned", frozen=True, kw_only=True):
    """A person resigned the running game."""

    place: int
    """The place that resigned."""


class Flagged(_Event, tag="flagged", frozen=True, kw_only=True):
    """A person ran out of time, or did not answer whether they are there.

    With two seats the game ends; else a bot plays on, and the seat ranks as if it had resigned.
    """

    place: int
    """The place that ran out of time."""
    reason: Absence = "time"
    """``"absence"`` if the person did not answer, else absent."""


class TakenOver(_Event, tag="taken_over", frozen=True, kw_only=True):
    """A bot took over a person's place."""

    place: int
    """The person's place."""
    level: int
    """The bot's level."""
    hand_skill: int | None = None
    """The bot's hand skill, in games with placements."""
    until: int | UnsetType = UNSET
    """When the bot hands back, if the person allowed one during an absence."""


class Retaken(_Event, tag="retaken", frozen=True, kw_only=True):
    """A person took their place back from a bot."""

    place: int
    """The person's place."""


class AssistSet(_Event, tag="assist_set", frozen=True, kw_only=True):
    """Placement assistance was turned on or off, from the next placement on."""

    place: int
    """The place of the person that turned it on or off."""
    on: bool
    """Whether assistance is on now."""


class Over(_Event, tag="over", frozen=True, kw_only=True):
    """The game ended."""

    result: GameResult | None
    """``None`` if the game was resigned, aborted, or lost on time."""
    reason: Ending | UnsetType = UNSET
    """Why the game ended without a result, if it was not resigned."""
    place: int | UnsetType = UNSET
    """The place of the player that aborted the game, or did not move in time."""
    late: bool = False
    """Whether the game was aborted because that player did not make the first move in time."""


class Outage(_Event, tag="outage", frozen=True, kw_only=True):
    """The server could not be reached for a while, or the game was not installed. All clocks stood still."""

    since: int
    """When it began, in milliseconds since 1970."""
    until: int
    """When it ended; the same as ``since`` if the game is not installed from then on."""


class Away(_Event, tag="away", frozen=True, kw_only=True):
    """A person is absent, or came back earlier. Their clock stands still during absences."""

    place: int
    """The person's place."""
    periods: list[tuple[int, int]]
    """The beginning and end of each absence, in milliseconds since 1970. They replace earlier ones.

    An absence that has not begun is not among them: the others need not know of it yet."""


class Arrived(_Event, tag="arrived", frozen=True, kw_only=True):
    """A person has come to the table, for whom its clocks waited. It changes nothing else."""

    place: int
    """The person's place."""


class Said(_Event, tag="said", frozen=True, kw_only=True):
    """A person said a phrase. It changes nothing at the table."""

    place: int
    """The person's place."""
    phrase: str
    """The ID of the phrase, one of the game's ``phrases``."""


class Frozen(_Event, tag="frozen", frozen=True, kw_only=True):
    """The table's code failed. The game is not decided; the table waits to be resumed."""

    detail: str
    """One English sentence."""


class Resumed(_Event, tag="resumed", frozen=True, kw_only=True):
    """A person resumed a frozen table."""


_Other = (
    Joined
    | Filled
    | Renamed
    | Started
    | Moved
    | ChanceResolved
    | Asked
    | Answered
    | TakenBack
    | RulingProposed
    | Hinted
    | Resigned
    | Flagged
    | TakenOver
    | Retaken
    | AssistSet
    | Over
    | Outage
    | Away
    | Arrived
    | Said
    | Frozen
    | Resumed
)
GameEntry = Moved | ChanceResolved
LogEntry = Created[StoredPlace] | _Other
"""An event with its private fields, as the log and the table have it."""
LogEvent = Created[PlaceInfo] | _Other
"""An event as a client receives it."""
KINDS: Final[tuple[type[_Event], ...]] = (Created, *get_args(_Other))


def _private(kind: type[_Event]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        one.name: one.default if one.default is not msgspec.NODEFAULT else one.default_factory()
        for one in fields(kind)
        if Private in getattr(hints[one.name], "__metadata__", ())
    }


PRIVATE: Final = {kind: hidden for kind in KINDS if (hidden := _private(kind))}
"""For each event with private fields, their names and the defaults that hide them."""

_FLAGS: Final = ("allow_spectators", "hints")
_AS_STORED: Final = (b'{"kind":"move"', b'{"kind":"chance"')
"""Beginnings of most events, which have the same names in the log."""
_RENAMED: Final = frozenset[type](kind for kind in KINDS if kind.__struct_config__.tag in RENAMED)
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[LogEntry] = msgspec.json.Decoder(LogEntry)


def encode(entry: LogEntry) -> bytes:
    """Return the stored form of an event that is not appended yet."""
    if type(entry) is Created:
        entry = replace(entry, **{flag: UNSET for flag in _FLAGS if getattr(entry, flag)})
    if type(entry) in _RENAMED:
        return _encoder.encode(to_stored(msgspec.to_builtins(entry)))
    return _encoder.encode(entry)


def decode(body: bytes | str, seq: int, at: int) -> LogEntry:
    """Return the event that :func:`encode` stored as ``body``. Raises ``msgspec.DecodeError``."""
    # A program that changes the file may have stored text.
    stored = body.encode() if isinstance(body, str) else body
    return replace(_decoded(stored), seq=seq, at=at)


def _decoded(body: bytes) -> LogEntry:
    if not body.startswith(_AS_STORED):
        event = msgspec.json.decode(body)
        if is_object(event) and event.get("kind") in RENAMED_WHEN_STORED:
            converted: LogEntry = msgspec.convert(from_stored(event), LogEntry)
            return converted
    return _decoder.decode(body)
