"""Reconstruction of a Blox state from a seat's view."""

from __future__ import annotations

from collections import Counter
from typing import Any

from empile.engine.game import Game, State
from empile.games.blox.rules.components import CARDS_OF_A_COLOUR, COLOURS


def state_from_view(game: Game, view: dict[str, Any]) -> State:
    """Return a state whose view for the seat to act equals ``view``.

    Knowledge of other hands from earlier play is lost.
    """
    unseen = Counter(dict.fromkeys(COLOURS, CARDS_OF_A_COLOUR))
    unseen.subtract(view["discard"])
    unseen.subtract("".join(view["hands"]).replace("?", ""))
    left = "".join(letter * unseen[letter] for letter in COLOURS)
    hands: list[str] = []
    for hand in view["hands"]:
        hidden = hand.count("?")
        hands.append(hand.replace("?", "") + left[:hidden])
        left = left[hidden:]
    deck = {letter: left.count(letter) for letter in COLOURS}
    return game.state_from_position({**view, "hands": hands, "deck": deck})
