"""The clocks of a game as clients see them."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class ClockView(Struct, frozen=True):
    """The clocks at the time of the message. All times are milliseconds.

    The clock of ``running`` counts down from when the message arrives: first ``starts_in``, then
    ``own``, then what it has ``left``.
    """

    at: int
    """The server's time, since 1970."""
    left: list[int]
    """By seat: the time left for the game, or of the reserve."""
    running: int | None
    """The seat whose clock runs."""
    own: int = 0
    """What the running seat has left for this move alone, before its reserve."""
    starts_in: int = 0
    """How long its clock stands still yet, for an animation, an absence, or players who are awaited."""
    first_move_in: int | UnsetType = UNSET
    """When the game is aborted unless the running seat moves, if not everybody has moved yet."""
    waits_for: list[int] | UnsetType = UNSET
    """The seats that have not come to the table yet, while the clocks of the first game wait for them."""
