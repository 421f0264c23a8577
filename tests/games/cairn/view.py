"""Position object and per-seat view of Cairn."""

from __future__ import annotations

from typing import Any

import numpy as np

from empile.engine.game import Game, State

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


def state_from_view(game: Game, seen: dict[str, Any]) -> State:
    """Return a state with a seat to act that shows it ``seen``; stones not seen lie in order."""
    array = np.zeros(1, dtype=game.rules.STATE)
    s = array[0]
    s["stage"], s["seat"], s["turns"] = PLAY, seen["seat"], seen["turns"]
    s["score"][: game.num_players] = seen["scores"]
    s["height"] = len(seen["cairn"])
    for level, letter in enumerate(seen["cairn"]):
        s["cairn"][level] = LETTERS.index(letter) + 1
    shown = "".join([seen["cairn"], seen["discard"], *seen["hands"]])
    left = "".join(
        letter * (count - shown.count(letter))
        for letter, count in zip(LETTERS, game.params["stones"], strict=True)
    )
    for seat, hand in enumerate(seen["hands"]):
        hidden = hand.count("?")
        s["hand"][seat] = _counts(hand.replace("?", "") + left[:hidden])
        left = left[hidden:]
    s["deck"], s["discard"] = _counts(left), _counts(seen["discard"])
    return State(game, array)


def _counts(letters: str) -> list[int]:
    return [letters.count(letter) for letter in LETTERS]
