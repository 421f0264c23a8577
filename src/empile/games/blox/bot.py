"""How well the bots of Blox play.

Their search sees what their seat sees. Its simulated games are played as ``knowledge.py`` tells and
cut after some moves: random ones would hardly ever end.
"""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.child", 1, hasty=1.0),
    Level(2, "level.parent", 150, exploration=0.3, horizon=10, widening=1.0),
    Level(3, "level.club", 4_000, exploration=0.3, horizon=10, widening=1.0),
)
