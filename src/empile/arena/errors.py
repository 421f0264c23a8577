"""Errors of tournaments and faults of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from empile.engine.errors import EmpileError

FaultKind = Literal["crash", "timeout", "illegal", "garbage", "resigned"]
"""``crash``: ended or unreachable; ``timeout``: no move in time; ``illegal``: an illegal move;
``garbage``: an invalid message."""


class ArenaError(EmpileError):
    """A tournament cannot start or continue as requested."""


class FaultError(Exception):
    """A player's fault, which loses the game."""

    def __init__(
        self,
        seat: int,
        kind: FaultKind,
        why: str,
        stdout: Sequence[str] = (),
        stderr: Sequence[str] = (),
    ) -> None:
        super().__init__(why)
        self.stdout, self.stderr = list(stdout), list(stderr)
        self.seat = seat
        self.kind: FaultKind = kind
        self.why = why
