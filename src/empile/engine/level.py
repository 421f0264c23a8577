"""How well a bot plays, as data that a game may set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """One level of a game's bots. Strength is set in simulations, never in seconds.

    The same state, level and random stream thus give the same move on every machine.
    """

    number: int
    """From 1, the weakest."""
    key: str
    """The message key of its name: ``"level.child"``."""
    simulations: int
    """Simulated games for one move."""
    hasty: float = 0.0
    """The chance (0 to 1) of a move made without thinking: one that simulations would make."""
    exploration: float = 0.5
    """How much the search tries what looks worse; see :func:`empile.engine.search.search`."""
    horizon: int = 0
    """After so many moves below the tree a simulated game is cut and the rules' ``estimate`` of it
    taken for its end; 0: all are played to the end."""
    widening: float = 0.0
    """How many moves the search tries as its simulations grow, the rules' proposals first; 0: all.
    See there."""

    def __post_init__(self) -> None:
        if self.number < 1 or self.simulations < 1:
            raise ValueError("a level's number and simulations are at least 1")
        if not 0.0 <= self.hasty <= 1.0:
            raise ValueError("a level's hasty is a chance, 0 to 1")
        if min(self.exploration, self.horizon, self.widening) < 0:
            raise ValueError("a level's exploration, horizon and widening are not negative")


STANDARD_LEVELS = (
    Level(1, "level.child", 40, hasty=0.25),
    Level(2, "level.parent", 400),
    Level(3, "level.club", 8_000),
)
"""The levels of a game that sets none of its own."""
