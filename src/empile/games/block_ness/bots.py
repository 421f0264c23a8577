"""Bot levels of Block Ness.

Levels 1 to 3 use plain UCT with uniform random playouts. Levels 4 and 5 evaluate leaves with the
value network (two seats: at once, otherwise after three playout moves) and replace exploration by
the policy prior. Scores against plain UCT at equal time: 0.75 +- 0.03 (two seats), 0.74 +- 0.04
(three), 0.70 +- 0.03 (four); see ``benchmarks/results/uct-baseline.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.evaluation import Puct
from empile.engine.contracts.grades import GradeThresholds
from empile.engine.contracts.level import NO_ROLLOUT, STANDARD_LEVELS, Level
from empile.engine.contracts.network import CentredView, NetworkShape


def levels(seats: int, variant: str) -> tuple[Level, ...]:
    """Return the levels, weakest first."""
    expert = variant == "expert"
    if seats == 1:
        return STANDARD_LEVELS  # playouts to the end: laying nearly all rings is not enough
    if seats == 2:
        with_prior = partial(Level, rollout_depth=NO_ROLLOUT, exploration=0.0, prior_weight=2.0)
        return (
            Level(1, "level.beginner", 25, random_move_probability=0.35),
            Level(2, "level.casual", 75),
            Level(3, "level.regular", 500),
            with_prior(4, "level.expert", 1_500 if expert else 2_000),
            with_prior(5, "level.master", 30_000),
        )
    with_prior = partial(Level, rollout_depth=3, exploration=0.0, prior_weight=1.0)
    if seats == 3:
        return (
            Level(1, "level.beginner", 10, random_move_probability=0.95),
            Level(
                2,
                "level.casual",
                33 if expert else 35,
                random_move_probability=0.27 if expert else 0.25,
            ),
            Level(3, "level.regular", 150 if expert else 100),
            with_prior(4, "level.expert", 500),
            with_prior(5, "level.master", 30_000),
        )
    return (
        Level(1, "level.beginner", 10, random_move_probability=0.95),
        Level(
            2,
            "level.casual",
            35 if expert else 33,
            random_move_probability=0.25 if expert else 0.27,
        ),
        Level(3, "level.regular", 150 if expert else 140),
        with_prior(4, "level.expert", 750),
        with_prior(5, "level.master", 100_000),
    )


_GRADES: Final = {
    2: GradeThresholds(0.02, 0.19, 0.5),
    3: GradeThresholds(0.16, 0.3, 0.5),
    4: GradeThresholds(0.1, 0.3, 0.5),
}
"""By the number of seats: losses of inaccuracies, mistakes and blunders; see ``benchmarks/results``."""


class BlockNessBots(BotProfile):
    @property
    def levels(self) -> Sequence[Level]:
        return levels(self.game.num_players, self.game.options["variant"])

    @property
    def analysis_simulations(self) -> int:
        # Simulations of larger games take longer.
        return {3: 1_500_000, 4: 1_000_000}.get(self.game.num_players, 2_000_000)

    @property
    def grade_thresholds(self) -> GradeThresholds:
        return _GRADES.get(self.game.num_players, _GRADES[2])

    @property
    def network_search(self) -> Puct:
        return Puct(exploration=0.7)

    @property
    def network_shape(self) -> NetworkShape:
        # Moves are relative to heads and tails, so the network sees what surrounds these; who has
        # more moves left usually wins.
        ends = "heads", "tails"
        view = CentredView(ends, "top", ends, radius=5)
        return NetworkShape(width=64, blocks=1, view=view, legal=True)
