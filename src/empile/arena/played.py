"""What is kept of a game that was played."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from empile.arena.errors import FaultError, FaultKind
from empile.arena.plan import Plan
from empile.engine.record import Record
from empile.engine.state import Result


class Fault(msgspec.Struct, frozen=True):
    """Why a seat lost without being beaten."""

    seat: int
    kind: FaultKind
    why: str
    """One line for people."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game of a tournament. A line of the file of results is one of these."""

    game: int
    """Its number, from 0."""
    seats: tuple[int, ...]
    """The entrant of each seat."""
    ranks: tuple[int, ...]
    """1 is best, equal seats share. After a fault all others share the first place."""
    events: list[str]
    """The game as a record has it; after a fault, as far as it is known."""
    seconds: list[float]
    """How long each seat thought, all moves together."""
    scores: list[int] | None = None
    """The points of each seat; none after a fault."""
    reason: str | None = None
    """How the game ended; none after a fault."""
    fault: Fault | None = None

    def record(self, plan: Plan) -> Record:
        """Return the game's record; one with a fault has no result."""
        result = None
        if self.scores is not None and self.reason is not None:
            winners = [seat for seat, rank in enumerate(self.ranks) if rank == 1]
            result = Result(winners, self.scores, list(self.ranks), self.reason)
        names = [plan.entrants[entrant].name for entrant in self.seats]
        return Record.of_game(plan.loaded, seats=names, events=list(self.events), result=result)


def lost_by(
    plan: Plan, number: int, fault: FaultError, events: Sequence[str], seconds: Sequence[float]
) -> Played:
    """Return a game that a seat lost by a fault: its side is last, and the others share the first place.

    What the others were to become of is not known, so that between them nothing is decided.
    """
    teams = plan.loaded.teams
    others = sum(team != teams[fault.seat] for team in teams)
    ranks = tuple(others + 1 if team == teams[fault.seat] else 1 for team in teams)
    kept = Fault(fault.seat, fault.kind, fault.why)
    return Played(number, plan.seating(number), ranks, list(events), list(seconds), fault=kept)
