"""Rulings of people at an ``EXTERNAL`` node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from empile.engine.game import EXTERNAL, Event, State


class Ruling(NamedTuple):
    """A possible ruling."""

    event: Event
    ends: bool
    later: str | None
    """The ruling that it may become until the next turn, or None."""

    @property
    def is_revisable(self) -> bool:
        """Whether it may change until the next turn."""
        return self.later is not None and not self.ends


def possible_rulings(state: State) -> list[Ruling]:
    """Return the possible rulings at ``state``, an ``EXTERNAL`` node."""
    game = state.game
    revisable: Mapping[str, str] = {}
    if game.referee is not None:
        revisable = game.referee.revisable_outcomes
    found: list[Ruling] = []
    for action, _ in state.chance_outcomes():
        event = Event(EXTERNAL, (action,), game.notation.event_text(state, (action,)))
        after = state.clone()
        after.apply_event(event)
        found.append(Ruling(event, after.is_terminal(), revisable.get(event.text)))
    return found
