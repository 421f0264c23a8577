"""The arena: tournaments between bots of any kind, and how strong they turn out to be.

::

    from empile.arena import hold, open_results, plan_of, standings

    plan = plan_of(game, ["level:1", "level:2", "program:./my-bot"], seed=1)
    with open_results(plan, Path("results.jsonl")) as results:
        hold(results, rounds=10)
        for row in standings(plan, results.in_order()):
            print(row)

Its rooms: who may enter (:mod:`.entrants`), who sits where (:mod:`.schedule`), what a tournament is
(:mod:`.plan`), a game of it (:mod:`.playing`, :mod:`.seats`), programs (:mod:`.lines`, :mod:`.table`),
processes (:mod:`.worker`, :mod:`.workers`, :mod:`.running`), other machines (:mod:`.cluster`), what is
kept (:mod:`.played`, :mod:`.results`) and what comes of it (:mod:`.ratings`, :mod:`.standings`,
:mod:`.plot`).
"""

from empile.arena.errors import ArenaError
from empile.arena.plan import Plan, plan_of
from empile.arena.played import Fault, Played
from empile.arena.results import Results, open_results, read_results
from empile.arena.running import hold
from empile.arena.standings import Standing, standings

__all__ = [
    "ArenaError",
    "Fault",
    "Plan",
    "Played",
    "Results",
    "Standing",
    "hold",
    "open_results",
    "plan_of",
    "read_results",
    "standings",
]
