"""Uniformly random games in bulk, on one or several threads."""

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
"""Games per stream. Fixed, so that results do not depend on the number of threads."""


@dataclass(frozen=True)
class Playouts:
    """Statistics of random games."""

    games: int
    actions: int
    """Total number of moves and chance actions."""
    wins: tuple[int, ...]
    """By seat: number of games ranked first, shared first places included."""
    seconds: float
    """Wall-clock time."""

    @property
    def games_per_second(self) -> float:
        """Games per second of wall-clock time."""
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        """Moves and chance actions per second of wall-clock time."""
        return self.actions / self.seconds


def cores() -> int:
    """Return the number of cores available to this process."""
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
    """Play uniformly random games.

    The result is a function of ``stream``, which is not advanced, and ``games``, independent of
    ``threads``. ``OUTSIDE`` nodes are drawn by the rules' odds.

    :param games: number of games.
    :param start: the state in which games begin, by default the initial state.
    :param on_progress: called from any thread with the number of games just finished.
    :raises ValueError: fewer than one game or thread.

    Example::

        >>> import empile
        >>> from empile.engine.playouts import random_games
        >>> from empile.engine.random import new_stream
        >>> game = empile.load("block-ness", players=2)
        >>> random_games(game, 100, stream=new_stream(1)).games
        100
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
