"""Engine lines as they are sent."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from empile.server.wire import messages as wire

MOST_SIMULATIONS: Final = 1 << 18
"""Some seconds."""
MOST_LINES: Final = 5


class LinesRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A start and the events since, as in ``PositionRequest``, and how long to search."""

    game: str
    """The game's name."""
    options: dict[str, Any] = {}
    """Values by name of option; the others have defaults."""
    rules: int | None = None
    """The version of the game's rules; default: the newest."""
    start: dict[str, Any] | None = None
    """The position object from which the game begins; default: the initial state."""
    moves: list[str] = []
    """Moves and chance events since the start."""
    simulations: Annotated[int, Meta(ge=1, le=MOST_SIMULATIONS)] = 4096
    """Simulations of the search."""
    count: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 3
    """The number of moves wanted."""


class LineEvent(Struct, frozen=True):
    """A move or a chance event of a line."""

    text: str
    """Its text, as in a record."""
    seat: int
    """The seat that moves, or a negative number for chance."""
    message: wire.Message
    """What happens."""


class EngineLine(Struct, frozen=True):
    """A move, its evaluation and a continuation."""

    move: str
    """Its text."""
    message: wire.Message
    """What the move does."""
    parts: wire.Parts
    """Its choices by name."""
    visits: int
    """Simulations that began with the move."""
    values: list[float]
    """Expected returns by seat, -1 to 1."""
    scores: list[float] | None
    """Mean final points by seat, if known."""
    solved: bool
    """Whether ``values`` are exact: the result of best play."""
    events: list[LineEvent]
    """The move and its continuation, up to the first uncertain chance event. With hidden
    information, the move only."""


class LinesResponse(Struct, frozen=True):
    """The best moves of a position, from the information of the seat to act."""

    seat: int
    """The seat to act."""
    simulations: int
    """Simulations made; fewer than wanted if best play is proven."""
    depth: int
    """Moves of the longest line."""
    lines: list[EngineLine]
    """The best first."""
