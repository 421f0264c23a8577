"""Connect Four for our engine, to compare with other frameworks.

Not part of the product: it is not discovered, has no messages, and its picture shows no stones.
"""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar

from connect_four import rules
from empile.engine.game import Game
from empile.engine.options import choice


class ConnectFour(Game):
    """Connect Four for two seats."""

    name = "connect-four"
    reasons = ("four-in-a-line", "board-full")
    rules: ClassVar[ModuleType] = rules
    options_offered = (choice("players", (2,), 2),)
