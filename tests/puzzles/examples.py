"""Puzzles for tests, found in a few games of bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import empile
from empile.engine.random import new_stream
from empile.puzzles.mining import mine
from empile.puzzles.puzzle import Puzzle


@cache
def mined(name: str, kind: str, games: int, seed: int = 0, players: int = 2) -> Sequence[Puzzle]:
    """Return the puzzles in so many games of bots."""
    options: dict[str, Any] = {"referee": "odds"} if name == "block-out" else {}
    game = empile.load(name, players=players, **options)
    found = next(one for one in game.puzzles.kinds if one.name == kind)
    return tuple(mine(game, found, games, new_stream(seed)))
