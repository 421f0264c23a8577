"""Bots: what a level plays.

A server, a terminal and a tournament all use the same three words::

    from empile.bots import choose, levels_of

    strongest = levels_of(game)[-1]
    action = choose(state, strongest, stream)
"""

from empile.bots.choosing import choose, levels_of
from empile.engine.level import Level

__all__ = ["Level", "choose", "levels_of"]
