"""On Top: rhombic tiles close circles of colours; towers of pawns stand on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from empile.engine.game import Contracts, Game
from empile.engine.options import Option, choice, data, flag
from empile.engine.planes import Plane
from empile.engine.planes.actions import ActionPlanes
from empile.engine.random import Stream
from empile.games.on_top.action_planes import action_planes
from empile.games.on_top.bots import OnTopBots
from empile.games.on_top.drawn_board import draw_board
from empile.games.on_top.presenter import OnTopPresenter
from empile.games.on_top.puzzles import OnTopPuzzles
from empile.games.on_top.rules import components, core, planes
from empile.games.on_top.rules.state import PLACES, WORD
from empile.games.on_top.text.notation import OnTopNotation


class OnTop(Game):
    """On Top (Kosmos 2008, Günter Burkhardt) for 2 to 4 seats, four also in teams.

    The board has no symmetries besides the identity: if pawns or triangles run out, the order of
    circles and holes decides, which a half-turn reverses.
    """

    name = "on-top"
    rules_version = 2
    reasons = ("last-pawn", "neutral-out", "board-full")
    rules: ClassVar[ModuleType] = core
    contracts = Contracts(OnTopNotation, OnTopPresenter, OnTopBots, puzzles=OnTopPuzzles)
    folder = Path(__file__).parent
    options_offered: ClassVar[Sequence[Option]] = (
        choice("players", (2, 3, 4), 2),
        data("board", rare=True, house=components.load_components),
        flag("teams", default=False, needs={"players": (core.MAX_SEATS,)}),
        Option(
            "start",
            "list",
            None,
            lambda so_far: list(components.data_of(so_far["board"])["start"]),
            rare=True,
            depends=("board",),
        ),
        choice("neutral_out", ("points", "deduct"), "points", rare=True, needs={"players": (2, 3)}),
    )

    @classmethod
    def draw_board(cls, stream: Stream) -> dict[str, Any]:
        return draw_board(stream)

    @cached_property
    def possible_actions(self) -> NDArray[np.int32]:
        """Two turns at each place of the board that the start leaves free."""
        free = self.params_array[0]["first_open"].tolist()
        is_free = [free[place // WORD] >> (place % WORD) & 1 for place in range(PLACES)]
        return np.flatnonzero(np.repeat(is_free, 2)).astype(np.int32)

    @cached_property
    def observation_planes(self) -> Sequence[Plane]:
        board = components.board_of(self.options["board"])
        return planes.observation_planes(self.num_players, board.size)

    @cached_property
    def information_planes(self) -> Sequence[Plane]:
        board = components.board_of(self.options["board"])
        return planes.information_planes(self.num_players, board.size)

    @cached_property
    def action_planes(self) -> ActionPlanes:
        places = components.board_of(self.options["board"]).places()
        return action_planes(places, self.possible_actions, self.observation_planes)

    @property
    def end_reasons(self) -> Sequence[str]:
        """Without ``neutral-out`` if every colour has a seat."""
        neutral = self.num_players < core.MAX_SEATS
        return tuple(reason for reason in self.reasons if neutral or reason != "neutral-out")

    @property
    def max_game_length(self) -> int:
        """Each move lays a tile of the bag on two empty cells."""
        params = self.params_array[0]
        return min(int(params["bag"].sum()), int(params["first_empty"]) // 2)

    @property
    def max_chance_nodes(self) -> int:
        """A tile is drawn before each move."""
        return self.max_game_length


class OnTopVersion1(OnTop):
    """On Top as it was: the top pawn was placed and scored with the seconds; all paid for unused pawns."""

    rules_version = 1
    options_offered = OnTop.options_offered[:-1]


GAME = OnTop
OLDER_RULES = (OnTopVersion1,)
