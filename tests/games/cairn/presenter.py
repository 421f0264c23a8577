"""Positions, pictures and messages of Cairn."""

from __future__ import annotations

from typing import Any

from empile.engine.contracts import Presenter
from empile.engine.errors import Reason
from empile.engine.game import CHANCE, Event, State

from . import from_position, notation, rules, svg, view


class CairnPresenter(Presenter):
    """Hands and the deck are hidden."""

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def state_from_position(self, position: dict[str, Any]) -> State:
        return from_position.state_from_position(self.game, position)

    def state_from_view(self, view: dict[str, Any]) -> State:
        return from_position.state_from_view(self.game, view)

    def to_svg(self, state: State, seat: int | None = None) -> str:
        return svg.to_svg(view.view(state, seat))

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        text = self.game.notation.redacted_text(before, event, seat)
        name, *rest = text.removeprefix("~").split(" ")
        if event.seat >= 0:
            return Reason(f"log.{name}", {"stone": rest[0], "count": len(rest[0])})
        if event.seat == CHANCE:
            return Reason(f"log.{name}", {"stones": rest[0], "count": len(rest[0])})
        return Reason(f"log.{name}")

    def explain_illegal(self, state: State, action: int) -> Reason:
        """Return the only reason: the stone is not in hand."""
        return Reason("illegal.not_in_hand", {"stone": notation.LETTERS[action % rules.KINDS]})

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        verb, stone = notation.action_text(state, action).split(" ")
        return {"stone": stone[0], "verb": verb}
