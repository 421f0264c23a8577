"""Tournaments between bots, programs and functions, with Elo ratings.

Example::

    >>> plan = plan_of(empile.load("block-ness", players=2), ["level:1", "random"])
    >>> with open_results(plan) as results:
    ...     run_tournament(results, processes=1)
    ...     table = standings(plan, results.in_order())
    >>> sorted(row.name for row in table)
    ['level:1', 'random']
"""

from empile.arena.errors import ArenaError
from empile.arena.plan import Plan, plan_of
from empile.arena.result import Fault, GameResult
from empile.arena.results import Results, open_results, read_results
from empile.arena.runner import run_tournament
from empile.arena.standings import Standing, standings

__all__ = [
    "ArenaError",
    "Fault",
    "GameResult",
    "Plan",
    "Results",
    "Standing",
    "open_results",
    "plan_of",
    "read_results",
    "run_tournament",
    "standings",
]
