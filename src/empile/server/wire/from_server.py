"""Messages from the server to the client."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from empile.server.wire.clocks.view import ClockView
from empile.server.wire.events import LogEvent
from empile.server.wire.parts import (
    UNNUMBERED,
    ClosingCode,
    ErrorCode,
    Message,
    Parts,
    StateUpdate,
    StateView,
    TableInfo,
)

Pose = tuple[float, float, float, float, float, float, float]
"""A body's pose: x, y, z of the centre of mass in millimetres, then the unit quaternion w, x, y, z."""


class _FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class You(Struct, frozen=True):
    """The identity of this connection."""

    places: list[int]
    """The client's places. Empty for a spectator."""


class TimeLimit(Struct, frozen=True):
    """The thinking time of a program."""

    per_move: float
    """Seconds from the update that begins the program's turn until its ``act`` arrives."""


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
    clocks: ClockView | None = None
    """The clocks, if the table has a clock and a game has started."""


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
    clocks: ClockView | None = None
    """The clocks, if the table has a clock and a game has started."""


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
    """The simulation diverged, and the same piece is placed again. Every other body has its pose
    from before ``grasp``."""


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
    """Moments in seconds: ``"countdown"`` when the countdown is spoken, ``"fall"`` if something falls."""
    data: str
    """Base64 of zlib-compressed differences between frames of little-endian ``int16``: for each body
    x, y, z in tenths of millimetres and w, x, y, z in 1/30,000. The first frame is absolute."""


class Presence(_FromServer, tag="presence", frozen=True):
    """The connected clients. Not part of the log."""

    places: list[int]
    """The places with a connected person."""
    spectators: int
    """The number of connected spectators; those of one address count once."""


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
