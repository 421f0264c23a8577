"""Benchmarks of a game's rules and search."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median

from empile.engine.game import Game
from empile.engine.playouts import Playouts, cores, random_games
from empile.engine.random import new_stream
from empile.engine.search.search import search

_ROUNDS = 5


@dataclass(frozen=True)
class RandomSpeed:
    """Speed of random games, the median of several rounds."""

    threads: int
    games_per_second: float
    actions_per_second: float


@dataclass(frozen=True)
class Bench:
    """Results of one game."""

    game: str
    options: dict[str, object]
    random: list[RandomSpeed]
    simulations_per_second: float
    """On one core, from the initial state."""
    cold_start: float
    """Seconds from starting Python to the first move, without a cache."""
    warm_start: float
    """The same with a full cache."""


def bench(
    game: Game,
    *,
    seconds: float = 1.0,
    with_starts: bool = True,
    on_step: Callable[[str], None] | None = None,
) -> Bench:
    """Measure ``game``; each figure takes about ``seconds``.

    ``with_starts`` measures the start times, else 0; ``on_step`` gets the next measurement's name.
    """
    report: Callable[[str], None] = on_step or (lambda _: None)
    random: list[RandomSpeed] = []
    for threads in sorted({1, cores()}):
        report(f"random games on {threads} {'core' if threads == 1 else 'cores'}")
        random.append(random_speed(game, threads, seconds))
    report("search")
    simulations = search_speed(game, seconds)
    cold = warm = 0.0
    if with_starts:
        report("start with an empty cache")
        with tempfile.TemporaryDirectory(prefix="empile-bench-") as cache:
            cold = start_time(game, cache)
            report("start with a full cache")
            warm = median(start_time(game, cache) for _ in range(3))
    return Bench(game.name, dict(game.options), random, simulations, cold, warm)


def random_speed(game: Game, threads: int, seconds: float = 1.0) -> RandomSpeed:
    """Return the speed of random games on ``threads`` threads."""
    games = 200 * threads
    random_games(game, games, stream=new_stream(0), threads=threads)  # warm-up, may compile
    once = random_games(game, games, stream=new_stream(0), threads=threads)
    games = max(games, int(once.games_per_second * seconds / _ROUNDS))
    rounds: list[Playouts] = [
        random_games(game, games, stream=new_stream(seed), threads=threads)
        for seed in range(1, _ROUNDS + 1)
    ]
    return RandomSpeed(
        threads,
        median(played.games_per_second for played in rounds),
        median(played.actions_per_second for played in rounds),
    )


def search_speed(game: Game, seconds: float = 1.0) -> float:
    """Return the simulations per second of the strongest level."""
    state = game.new_state()
    stream = new_stream(0)
    while state.is_chance_node():
        for action in state.draw_event(stream).actions:
            state.apply_action(action)
    level = game.bots.levels[-1]
    searching = partial(
        search,
        state,
        stream=stream,
        params=level.search_params,
    )
    searching(simulations=10)
    found = [searching(seconds=seconds / _ROUNDS) for _ in range(_ROUNDS)]
    return median(result.simulations / result.seconds for result in found)


_FIRST_MOVE = """
import sys, json, empile
from empile.engine.random import new_stream
options = json.loads(sys.argv[2])
match = empile.Match(empile.load(sys.argv[1], **options))
match.resolve_chance(new_stream(0), also_external=True)
match.play_action(match.state.legal_actions()[0])
"""


def start_time(game: Game, cache: str) -> float:
    """Return the seconds from starting Python to the first move."""
    environment = dict(os.environ, EMPILE_CACHE=cache)
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", _FIRST_MOVE, game.name, json.dumps(game.options)],
        env=environment,
        check=True,
    )
    return time.perf_counter() - begun
