"""Three Stones: whoever has three stones in a row of five wins."""

from types import ModuleType
from typing import ClassVar

from empile import Game
from empile.engine.options import choice

from . import rules


class ThreeStones(Game):
    """Three Stones for 2 seats."""

    name = "three-stones"
    reasons = ("row", "full")
    rules: ClassVar[ModuleType] = rules
    options_offered = (choice("players", (2,), 2),)


GAME = ThreeStones
