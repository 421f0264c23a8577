"""Reconstruction of a Blox state from a seat's view."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from empile.engine.game import Game, State
from empile.games.blox.rules.components import CARDS_OF_A_COLOUR, COLOURS, cell_of
from empile.games.blox.rules.state import LOW_CELLS, NEUTRAL, PLAY, SIZE
from empile.games.blox.text.notation import counts_of


def state_from_view(game: Game, view: dict[str, Any]) -> State:
    """Return a state whose view for the seat to act equals ``view``.

    Knowledge of other hands from earlier play is lost.
    """
    array = np.zeros(1, dtype=game.rules.STATE)
    s = array[0]
    s["stage"] = PLAY
    s["seat"], s["phase"], s["round_number"] = view["seat"], view["phase"], view["round"]
    s["last_round"] = view["last_round"]
    for name, blocks in view["towers"].items():
        counts = counts_of(blocks)
        _put(s, cell_of(name), sum(count << 4 * colour for colour, count in enumerate(counts)))
        s["standing"][len(blocks)] += 1
    for name, owner in sorted(view["figures"].items(), key=lambda figure: cell_of(figure[0])):
        number = NEUTRAL if owner == "neutral" else owner + 1
        _put(s, cell_of(name), number << 16)
        if owner != "neutral":
            s["place"][owner][s["placed"][owner]] = cell_of(name) + 1
            s["placed"][owner] += 1
    s["discard"] = [view["discard"][letter] for letter in COLOURS]
    for seat in range(game.num_players):
        s["joker"][seat] = view["jokers"][seat]
        s["blocks"][seat] = counts_of(view["blocks"][seat])
        s["points"][seat] = view["points"][seat]
    _deal(s, view)
    return State(game, array)


def _put(s: Any, cell: int, thing: int) -> None:
    row, column = divmod(cell, SIZE)
    s["on"][cell] = thing
    s["rows"][row] |= 1 << column
    s["columns"][column] |= 1 << row
    if thing & 0xFFFF:
        s["walls"][cell // LOW_CELLS] |= 1 << cell % LOW_CELLS


def _deal(s: Any, view: dict[str, Any]) -> None:
    unseen = Counter(dict.fromkeys(COLOURS, CARDS_OF_A_COLOUR))
    unseen.subtract(view["discard"])
    for hand in view["hands"]:
        unseen.subtract(Counter(hand.replace("?", "")))
    left = "".join(letter * unseen[letter] for letter in COLOURS)
    for seat, hand in enumerate(view["hands"]):
        hidden = hand.count("?")
        s["hand"][seat] = counts_of(hand.replace("?", "") + left[:hidden])
        left = left[hidden:]
    s["deck"] = counts_of(left)
