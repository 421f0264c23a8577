"""Position object and per-seat view of Block Out!."""

from __future__ import annotations

from typing import Any

import numpy as np

from empile.engine.game import Game, State
from empile.games.block_out.rules.components import BLOCKS, CARDS
from empile.games.block_out.rules.state import (
    ALL_BLOCKS,
    BONUS,
    CHOOSING,
    OVER_STAGE,
    PLAY,
    REBUILD,
)
from empile.games.block_out.text.notation import cards, tower_of

STAGES = {PLAY: "play", REBUILD: "rebuild", BONUS: "bonus", OVER_STAGE: "over"}
_HIDDEN = "?"


def position(state: State) -> dict[str, Any]:
    """Return the full position object."""
    hands = [cards(hand) for hand in _hands(state)]
    return _position(state, hands, _drawn(state), _by_kind(state.field("stock")))


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the position object as a seat sees it."""
    if state.is_terminal():
        return position(state)
    hands = [
        cards(hand) if other == seat else [_HIDDEN] * sum(hand)
        for other, hand in enumerate(_hands(state))
    ]
    drawn = _drawn(state)
    if drawn is not None and state.field("seat") != seat:
        drawn = _HIDDEN
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


def state_from_view(game: Game, seen: dict[str, Any]) -> State:
    """Return a state whose view for the seat to act equals ``seen``."""
    array = np.zeros(1, dtype=game.rules.STATE)
    s = array[0]
    s["due"] = CHOOSING
    s["stage"] = {name: stage for stage, name in STAGES.items()}[seen["stage"]]
    s["seat"], s["direction"], s["turn"] = seen["seat"], seen["direction"], seen["turn"]
    s["drawn"] = 0 if seen["drawn"] is None else CARDS.index(seen["drawn"]) + 1
    s["free"] = ALL_BLOCKS
    s["height"] = len(seen["tower"])
    for level, block in enumerate(seen["tower"]):
        s["tower"][level] = BLOCKS.index(block) + 1
        s["free"] &= ~(1 << BLOCKS.index(block))
    left = [
        count - seen["discard"][card]
        for card, count in zip(CARDS, game.params["cards"], strict=True)
    ]
    for hand in seen["hands"]:
        for card in hand:
            if card != _HIDDEN:
                left[CARDS.index(card)] -= 1
    for seat, hand in enumerate(seen["hands"]):
        for card in hand:
            kind = (
                next(k for k, n in enumerate(left) if n) if card == _HIDDEN else CARDS.index(card)
            )
            if card == _HIDDEN:
                left[kind] -= 1
            s["hand"][seat][kind] += 1
            s["holds"][seat] |= 1 << kind
        s["in_hand"][seat] = len(hand)
    s["stock"], s["in_stock"] = left, sum(left)
    s["discard"] = [seen["discard"][card] for card in CARDS]
    s["in_discard"] = sum(seen["discard"].values())
    return State(game, array)
