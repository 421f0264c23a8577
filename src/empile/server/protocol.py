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

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from empile.server.protocol_events import (
    Answered,
    Asked,
    Chanced,
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
    LastMove,
    LegalMove,
    Parts,
    PlaceInfo,
    PlaceKind,
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
    "Bye",
    "ByeCode",
    "Chanced",
    "ClientMessage",
    "Created",
    "Error",
    "ErrorCode",
    "Filled",
    "Frozen",
    "GameResult",
    "Happened",
    "Hello",
    "Hint",
    "Hinted",
    "Joined",
    "LastMove",
    "LegalMove",
    "LogEvent",
    "Moved",
    "Over",
    "Parts",
    "Ping",
    "PlaceInfo",
    "PlaceKind",
    "Pong",
    "Presence",
    "Rematch",
    "Rename",
    "Renamed",
    "Resign",
    "Resigned",
    "Resume",
    "Resumed",
    "Retake",
    "Retaken",
    "ServerMessage",
    "Started",
    "StateView",
    "Status",
    "TableInfo",
    "Takeback",
    "TakenBack",
    "TakenOver",
    "Takeover",
    "Welcome",
    "Words",
    "You",
    "schema",
]

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


class Resign(_FromClient, tag="resign", frozen=True):
    """Resign the game. With several places on one screen, ``place`` tells which."""

    place: int | None = None


class Rematch(_FromClient, tag="rematch", frozen=True):
    """Ask for another game, once one is over; or agree to the one asked for."""


class Takeover(_FromClient, tag="takeover", frozen=True):
    """Ask that a bot play on for an absent person."""

    place: int
    level: int


class Retake(_FromClient, tag="retake", frozen=True):
    """Take one's own places back from the bots that play them."""


class Rename(_FromClient, tag="rename", frozen=True):
    """Go by another name. With several places on one screen, ``place`` tells which."""

    name: str
    place: int | None = None


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
    | Resign
    | Rematch
    | Takeover
    | Retake
    | Rename
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


ServerMessage = Welcome | Happened | Advice | Presence | Error | Pong | Bye

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
