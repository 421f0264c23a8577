"""Blox: figures that take down and put up the towers of a city, for cards that nobody else sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.engine.level import Level
from empile.engine.options import choice, data, number
from empile.games.blox import (
    bot,
    checking,
    imagined,
    memory,
    notation,
    picture,
    pieces,
    rules,
    telling,
    text,
    view,
    why,
)

_MOST_ROUNDS = 2**53 - 1
"""The greatest number that every reader of JSON keeps exactly."""
_ENDLESS = 2**31 - 1


class Blox(Game):
    """Blox (Ravensburger 2008, Kramer, Raggan, Grunau) for 2 to 4 seats."""

    name = "blox"
    rules_version = 1
    reasons = ("last-round", "round-limit")
    hides = True
    rules: ClassVar[ModuleType] = rules
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
        self.layout = pieces.layout_of(self.options["layout"])
        box.seats = self.num_players
        box.exact = self.options["demolish"] == "exact"
        box.strike_cap = self.options["strike_cap"]
        box.access = ("all", "new", "off").index(self.options["access"])
        box.recharge_five = self.options["recharge"] == "five"
        box.round_limit = min(self.options["round_limit"], _ENDLESS)
        heights = self.layout.heights(self.num_players)
        towers = [(cell, heights[cell]) for cell in pieces.reading_order() if heights[cell]]
        box.blocks = sum(heights)
        for number_, (cell, height) in enumerate(towers):
            box.tower_cell[number_], box.tower_height[number_] = cell, height
        if self.num_players == 2:
            for cell in self.layout.neutrals():
                box.neutral[cell] = 1
        memory.fill_lines(box, self.layout.colours)

    def action_text(self, state: State, action: int) -> str:
        """Return ``>g8 G``, ``c5-e5 B``, ``c5xf5 WWM*``, ``c5= WWG``, ``c5!c6 MMM`` or ``/ GGM``."""
        return notation.action_text(state, action)

    def read_action(self, state: State, text: str) -> int:
        """Return the action of a move's text."""
        return notation.read_action(state, text)

    def why_illegal(self, state: State, action: int) -> Reason:
        """Return the rule that the action breaks."""
        return why.why_illegal(state, action)

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return ``~towers e9=W,...``, ``~hand WGGBM`` or ``~GGM``."""
        return notation.event_text(state, actions)

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the blocks set up or the cards drawn."""
        return notation.read_event(state, text)

    def text_seen(self, before: State, event: Event, seat: int | None) -> str:
        """Hide the cards that other seats draw."""
        drawn = event.seat < 0 and before.field("stage") != memory.TOWERS
        if drawn and before.field("seat") != seat:
            return notation.hidden(event.text)
        return event.text

    def position(self, state: State) -> dict[str, Any]:
        """Return the position object."""
        return view.position(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the position object without others' hands and the draw pile."""
        return view.view(state, seat)

    def state_from_view(self, seen: dict[str, Any]) -> State:
        """Return a state that shows the seat to act ``seen``."""
        return imagined.state_from_view(self, seen)

    def parts(self, state: State, action: int) -> dict[str, str]:
        """Return figure, target and cards."""
        return view.parts(state, action)

    def words_for(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message that tells a move or a draw."""
        return telling.words_for(before, event, self.text_seen(before, event, seat))

    def picture(self, state: State, seat: int | None = None) -> str:
        """Return the board as SVG, with the cards that ``seat`` may see."""
        ranks = state.ranks() if state.is_terminal() else None
        return picture.picture(self.view(state, seat), self.setting(), ranks)

    def text_picture(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the board as text, with the cards that ``seat`` may see."""
        tell = partial(self.words.say, language)
        return text.text_picture(self.view(state, seat), self.setting(), tell, colour=colour)

    def bot_levels(self) -> tuple[Level, ...]:
        """Return the five levels."""
        return bot.LEVELS

    def setting(self) -> dict[str, Any]:
        """Return the board, what each phase lets fall and be built, and the options in force."""
        layout = self.options["layout"]
        board = pieces.house() if layout == "house" else layout
        exact = self.options["demolish"] == "exact"
        return {
            "colours": board["colours"],
            "squares": board["squares"],
            "phases": [
                {"fall": [n] if exact else list(range(1, n + 1)), "build": n + 1}
                for n in range(1, memory.LAST_PHASE + 1)
            ],
            "neutral": [
                pieces.cell_name(cell)
                for cell in (self.layout.neutrals() if self.num_players == 2 else [])
            ],
            **{
                name: self.options[name]
                for name in ("strike_cap", "access", "recharge", "round_limit")
            },
        }


GAME = Blox
