"""The notation of games on cells, from the patterns of their moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from empile.engine.board.moves import Moves
from empile.engine.compiled.completion import cell_writers
from empile.engine.compiled.jit import interpreted
from empile.engine.compiled.json_writer import SPECTATOR
from empile.engine.contracts.notation import Notation
from empile.engine.contracts.writers import Fields
from empile.engine.errors import IllegalActionError, NotationError, Reason

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.state import State


class CellNotation(Notation):
    """Texts by ``MOVES`` of the rules, those of chance events by ``EVENTS`` (also ``Moves``).

    A subclass may write the texts itself: ``action_text`` (``chance_text``) alone is enough, which
    are then read by searching the legal moves (outcomes).

    Example::

        class HexNotation(CellNotation):
            def action_text(self, state, action):
                return "swap" if action == SWAP else super().action_text(state, action)
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        kind = type(self)
        self._has_pattern = kind.action_text is CellNotation.action_text
        self._has_events = kind.chance_text is CellNotation.chance_text

    @cached_property
    def moves(self) -> Moves:
        """The patterns of the moves."""
        found: Moves = type(self.game).rules.MOVES
        return found

    @cached_property
    def events(self) -> Moves | None:
        """The patterns of the outcomes of chance, whose texts have no spaces; None without any."""
        return getattr(type(self.game).rules, "EVENTS", None)

    def action_text(self, state: State, action: int) -> str:
        """Return the text by ``moves``."""
        return self.moves.text(action) or "-"

    def read_action(self, state: State, text: str) -> int:
        """Return the action by ``moves``, or search the legal ones."""
        if not self._has_pattern:
            return self._searched(state, text)
        try:
            found = self.moves.parse(text)
        except NotationError:
            raise self.bad_text(state, text) from None
        if not found:
            reason = Reason("illegal.move", {"move": text})
            message = self.game.presenter.catalogue.format("en", reason)
            raise IllegalActionError(message, reason)
        if len(found) == 1:
            return found[0]
        legal = state.legal_actions()
        return next((one for one in found if one in legal), found[0])

    def bad_text(self, state: State, text: str) -> NotationError:
        """Return the error for a text of another form, with a legal move as an example."""
        actions = state.legal_actions()
        example = f": write one like {self.action_text(state, actions[0])}" if actions else ""
        return NotationError(f"'{text}' is not a move of {self.game.name} here{example}")

    def chance_text(self, state: State, action: int) -> str:
        """Return the text by ``events``."""
        if self.events is None:
            return super().chance_text(state, action)
        return self.events.text(action) or "-"

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return the texts of the outcomes with spaces between them."""
        if self._has_events and self.events is None:
            return super().event_text(state, actions)
        return "~" + " ".join(self.chance_text(state, action) for action in actions)

    @cached_property
    def hides_outcomes(self) -> bool:
        """Whether ``write_chance`` or ``observed_action`` of the rules hide outcomes of chance."""
        return super().hides_outcomes or self._hides is not None

    def seen_outcomes(self, before: State, actions: Sequence[int], seat: int | None) -> str:
        """Return the text with ``?`` for each outcome that ``observed_action`` hides from ``seat``."""
        if self._hides is None:
            return super().seen_outcomes(before, actions, seat)
        viewer = SPECTATOR if seat is None else seat
        params, s = Fields(self.game.params_array), Fields(before.array)
        return "~" + " ".join(
            "?" if self._hides(params, s, viewer, action) else self.chance_text(before, action)
            for action in actions
        )

    @cached_property
    def _hides(self) -> Callable[..., bool] | None:
        """What ``observed_action`` hides, as Python; None if it does not decide what is hidden."""
        writers = cell_writers(type(self.game).rules)
        if not self.game.imperfect_information or writers is None or writers.hides is None:
            return None
        return None if self._writes_chance else interpreted(writers.hides)

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the outcomes, searched one after the other."""
        if self._has_events and self.events is None:
            return super().read_event(state, text)
        after = state.clone()
        actions: list[int] = []
        for word in text.removeprefix("~").split(" "):
            outcomes = [action for action, _ in after.chance_outcomes()]
            texts = [self.chance_text(after, action) for action in outcomes]
            if not text.startswith("~") or word not in texts:
                example = f": write an outcome like ~{texts[0]}" if texts else ""
                raise NotationError(f"'{text}' is not an event of {self.game.name} here{example}")
            actions.append(outcomes[texts.index(word)])
            after.apply_action(actions[-1])
        return tuple(actions), ""

    def _searched(self, state: State, text: str) -> int:
        for action in state.legal_actions():
            if self.action_text(state, action) == text:
                return action
        raise self.bad_text(state, text)
