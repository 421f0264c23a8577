"""Dominoes: a game on hexagons without a direction."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar

from empile.engine.game import Game
from empile.engine.options import Option, choice

from . import rules


class Dominoes(Game):
    """Whoever lays the last domino wins."""

    name = "dominoes"
    rules: ClassVar[ModuleType] = rules
    options_offered: ClassVar[Sequence[Option]] = (choice("players", (2,), 2),)
