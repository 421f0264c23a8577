"""Results of single games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from empile.arena.errors import FaultError, FaultKind
from empile.arena.plan import Plan
from empile.arena.schedule import Seating
from empile.engine.record import Ended, LeftBy, Record
from empile.engine.state import Result

_ENDED: Final[Mapping[FaultKind, LeftBy]] = {"resigned": "resignation", "timeout": "time"}
"""Faults that records know as endings."""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an entrant lost a game at once."""

    seat: int
    kind: FaultKind
    """``crash`` (ended or unreachable), ``timeout``, ``illegal`` (an illegal move), ``garbage`` (an
    invalid message) or ``resigned``.
    """
    why: str
    """For people, with the exit status or signal of a program that ended."""
    stdout: list[str] = []
    """A program's last lines: at most five of 200 printable characters."""
    stderr: list[str] = []
    """The same of its standard error."""


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game: one line of the results file."""

    game: int
    """Its number in the tournament, from 0."""
    seats: tuple[int, ...]
    """The entrant's number by seat."""
    ranks: tuple[int, ...]
    """1 is best, ties share a rank."""
    events: list[str]
    """Texts, as far as known."""
    seconds: list[float]
    """Thinking time by seat."""
    scores: list[int] | None = None
    """None after a fault."""
    reason: str | None = None
    """None after a fault."""
    fault: Fault | None = None

    def record(self, plan: Plan) -> Record:
        """Return the record, without a result after a fault."""
        result = None
        if self.scores is not None and self.reason is not None:
            winners = [seat for seat, rank in enumerate(self.ranks) if rank == 1]
            result = Result(winners, self.scores, list(self.ranks), self.reason)
        names = [plan.entrants[entrant].name for entrant in self.seats]
        ended = None
        if self.fault is not None and self.fault.kind in _ENDED:
            ended = Ended(_ENDED[self.fault.kind], [self.fault.seat])
        return Record.of_game(
            plan.loaded, seats=names, events=list(self.events), result=result, ended=ended
        )


def lost_by(
    plan: Plan,
    number: int,
    fault: FaultError,
    events: Sequence[str],
    seconds: Sequence[float],
    seats: Seating | None = None,
) -> GameResult:
    """Return a game whose side at fault is last; the others share rank 1.

    ``seats`` are by default those of the plan.
    """
    teams = plan.loaded.teams
    others = sum(team != teams[fault.seat] for team in teams)
    ranks = tuple(others + 1 if team == teams[fault.seat] else 1 for team in teams)
    kept = Fault(fault.seat, fault.kind, fault.why, fault.stdout, fault.stderr)
    seats = plan.seating(number) if seats is None else seats
    return GameResult(number, seats, ranks, list(events), list(seconds), fault=kept)
