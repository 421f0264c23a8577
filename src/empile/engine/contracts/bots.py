"""The bots of a game: how strong each level is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from empile.engine.contracts.level import STANDARD_LEVELS, Level

if TYPE_CHECKING:
    from empile.engine.game import Game


class BotProfile:
    """The levels of a game's bots. Policies are in ``templates.rules``.

    Example::

        class CairnBots(BotProfile):
            @property
            def levels(self):
                return TWO if self.game.num_players == 2 else MORE
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def levels(self) -> Sequence[Level]:
        """The levels, weakest first; by default ``STANDARD_LEVELS``."""
        return STANDARD_LEVELS
