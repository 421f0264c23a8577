"""Socket messages, and the namespace of all wire types. ``docs/reference/protocol.md`` explains the terms."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from empile.server.wire.events import (
    Answered,
    Asked,
    AssistSet,
    ChanceResolved,
    Created,
    Filled,
    Frozen,
    Hinted,
    Joined,
    LogEvent,
    Moved,
    Over,
    Renamed,
    Resigned,
    Resumed,
    Retaken,
    RulingProposed,
    Started,
    TakenBack,
    TakenOver,
)
from empile.server.wire.parts import (
    PROTOCOL,
    AskInfo,
    AskKind,
    ClosingCode,
    ErrorCode,
    GameResult,
    LastMove,
    LegalMove,
    Message,
    Parts,
    PendingRuling,
    PlaceInfo,
    PlaceKind,
    PossibleOutcome,
    ProposedOutcome,
    StateUpdate,
    StateView,
    Status,
    TableInfo,
)

__all__ = [
    "PROTOCOL",
    "UNNUMBERED",
    "Act",
    "Advice",
    "AdvisedMove",
    "Animation",
    "Answer",
    "Answered",
    "AskInfo",
    "AskKind",
    "Asked",
    "AssistSet",
    "ChanceResolved",
    "ClientMessage",
    "Closing",
    "ClosingCode",
    "ConfirmRuling",
    "Created",
    "Error",
    "ErrorCode",
    "Filled",
    "Frozen",
    "GameResult",
    "Grasp",
    "HandPath",
    "Hello",
    "Hint",
    "Hinted",
    "Joined",
    "LastMove",
    "LegalMove",
    "LogEvent",
    "Message",
    "Moved",
    "Older",
    "OlderEvents",
    "Over",
    "Parts",
    "PendingRuling",
    "Ping",
    "PlaceInfo",
    "PlaceKind",
    "PlacementFrame",
    "PlacementMessage",
    "Pong",
    "Pose",
    "PossibleOutcome",
    "Presence",
    "ProposeRuling",
    "ProposedOutcome",
    "Release",
    "Rematch",
    "Rename",
    "Renamed",
    "Resign",
    "Resigned",
    "Resume",
    "Resumed",
    "Retake",
    "Retaken",
    "RulingProposed",
    "Sample",
    "ServerMessage",
    "SetAssist",
    "Started",
    "StateUpdate",
    "StateView",
    "Status",
    "TableInfo",
    "Takeback",
    "TakenBack",
    "TakenOver",
    "Takeover",
    "Update",
    "Warning",
    "Welcome",
    "You",
]

UNNUMBERED = 1
"""The version of clients that send no number. They know no ``older``."""
MOST_SAMPLES = 64
"""The most samples in one ``hand_path`` message."""

_Millimetres = Annotated[float, Meta(ge=-1e4, le=1e4)]
_Degrees = Annotated[float, Meta(ge=-1e6, le=1e6)]
Sample = tuple[
    Annotated[float, Meta(ge=0, le=1e6)], _Millimetres, _Millimetres, _Millimetres, _Degrees
]
"""A target pose of the held body: seconds since ``grasp``; x, y, z of the centre of mass in
millimetres, with the origin at the table's centre and z up; degrees about the vertical,
counter-clockwise seen from above."""

Pose = tuple[float, float, float, float, float, float, float]
"""A body's pose: x, y, z of the centre of mass in millimetres, then the unit quaternion w, x, y, z."""

# -- Messages from the client ----------------------------------------------------------------------


class _FromClient(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromClient, tag="hello", frozen=True):
    """Open a table. The first message of a connection."""

    table: str
    """The table's ID."""
    token: str | None = None
    """The token that holds places. Without one the client is a spectator."""
    since: int = 0
    """The ``seq`` of the last event that the client knows."""
    updates: Literal["full", "moves"] = "full"
    """``"moves"`` sends events only, for programs that apply the rules themselves."""
    protocol: int = UNNUMBERED
    """The client's version of the protocol. Fails with ``outdated`` if the server has another."""


class Older(_FromClient, tag="older", frozen=True):
    """Ask for events of the current game before those that the client has."""

    before: int
    """The ``seq`` of the client's first event."""
    count: Annotated[int, Meta(ge=1)] = 1000
    """The most events to send. The server has a limit, too."""


class Act(_FromClient, tag="act", frozen=True):
    """Move for the seat to act. Fails with ``stale`` unless ``seq`` is the last event."""

    seq: int
    """The last event that the client knows."""
    action: str
    """The move in the game's notation."""


class Takeback(_FromClient, tag="takeback", frozen=True):
    """Ask to take back the client's last move."""


class Answer(_FromClient, tag="answer", frozen=True):
    """Answer a question for all of the client's places."""

    ask: int
    """The question's number."""
    yes: bool
    """Whether to agree."""


class Hint(_FromClient, tag="hint", frozen=True):
    """Ask for a hint for the seat to act, which must be the client's.

    The answer is ``advice``, or the error ``stale`` if the game moves on first.
    """


class ProposeRuling(_FromClient, tag="propose_ruling", frozen=True):
    """Report an outcome, if people report it. Any player at the table may."""

    seq: int
    """The last event that the client knows."""
    outcome: str
    """One of ``pending_ruling.outcomes``."""
    confirmed: bool = False
    """An outcome that ends the game fails with ``unconfirmed`` if this is false."""


class ConfirmRuling(_FromClient, tag="confirm_ruling", frozen=True):
    """Make the reported outcome final and start the next turn."""

    seq: int
    """The last event that the client knows."""


class Resign(_FromClient, tag="resign", frozen=True):
    """Resign the game."""

    place: int | None = None
    """Required if the client holds several places."""


class Rematch(_FromClient, tag="rematch", frozen=True):
    """Ask for another game after the last one, or agree to it."""


class Takeover(_FromClient, tag="takeover", frozen=True):
    """Ask for a bot to play the place of an absent person."""

    place: int
    """The place of the absent person."""
    level: int
    """The bot's level."""
    hand_skill: int | None = None
    """The bot's hand skill. Its level has a default."""


class Retake(_FromClient, tag="retake", frozen=True):
    """Take the client's places back from bots."""


class Rename(_FromClient, tag="rename", frozen=True):
    """Change a person's name."""

    name: str
    """The new name."""
    place: int | None = None
    """Required if the client holds several places."""


class SetAssist(_FromClient, tag="set_assist", frozen=True):
    """Ask to turn placement assistance on or off, from the next placement on."""

    on: bool
    """Whether to turn it on."""


class Grasp(_FromClient, tag="grasp", frozen=True):
    """Grasp the current piece, or change the grip. Only for the player of the placing seat."""

    seq: int
    """The last event that the client knows. Fails with ``stale`` if it means another piece."""
    grip: Annotated[str, Meta(max_length=32)]
    """One of ``pending_ruling.grips``."""
    yaw: _Degrees
    """Degrees about the vertical."""


class HandPath(_FromClient, tag="hand_path", frozen=True):
    """The hand's path, followed in real time. Late samples are dropped."""

    seq: int
    """The last event that the client knows."""
    samples: Annotated[list[Sample], Meta(min_length=1, max_length=MOST_SAMPLES)]
    """Earliest first."""


class Release(_FromClient, tag="release", frozen=True):
    """Release the piece once the hand has reached the end of its path."""

    seq: int
    """The last event that the client knows."""


class Resume(_FromClient, tag="resume", frozen=True):
    """Resume a frozen table."""


class Ping(_FromClient, tag="ping", frozen=True):
    """Ask for a ``pong``."""


PlacementMessage = Grasp | HandPath | Release | SetAssist
"""The messages of :mod:`empile.server.physics`."""
ClientMessage = (
    Hello
    | Older
    | Act
    | Takeback
    | Answer
    | Hint
    | ProposeRuling
    | ConfirmRuling
    | Resign
    | Rematch
    | Takeover
    | Retake
    | Rename
    | SetAssist
    | Grasp
    | HandPath
    | Release
    | Resume
    | Ping
)

# -- Messages from the server ----------------------------------------------------------------------


class _FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class You(Struct, frozen=True):
    """The identity of this connection."""

    places: list[int]
    """The client's places. Empty for a spectator."""


class TimeLimit(Struct, frozen=True):
    """The thinking time of a program."""

    per_move: float
    """Seconds from the update in which the program is to act until its ``act`` arrives."""


class Welcome(_FromServer, tag="welcome", frozen=True):
    """The answer to ``hello``."""

    table: TableInfo
    """The table."""
    you: You
    """What this connection may do."""
    seq: int
    """The last event."""
    events: list[LogEvent]
    """The last events after ``since``, without games before the current one."""
    state: StateView | None
    """``None`` before the first game, and with ``"updates": "moves"``."""
    events_before: int = 0
    """How many of the game's moves and chance events counted before the first of ``events``."""
    has_more: bool = False
    """Whether there are events between ``since`` and the first of ``events``."""
    protocol: int = UNNUMBERED
    """The server's version of the protocol."""
    time: TimeLimit | None = None
    """The time limit of a tournament. ``None`` or absent at a server."""


class OlderEvents(_FromServer, tag="older", frozen=True):
    """The answer to ``older``."""

    before: int
    """The number from the request."""
    events: list[LogEvent]
    """Oldest first. Empty if there are none, or if another game has started."""
    events_before: int = 0
    """How many of the game's moves and chance events counted before the first of ``events``."""
    has_more: bool = False
    """Whether the game has events before these."""


class Update(_FromServer, tag="update", frozen=True):
    """New events."""

    events: list[LogEvent]
    """Oldest first."""
    table: TableInfo | None = None
    """The table, if it changed."""
    state: StateUpdate | None = None
    """With ``"updates": "full"``, after the first game has started."""


class AdvisedMove(Struct, frozen=True, omit_defaults=True):
    """A move and its evaluation."""

    text: str
    """The move in the game's notation."""
    value: float
    """The seat's expected return, from -1 to 1: (opponents beaten - opponents not beaten) /
    opponents. With two sides the probability of winning is (1 + value) / 2."""
    scores: list[float] | None = None
    """The expected final scores by seat. Moves other than the best lack them if the search does not
    play games to the end."""
    parts: Parts | UnsetType = UNSET
    """The choices that make up the move."""
    message: Message | UnsetType = UNSET
    """The log message for the move."""


class Advice(_FromServer, tag="advice", frozen=True):
    """The answer to ``hint``, sent to the asking client only. It uses what the seat knows.

    ``parts`` and ``message`` of moves are sent with ``"updates": "full"`` only.
    """

    seq: int
    """The last event when the position was evaluated."""
    seat: int
    """The seat to act."""
    sides: int
    """How many seats, or teams, play against each other."""
    best: AdvisedMove
    """The best move."""
    others: list[AdvisedMove]
    """The next best moves, at most three."""


class PlacementFrame(_FromServer, tag="placement", frozen=True):
    """A moment of a placement. Sent with ``"updates": "full"`` only; not part of the log."""

    seq: int
    """The last event."""
    place: int
    """The placing place."""
    grip: str
    """The grip. Empty if nothing is held."""
    time: float
    """Seconds since ``grasp``, on the clock of the path."""
    poses: dict[str, Pose]
    """The bodies that moved since the previous message. All bodies after ``grasp``, after
    ``welcome``, and after messages were dropped."""
    restarted: bool
    """The simulation diverged, and the same piece is placed again. Every other body is where it was
    before ``grasp``."""


class Animation(_FromServer, tag="animation", frozen=True):
    """An animation of a placement after the release. Not part of the log.

    Sent with ``"updates": "full"`` only, directly before the ``update`` with its outcome. Play it
    first. A client that connects during the animation receives it after ``welcome``.
    """

    seq: int
    """The chance event with the outcome."""
    place: int
    """The placing place."""
    elapsed: float
    """Seconds since the animation started."""
    bodies: list[str]
    """The bodies, in the order of the data."""
    rate: int
    """Frames per second."""
    frames: int
    """The number of frames."""
    duration: float
    """The length in seconds. Bodies stay at rest after the last frame."""
    marks: dict[str, float]
    """Moments in seconds: ``"countdown"`` when the countdown is spoken, ``"fall"`` if the tower falls."""
    data: str
    """Base64 of zlib-compressed differences between frames of little-endian ``int16``: for each body
    x, y, z in tenths of millimetres and w, x, y, z in 1/30,000. The first frame is absolute."""


class Presence(_FromServer, tag="presence", frozen=True):
    """The connected clients. Not part of the log."""

    places: list[int]
    """The places with a connected person."""
    spectators: int
    """The number of connected spectators."""


class Error(_FromServer, tag="error", frozen=True):
    """A message failed. Nothing changed."""

    code: ErrorCode
    """The code, for programs."""
    detail: str
    """One English sentence."""
    about: str | None = None
    """The type of the failed message, if it was readable."""
    reason: Message | None = None
    """The same as a message of the game's catalogue, if the rules forbade it."""
    seq: int | None = None
    """The last event."""


class Warning(_FromServer, tag="warning", frozen=True):
    """A message was understood only in part. Sent once for each member of a type."""

    about: str
    """The type of the message."""
    ignored: list[str]
    """The members that this server does not know."""


class Pong(_FromServer, tag="pong", frozen=True):
    """The answer to ``ping``."""


class Closing(_FromServer, tag="bye", frozen=True):
    """The last message before the server closes the connection."""

    code: ClosingCode
    """The code, for programs."""
    detail: str
    """One English sentence."""


ServerMessage = (
    Welcome
    | OlderEvents
    | Update
    | Advice
    | PlacementFrame
    | Animation
    | Presence
    | Error
    | Warning
    | Pong
    | Closing
)
