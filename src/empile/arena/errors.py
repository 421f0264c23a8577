"""What goes wrong in a tournament: by its own fault, or by that of one who plays."""

from __future__ import annotations

from typing import Literal

from empile.engine.errors import EmpileError

FaultKind = Literal["crash", "timeout", "illegal", "garbage", "resigned"]
"""Why somebody lost without being beaten. ``crash``: it ended, raised an error, or could not be
started or reached. ``timeout``: no move came in time. ``illegal``: a move that the rules forbid.
``garbage``: no message of the protocol. ``resigned``: it gave the game up."""


class ArenaError(EmpileError):
    """A tournament cannot be held, or not go on, as it was asked for."""


class FaultError(Exception):
    """A seat did not play on: its game is over, and lost by it alone."""

    def __init__(self, seat: int, kind: FaultKind, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.kind: FaultKind = kind
        self.why = why
