"""Blox: figures demolish and build the towers of a city; hands are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from empile.engine.game import Contracts, Game
from empile.engine.options import choice, data, number
from empile.engine.planes import Plane
from empile.engine.planes.actions import ActionPlanes
from empile.engine.random import Stream
from empile.engine.symmetries.symmetry import Symmetry
from empile.games.blox.action_planes import action_planes, possible_actions
from empile.games.blox.bots import BloxBots
from empile.games.blox.drawn_board import draw_board
from empile.games.blox.presenter import BloxPresenter
from empile.games.blox.puzzles import BloxPuzzles
from empile.games.blox.rules import components, core, planes
from empile.games.blox.symmetries import symmetries
from empile.games.blox.text.notation import BloxNotation

_MOST_ROUNDS = 2**53 - 1
"""The greatest integer that every JSON reader keeps exactly."""


class Blox(Game):
    """Blox (Ravensburger 2008, Kramer, Raggan, Grunau) for 2 to 4 seats."""

    name = "blox"
    rules_version = 1
    reasons = ("last-round", "round-limit")
    imperfect_information = True
    rules: ClassVar[ModuleType] = core
    contracts = Contracts(BloxNotation, BloxPresenter, BloxBots, puzzles=BloxPuzzles)
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2),
        choice("demolish", ("up-to", "exact"), "up-to", rare=True),
        choice("strike_cap", (5, 6), 6, rare=True),
        choice("access", ("all", "new", "off"), "all", rare=True),
        choice("recharge", ("any", "five"), "any", rare=True),
        number("round_limit", 1, _MOST_ROUNDS, 200, rare=True),
        data("layout", house=components.load_components),
    )

    @classmethod
    def draw_board(cls, stream: Stream) -> dict[str, Any]:
        return draw_board(stream)

    @cached_property
    def observation_planes(self) -> Sequence[Plane]:
        return planes.observation_planes(self.num_players, neutral=self._has_neutrals)

    @cached_property
    def information_planes(self) -> Sequence[Plane]:
        return planes.information_planes(self.num_players, neutral=self._has_neutrals)

    @property
    def _has_neutrals(self) -> bool:
        return self.num_players == 2

    @cached_property
    def possible_actions(self) -> NDArray[np.int32]:
        return possible_actions(self.params_array[0])

    @cached_property
    def action_planes(self) -> ActionPlanes:
        return action_planes(self.possible_actions, self.observation_planes)

    @cached_property
    def symmetries(self) -> Sequence[Symmetry]:
        """Those of the layout: of the standard city the half-turn."""
        layout = components.layout_of(self.options["layout"])
        planes, actions = self.observation_planes, self.possible_actions
        return symmetries(layout, self.num_players, planes, actions)

    @property
    def max_game_length(self) -> int:
        """A seat has one move in each round; exchanging cards reaches the round limit."""
        return self.num_players * int(self.options["round_limit"])

    @property
    def max_chance_nodes(self) -> int:
        """The blocks of the towers, the hands, and a whole hand drawn after each move."""
        blocks = int(self.params_array[0]["blocks"])
        return blocks + components.HAND * (self.num_players + self.max_game_length)


GAME = Blox
