"""Moves a second of many games side by side, beside a plain loop over single states.

    python benchmarks/batch.py [--game block-ness] [--games 1000 10000] [--threads 1 2] [--rounds 5]

All play uniformly random moves: ``Batch.step``, without and with the mask of legal moves, the
rollouts of a batch, a loop in Python over as many ``State``s, and the compiled loop behind
``random_games``. They play in turns, and printed are medians over the rounds, in thousands by the
second of a clock on the wall and, in brackets, of processor time (all threads together): on a busy
machine that is the one to trust. Moves are those of seats; rollouts and random games count what chance
brings too.
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
from empile.engine.batch import Batch
from empile.engine.contracts.referee import headless_options
from empile.engine.game import Game, State
from empile.engine.playouts import random_games
from empile.engine.random import Stream, below, new_stream


@dataclass(frozen=True)
class Speed:
    """How fast one way is: medians over the rounds."""

    game: str
    way: str
    games: int
    threads: int
    by_wall: float
    """Moves by the second of a clock on the wall."""
    by_cpu: float
    """Moves by the second of processor time."""


Way = Callable[[], int]
"""Plays for a while; returns how many moves were made."""


def steps(batch: Batch, number: int) -> int:
    """Make ``number`` random moves in each game."""
    for _ in range(number):
        batch.step(batch.random_actions())
    return number * batch.size


def rollouts(batch: Batch) -> int:
    """Play a copy of each game to its end."""
    return int(batch.rollouts().actions.sum())


def at_random(game: Game, games: int, threads: int) -> int:
    """Play so many games one after another on each thread."""
    return random_games(game, games, stream=new_stream(1), threads=threads).actions


def settle(state: State, stream: Stream) -> None:
    """Let chance decide until a seat is to act."""
    while state.is_chance_node():
        for action in state.draw_event(stream).actions:
            state.apply_action(action)


def loop(states: list[State], stream: Stream, number: int) -> int:
    """Make ``number`` random moves in each of ``states``, one call at a time."""
    for _ in range(number):
        for i, state in enumerate(states):
            legal = state.legal_actions()
            state.apply_action(legal[below(stream, len(legal))])
            settle(state, stream)
            if state.is_terminal():
                state.returns()
                states[i] = begun(state.game, stream)
    return number * len(states)


def begun(game: Game, stream: Stream) -> State:
    """Return a state at the first move of a seat."""
    state = game.new_state()
    settle(state, stream)
    return state


def ways(game: Game, sizes: list[int], threads: list[int]) -> dict[tuple[str, int, int], Way]:
    """Return every way to measure by its name, number of games and of threads."""
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
    """Let every way play in each round; the first round, in which code is made, does not count."""
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
    """Return the rows as a table to print."""
    shown = Table(title="Moves of many games, in thousands a second (of processor time)")
    for heading in ("game", "way", "games", "threads", "moves"):
        shown.add_column(heading, justify="right")
    for row in rows:
        moves = f"{row.by_wall / 1e3:,.0f} ({row.by_cpu / 1e3:,.0f})"
        shown.add_row(row.game, row.way, f"{row.games:,}", str(row.threads), moves)
    return shown


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", nargs="+", default=empile.game_names())
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    chosen = parser.parse_args()
    rows: list[Speed] = []
    for name in chosen.game:
        game = empile.load(name, **headless_options(empile.load(name)))
        rows += measure(game, chosen.games, chosen.threads, chosen.rounds)
    Console(width=100).print(table(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
