"""Bot levels of Blox.

The search sees what its seat sees. It uses progressive widening and the playout policy and
evaluation of ``knowledge.py``. Playouts stop after five moves; with 300 simulations, 20 moves won 5
of 38 two-seat games against 10, 5 won 29 of 40 against 10, 3 won 18 of 40 against 5. Without
progressive widening (about 100 legal moves) a search of 300 simulations lost every game to the
beginner; with it, it won 23 of 24.

Levels 1 to 3 do not search: they play the playout policy, with a random move in one of three turns
(beginner) or one of five (casual). With four seats, 12 simulations equal level 3 (0.49 of 14
games), 20 beat it (0.71 of 42). Ten times the simulations win three of four four-seat games. See
``benchmarks/results``.
"""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.beginner", 1, hasty=0.64),
    Level(2, "level.casual", 1, hasty=0.82),
    Level(3, "level.regular", 1, hasty=1.0),
    Level(4, "level.expert", 50, exploration=0.3, horizon=5, widening=1.0),
    Level(5, "level.master", 4_000, exploration=0.3, horizon=5, widening=1.0),
)
