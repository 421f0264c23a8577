"""Bots: levels of play, hints and game analysis.

Example::

    >>> import empile
    >>> from empile.bots import choose, levels_of
    >>> from empile.engine.random import new_stream
    >>> game = empile.load("block-ness", players=2)
    >>> state = game.new_state()
    >>> action = choose(state, levels_of(game)[0], new_stream(1))
    >>> action in state.legal_actions()
    True
"""

from empile.bots.policy import choose, levels_of
from empile.engine.contracts.level import Level

__all__ = ["Level", "choose", "levels_of"]
