"""Bodies of API tokens, and lines of the stream of events."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from empile.server.wire.parts import Ending, GameResult, Status
from empile.server.wire.people.challenges import Challenge

TokenScope = Literal["read", "play", "challenge", "messages"]
"""``read``: histories, running tables and streams. ``play``: take places and move. ``challenge``: make
tables that others join. ``messages``: read and write messages."""


class NewApiToken(Struct, frozen=True):
    """A token to make for a program."""

    name: Annotated[str, Meta(max_length=60)]
    """What the user calls it."""
    scopes: list[TokenScope]
    """What it is for. Only members of the kind ``bot`` have ``play`` and ``challenge``, only
    adults ``messages``."""
    days: Annotated[int, Meta(ge=1, le=3660)] | None = None
    """After how many days it expires; ``None``: never."""


class ApiToken(Struct, frozen=True):
    """A token of a program, without its secret."""

    id: int
    """Its number."""
    name: str
    """What the user calls it."""
    scopes: list[TokenScope]
    """What it is for."""
    made: int
    """When it was made."""
    used: int | None
    """When it was last used, to the hour."""
    expires: int | None
    """When it expires; ``None``: never."""


class ApiTokenMade(ApiToken, frozen=True):
    """A new token of a program."""

    token: str
    """The secret, which is not shown again."""


class _OfStream(Struct, frozen=True, tag_field="type"):
    pass


class StreamTable(_OfStream, tag="table", frozen=True):
    """The program has a place at a table that may have a running game."""

    table: str
    """The table's ID."""
    game: str
    """The game's name."""
    status: Status
    """What the table waits for."""
    places: list[int]
    """The program's places."""
    game_number: int
    """The number of the current game, 0 before the first."""
    seq: int
    """The last event of the table."""


class StreamStarted(_OfStream, tag="started", frozen=True):
    """A game began."""

    table: str
    """The table's ID."""
    game_number: int
    """1 for the table's first game."""
    seq: int
    """The event's number in the log."""


class StreamTurn(_OfStream, tag="turn", frozen=True):
    """The program must act. Sent again after each event until it has."""

    table: str
    """The table's ID."""
    place: int
    """The place to act."""
    seq: int
    """The last event of the table, to send with the move."""


class StreamOver(_OfStream, tag="over", frozen=True):
    """A game ended."""

    table: str
    """The table's ID."""
    game_number: int
    """1 for the table's first game."""
    seq: int
    """The event's number in the log."""
    result: GameResult | None
    """``None`` if the rules did not end the game."""
    reason: Ending | UnsetType = UNSET
    """Why the game ended without a result, if it was not resigned."""


class StreamClosed(_OfStream, tag="closed", frozen=True):
    """The table is not followed any more: its last game is over, or it was deleted."""

    table: str
    """The table's ID."""


class StreamChallenge(_OfStream, tag="challenge", frozen=True):
    """A challenge from or to the program: it is open, a player took a place, or it ended."""

    challenge: Challenge
    """The challenge."""


StreamEvent = StreamTable | StreamStarted | StreamTurn | StreamOver | StreamClosed | StreamChallenge
"""A line of ``GET /api/stream/events``. Ignore types that you do not know."""
