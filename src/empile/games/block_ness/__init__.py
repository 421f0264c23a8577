"""Block Ness: sea monsters grow over and under each other in a small lake."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.game import Contracts, Game
from empile.engine.options import Option, choice, data
from empile.games.block_ness import foreseeing, judging, memory, pieces, rules
from empile.games.block_ness.bot import BlockNessBots
from empile.games.block_ness.notation import BlockNessNotation
from empile.games.block_ness.presenter import BlockNessPresenter


class BlockNess(Game):
    """Block Ness (Blue Orange 2021, Laurent Escoffier) for 2 to 4 seats, base and expert."""

    name = "block-ness"
    rules_version = 1
    reasons = ("all-blocked",)
    rules: ClassVar[ModuleType] = rules
    contracts = Contracts(BlockNessNotation, BlockNessPresenter, BlockNessBots)
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2),
        choice("variant", ("base", "expert"), "base"),
        Option(
            "colours", "list", pieces.check_colours, lambda so_far: list(range(so_far["players"]))
        ),
        data("lake", pieces.check_lake, rare=True),
        data("rings", pieces.check_rings, rare=True),
    )

    def fill_box(self, box: Any) -> None:
        """Compute the lake with its shore, and each seat's rings by kind."""
        lake = pieces.lake_of(self.options["lake"])
        sets = pieces.rings_of(self.options["rings"])
        own: list[list[pieces.Ring]] = [sets[colour] for colour in self.options["colours"]]
        if self.options["lake"] != "house" or self.options["rings"] != "house":
            pieces.check_room(lake, [ring_set[0] for ring_set in own])
        box.seats = self.num_players
        box.reach = 2 if self.options["variant"] == "expert" else 1
        box.columns, box.rows = lake.columns, lake.rows
        stride = lake.columns + 2
        box.stride = stride
        box.step = (1, stride, -1, -stride)
        deep = lake.zones[2]
        box.deep = (*deep.low, *deep.high)
        box.top[:] = memory.SHORE
        zone = lake.zones[self.num_players]
        for row in range(zone.low.row, zone.high.row + 1):
            first = (row + 2) * stride
            box.top[first + zone.low.column : first + zone.high.column + 1] = 0
        for seat, (start, *others) in enumerate(own):
            box.start_distance[seat], box.start_height[seat] = start
            kinds = Counter((d - 1) * pieces.MAX_HEIGHT + h - 1 for d, h in others)
            box.kinds[seat] = len(kinds)
            for slot, kind in enumerate(sorted(kinds)):
                box.kind[seat, slot], box.count[seat, slot] = kind, kinds[kind]
        box.rings = len(own[0])
        distances = [ring.distance for _, *others in own for ring in others]
        box.longest = max(distances, default=0)
        box.by_trait, box.bias, box.by_neuron = judging.learnt()
        box.prior_by_feature, box.prior_bias, box.prior_by_unit = foreseeing.learnt()


GAME = BlockNess
