"""Block Ness: sea monsters grow over and under each other in a small lake."""

from __future__ import annotations

from collections import Counter
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
from empile.games.block_ness import validation
from empile.games.block_ness.action_planes import action_planes
from empile.games.block_ness.bots import BlockNessBots
from empile.games.block_ness.drawn_board import draw_board
from empile.games.block_ness.presenter import BlockNessPresenter
from empile.games.block_ness.puzzles import BlockNessPuzzles
from empile.games.block_ness.rules import (
    components,
    core,
    planes,
    policy_network,
    state,
    value_network,
)
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
        Option(
            "colours",
            "list",
            validation.check_colours,
            lambda so_far: list(range(so_far["players"])),
        ),
        data("lake", validation.check_lake, rare=True),
        data("rings", validation.check_rings, rare=True),
    )

    @classmethod
    def draw_board(cls, stream: Stream) -> dict[str, Any]:
        return draw_board(stream)

    def fill_params(self, params: Any) -> None:
        lake = components.lake_of(self.options["lake"])
        sets = components.rings_of(self.options["rings"])
        own: list[list[components.Ring]] = [sets[colour] for colour in self.options["colours"]]
        own_data = self.options["lake"] != "house" or self.options["rings"] != "house"
        if own_data and self.num_players > 1:
            validation.check_room(lake, [ring_set[0] for ring_set in own])
        params.seats = self.num_players
        params.reach = 2 if self.options["variant"] == "expert" else 1
        params.columns, params.rows = lake.columns, lake.rows
        stride = lake.columns + 2
        params.stride = stride
        params.step = (1, stride, -1, -stride)
        deep = lake.zones[2]
        params.deep = (*deep.low, *deep.high)
        params.top[:] = state.SHORE
        corner, (rows, columns) = self._zone
        params.zone = (*corner, columns, rows)
        params.longest = 1 + max(self._kinds, default=0) // components.MAX_HEIGHT
        params.kinds_seen, params.most = len(self._kinds), components.MAX_HAND
        params.seen_at[self._kinds] = range(len(self._kinds))
        for row, column in np.ndindex(rows, columns):
            hole = (corner.row + row + 2) * stride + corner.column + column
            params.row_at[hole], params.column_at[hole] = row, column
        if self.num_players == 1:
            self._fill_solo_params(params)
            return
        self._fill_lines(params)
        zone = lake.zones[self.num_players]
        for row in range(zone.low.row, zone.high.row + 1):
            first = (row + 2) * stride
            params.top[first + zone.low.column : first + zone.high.column + 1] = 0
        for seat, (start, *others) in enumerate(own):
            params.start_distance[seat], params.start_height[seat] = start
            kinds = Counter((d - 1) * components.MAX_HEIGHT + h - 1 for d, h in others)
            params.kinds[seat] = len(kinds)
            for slot, kind in enumerate(sorted(kinds)):
                params.kind[seat, slot], params.count[seat, slot] = kind, kinds[kind]
        params.most = max(1, int(params.count.max()))
        params.rings = len(own[0])
        params.by_trait, params.bias, params.by_neuron = value_network.load_weights()
        params.prior_by_feature, params.prior_bias, params.prior_by_unit = (
            policy_network.load_weights()
        )

    def _fill_lines(self, params: Any) -> None:
        columns, rows = int(params.columns), int(params.rows)
        sizes = (columns + 2) * (rows + 4), (columns + 4) * (rows + 2)
        sets = components.rings_of(self.options["rings"])
        own: list[list[components.Ring]] = [sets[colour] for colour in self.options["colours"]]
        rings = [ring for one in own for ring in one[1:]]
        shortest, longest = state.LINE_DISTANCES
        first_column, first_row, last_column, last_row = (int(side) for side in params.deep)
        if (
            max(sizes) > state.LINE_HOLES
            or max(last_column - first_column, last_row - first_row) >= state.LINE_DEEP
            or any(one[0].distance > state.LINE_START_DISTANCE for one in own)
            or any(one[0].height > state.LINE_START_HEIGHT for one in own)
            or any(ring.height > state.LINE_HEIGHT for ring in rings)
            or any(not shortest <= ring.distance <= longest for ring in rings)
        ):
            return
        params.lines = 1
        for bit in range(64):
            line, kind = divmod(bit, 32)
            params.line_code[bit] = (
                line * state.KINDS + (shortest - 1) * components.MAX_HEIGHT + kind + kind // 8
            )
        stride, turned_stride = columns + 2, rows + 2
        params.turned_step = (turned_stride, 1, -turned_stride, -1)
        for hole in range(sizes[0]):
            row, column = hole // stride - 2, hole % stride
            params.turned[hole] = state.MARGIN + (column + 2) * turned_stride + row

    def _fill_solo_params(self, params: Any) -> None:
        # The zone, the rings and the hand are in the start.
        params.deep = (1, 1, 0, 0)  # empty: no start ring is laid
        params.rings = components.MAX_HAND

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
        low, _ = self._zone
        corner = low.column, low.row
        return action_planes(self.possible_actions, self._kinds, self.observation_planes, corner)

    @cached_property
    def symmetries(self) -> Sequence[Symmetry]:
        """Those of the zone in use that map the deep water to itself: of the standard lake eight."""
        corner, (rows, columns) = self._zone
        zone = components.Zone(
            corner, components.Hole(corner.column + columns - 1, corner.row + rows - 1)
        )
        lake = components.lake_of(self.options["lake"])
        deep = lake.zones[2] if self.num_players > 1 else None
        return symmetries(zone, deep, self.observation_planes, self.possible_actions)

    @property
    def _starts(self) -> list[int]:
        """The actions that lay a start ring."""
        if self.num_players == 1:
            return []
        low, high = components.lake_of(self.options["lake"]).zones[2]
        sets = components.rings_of(self.options["rings"])
        colours: list[int] = self.options["colours"]
        shortest = min(sets[colour][0].distance for colour in colours)
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
        sets = components.rings_of(self.options["rings"])
        colours: list[int] = self.options["colours"]
        rings = {ring for colour in colours for ring in sets[colour][1:]}
        return sorted({(d - 1) * components.MAX_HEIGHT + h - 1 for d, h in rings})

    @property
    def _zone(self) -> tuple[components.Hole, tuple[int, int]]:
        """The first hole of the zone in use; its rows and columns. Solo: the whole lake."""
        lake = components.lake_of(self.options["lake"])
        if self.num_players == 1:
            return components.Hole(0, 0), (lake.rows, lake.columns)
        low, high = lake.zones[self.num_players]
        return low, (high.row - low.row + 1, high.column - low.column + 1)

    @cached_property
    def observation_planes(self) -> Sequence[Plane]:
        return planes.observation_planes(
            self.num_players, self._zone[1], len(self._kinds), **self._areas
        )

    @cached_property
    def information_planes(self) -> Sequence[Plane]:
        return planes.information_planes(
            self.num_players, self._zone[1], len(self._kinds), **self._areas
        )

    @property
    def _areas(self) -> dict[str, bool]:
        """Which boards of holes differ from the zone. Solo: a start may use any holes."""
        if self.num_players == 1:
            return {"water": True, "deep": False}
        zones = components.lake_of(self.options["lake"]).zones
        return {"water": False, "deep": zones[2] != zones[self.num_players]}

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
        zone = components.lake_of(self.options["lake"]).zones[self.num_players]
        columns, rows = zone.high.column - zone.low.column + 1, zone.high.row - zone.low.row + 1
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
