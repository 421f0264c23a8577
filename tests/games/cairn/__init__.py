"""Cairn: a small game with every feature of the contract, for generic tests.

It deals several hidden stones in one event, reshuffles the discard in the middle of a draw, has an
external outcome with resting poses, teams and an older rules version.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.contracts import Referee
from empile.engine.game import Contracts, Game
from empile.engine.options import choice, flag, number

from . import rules
from .notation import CairnNotation
from .presenter import CairnPresenter

STONES = (6, 5, 4)
"""How many stones of each kind the box holds."""


class Cairn(Game):
    """Cairn for 2 to 4 seats."""

    name = "cairn"
    rules_version = 2
    reasons = ("built", "dusk")
    imperfect_information = True
    rules: ClassVar[ModuleType] = rules
    contracts = Contracts(CairnNotation, CairnPresenter, referee=Referee)
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2),
        flag("teams", default=False, needs={"players": (4,)}),
        number("goal", 3, rules.MAX_GOAL, 4),
    )

    def fill_params(self, params: Any) -> None:
        """Write seats, goal and stones; since version 2 a fall costs what the stone gave."""
        params.seats = self.num_players
        params.teams = self.options["teams"]
        params.goal = self.options["goal"]
        params.stones = STONES
        params.fall_costs = self.rules_version >= 2


class CairnVersion1(Cairn):
    """Cairn as it was: a fall cost nothing."""

    rules_version = 1


GAME = Cairn
OLDER_RULES = (CairnVersion1,)
