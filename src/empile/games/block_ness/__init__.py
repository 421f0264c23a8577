"""Block Ness: sea monsters grow over and under each other in a small lake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from empile.engine.game import Contracts, Game
from empile.engine.options import Option, choice, data
from empile.engine.planes import Plane
from empile.engine.planes.actions import ActionPlanes
from empile.engine.random import Stream
from empile.engine.symmetries.symmetry import Symmetry
from empile.games.block_ness.action_planes import action_planes
from empile.games.block_ness.bots import BlockNessBots
from empile.games.block_ness.drawn_board import draw_board
from empile.games.block_ness.presenter import BlockNessPresenter
from empile.games.block_ness.puzzles import BlockNessPuzzles
from empile.games.block_ness.rules import components, core, planes, state
from empile.games.block_ness.symmetries import symmetries
from empile.games.block_ness.text.notation import BlockNessNotation

if TYPE_CHECKING:
    from empile.engine.contracts.solo import Solo


_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Columns and rows by direction: east, north, west, south."""
_OPPOSITE = 2


class BlockNess(Game):
    """Block Ness (Blue Orange 2021, Laurent Escoffier) for 2 to 4 seats, base and expert.

    Solo, for one seat, begins from a position.
    """

    name = "block-ness"
    rules_version = 1
    reasons = ("all-blocked", "solved", "stuck")
    rules: ClassVar[ModuleType] = core
    contracts = Contracts(
        BlockNessNotation, BlockNessPresenter, BlockNessBots, puzzles=BlockNessPuzzles
    )
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2, with_start=(1,)),
        choice("variant", ("base", "expert"), "base"),
        Option("colours", "list", None, lambda so_far: list(range(so_far["players"]))),
        data("lake", rare=True, house=components.house_lake),
        data("rings", rare=True, house=components.house_rings),
    )

    @classmethod
    def draw_board(cls, stream: Stream) -> dict[str, Any]:
        return draw_board(stream)

    @cached_property
    def possible_actions(self) -> NDArray[np.int32]:
        plays = [
            way * state.KINDS + kind
            for way in range(2 * 4 * 4)
            for kind in self._kinds
            if not self._ends_where_it_began(way, kind)
        ]
        return np.array(plays + self._starts, np.int32)

    def _ends_where_it_began(self, way: int, kind: int) -> bool:
        """Return whether a ring that turns back would have its far foot in the hole of the end."""
        distance = kind // components.MAX_HEIGHT + 1
        return way // 4 % 4 ^ way % 4 == _OPPOSITE and distance == self.params_array[0]["reach"]

    @cached_property
    def action_planes(self) -> ActionPlanes:
        return action_planes(
            self.possible_actions, self._kinds, self.observation_planes, self._zone.low
        )

    @cached_property
    def symmetries(self) -> Sequence[Symmetry]:
        """Those of the zone in use that map the deep water to itself: of the standard lake eight."""
        zone = self._zone
        deep = self._deep if self.num_players > 1 else None
        return symmetries(zone, deep, self.observation_planes, self.possible_actions)

    @property
    def _starts(self) -> list[int]:
        """The actions that lay a start ring."""
        low, high = self._deep
        shortest = min(self._fields("start_distance")[: self.num_players])
        return [
            state.START + (row * components.MAX_COLUMNS + column) * 4 + direction
            for row in range(low.row, high.row + 1)
            for column in range(low.column, high.column + 1)
            for direction, (right, up) in enumerate(_STEPS)
            if low.column <= column + shortest * right <= high.column
            if low.row <= row + shortest * up <= high.row
        ]

    @cached_property
    def _kinds(self) -> list[int]:
        """The kinds of the rings, ascending, start rings excluded."""
        if self.num_players == 1:
            return list(range(state.KINDS))
        kinds, counts = self._fields("kind"), self._fields("kinds")
        return sorted(
            {kind for own, count in zip(kinds, counts, strict=True) for kind in own[:count]}
        )

    @property
    def _zone(self) -> components.Zone:
        """The zone in use. Solo: the whole lake."""
        column, row, columns, rows = self._fields("zone")
        return components.Zone(
            components.Hole(column, row), components.Hole(column + columns - 1, row + rows - 1)
        )

    @property
    def _deep(self) -> components.Zone:
        """The deep water. Solo: empty."""
        corners = self._fields("deep")
        return components.Zone(components.Hole(*corners[:2]), components.Hole(*corners[2:]))

    def _fields(self, name: str) -> Any:
        return self.params_array[name][0].tolist()

    @cached_property
    def observation_planes(self) -> Sequence[Plane]:
        return planes.observation_planes(
            self.num_players, self._zone.size, len(self._kinds), **self._areas
        )

    @cached_property
    def information_planes(self) -> Sequence[Plane]:
        return planes.information_planes(
            self.num_players, self._zone.size, len(self._kinds), **self._areas
        )

    @property
    def _areas(self) -> dict[str, bool]:
        """Which boards of holes differ from the zone. Solo: a start may use any holes."""
        if self.num_players == 1:
            return {"water": True, "deep": False}
        return {"water": False, "deep": self._deep != self._zone}

    @property
    def needs_start(self) -> bool:
        return self.num_players == 1

    @property
    def end_reasons(self) -> Sequence[str]:
        return self.reasons[1:] if self.num_players == 1 else self.reasons[:1]

    @property
    def max_game_length(self) -> int:
        """Each move lays a ring, whose feet take two holes of the zone for good."""
        if self.num_players == 1:
            return components.MAX_HAND
        rows, columns = self._zone.size
        return min(self.num_players * int(self.params_array[0]["rings"]), columns * rows // 2)

    @property
    def max_chance_nodes(self) -> int:
        return 0

    @property
    def solo(self) -> Solo:
        from empile.games.block_ness.solo.contract import BlockNessSolo

        return BlockNessSolo()

    @property
    def warm_extras(self) -> Sequence[Callable[[], None]]:
        from empile.games.block_ness.solo.contract import warm

        return (lambda: warm(self),)


GAME = BlockNess
