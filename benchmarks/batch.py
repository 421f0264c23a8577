"""Moves per second of ``Batch``, compared with a loop over single states.

    python benchmarks/batch.py [--game block-ness] [--games 1000 10000] [--threads 1 2] [--rounds 5]

All variants play uniformly random moves: ``Batch.step``, with and without the legal mask,
``Batch.rollouts``, a Python loop over ``State`` objects, and the template of ``random_games``. They take
turns. Prints medians over the rounds, in thousands per second of wall time and, in brackets, of
processor time (all threads); on a busy machine, trust the latter. Counts moves of seats; rollouts and
random games also count chance actions.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

import empile
from empile.engine.batches.batch import Batch
from empile.engine.contracts.referee import headless_options
from empile.engine.game import Game, State
from empile.engine.playouts import random_games
from empile.engine.random import Stream, below, new_stream


@dataclass(frozen=True)
class Speed:
    """Speed of one variant: medians over the rounds."""

    game: str
    way: str
    games: int
    threads: int
    by_wall: float
    """Moves per second of wall time."""
    by_cpu: float
    """Moves per second of processor time."""


Way = Callable[[], int]
"""Plays for a while; returns the number of moves."""


def steps(batch: Batch, number: int) -> int:
    """Make ``number`` random moves in each game."""
    for _ in range(number):
        batch.step(batch.random_actions())
    return number * batch.size


def rollouts(batch: Batch) -> int:
    """Play a copy of each game to its end."""
    return int(batch.rollouts().actions.sum())


def at_random(game: Game, games: int, threads: int) -> int:
    """Play ``number`` games on each thread, one after another."""
    return random_games(game, games, stream=new_stream(1), threads=threads).actions


def resolve_chance(state: State, stream: Stream) -> None:
    """Draw chance events until a seat is to act."""
    while state.is_chance_node():
        for action in state.draw_event(stream).actions:
            state.apply_action(action)


def loop(states: list[State], stream: Stream, number: int) -> int:
    """Make ``number`` random moves in each of ``states``, one call at a time."""
    for _ in range(number):
        for i, state in enumerate(states):
            legal = state.legal_actions()
            state.apply_action(legal[below(stream, len(legal))])
            resolve_chance(state, stream)
            if state.is_terminal():
                state.returns()
                states[i] = begun(state.game, stream)
    return number * len(states)


def begun(game: Game, stream: Stream) -> State:
    """Return a state at the first move of a seat."""
    state = game.new_state()
    resolve_chance(state, stream)
    return state


def ways(game: Game, sizes: list[int], threads: list[int]) -> dict[tuple[str, int, int], Way]:
    """Return the variants by name, number of games and of threads."""
    found: dict[tuple[str, int, int], Way] = {}
    for size in sizes:
        number = max(1, 100_000 // size)
        for count in threads:
            plain, masked = (Batch(game, size, 1, threads=count) for _ in range(2))
            assert masked.legal_mask.any()
            found["Batch.step", size, count] = partial(steps, plain, number)
            found["with legal_mask", size, count] = partial(steps, masked, number)
            found["Batch.rollouts", size, count] = partial(rollouts, plain)
    stream = new_stream(1)
    states = [begun(game, stream) for _ in range(min(sizes))]
    found["loop over State", len(states), 1] = partial(loop, states, stream, 10)
    games = max(sizes)
    for count in threads:
        found["random_games", games, count] = partial(at_random, game, games, count)
    return found


def measure(game: Game, sizes: list[int], threads: list[int], rounds: int) -> list[Speed]:
    """Measure all variants in each round; the first round, which compiles, is dropped."""
    playing = ways(game, sizes, threads)
    wall: dict[tuple[str, int, int], list[float]] = {key: [] for key in playing}
    cpu: dict[tuple[str, int, int], list[float]] = {key: [] for key in playing}
    for number in range(rounds + 1):
        for key, play in playing.items():
            wall_begun, cpu_begun = time.perf_counter(), time.process_time()
            made = play()
            cpu_taken, wall_taken = (
                time.process_time() - cpu_begun,
                time.perf_counter() - wall_begun,
            )
            if number:
                wall[key].append(made / wall_taken)
                cpu[key].append(made / cpu_taken)
    return [Speed(game.name, *key, median(wall[key]), median(cpu[key])) for key in playing]


def table(rows: list[Speed]) -> Table:
    """Return the rows as a table."""
    shown = Table(title="Moves of many games, in thousands a second (of processor time)")
    for heading in ("game", "way", "games", "threads", "moves"):
        shown.add_column(heading, justify="right")
    for row in rows:
        moves = f"{row.by_wall / 1e3:,.0f} ({row.by_cpu / 1e3:,.0f})"
        shown.add_row(row.game, row.way, f"{row.games:,}", str(row.threads), moves)
    return shown


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", nargs="+", default=empile.game_names())
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    chosen = parser.parse_args()
    rows: list[Speed] = []
    for name in list[str](chosen.game):
        game = empile.load(name, **headless_options(empile.load(name)))
        rows += measure(game, chosen.games, chosen.threads, chosen.rounds)
    Console(width=100).print(table(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
