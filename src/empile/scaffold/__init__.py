"""New games: folders that run, from templates. Used by ``empile new-game``."""

from empile.scaffold.plan import Plan, PlanError, make_plan
from empile.scaffold.writer import write_game

__all__ = ["Plan", "PlanError", "make_plan", "write_game"]
