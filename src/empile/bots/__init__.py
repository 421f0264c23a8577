"""Bots: move selection by level, hints, game analysis and sequential tests.

Example::

    >>> state = empile.load("block-ness", players=2).new_state()
    >>> action = choose(state, levels_of(state.game)[0], empile.new_stream(1))
    >>> action in state.legal_actions()
    True
"""

from empile.bots.policy import choose, levels_of
from empile.engine.contracts.level import Level

__all__ = ["Level", "choose", "levels_of"]
