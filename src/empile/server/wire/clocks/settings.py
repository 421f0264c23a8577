"""The clock of a table: how long players may think."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

SECOND_MS: Final = 1000
HOUR_MS: Final = 3600 * SECOND_MS
DAY_MS: Final = 24 * HOUR_MS

Speed: TypeAlias = Literal["fast", "slow"]
"""``fast``: the players stay at the table. ``slow``: they have days for a move."""


class _Clock(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class RealClock(_Clock, tag="real", frozen=True):
    """Time for the whole game, and more with each move. For two seats."""

    base: Annotated[int, Meta(ge=10, le=10800)]
    """Seconds that each seat has for the game."""
    increment: Annotated[int, Meta(ge=0, le=180)] = 0
    """Seconds that each move adds."""


class TurnClock(_Clock, tag="turn", frozen=True):
    """Time for each turn, and one reserve for the game. For three and more seats.

    So the length of a game is known. A turn uses the reserve once its own time is over.
    """

    turn: Annotated[int, Meta(ge=5, le=1800)]
    """Seconds for each turn."""
    reserve: Annotated[int, Meta(ge=0, le=7200)] = 0
    """Seconds that each seat has in addition, once per game."""


class DaysClock(_Clock, tag="days", frozen=True):
    """Days for each move, and a reserve that is full again every week of the game."""

    days: Annotated[int, Meta(ge=1, le=14)]
    """Days for each move."""
    reserve: Annotated[int, Meta(ge=0, le=72)] = 0
    """Hours that each seat has in addition in each week."""


Clock: TypeAlias = RealClock | TurnClock | DaysClock


def speed(clock: Clock) -> Speed:
    """Return the speed of games with a clock.

    >>> speed(RealClock(300, 3)), speed(DaysClock(2))
    ('fast', 'slow')
    """
    return "slow" if isinstance(clock, DaysClock) else "fast"
