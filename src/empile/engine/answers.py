"""What people may say where they judge: the outcomes of an ``EXTERNAL`` node, looked at ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from empile.engine.game import EXTERNAL, Event, State


class Answer(NamedTuple):
    """An answer that people may give."""

    event: Event
    ends: bool
    """Whether the game would be over."""
    later: str | None
    """The text of the answer that it may still become until the next turn; ``None``: it is final."""

    @property
    def is_held(self) -> bool:
        """Whether it waits for the next turn: what ends the game waits for nothing."""
        return self.later is not None and not self.ends


def possible_answers(state: State) -> list[Answer]:
    """Return what people may answer at ``state``, an ``EXTERNAL`` node, in the order of the rules."""
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
