"""Advance: a game on cells in which each seat has a direction of its own."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar

from empile.engine.game import Game
from empile.engine.options import Option, choice

from . import rules


class Advance(Game):
    """Reach the far side first."""

    name = "advance"
    rules: ClassVar[ModuleType] = rules
    options_offered: ClassVar[Sequence[Option]] = (choice("players", (2,), 2),)
