"""Moves and chance events as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from empile.engine.errors import NotationError

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.state import Event, State


class Notation(ABC):
    """Text forms of moves and chance events, exact in both directions.

    Each legal move has exactly one text in each state, and so has each chance event. Event texts
    start with ``~`` and consist of one or more chance actions (``~hand`` and seven cards).
    """

    canonical_text: ClassVar[bool] = False
    """Whether :meth:`read_action` accepts only the one text of a move.

    If False, :meth:`empile.State.read_text` formats the move again to compare.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def redacts_text(self) -> bool:
        """Whether :meth:`redacted_text` may return different texts for different seats.

        Example::

            >>> empile.load("on-top").notation.redacts_text
            False
        """
        return type(self).redacted_text is not Notation.redacted_text

    @abstractmethod
    def action_text(self, state: State, action: int) -> str:
        """Return the text of a legal move of the seat to act.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> state.game.notation.action_text(state, state.legal_actions()[0])
            'c3-e3'
        """

    @abstractmethod
    def read_action(self, state: State, text: str) -> int:
        """Return the action that ``text`` names, legal or not.

        Raises :class:`empile.NotationError` if no move of the game has this form,
        :class:`empile.IllegalActionError` if the form is right but no action of this state matches.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> action = state.game.notation.read_action(state, "d4-f4")
        """

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return the text of a chance event in ``state``, without attachment.

        ``actions`` are its chance actions in any order.

        Example::

            >>> state = empile.load("blox").new_state()
            >>> event = state.draw_event(empile.new_stream(1))
            >>> state.game.notation.event_text(state, event.actions) == event.text
            True
        """
        raise NotImplementedError(f"{self.game.name} has no chance events")

    def event_order(self, state: State, actions: Sequence[int]) -> tuple[int, ...]:
        """Return the actions of a chance event in the order in which :meth:`read_event` reads them.

        Default: unchanged, which is right for events of one action. Only orders with the same text
        are the same event.

        Example::

            >>> state = empile.load("block-out").new_state()
            >>> state.game.notation.event_order(state, (9, 3, 5, 3, 1, 0, 2))
            (0, 1, 2, 3, 3, 5, 9)
        """
        return tuple(actions)

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the chance actions that ``text`` names, in a feasible order, and its attachment.

        The attachment is the tail of the text that the rules never read (rest poses), usually
        ``""``. The caller checks that the actions are possible. If texts are not in the order of
        drawing (a sorted hand), use :meth:`empile.State.feasible_order`. Raises
        :class:`empile.NotationError`.

        Example::

            >>> state = empile.load("on-top").new_state()
            >>> state.game.notation.read_event(state, "~BRWY")
            ((0,), '')
        """
        raise NotationError(f"{self.game.name} has no chance events, so '{text}' cannot be one")

    def redacted_text(self, before: State, event: Event, seat: int | None) -> str:
        """Return the text of ``event`` as ``seat`` (None: a spectator) sees it, ``?`` for hidden.

        ``before`` is the state in which the event happened. Default: the full text.

        Example::

            >>> state = empile.load("block-out").new_state()
            >>> event = state.draw_event(empile.new_stream(1))
            >>> state.game.notation.redacted_text(state, event, 1)
            '~hand ? ? ? ? ? ? ?'
        """
        return event.text
