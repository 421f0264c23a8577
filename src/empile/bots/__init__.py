"""Bots: move selection by level, hints, game analysis and sequential tests."""

from empile.bots.policy import choose, levels_of
from empile.engine.contracts.level import Level

__all__ = ["Level", "choose", "levels_of"]
