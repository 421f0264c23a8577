"""Tournament standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from empile.arena.errors import FaultKind
from empile.arena.plan import Plan
from empile.arena.ratings import Rating, pairs_of, ratings
from empile.arena.result import GameResult


@dataclass(frozen=True)
class Standing:
    """A row of the table."""

    name: str
    games: int
    """The number of games played."""
    score: float | None
    """Share of pairs with other entrants' seats in which it ranked better, ties half."""
    rating: Rating | None
    """None until all entrants are comparable."""
    faults: Counter[FaultKind]
    """Games lost by a fault."""


def standings(plan: Plan, games: Iterable[GameResult]) -> list[Standing]:
    """Return the standings, the strongest entrant first.

    Example::

        for row in standings(plan, results.in_order()):
            print(row.name, row.games, row.score, row.rating)
    """
    kept = sorted(games, key=lambda played: played.game)
    teams = plan.loaded.teams
    count = len(plan.entrants)
    seen, faults = Counter[int](), [Counter[FaultKind]() for _ in range(count)]
    points, pairs = [0.0] * count, [0] * count
    for played in kept:
        seen.update(set(played.seats))
        if played.fault is not None:
            faults[played.seats[played.fault.seat]][played.fault.kind] += 1
        for one, other, share in pairs_of(played, teams):
            for entrant, part in ((one, share), (other, 1.0 - share)):
                points[entrant] += part
                pairs[entrant] += 1
    found = ratings(kept, teams, count)
    rows = [
        Standing(
            entrant.name,
            seen[number],
            points[number] / pairs[number] if pairs[number] else None,
            None if found is None else found[number],
            faults[number],
        )
        for number, entrant in enumerate(plan.entrants)
    ]
    return sorted(rows, key=_order)


def _order(row: Standing) -> tuple[float, float]:
    return (
        -(row.rating.elo if row.rating is not None else 0.0),
        -(row.score if row.score is not None else 0.0),
    )
