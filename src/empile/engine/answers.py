"""Rulings that people may give at an ``OUTSIDE`` node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from empile.engine.game import EXTERNAL, Event, State


class Answer(NamedTuple):
    """A possible ruling."""

    event: Event
    ends: bool
    later: str | None
    """The ruling that it may become until the next turn, or None if it is final."""

    @property
    def is_held(self) -> bool:
        """Whether it is revisable until the next turn."""
        return self.later is not None and not self.ends


def possible_answers(state: State) -> list[Answer]:
    """Return the possible rulings at ``state``, an ``OUTSIDE`` node."""
    game = state.game
    revisable: Mapping[str, str] = {}
    if game.referee is not None:
        revisable = game.referee.revisable_outcomes
    found: list[Answer] = []
    for action, _ in state.chance_outcomes():
        event = Event(EXTERNAL, (action,), game.notation.event_text(state, (action,)))
        after = state.clone()
        after.apply_event(event)
        found.append(Answer(event, after.is_terminal(), revisable.get(event.text)))
    return found
