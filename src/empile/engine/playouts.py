"""Uniformly random games in bulk."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from empile.engine.arguments import check_stream, whole_number
from empile.engine.game import Game, State
from empile.engine.random import Stream, split

_CHUNK = 2_000
"""Games per stream; fixed, so that results do not depend on ``threads``."""


@dataclass(frozen=True)
class Playouts:
    """Statistics of random games."""

    games: int
    actions: int
    """Moves and chance actions."""
    wins: tuple[int, ...]
    """Games ranked first by seat, ties included."""
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Games per second."""
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        """Actions per second."""
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
    by_lists: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Play random games; the result is independent of ``threads``.

    ``by_lists`` lists the legal moves at each turn, as a search does; the games are the same, but slower.
    The odds decide at ``EXTERNAL`` nodes. ``stream`` is not advanced. Any thread calls
    ``on_progress`` with the number of games just finished. Raises ``ArgumentError``.

    Example: ``random_games(game, 100, stream=empile.new_stream(1)).wins``.
    """
    games, threads = whole_number("games", games, 1), whole_number("threads", threads, 1)
    check_stream(stream)
    compiled = game.compiled
    first = (start or game.new_state()).array.copy()
    template = compiled.playout
    play_games = template.random_games_by_lists if by_lists else template.random_games
    sizes = [min(_CHUNK, games - done) for done in range(0, games, _CHUNK)]

    def play(chunk: int) -> tuple[int, list[int]]:
        wins = np.zeros(compiled.max_seats, np.int64)
        work = np.zeros(1, compiled.state_dtype)
        own = split(stream, chunk)
        made = int(play_games(game.params_array, first, work, sizes[chunk], own, wins))
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
