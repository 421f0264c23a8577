"""Race: a game on cells with a die, verbs without cells and points."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar

from empile.engine.game import Game
from empile.engine.options import Option, choice

from . import rules


class Race(Game):
    """Move by the die, or wait; the last cell wins."""

    name = "race"
    rules: ClassVar[ModuleType] = rules
    options_offered: ClassVar[Sequence[Option]] = (choice("players", (2, 3), 2),)
