"""Reconstruction of a Block Out! state from a seat's view."""

from __future__ import annotations

from typing import Any

import numpy as np

from empile.engine.game import Game, State
from empile.games.block_out.rules.components import BLOCKS, CARDS
from empile.games.block_out.rules.state import ALL_BLOCKS, CHOOSING
from empile.games.block_out.show.view import STAGES
from empile.games.block_out.text.position_reader import HIDDEN


def state_from_view(game: Game, view: dict[str, Any]) -> State:
    array = np.zeros(1, dtype=game.rules.STATE)
    s = array[0]
    s["due"] = CHOOSING
    s["stage"] = {name: stage for stage, name in STAGES.items()}[view["stage"]]
    s["seat"], s["direction"], s["turn"] = view["seat"], view["direction"], view["turn"]
    s["drawn"] = 0 if view["drawn"] is None else CARDS.index(view["drawn"]) + 1
    s["free"] = ALL_BLOCKS
    s["height"] = len(view["tower"])
    for level, block in enumerate(view["tower"]):
        s["tower"][level] = BLOCKS.index(block) + 1
        s["free"] &= ~(1 << BLOCKS.index(block))
    left = [
        count - view["discard"][card]
        for card, count in zip(CARDS, game.params["cards"], strict=True)
    ]
    for hand in view["hands"]:
        for card in hand:
            if card != HIDDEN:
                left[CARDS.index(card)] -= 1
    for seat, hand in enumerate(view["hands"]):
        for card in hand:
            kind = next(k for k, n in enumerate(left) if n) if card == HIDDEN else CARDS.index(card)
            if card == HIDDEN:
                left[kind] -= 1
            s["hand"][seat][kind] += 1
            s["holds"][seat] |= 1 << kind
        s["in_hand"][seat] = len(hand)
    s["stock"], s["in_stock"] = left, sum(left)
    s["discard"] = [view["discard"][card] for card in CARDS]
    s["in_discard"] = sum(view["discard"].values())
    return State(game, array)
