"""Whole games of uniformly random play in bulk, on one core or on several."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from empile.engine.game import Game, State
from empile.engine.random import Stream, split

_CHUNK = 2_000
"""Games that share a stream. Fixed, so that results do not depend on the number of threads."""


@dataclass(frozen=True)
class Playouts:
    """What came of many random games."""

    games: int
    actions: int
    """Moves and chance actions of all games together."""
    wins: tuple[int, ...]
    """By seat: in how many games it was ranked first (shared first places count for each)."""
    seconds: float
    """Wall-clock time."""

    @property
    def games_per_second(self) -> float:
        """Games by wall-clock time."""
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        """Moves and chance actions by wall-clock time."""
        return self.actions / self.seconds


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def random_games(
    game: Game,
    games: int,
    *,
    stream: Stream,
    threads: int = 1,
    start: State | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Play ``games`` random games of ``game``, from ``start`` or from the beginning.

    The results are a function of ``stream``, which is not advanced, and of ``games``; not of
    ``threads``. A referee's answers are drawn by the odds that the rules tell. ``on_progress`` is
    told, from any thread, how many more games are done. Raises :class:`ValueError` for fewer
    than one game or thread.
    """
    if games < 1 or threads < 1:
        raise ValueError("random games need at least one game and one thread")
    compiled = game.compiled
    first = (start or game.new_state()).array.copy()
    driver = compiled.playout
    sizes = [min(_CHUNK, games - done) for done in range(0, games, _CHUNK)]

    def play(chunk: int) -> tuple[int, list[int]]:
        wins = np.zeros(compiled.max_seats, np.int64)
        work = np.zeros(1, compiled.state_dtype)
        own = split(stream, chunk)
        made = int(driver.random_games(game.boxes, first, work, sizes[chunk], own, wins))
        if on_progress is not None:
            on_progress(sizes[chunk])
        return made, wins.tolist()

    begun = time.perf_counter()
    if threads == 1:
        parts = [play(chunk) for chunk in range(len(sizes))]
    else:
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(play, range(len(sizes))))
    return Playouts(
        games=games,
        actions=sum(made for made, _ in parts),
        wins=tuple(sum(wins[seat] for _, wins in parts) for seat in range(game.num_players)),
        seconds=time.perf_counter() - begun,
    )
