"""Messages from the client to the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

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
    updates: Literal["full", "moves", "none"] = "full"
    """``"moves"`` sends events only, for programs that apply the rules themselves. ``"none"`` sends
    ``welcome`` without events and closes: nobody is seen to come or go."""
    protocol: int | UnsetType = UNSET
    """The client's version of the protocol. Fails with ``outdated`` if the server has another.
    Without it, if not all events fit into ``welcome``."""
    member: str | UnsetType = UNSET
    """The ID of the member of the account, if several hold places at the table. Without a token, the
    account that is signed in holds its places."""


class Older(_FromClient, tag="older", frozen=True):
    """Ask for events of the current game before those that the client has."""

    before: int
    """The ``seq`` of the client's first event."""
    count: Annotated[int, Meta(ge=1)] = 1000
    """The most events to send. The server has a limit, too."""


class Act(_FromClient, tag="act", frozen=True):
    """Move for the seat to act. Fails with ``stale`` if anything but phrases followed ``seq``."""

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


class Abort(_FromClient, tag="abort", frozen=True):
    """End the game without effect, before everybody has moved once."""


class AskPresence(_FromClient, tag="ask_presence", frozen=True):
    """Ask whether the player to act is still there, at a table without a clock."""


class Claim(_FromClient, tag="claim", frozen=True):
    """Claim that the player to act has lost, after no answer to ``ask_presence`` in time."""


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


class Say(_FromClient, tag="say", frozen=True):
    """Say a phrase."""

    phrase: Annotated[str, Meta(max_length=64)]
    """The ID of the phrase, one of the game's ``phrases``."""
    place: int | None = None
    """Required if the client holds several places."""


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
    | Abort
    | AskPresence
    | Claim
    | Rematch
    | Takeover
    | Retake
    | Rename
    | SetAssist
    | Say
    | Grasp
    | HandPath
    | Release
    | Resume
    | Ping
)
