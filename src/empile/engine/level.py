"""How well a bot plays, as data that a game may set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

LEVEL_KEYS = (
    "level.beginner",
    "level.casual",
    "level.regular",
    "level.expert",
    "level.master",
)
"""The message keys of the five levels, the weakest first."""


AT_ONCE = -1
"""The horizon of simulated games of which no move is played: the tree's leaves are estimated."""


class SearchManner(TypedDict):
    """How a level searches: arguments of :func:`empile.engine.search.search`."""

    exploration: float
    widening: float
    horizon: int
    prior: float


@dataclass(frozen=True)
class Level:
    """One level of a game's bots. Strength is set in simulations, never in seconds.

    The same state, level and random stream thus give the same move on every machine.
    """

    number: int
    """From 1, the weakest."""
    key: str
    """The message key of its name, one of :data:`LEVEL_KEYS` where a game has these five levels:
    they are called alike in every game. A game that sets others says them in its own words."""
    simulations: int
    """Simulated games for one move."""
    hasty: float = 0.0
    """The chance (0 to 1) of a move made without thinking: one that simulations would make."""
    exploration: float = 0.5
    """How much the search tries what looks worse; see :func:`empile.engine.search.search`."""
    horizon: int = 0
    """After so many moves below the tree a simulated game is cut and the rules' ``estimate`` of it
    taken for its end; 0: all are played to the end; :data:`AT_ONCE`: none is played at all."""
    widening: float = 0.0
    """How many moves the search tries as its simulations grow, the rules' proposals first; 0: all.
    See there."""

    prior: float = 0.0
    """How much the search reckons with what the rules foresee of moves; 0: not at all. See there."""
    dexterity: int | None = None
    """The number of the hand it has where hands are at work, unless another is chosen for it; ``None``: the
    middle one of those that the game offers."""

    @property
    def manner(self) -> SearchManner:
        """How it searches, as :func:`empile.engine.search.search` takes it."""
        return {
            "exploration": self.exploration,
            "widening": self.widening,
            "horizon": self.horizon,
            "prior": self.prior,
        }

    def __post_init__(self) -> None:
        if self.number < 1 or self.simulations < 1:
            raise ValueError("a level's number and simulations are at least 1")
        if not 0.0 <= self.hasty <= 1.0:
            raise ValueError("a level's hasty is a chance, 0 to 1")
        if min(self.exploration, self.widening, self.prior) < 0:
            raise ValueError("a level's exploration, widening and prior are not negative")
        if self.horizon < AT_ONCE:
            raise ValueError(f"a level's horizon is at least {AT_ONCE}")


STANDARD_LEVELS = (
    Level(1, "level.beginner", 40, hasty=0.25),
    Level(2, "level.casual", 120),
    Level(3, "level.regular", 400),
    Level(4, "level.expert", 2_000),
    Level(5, "level.master", 8_000),
)
"""The levels of a game that sets none of its own."""
