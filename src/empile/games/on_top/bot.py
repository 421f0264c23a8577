"""How well the bots of On Top play. What was measured of them is in ``benchmarks/results``.

Everything lies open, so their search sees no more than a player does. Child and parent look at few
moves and one answer. The child tries about four and keeps the best; as few as that leave it much
room to be beaten.

The club player widens by the rules' proposals and cuts its games after two moves, which are worth
more than a game to the end: measured in games of two and of four at equal processor time.
"""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.child", 4, horizon=1),
    Level(2, "level.parent", 24, horizon=1),
    Level(3, "level.club", 10_000, exploration=1.0, horizon=2, widening=2.0),
)
