"""Block Out!: cards allow blocks to be placed on one tower; if it falls is up to a referee."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from empile.engine.game import Contracts, Game
from empile.engine.options import choice, flag, number
from empile.engine.planes import Plane
from empile.games.block_out.bots import BlockOutBots
from empile.games.block_out.presenter import BlockOutPresenter
from empile.games.block_out.puzzles import BlockOutPuzzles
from empile.games.block_out.referee import BlockOutReferee
from empile.games.block_out.rules import components, core, planes
from empile.games.block_out.rules.state import (
    ACTIONS,
    BLOCK_KINDS,
    FREE_MOVE,
    PASS_MOVE,
    REVERSE_MOVE,
    SIZE,
)
from empile.games.block_out.text.notation import BlockOutNotation

_REPETITIONS = 64


class BlockOut(Game):
    """Block Out! (Tactic 2015, Forrest-Pruzan Creative) for 2 to 6 seats.

    It has no symmetries besides the identity: the order of the levels matters, and there is no board.
    """

    name = "block-out"
    rules_version = 1
    reasons = ("ninth-block", "empty-hand", "free-block", "turn-limit")
    imperfect_information = True
    rules: ClassVar[ModuleType] = core
    contracts = Contracts(
        BlockOutNotation, BlockOutPresenter, BlockOutBots, BlockOutReferee, puzzles=BlockOutPuzzles
    )
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4, 5, 6), 2),
        flag("advanced", default=False),
        choice("referee", ("physics", "odds", "people"), "physics"),
        number("turn_limit", 1, 1_000_000_000, 500, rare=True),
    )

    @cached_property
    def observation_planes(self) -> Sequence[Plane]:
        return planes.observation_planes(self.num_players, advanced=self.options["advanced"])

    @cached_property
    def information_planes(self) -> Sequence[Plane]:
        return self.observation_planes

    @cached_property
    def possible_actions(self) -> NDArray[np.int32]:
        """Without blocks that a card does not allow; free blocks belong to the advanced rule."""
        plays = [
            card * SIZE + block
            for card, text in enumerate(components.CARDS[:BLOCK_KINDS])
            for block, name in enumerate(components.BLOCKS)
            if components.matches(text, name)
        ]
        free = range(FREE_MOVE, ACTIONS) if self.options["advanced"] else ()
        return np.array([*plays, PASS_MOVE, REVERSE_MOVE, *free], np.int32)

    @property
    def end_reasons(self) -> Sequence[str]:
        """``empty-hand`` belongs to the basic game, ``free-block`` to the advanced rule."""
        other = "empty-hand" if self.options["advanced"] else "free-block"
        return tuple(reason for reason in self.reasons if reason != other)

    @property
    def max_game_length(self) -> int:
        """A bound by the turns, if a lone block cannot fall (its odds are 0).

        A fall costs a second move, which begins a tower. Only the advanced rule adds a third, the
        free block between the two. The hand is then not empty: a fall draws the card just played
        and that of the seat before.

        With three or more seats the latter may be missing: a seat in between that can play nothing
        may have drawn it, all other cards being in hands. The turn then repeats itself with
        probability 0.018; ``_REPETITIONS`` of them are allowed for, which no game reaches in practice.
        """
        later = 3 if self.options["advanced"] else 2
        repeated = 2 * _REPETITIONS if self.options["advanced"] and self.num_players > 2 else 0
        return 1 + later * (int(self.options["turn_limit"]) - 1) + repeated

    @property
    def max_chance_nodes(self) -> int:
        """Each card is drawn once, and once more for each time that it was played; outcomes."""
        return int(self.params_array[0]["cards"].sum()) + 2 * self.max_game_length


GAME = BlockOut
