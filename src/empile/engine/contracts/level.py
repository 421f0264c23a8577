"""Bot levels: playing strength as data."""

from __future__ import annotations

from dataclasses import dataclass

from empile.engine.arguments import real_number, whole_number

LEVEL_KEYS = (
    "level.beginner",
    "level.casual",
    "level.regular",
    "level.expert",
    "level.master",
)
"""Message keys of the five levels."""


NO_ROLLOUT = -1
"""The rollout depth of leaves evaluated without a rollout."""


@dataclass(frozen=True)
class SearchParams:
    """Parameters of a tree search.

    :raises ArgumentError: one has a wrong type or is out of its range.

    Example: ``SearchParams(exploration=0.3, rollout_depth=5)``.
    """

    exploration: float = 0.5
    """Exploration constant of UCB1 (Auer, Cesa-Bianchi and Fischer 2002)."""
    fpu_reduction: float = 0.0
    """First-play urgency (Gelly and Wang 2006): untried moves count as the mean minus this."""
    amaf_weight: float = 1.0
    """Weight of AMAF/RAVE values (Gelly and Silver 2011)."""
    progressive_widening: float = 0.0
    """Progressive widening (Coulom 2007): at most this times the root of the simulations so far are
    tried, in the order of the rollout policy; 0: all.
    """
    rollout_depth: int = 0
    """Moves after which a rollout is cut and evaluated by the rules' ``estimate``; 0: never,
    ``NO_ROLLOUT``: before any move.
    """
    solver: bool = True
    """MCTS-Solver: back up proven values (Winands, Björnsson and Saito 2008)."""
    prior_weight: float = 0.0
    """Weight of the rules' policy prior (PUCT, Rosin 2011)."""

    def __post_init__(self) -> None:
        # Numbers of other types would compile the search again.
        for name in ("exploration", "amaf_weight", "progressive_widening", "prior_weight"):
            object.__setattr__(self, name, real_number(name, getattr(self, name), 0))
        object.__setattr__(self, "fpu_reduction", real_number("fpu_reduction", self.fpu_reduction))
        depth = whole_number("rollout_depth", self.rollout_depth, NO_ROLLOUT)
        object.__setattr__(self, "rollout_depth", depth)


@dataclass(frozen=True)
class Level:
    """One level of a game's bots.

    Strength is set in simulations, not in seconds, so that moves are reproducible.

    Example: ``Level(1, "level.beginner", 40, random_move_probability=0.25)``.
    """

    number: int
    """From 1, the weakest."""
    key: str
    """Message key, e.g. of ``LEVEL_KEYS``."""
    simulations: int
    """Per move."""
    random_move_probability: float = 0.0
    """Probability of a move of the rollout policy instead of a search."""
    exploration: float = 0.5
    """From here on: see ``SearchParams``."""
    rollout_depth: int = 0
    progressive_widening: float = 0.0
    prior_weight: float = 0.0

    @property
    def search_params(self) -> SearchParams:
        """The parameters of the level's searches."""
        return SearchParams(
            exploration=self.exploration,
            progressive_widening=self.progressive_widening,
            rollout_depth=self.rollout_depth,
            prior_weight=self.prior_weight,
        )

    def __post_init__(self) -> None:
        if self.number < 1 or self.simulations < 1:
            raise ValueError("a level's number and simulations are at least 1")
        if not 0.0 <= self.random_move_probability <= 1.0:
            raise ValueError("a level's random_move_probability must be from 0 to 1")
        if min(self.exploration, self.progressive_widening, self.prior_weight) < 0:
            raise ValueError(
                "a level's exploration, progressive_widening and prior_weight must not be negative"
            )
        if self.rollout_depth < NO_ROLLOUT:
            raise ValueError(f"a level's rollout_depth must be at least {NO_ROLLOUT}")


STANDARD_LEVELS = (
    Level(1, "level.beginner", 40, random_move_probability=0.25),
    Level(2, "level.casual", 120),
    Level(3, "level.regular", 400),
    Level(4, "level.expert", 2_000),
    Level(5, "level.master", 8_000),
)
"""The levels of a game that sets none of its own."""
