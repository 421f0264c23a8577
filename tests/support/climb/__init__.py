"""Climb: a game on cells with heights, numbered pieces, two verbs and 2 to 4 seats."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar

from empile.engine.game import Game
from empile.engine.options import Option, choice

from . import rules


class Climb(Game):
    """Build, climb, and be the first on level 3."""

    name = "climb"
    reasons = ("summit", "alone")
    rules: ClassVar[ModuleType] = rules
    options_offered: ClassVar[Sequence[Option]] = (choice("players", (2, 3, 4), 2),)
