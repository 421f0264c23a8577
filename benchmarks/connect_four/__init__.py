"""Connect Four for our engine, to compare with other frameworks.

Not part of the product: it is not discovered, and has no messages and no pictures.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from connect_four import rules
from empile.engine.contracts import Notation, Presenter
from empile.engine.errors import NotationError, Reason
from empile.engine.game import Contracts, Event, Game, State
from empile.engine.options import choice


class ColumnNotation(Notation):
    """Notation: the column, 1 to 7."""

    def action_text(self, state: State, action: int) -> str:
        """Return the column, from 1."""
        return str(action + 1)

    def read_action(self, state: State, text: str) -> int:
        """Return the move of a column."""
        if len(text) != 1 or text not in "1234567":
            raise NotationError(f"'{text}' is no column")
        return int(text) - 1


class BarePresenter(Presenter):
    """A minimal presenter."""

    def position(self, state: State) -> dict[str, Any]:
        """Return each seat's stones as a bit set, and the seat to act."""
        return {"stones": state.field("stones").tolist(), "seat": state.current_player()}

    def to_svg(self, state: State, seat: int | None = None) -> str:
        """Return an empty picture."""
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message of a move."""
        return Reason("log.stone", {"column": event.text})

    def explain_illegal(self, state: State, action: int) -> Reason:
        """Return the only reason: the column is full."""
        return Reason("illegal.column_full", {"column": action + 1})

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        """Return the column."""
        return {"column": str(action + 1)}


class ConnectFour(Game):
    """Connect Four for two seats."""

    name = "connect-four"
    rules_version = 1
    reasons = ("four-in-a-line", "board-full")
    rules: ClassVar[ModuleType] = rules
    contracts = Contracts(ColumnNotation, BarePresenter)
    folder = Path(__file__).parent
    options_offered = (choice("players", (2,), 2),)

    def fill_params(self, params: Any) -> None:
        """Write the number of seats; there are no other options."""
        params.seats = self.num_players
