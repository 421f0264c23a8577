"""Block Ness: sea monsters that grow over and under each other in a lake too small for them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.engine.level import Level
from empile.engine.options import Option, choice, data
from empile.games.block_ness import (
    bot,
    foreseeing,
    judging,
    memory,
    notation,
    picture,
    pieces,
    rules,
    text,
    view,
    why,
)


class BlockNess(Game):
    """Block Ness (Blue Orange 2021, Laurent Escoffier) for 2 to 4 seats, base and expert."""

    name = "block-ness"
    rules_version = 1
    reasons = ("all-blocked",)
    reads_exactly = True
    rules: ClassVar[ModuleType] = rules
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
        self.lake = pieces.lake_of(self.options["lake"])
        sets = pieces.rings_of(self.options["rings"])
        own: list[list[pieces.Ring]] = [sets[colour] for colour in self.options["colours"]]
        if self.options["lake"] != "house" or self.options["rings"] != "house":
            pieces.check_room(self.lake, [ring_set[0] for ring_set in own])
        box.seats = self.num_players
        box.reach = 2 if self.options["variant"] == "expert" else 1
        box.columns, box.rows = self.lake.columns, self.lake.rows
        stride = self.lake.columns + 2
        box.stride = stride
        box.step = (1, stride, -1, -stride)
        deep = self.lake.zones[2]
        box.deep = (*deep.low, *deep.high)
        box.top[:] = memory.SHORE
        zone = self.lake.zones[self.num_players]
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

    def action_text(self, state: State, action: int) -> str:
        """Return ``c3-e3`` or ``Hd5-d8^4``."""
        return notation.action_text(state, action)

    def read_action(self, state: State, text: str) -> int:
        """Return the action of ``c3-e3`` or ``Hd5-d8^4``."""
        return notation.read_action(state, text)

    def why_illegal(self, state: State, action: int) -> Reason:
        """Return the rule that the action breaks."""
        return why.why_illegal(state, action, self.lake)

    def position(self, state: State) -> dict[str, Any]:
        """Return the position object."""
        return view.position(state, self.lake)

    def parts(self, state: State, action: int) -> dict[str, str]:
        """Return near hole, ring, far hole and end."""
        return view.parts(state, action)

    def picture(self, state: State, seat: int | None = None) -> str:
        """Return the lake as SVG."""
        ranks = state.ranks() if state.is_terminal() else None
        return picture.picture(self.position(state), self.setting(), ranks)

    def text_picture(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the lake and the reserves as text."""
        return text.text_picture(state, self.lake, colour=colour, language=language)

    def words_for(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message for a start ring or a ring laid at the head or the tail."""
        move = notation.decode(before, event.actions[0])
        if isinstance(move, notation.Start):
            return Reason("log.start", {"tail": str(move.tail), "head": str(move.head)})
        key = "log.head" if move.end == notation.HEAD else "log.tail"
        args: dict[str, str | int] = {
            "near": str(move.near),
            "far": str(move.far),
            "height": move.ring.height,
        }
        return Reason(key, args)

    def bot_levels(self) -> tuple[Level, ...]:
        """Return the five levels for this number of seats and variant."""
        return bot.levels(self.num_players, self.options["variant"])

    def setting(self) -> dict[str, Any]:
        """Return the lake's size, the zone in use and all zones, and each seat's colour and full set of rings."""
        sets = pieces.rings_of(self.options["rings"])
        return {
            "columns": self.lake.columns,
            "rows": self.lake.rows,
            "deep": [str(corner) for corner in self.lake.zones[2]],
            "zone": [str(corner) for corner in self.lake.zones[self.num_players]],
            "zones": {
                str(seats): [str(corner) for corner in zone]
                for seats, zone in self.lake.zones.items()
            },
            "colours": [pieces.COLOURS[colour] for colour in self.options["colours"]],
            "rings": [[str(ring) for ring in sets[int(c)]] for c in self.options["colours"]],
        }


GAME = BlockNess
