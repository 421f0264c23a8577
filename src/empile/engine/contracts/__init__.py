"""The contracts of a game's parts, besides ``templates.rules``."""

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.notation import Notation
from empile.engine.contracts.presenter import Presenter
from empile.engine.contracts.referee import OutcomeSource, PlacementSimulation, Referee

__all__ = [
    "BotProfile",
    "Notation",
    "OutcomeSource",
    "PlacementSimulation",
    "Presenter",
    "Referee",
]
