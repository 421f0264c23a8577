"""How well the bots of On Top play. What was measured of them is in ``benchmarks/results``."""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.child", 25, hasty=0.35),
    Level(2, "level.parent", 300),
    Level(3, "level.club", 8_000),
)
