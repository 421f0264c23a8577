"""Blox: figures demolish and build the towers of a city; hands are hidden."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.game import Contracts, Game
from empile.engine.options import choice, data, number
from empile.games.blox import checking, memory, pieces, rules
from empile.games.blox.bot import BloxBots
from empile.games.blox.notation import BloxNotation
from empile.games.blox.presenter import BloxPresenter

_MOST_ROUNDS = 2**53 - 1
"""The greatest number that every reader of JSON keeps exactly."""
_ENDLESS = 2**31 - 1


class Blox(Game):
    """Blox (Ravensburger 2008, Kramer, Raggan, Grunau) for 2 to 4 seats."""

    name = "blox"
    rules_version = 1
    reasons = ("last-round", "round-limit")
    imperfect_information = True
    rules: ClassVar[ModuleType] = rules
    contracts = Contracts(BloxNotation, BloxPresenter, BloxBots)
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2),
        choice("demolish", ("up-to", "exact"), "up-to", rare=True),
        choice("strike_cap", (5, 6), 6, rare=True),
        choice("access", ("all", "new", "off"), "all", rare=True),
        choice("recharge", ("any", "five"), "any", rare=True),
        number("round_limit", 1, _MOST_ROUNDS, 200, rare=True),
        data("layout", checking.check_layout),
    )

    def fill_box(self, box: Any) -> None:
        """Compute what lies ahead of every cell, and the towers of the set-up."""
        layout = pieces.layout_of(self.options["layout"])
        box.seats = self.num_players
        box.exact = self.options["demolish"] == "exact"
        box.strike_cap = self.options["strike_cap"]
        box.access = ("all", "new", "off").index(self.options["access"])
        box.recharge_five = self.options["recharge"] == "five"
        box.round_limit = min(self.options["round_limit"], _ENDLESS)
        heights = layout.heights(self.num_players)
        towers = [(cell, heights[cell]) for cell in pieces.reading_order() if heights[cell]]
        box.blocks = sum(heights)
        for number_, (cell, height) in enumerate(towers):
            box.tower_cell[number_], box.tower_height[number_] = cell, height
        if self.num_players == 2:
            for cell in layout.neutrals():
                box.neutral[cell] = 1
        memory.fill_lines(box, layout.colours)


GAME = Blox
