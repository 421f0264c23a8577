"""Position object and per-seat view of Cairn."""

from __future__ import annotations

from typing import Any

from empile.engine.game import State

from .notation import LETTERS, stones
from .rules import DEAL, DRAW, END, PLAY

STAGES = {DEAL: "deal", PLAY: "play", DRAW: "draw", END: "over"}


def position(state: State) -> dict[str, Any]:
    """Return the position object with everything in it."""
    return {
        **_public(state),
        "hands": [stones(hand) for hand in state.field("hand")[: state.game.num_players]],
        "deck": stones(state.field("deck")),
    }


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the position object as a seat sees it: of other hands and the deck only the size."""
    if state.is_terminal():
        return position(state)
    return {
        **_public(state),
        "hands": [
            stones(hand) if other == seat else "?" * sum(hand)
            for other, hand in enumerate(state.field("hand")[: state.game.num_players])
        ],
        "deck": sum(state.field("deck")),
    }


def _public(state: State) -> dict[str, Any]:
    stage = state.field("stage")
    return {
        "stage": STAGES.get(stage, "tower"),
        "seat": state.field("seat") if stage != END else None,
        "cairn": "".join(LETTERS[kind - 1] for kind in state.field("cairn") if kind),
        "discard": stones(state.field("discard")),
        "scores": state.scores(),
        "turns": state.field("turns"),
    }
