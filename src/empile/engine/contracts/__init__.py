"""The contracts of a game's parts, besides ``templates.rules``."""

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.cell_notation import CellNotation
from empile.engine.contracts.cell_picture import CellPicture
from empile.engine.contracts.cell_presenter import CellPresenter
from empile.engine.contracts.cell_text import CellText
from empile.engine.contracts.notation import Notation
from empile.engine.contracts.presenter import Presenter
from empile.engine.contracts.referee import OutcomeSource, PlacementSimulation, Referee

__all__ = [
    "BotProfile",
    "CellNotation",
    "CellPicture",
    "CellPresenter",
    "CellText",
    "Notation",
    "OutcomeSource",
    "PlacementSimulation",
    "Presenter",
    "Referee",
]
