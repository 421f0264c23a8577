"""Cairn: a small game with every feature of the contract, for generic tests.

It deals several hidden stones in one event, reshuffles the discard in the middle of a draw, has an
external outcome with resting poses, teams and an older rules version.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.errors import Reason
from empile.engine.game import CHANCE, Event, Game, State
from empile.engine.options import choice, flag, number

from . import notation, picture, rules, view

STONES = (6, 5, 4)
"""How many stones of each kind the box holds."""


class Cairn(Game):
    """Cairn for 2 to 4 seats."""

    name = "cairn"
    rules_version = 2
    reasons = ("built", "dusk")
    has_referee = True
    hides = True
    rules: ClassVar[ModuleType] = rules
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2),
        flag("teams", default=False, needs={"players": (4,)}),
        number("goal", 3, rules.MAX_GOAL, 4),
    )

    def fill_box(self, box: Any) -> None:
        """Write seats, goal and stones; since version 2 a fall costs what the stone gave."""
        box.seats = self.num_players
        box.teams = self.options["teams"]
        box.goal = self.options["goal"]
        box.stones = STONES
        box.fall_costs = self.rules_version >= 2

    def action_text(self, state: State, action: int) -> str:
        """Return ``lay A`` or ``swap AA``."""
        return notation.action_text(state, action)

    def read_action(self, state: State, text: str) -> int:
        """Return the action of ``lay A`` or ``swap AA``."""
        return notation.read_action(state, text)

    def why_illegal(self, state: State, action: int) -> Reason:
        """Return the one reason there is: the stone is not in hand."""
        return Reason("illegal.not_in_hand", {"stone": notation.LETTERS[action % rules.KINDS]})

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return ``~deal ABC``, ``~draw AB``, ``~stands`` or ``~falls``."""
        return notation.event_text(state, actions)

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the stones drawn, or the answer and its resting poses."""
        return notation.read_event(state, text)

    def text_seen(self, before: State, event: Event, seat: int | None) -> str:
        """Hide what other seats draw."""
        if event.seat == CHANCE and before.field("seat") != seat:
            return notation.hidden(event.text)
        return event.text

    def position(self, state: State) -> dict[str, Any]:
        """Return the position object."""
        return view.position(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the position object without others' hands and the deck."""
        return view.view(state, seat)

    def state_from_view(self, seen: dict[str, Any]) -> State:
        """Return a state that shows the seat to act ``seen``."""
        return view.state_from_view(self, seen)

    def picture(self, state: State, seat: int | None = None) -> str:
        """Return the cairn, and the hands that ``seat`` may see."""
        return picture.picture(view.view(state, seat))

    def parts(self, state: State, action: int) -> dict[str, str]:
        """Return what is done and with which stone."""
        verb, stone = notation.action_text(state, action).split(" ")
        return {"stone": stone[0], "verb": verb}

    def words_for(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message for a move, an answer, or stones drawn."""
        name, *rest = self.text_seen(before, event, seat).removeprefix("~").split(" ")
        if event.seat >= 0:
            return Reason(f"log.{name}", {"stone": rest[0], "count": len(rest[0])})
        if event.seat == CHANCE:
            return Reason(f"log.{name}", {"stones": rest[0], "count": len(rest[0])})
        return Reason(f"log.{name}")


class CairnVersion1(Cairn):
    """Cairn as it was: a fall cost nothing."""

    rules_version = 1


GAME = Cairn
OLDER_RULES = (CairnVersion1,)
