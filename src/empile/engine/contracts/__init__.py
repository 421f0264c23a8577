"""The contracts of a game: what each of its parts provides.

A game (:class:`empile.engine.game.Game`) is composed of compiled rules and up to four parts:

- :class:`Notation`: moves and chance events as text, both ways, with per-seat redaction;
- :class:`Presenter`: positions as data, SVG and terminal text, log messages, refusals;
- :class:`BotProfile`: the levels of its bots;
- :class:`Referee`, or None: outcomes that come from outside the rules.

The compiled side is described in :mod:`empile.engine.compiled.templates.rules`.
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
