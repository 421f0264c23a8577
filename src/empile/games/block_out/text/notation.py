"""Move, chance and outcome notation of Block Out!; README.md has examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from empile.engine.contracts.notation import Notation
from empile.engine.errors import NotationError
from empile.engine.game import CHANCE, Event, State
from empile.games.block_out.rules.components import BLOCKS, CARDS, HAND, PASS, REVERSE
from empile.games.block_out.rules.state import (
    BLOCK_KINDS,
    DEALING,
    FALLS,
    FALLS_LATER,
    FREE_MOVE,
    PASS_MOVE,
    REVERSE_MOVE,
    SIZE,
    STANDS,
    TOWER,
)
from empile.games.block_out.text.poses import BadPosesError, read_poses

ANSWERS = {STANDS: "~stands", FALLS: "~falls", FALLS_LATER: "~falls-later"}
_ANSWER_OF = {text: answer for answer, text in ANSWERS.items()}

_CARD = "|".join(re.escape(card) for card in CARDS)
_HAND = re.compile(rf"~hand((?: (?:{_CARD})){{{HAND}}})")
_DRAW = re.compile(rf"~draw ({_CARD})")
_HOW = "write a move like y*>yM (card > block), pass, reverse or +yM"


def _texts() -> list[str]:
    played = [f"{card}>{block}" for card in CARDS[:BLOCK_KINDS] for block in BLOCKS]
    return [*played, PASS, REVERSE, *(f"+{block}" for block in BLOCKS)]


TEXTS = _texts()
"""By action, legal or not."""
_ACTIONS = {text: action for action, text in enumerate(TEXTS)}
assert (TEXTS[PASS_MOVE], TEXTS[REVERSE_MOVE], TEXTS[FREE_MOVE]) == (PASS, REVERSE, "+kS")


def action_text(action: int) -> str:
    return TEXTS[action]


def read_action(text: str) -> int:
    action = _ACTIONS.get(text)
    if action is None:
        raise NotationError(f"'{text}' is not a move of Block Out!: {_HOW}")
    return action


def card_of(action: int) -> str | None:
    if action >= FREE_MOVE:
        return None
    return CARDS[action // SIZE] if action < PASS_MOVE else TEXTS[action]


def block_of(action: int) -> str | None:
    if action >= FREE_MOVE:
        return BLOCKS[action - FREE_MOVE]
    return BLOCKS[action % SIZE] if action < PASS_MOVE else None


def tower_of(state: State) -> list[str]:
    """Return the blocks bottom up."""
    tower: list[int] = state.field("tower")
    return [BLOCKS[block - 1] for block in tower if block]


def cards(counts: Sequence[int]) -> list[str]:
    """Return cards for counts by kind, in card order."""
    return [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]


def event_text(state: State, actions: Sequence[int]) -> str:
    """Return a chance event, cards in card order."""
    due = state.field("due")
    if due == TOWER:
        return ANSWERS[actions[0]]
    drawn = " ".join(CARDS[kind] for kind in sorted(actions))
    return f"~hand {drawn}" if due == DEALING else f"~draw {drawn}"


def read_event(state: State, text: str) -> tuple[tuple[int, ...], str]:
    """Return an event's actions and its attachment, the poses."""
    due = state.field("due")
    if due == TOWER:
        return _read_answer(state, text)
    match = (_HAND if due == DEALING else _DRAW).fullmatch(text)
    if match is None:
        wanted = f"~hand and {HAND} cards" if due == DEALING else "~draw and a card"
        raise NotationError(f"'{text}' is not a chance event possible here: write {wanted}")
    return tuple(CARDS.index(card) for card in match[1].split()), ""


def _read_answer(state: State, text: str) -> tuple[tuple[int, ...], str]:
    name, _, attached = text.partition(" ")
    answer = _ANSWER_OF.get(name)
    if answer is None:
        raise NotationError(
            f"'{text}' is not an outcome of a placement: write ~stands, ~falls or ~falls-later,"
            " with or without resting poses"
        )
    tower = tower_of(state)
    if len(name) == len(text):
        return (answer,), ""
    try:
        named = [pose.block for pose in read_poses(attached)]
    except BadPosesError as error:
        raise NotationError(f"'{text}': {error}") from None
    if answer == STANDS and named != tower:
        raise NotationError(
            f"'{text}' does not list the tower {' '.join(tower)} from the bottom up"
        )
    for block in named:
        if block not in tower:
            raise NotationError(f"'{text}' lists {block}, which is not in the tower")
    return (answer,), text[len(name) :]


@lru_cache(maxsize=1024)
def hidden(text: str) -> str:
    """Redact the cards of an event."""
    name, *drawn = text.split(" ")
    return " ".join([name, *("?" for _ in drawn)])


class BlockOutNotation(Notation):
    canonical_text = True

    def action_text(self, state: State, action: int) -> str:
        return action_text(action)

    def read_action(self, state: State, text: str) -> int:
        return read_action(text)

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        return event_text(state, actions)

    def chance_text(self, state: State, action: int) -> str:
        """Return a card, or what the tower does."""
        if state.field("due") == TOWER:
            return ANSWERS[action].removeprefix("~")
        return CARDS[action]

    def event_order(self, state: State, actions: Sequence[int]) -> tuple[int, ...]:
        """Sort the cards: hands are dealt before the stock can run out."""
        return tuple(sorted(actions))

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        return read_event(state, text)

    def redacted_text(self, before: State, event: Event, seat: int | None) -> str:
        drawn = event.seat == CHANCE
        return hidden(event.text) if drawn and before.field("seat") != seat else event.text
