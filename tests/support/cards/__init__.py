"""A game of hidden hands without a board: the seats play their cards in turn."""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar

from empile.engine.game import Game
from empile.engine.options import choice
from tests.support.cards import rules


class Cards(Game):
    """Two cards for each of up to three seats."""

    name = "cards"
    imperfect_information = True
    rules: ClassVar[ModuleType] = rules
    options_offered = (choice("players", (2, 3), 2),)
