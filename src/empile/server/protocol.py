"""What goes over the socket: messages, and the parts that the REST interface shares.

Every message of the socket is one JSON object with a ``type``; every event of a table's log has a
``kind``. ``docs/protocol.md`` tells the same with examples, and :func:`schema` gives the JSON
Schema of all of it, made from the structs below and nothing else.

Words. A table has **places**, a game has **seats**. A place belongs to a person, to a bot, or is
open; which place is seat 0 is drawn for the first game and moves on by one in each rematch. A
**token** is the secret that proves whose places somebody holds. The **log** of a table is a list of
events numbered by ``seq`` from 1 without gaps; an event is durable before anyone is told of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from empile.server.protocol_events import (
    Answered,
    Asked,
    Calmed,
    Chanced,
    Created,
    Filled,
    Frozen,
    Hinted,
    Joined,
    Judged,
    LogEvent,
    Moved,
    Over,
    Renamed,
    Resigned,
    Resumed,
    Retaken,
    Started,
    TakenBack,
    TakenOver,
)
from empile.server.protocol_parts import (
    AskInfo,
    AskKind,
    ByeCode,
    ErrorCode,
    GameResult,
    HeldAnswer,
    Judging,
    LastMove,
    LegalMove,
    Parts,
    PlaceInfo,
    PlaceKind,
    PossibleAnswer,
    StateView,
    Status,
    TableInfo,
    Words,
)

__all__ = [
    "Act",
    "Advice",
    "AdvisedMove",
    "Answer",
    "Answered",
    "AskInfo",
    "AskKind",
    "Asked",
    "Begin",
    "Bye",
    "ByeCode",
    "Calm",
    "Calmed",
    "Chanced",
    "ClientMessage",
    "Created",
    "Error",
    "ErrorCode",
    "Filled",
    "Film",
    "Frozen",
    "GameResult",
    "Hand",
    "Happened",
    "HeldAnswer",
    "Hello",
    "Hint",
    "Hinted",
    "Joined",
    "Judge",
    "Judged",
    "Judging",
    "LastMove",
    "LegalMove",
    "LetGo",
    "LogEvent",
    "Moved",
    "Over",
    "Parts",
    "Ping",
    "PlaceInfo",
    "PlaceKind",
    "Pong",
    "Pose",
    "PossibleAnswer",
    "Presence",
    "Reach",
    "Rematch",
    "Rename",
    "Renamed",
    "Resign",
    "Resigned",
    "Resume",
    "Resumed",
    "Retake",
    "Retaken",
    "Sample",
    "ServerMessage",
    "Started",
    "StateView",
    "Status",
    "TableInfo",
    "Takeback",
    "TakenBack",
    "TakenOver",
    "Takeover",
    "Trail",
    "Welcome",
    "Words",
    "You",
    "schema",
]

MOST_SAMPLES = 64
"""In one message of a trail."""

_Millimetres = Annotated[float, Meta(ge=-1e4, le=1e4)]
_Degrees = Annotated[float, Meta(ge=-1e6, le=1e6)]
Sample = tuple[
    Annotated[float, Meta(ge=0, le=1e6)], _Millimetres, _Millimetres, _Millimetres, _Degrees
]
"""Where a hand wants what it holds to be: seconds since it reached in; x, y, z of the centre of mass
in millimetres, the table's centre being the origin and z up; degrees about the vertical,
counter-clockwise seen from above."""

Pose = tuple[float, float, float, float, float, float, float]
"""Where a body is: x, y, z of its centre of mass, then w, x, y, z of its turn."""

# -- Messages from the client ----------------------------------------------------------------------


class _FromClient(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromClient, tag="hello", frozen=True):
    """The first message: which table, who, and what was seen already."""

    table: str
    token: str | None = None
    """The seat token; without one the connection is a spectator's."""
    since: int = 0
    """The ``seq`` of the last event already known."""
    detail: Literal["full", "moves"] = "full"
    """``"moves"``: events alone, for programs that keep the rules themselves."""


class Act(_FromClient, tag="act", frozen=True):
    """Move for the seat to act. Refused as ``stale`` unless ``seq`` is the log's last event."""

    seq: int
    action: str
    """The move's text."""


class Takeback(_FromClient, tag="takeback", frozen=True):
    """Ask to go back to before one's own last move."""


class Answer(_FromClient, tag="answer", frozen=True):
    """Answer a question for all of one's places."""

    ask: int
    yes: bool


class Hint(_FromClient, tag="hint", frozen=True):
    """Ask what a strong player would do for the seat to act, which must be one's own.

    Answered by ``advice``, unless the game moves on before that: then by ``stale``.
    """


class Judge(_FromClient, tag="judge", frozen=True):
    """Say what happened, where people judge; anybody who holds a place may.

    ``answer`` is one of ``judging.answers``. One that ends the game is refused as ``unsure`` unless
    ``sure``. ``seq`` is the log's last event as the client knows it, as in ``act``.
    """

    seq: int
    answer: str
    sure: bool = False


class Begin(_FromClient, tag="begin", frozen=True):
    """Begin the next turn, whoever's it is: the answer that is held is final now."""

    seq: int


class Resign(_FromClient, tag="resign", frozen=True):
    """Resign the game. With several places on one screen, ``place`` tells which."""

    place: int | None = None


class Rematch(_FromClient, tag="rematch", frozen=True):
    """Ask for another game, once one is over; or agree to the one asked for."""


class Takeover(_FromClient, tag="takeover", frozen=True):
    """Ask that a bot play on for an absent person."""

    place: int
    level: int
    dexterity: int | None = None
    """How steady the bot's hand is, where one is at work; its level's by default."""


class Retake(_FromClient, tag="retake", frozen=True):
    """Take one's own places back from the bots that play them."""


class Rename(_FromClient, tag="rename", frozen=True):
    """Go by another name. With several places on one screen, ``place`` tells which."""

    name: str
    place: int | None = None


class Calm(_FromClient, tag="calm", frozen=True):
    """Ask that hands be calm from the next thing placed on, or not any more."""

    on: bool


class Reach(_FromClient, tag="reach", frozen=True):
    """Take what is to be placed, or take it otherwise. Needs the seat whose hand is waited for."""

    seq: int
    """The log's last event heard of. As ``stale`` is refused what is meant for another thing."""
    grip: Annotated[str, Meta(max_length=32)]
    """How it is held, one of ``grips``."""
    turn: _Degrees
    """Degrees about the vertical."""


class Trail(_FromClient, tag="trail", frozen=True):
    """Where the hand goes. It is followed as on the clock; what comes too late is passed over."""

    seq: int
    samples: Annotated[list[Sample], Meta(min_length=1, max_length=MOST_SAMPLES)]
    """The earliest first."""


class LetGo(_FromClient, tag="let_go", frozen=True):
    """Let go of what is held, once the hand is at the end of its trail."""

    seq: int


class Resume(_FromClient, tag="resume", frozen=True):
    """Let a frozen table try again."""


class Ping(_FromClient, tag="ping", frozen=True):
    """Answered by ``pong``."""


ClientMessage = (
    Hello
    | Act
    | Takeback
    | Answer
    | Hint
    | Judge
    | Begin
    | Resign
    | Rematch
    | Takeover
    | Retake
    | Rename
    | Calm
    | Reach
    | Trail
    | LetGo
    | Resume
    | Ping
)

# -- Messages from the server ----------------------------------------------------------------------


class _FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class You(Struct, frozen=True):
    """Who the server takes this connection for."""

    places: list[int]
    """The places held; empty for a spectator."""


class Welcome(_FromServer, tag="welcome", frozen=True):
    """The answer to ``hello``: everything needed to go on."""

    table: TableInfo
    you: You
    seq: int
    """The log's last event."""
    events: list[LogEvent]
    """What happened after ``since``; of finished games before the current one, nothing."""
    state: StateView | None
    """``None`` before the first game and with ``"detail": "moves"``."""


class Happened(_FromServer, tag="happened", frozen=True):
    """Events that have become part of the log, oldest first."""

    events: list[LogEvent]
    table: TableInfo | None = None
    """Where it changed."""
    state: StateView | None = None
    """With ``"detail": "full"``, once a game has begun."""


class AdvisedMove(Struct, frozen=True, omit_defaults=True):
    """A move and what may be expected of it."""

    text: str
    value: float
    """What the seat may expect, -1 to 1: (opponents beaten - opponents not beaten) / opponents, on
    the mean. Against one opponent, or one other team, (1 + value) / 2 is the chance to win."""
    scores: list[float] | None = None
    """The points at the end by seat, on the mean; absent of others than the best move where the
    search does not play that far."""
    parts: Parts | UnsetType = UNSET
    words: Words | UnsetType = UNSET


class Advice(_FromServer, tag="advice", frozen=True):
    """The answer to ``hint``, to who asked alone. It knows no more than the seat does.

    ``parts`` and ``words`` of moves come with ``"detail": "full"`` only.
    """

    seq: int
    """The log's last event when the position was looked at."""
    seat: int
    sides: int
    """How many play against each other: seats, or teams."""
    best: AdvisedMove
    others: list[AdvisedMove]
    """The next best moves, at most three."""


class Hand(_FromServer, tag="hand", frozen=True):
    """A moment of a hand at work; with ``"detail": "full"`` only, and not part of the log."""

    seq: int
    """The log's last event."""
    place: int
    """Whose hand it is."""
    grip: str
    """How the thing is held; empty where nothing is."""
    at: float
    """Seconds since the hand reached in, by the clock of its trail."""
    poses: dict[str, Pose]
    """Where bodies are that have moved since the message before; after ``reach``, after ``welcome``
    and where messages had to be left out, all of them."""
    again: bool
    """The simulated world failed, which is nobody's fault: the same thing is placed once more, with
    everything else where it was before the hand reached in."""


class Film(_FromServer, tag="film", frozen=True):
    """What was seen after a hand let go; with ``"detail": "full"`` only, and not part of the log.

    It comes right before the ``happened`` that tells what came of it, and is to be watched first.
    Who comes while it runs is sent it after ``welcome``.
    """

    seq: int
    """The chance event that it shows."""
    place: int
    """Whose hand it was."""
    ago: float
    """Seconds since it began."""
    names: list[str]
    """The bodies in the order of the data."""
    rate: int
    """Frames a second."""
    frames: int
    seconds: float
    """How long it is to be watched; where ``frames`` end earlier nothing moves any more."""
    marks: dict[str, float]
    """Moments in seconds: ``"chant"`` (the words are spoken), ``"fall"`` where there is one."""
    data: str
    """In base64: deflated (zlib) differences from frame to frame of little-endian ``int16``: for each
    body x, y, z in tenths of millimetres and w, x, y, z in 1/30,000; the first frame is whole."""


class Presence(_FromServer, tag="presence", frozen=True):
    """Who is connected; not part of the log."""

    places: list[int]
    """The places whose persons are connected."""
    watchers: int


class Error(_FromServer, tag="error", frozen=True):
    """A message was refused and nothing changed by it."""

    code: ErrorCode
    message: str
    """One plain sentence in English."""
    about: str | None = None
    """The type of the message refused, where it could be read."""
    reason: Words | None = None
    """The same as a message of the game's catalogue, where the rules refused."""
    seq: int | None = None
    """The log's last event."""


class Pong(_FromServer, tag="pong", frozen=True):
    """The answer to ``ping``."""


class Bye(_FromServer, tag="bye", frozen=True):
    """The last message before the server closes."""

    code: ByeCode
    message: str


ServerMessage = Welcome | Happened | Advice | Hand | Film | Presence | Error | Pong | Bye

# -- Schema ----------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the socket's messages: ``$defs`` with every struct by its name.

    ``properties.client`` is any message of a client, ``properties.server`` any of the server.
    """
    (client, server), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Empile's socket messages",
        "type": "object",
        "properties": {"client": client, "server": server},
        "$defs": parts,
    }
