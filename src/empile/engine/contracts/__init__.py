"""The contracts of a game: what each of its parts provides.

A game (:class:`empile.engine.game.Game`) has compiled rules
(:mod:`empile.engine.compiled.templates.rules`), a :class:`Notation`, a :class:`Presenter`, a
:class:`BotProfile` and, for outcomes from outside the rules, a :class:`Referee`.
"""

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
