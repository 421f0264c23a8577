"""Move and chance notation of Cairn.

Moves: ``lay A``; ``swap BB``, with every B in the hand. Events: ``~deal ABC`` and ``~draw AB``,
kinds in alphabetical order; ``~stands`` and ``~falls``, optionally with poses: ``~stands
0.0,4.5;-1.2,8.0``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from empile.engine.contracts import Notation
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import CHANCE, Event, State

from .rules import DEAL, FALLS, LAY, STANDS, SWAP, TOWER

LETTERS = "ABC"
ANSWERS = {STANDS: "~stands", FALLS: "~falls"}

_MOVE = re.compile(r"lay [ABC]|swap (?:A+|B+|C+)")
_NUMBER = r"-?(?:0|[1-9][0-9]{0,3})(?:\.[0-9]{1,6})?"
_POSE = f"{_NUMBER},{_NUMBER}"
_ANSWER = re.compile(rf"~(stands|falls)((?: {_POSE}(?:;{_POSE})*)?)")
_STONES = re.compile(r"~(deal|draw) ([ABC]+)")


def stones(counts: Sequence[int]) -> str:
    """Return a pile as letters in alphabetical order."""
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))


def action_text(state: State, action: int) -> str:
    """Return the notation of an action; a swap lists the stones it discards."""
    if action < SWAP:
        return f"lay {LETTERS[action - LAY]}"
    kind = action - SWAP
    return f"swap {LETTERS[kind] * state.field('hand')[state.field('seat')][kind]}"


def read_action(state: State, text: str) -> int:
    """Return the action of a move's text."""
    if _MOVE.fullmatch(text) is None:
        raise NotationError(f"'{text}' is no move of Cairn: they are written like lay A or swap BB")
    verb, stones_named = text.split(" ")
    kind = LETTERS.index(stones_named[0])
    if verb == "lay":
        return LAY + kind
    held = state.field("hand")[state.field("seat")][kind]
    if held and held != len(stones_named):
        reason = Reason("illegal.not_all", {"count": held, "stone": LETTERS[kind]})
        raise IllegalActionError(state.game.presenter.catalogue.format("en", reason), reason)
    return SWAP + kind


def event_text(state: State, actions: Sequence[int]) -> str:
    """Return the text of a chance event, kinds in alphabetical order."""
    stage = state.field("stage")
    if stage == TOWER:
        return ANSWERS[actions[0]]
    name = "deal" if stage == DEAL else "draw"
    return f"~{name} {''.join(LETTERS[kind] for kind in sorted(actions))}"


def read_event(state: State, text: str) -> tuple[tuple[int, ...], str]:
    """Return the chance actions of an event's text, and its poses."""
    if state.field("stage") == TOWER:
        match = _ANSWER.fullmatch(text)
        if match is None:
            raise NotationError(
                f"'{text}' is no answer of the cairn's: ~stands or ~falls, with poses or without"
            )
        return ((STANDS if match[1] == "stands" else FALLS,), match[2])
    match = _STONES.fullmatch(text)
    if match is None:
        raise NotationError(
            f"'{text}' is no event of Cairn: stones drawn are written like ~draw AB"
        )
    # Stones left in the deck come before those of the reshuffled deck.
    return state.feasible_order([LETTERS.index(letter) for letter in match[2]]), ""


def hidden(text: str) -> str:
    """Return the text of stones drawn as a seat reads it that does not see them."""
    name, drawn = text.split(" ")
    return f"{name} {'?' * len(drawn)}"


class CairnNotation(Notation):
    """Moves and chance events of Cairn as text; stones that others draw are hidden."""

    def action_text(self, state: State, action: int) -> str:
        return action_text(state, action)

    def read_action(self, state: State, text: str) -> int:
        return read_action(state, text)

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        return event_text(state, actions)

    def event_order(self, state: State, actions: Sequence[int]) -> tuple[int, ...]:
        """Sort the stones by kind if that order is feasible."""
        return state.feasible_order(sorted(actions))

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        return read_event(state, text)

    def redacted_text(self, before: State, event: Event, seat: int | None) -> str:
        drawn = event.seat == CHANCE
        return hidden(event.text) if drawn and before.field("seat") != seat else event.text
