"""Errors of tournaments and faults of players."""

from __future__ import annotations

from typing import Literal

from empile.engine.errors import EmpileError

FaultKind = Literal["crash", "timeout", "illegal", "garbage", "resigned"]
"""``crash``: ended or unreachable; ``timeout``: no move in time; ``illegal``: an illegal move;
``garbage``: an invalid message; ``resigned``."""


class ArenaError(EmpileError):
    """A tournament cannot start or continue as requested."""


class FaultError(Exception):
    """A seat committed a fault, which ends the game as its loss."""

    def __init__(self, seat: int, kind: FaultKind, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.kind: FaultKind = kind
        self.why = why
