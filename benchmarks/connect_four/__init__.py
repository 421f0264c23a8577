"""Connect Four by our contract: a game that the field has too, to measure against it.

It is no game of the product: nothing finds it, and it has no words and no picture.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.errors import NotationError, Reason
from empile.engine.game import Event, Game, State
from empile.engine.options import choice

from . import rules


class ConnectFour(Game):
    """Connect Four for two seats. A move is written as its column, 1 to 7."""

    name = "connect-four"
    rules_version = 1
    reasons = ("four-in-a-line", "board-full")
    rules: ClassVar[ModuleType] = rules
    folder = Path(__file__).parent
    options_offered = (choice("players", (2,), 2),)

    def fill_box(self, box: Any) -> None:
        """Write the number of seats: no option changes the rules."""
        box.seats = self.num_players

    def action_text(self, state: State, action: int) -> str:
        """Return the column, counted from 1."""
        return str(action + 1)

    def read_action(self, state: State, text: str) -> int:
        """Return the move into the column that ``text`` counts."""
        if len(text) != 1 or text not in "1234567":
            raise NotationError(f"'{text}' is no column")
        return int(text) - 1

    def why_illegal(self, state: State, action: int) -> Reason:
        """Return the one reason there is."""
        return Reason("illegal.column_full", {"column": action + 1})

    def position(self, state: State) -> dict[str, Any]:
        """Return each seat's stones as the bits of a number, and who moves."""
        return {"stones": state.field("stones").tolist(), "seat": state.current_player()}

    def picture(self, state: State, seat: int | None = None) -> str:
        """Return an empty picture."""
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'

    def parts(self, state: State, action: int) -> dict[str, str]:
        """Return the column."""
        return {"column": str(action + 1)}

    def words_for(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message of a stone that falls."""
        return Reason("log.stone", {"column": event.text})
