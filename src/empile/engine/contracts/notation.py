"""Moves and chance events as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from empile.engine.compiled.completion import defines
from empile.engine.compiled.templates.rules import EXTERNAL
from empile.engine.errors import NotationError
from empile.engine.random import new_stream

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.state import Event, State


class Notation(ABC):
    """Text forms of moves and chance events, exactly one for each in each state.

    Event texts start with ``~`` and consist of chance actions (``~hand`` and seven cards). The rules
    write them, if they define ``write_chance``, as each seat sees them, and so they are read.
    """

    canonical_text: ClassVar[bool] = False
    """Whether ``read_action`` accepts only the one text of a move.

    Otherwise ``State.read_text`` compares.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._writes_chance = defines(type(game).rules, "write_chance")

    @property
    def redacts_text(self) -> bool:
        """Whether ``redacted_text`` differs between seats."""
        return self.hides_outcomes or type(self).redacted_text is not Notation.redacted_text

    @cached_property
    def hides_outcomes(self) -> bool:
        """Whether ``seen_outcomes`` differs between seats."""
        return self.game.imperfect_information and self._writes_chance

    @property
    def has_attachments(self) -> bool:
        """Whether events can have attachments: see ``check_attachment``."""
        return type(self).check_attachment is not Notation.check_attachment

    @abstractmethod
    def action_text(self, state: State, action: int) -> str:
        """Return the text of a legal move.

        Example: ``notation.action_text(state, state.legal_actions()[0])``.
        """

    @abstractmethod
    def read_action(self, state: State, text: str) -> int:
        """Return the action that ``text`` names, legal or not.

        Raises ``NotationError`` for a form that no move has, ``IllegalActionError`` if no action
        matches.

        Example: ``action = notation.read_action(state, "d4-f4")``.
        """

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return the text of a chance event, without attachment; ``actions`` in any order.

        Example: ``notation.event_text(state, [0])`` returns ``"~BRWY"``.
        """
        if not self._writes_chance:
            raise NotImplementedError(f"{self.game.name} has no chance events")
        return self.game.writers.chance(state, actions)

    def chance_text(self, state: State, action: int) -> str:
        """Return the text of one chance action, unique at its node: a card of a deal.

        Example: ``notation.chance_text(state, 0)`` returns ``"BRWY"``.
        """
        before = self.event_text(state, ()) if self._writes_chance else "~"
        return self.event_text(state, (action,)).removeprefix(before)

    def event_order(self, state: State, actions: Sequence[int]) -> tuple[int, ...]:
        """Return the actions of a chance event in the order of ``State.read_text``.

        By default unchanged, unless the rules write chance events.

        Example: ``notation.event_order(state, (9, 3, 5))`` returns ``(3, 5, 9)`` for a sorted hand.
        """
        if not self._writes_chance or len(actions) == 1:
            return tuple(actions)
        text = self.event_text(state, actions)
        return state.feasible_order(self.game.writers.read_chance(state, text)[0])

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the chance actions of ``text`` in its order, and its attachment.

        The attachment is a tail that the rules never read (rest poses). The caller puts the actions in
        an order in which they are possible, see ``State.feasible_order``.

        Example: ``notation.read_event(state, "~BRWY")`` returns ``((0,), "")``.
        """
        if not self._writes_chance:
            raise NotationError(f"{self.game.name} has no chance events, so '{text}' cannot be one")
        actions, attachment = self.game.writers.read_chance(state, text)
        if len(actions) > state.chance_actions_left():
            return tuple(actions), ""
        is_attached = state.current_player() == EXTERNAL and attachment.startswith(" ")
        if not actions or (attachment and not is_attached):
            raise self._no_outcome(state, text)
        if attachment:
            self.check_attachment(state, text, actions, attachment)
        return tuple(actions), attachment

    def check_attachment(
        self, state: State, text: str, actions: Sequence[int], attachment: str
    ) -> None:
        """Check the attachment of ``text``, from a space on; raises ``NotationError``.

        Only events from outside the rules can have one, by default none has.
        Example: ``notation.check_attachment(state, f"~falls{poses}", (FALLS,), poses)``.
        """
        raise self._no_outcome(state, text)

    def _no_outcome(self, state: State, text: str) -> NotationError:
        example = state.draw_event(new_stream(0)).text
        return NotationError(f"'{text}' is not an outcome of chance here: write one like {example}")

    def redacted_text(self, before: State, event: Event, seat: int | None) -> str:
        """Return the text of ``event`` in ``before`` as ``seat`` (None: a spectator) sees it.

        Moves are public. Of an event from outside the rules, a viewer that sees not all outcomes
        does not see the attachment either. A game whose rules have no ``write_chance`` overrides
        this to hide something. Example: ``notation.redacted_text(state, event, 1)`` returns
        ``"~hand ? ?"``.
        """
        if event.seat >= 0 or not self.hides_outcomes:
            return event.text
        seen = self.seen_outcomes(before, event.actions, seat)
        if event.seat == EXTERNAL and seen == self.event_text(before, event.actions):
            return event.text
        return seen

    def seen_outcomes(self, before: State, actions: Sequence[int], seat: int | None) -> str:
        """Return the text of a chance event as ``seat`` sees it, without attachment.

        Only if ``hides_outcomes``. Example: ``notation.seen_outcomes(state, event.actions, None)``.
        """
        return self.game.writers.seen_chance(before, actions, seat)

    def informed_viewer(self, before: State, event: Event) -> int | None:
        """Return a viewer that sees all of an event, if there is one.

        Example: ``presenter.event_message(state, event, notation.informed_viewer(state, event))``.
        """
        if event.seat >= 0:
            return event.seat
        viewers = (None, *range(self.game.num_players))
        seen = self.redacted_text
        return next((one for one in viewers if seen(before, event, one) == event.text), None)
