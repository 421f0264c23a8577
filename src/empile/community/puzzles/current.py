"""The current ratings of puzzles, for lists that everybody sees."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from empile.community.database import Database
from empile.community.puzzles.results import current_points
from empile.server.wire.errors import CommandError

_KEPT_SECONDS: Final = 60.0


class CurrentRatings:
    """Ratings that are read from the store once a minute at most.

    Example: ``await CurrentRatings(database).of_game("blox")``.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: Mapping[str, tuple[tuple[str, int], ...]] = {}
        self._read = -_KEPT_SECONDS
        self._reading = asyncio.Lock()

    async def of_game(self, game: str) -> tuple[tuple[str, int], ...]:
        """Return the IDs and ratings of a game's puzzles that members tried.

        If the store fails, these are the last known ones.
        """
        async with self._reading:
            if time.monotonic() - self._read >= _KEPT_SECONDS:
                self._read = time.monotonic()
                try:
                    rows = await self._database.read(current_points)
                except CommandError:
                    rows = None  # the store logs it
                if rows is not None:
                    by_game: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
                    for name, puzzle, points in rows:
                        by_game[name].append((puzzle, points))
                    self._known = {name: tuple(found) for name, found in by_game.items()}
        return self._known.get(game, ())
