"""Position object and per-seat view of Block Out!."""

from __future__ import annotations

from functools import cache
from typing import Any

from empile.engine.game import State
from empile.games.block_out.rules.components import CARDS
from empile.games.block_out.rules.state import OVER_STAGE, PLAY, STAGES
from empile.games.block_out.text.notation import block_of, card_of, cards, tower_of
from empile.games.block_out.text.position_reader import HIDDEN


def position(state: State) -> dict[str, Any]:
    hands = [cards(hand) for hand in _hands(state)]
    return _position(state, hands, _drawn(state), _by_kind(state.field("stock")))


def view(state: State, seat: int | None) -> dict[str, Any]:
    if state.is_terminal():
        return position(state)
    hands = [
        cards(hand) if other == seat else [HIDDEN] * sum(hand)
        for other, hand in enumerate(_hands(state))
    ]
    drawn = _drawn(state)
    if drawn is not None and state.field("seat") != seat:
        drawn = HIDDEN
    return _position(state, hands, drawn, state.field("in_stock"))


def _hands(state: State) -> list[list[int]]:
    hands: list[list[int]] = state.field("hand")
    return hands[: state.game.num_players]


def _drawn(state: State) -> str | None:
    drawn: int = state.field("drawn")
    return CARDS[drawn - 1] if drawn else None


def _position(
    state: State, hands: list[list[str]], drawn: str | None, stock: Any
) -> dict[str, Any]:
    stage = state.field("stage")
    dealing = state.field("to_draw") > 0 and stage == PLAY
    # During dealing the state's seat is the one dealt to; seat 0 moves first.
    seat = 0 if dealing else state.field("seat")
    return {
        "stage": STAGES[stage],
        "seat": None if stage == OVER_STAGE else seat,
        "direction": state.field("direction"),
        "turn": state.field("turn"),
        "tower": tower_of(state),
        "hands": hands,
        "drawn": drawn,
        "stock": stock,
        "discard": _by_kind(state.field("discard")),
    }


def _by_kind(counts: list[int]) -> dict[str, int]:
    return dict(zip(CARDS, counts, strict=True))


def move_parts(action: int) -> dict[str, str]:
    """Return a move's ``card`` and ``block``, each if there is one."""
    return _move_parts(action).copy()


@cache
def _move_parts(action: int) -> dict[str, str]:
    parts = {"card": card_of(action), "block": block_of(action)}
    return {name: value for name, value in parts.items() if value is not None}
