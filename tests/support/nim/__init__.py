"""Nim: the smallest game that the engine plays. Its rules leave out all that has a default."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar

from empile.engine.game import Game
from empile.engine.options import Option, choice, number

from . import rules


class Nim(Game):
    """Take 1 to 3 objects of a heap in turn; the last one wins."""

    name = "nim"
    rules: ClassVar[ModuleType] = rules
    options_offered: ClassVar[Sequence[Option]] = (
        choice("players", (2, 3), 2),
        number("most", 1, 3, 3),
    )
