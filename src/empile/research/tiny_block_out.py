"""Block Out! with three blocks and six cards."""

from __future__ import annotations

from typing import Any

from empile.engine.options import choice, number
from empile.games.block_out import BlockOut
from empile.games.block_out.rules.components import BLOCKS, CARDS
from empile.games.block_out.rules.state import SIZE

_BLOCKS = ("kS", "nM", "yL")
_CARDS = {"kS": 1, "nM": 1, "yL": 1, "**": 2, "pass": 1}
_HAND, _PENALTY = 2, 1
_ODDS = ((1000, 0, 0), (600, 360, 40), (400, 540, 60))
"""By height: weights (‰) of stands, falls, falls later."""


class TinyBlockOut(BlockOut):
    """Block Out! for two seats with three blocks: kS, nM and yL.

    Six cards: one for each block, two for any block, a pass. Hands have two cards, a fall costs one.
    The tower of three blocks wins as the ninth block does. The second block falls with a probability
    of 40 %, the third of 60 %. Otherwise the rules are the basic ones of
    Block Out! with the odds as referee.

    Example::

        >>> TinyBlockOut(turn_limit=3).max_game_length
        5
    """

    name = "tiny-block-out"
    options_offered = (
        choice("players", (2,), 2),
        choice("advanced", (False,), False),
        choice("referee", ("odds",), "odds"),
        number("turn_limit", 1, 100, 4),
    )

    def fill_params(self, params: Any) -> None:
        """Replace the components of the real game."""
        super().fill_params(params)
        params.initial_hand, params.penalty = _HAND, _PENALTY
        params.blocks = sum(1 << BLOCKS.index(block) for block in _BLOCKS)
        params.full_height = len(_BLOCKS)
        params.cards = [_CARDS.get(card, 0) for card in CARDS]
        params.weights = [_ODDS[min(level, len(_ODDS) - 1)] for level in range(SIZE)]
