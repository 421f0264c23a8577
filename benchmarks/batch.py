"""Moves per second of ``Batch``, compared with a loop over single states.

    python benchmarks/batch.py [--game block-ness] [--games 4096 65536] [--threads 1 2] [--rounds 5]

All variants play uniformly random moves, and take turns. ``out`` means that results are written into
the arrays of the call before. ``loop over State`` calls single states from Python, ``random_games``
plays games one after another without a batch, ``SyncVectorEnv`` and ``SeatVectorEnv`` are Gymnasium's
vector environment over ``SeatEnv`` and ours. Prints medians over the rounds, in thousands per second of
wall time and, in brackets, of processor time (all threads); on a busy machine, trust the latter. Counts
moves of seats; rollouts and random games also count chance actions.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from gymnasium.vector import SyncVectorEnv, VectorEnv
from rich.console import Console
from rich.table import Table

import empile
from empile.engine.batches.batch import Batch
from empile.engine.contracts.referee import headless_options
from empile.engine.game import Game, State
from empile.engine.playouts import random_games
from empile.engine.random import Stream, below, new_stream
from empile.envs.gymnasium import SeatEnv, play_at_random
from empile.envs.vector import SeatVectorEnv


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


def random_steps(batch: Batch, number: int, *, sees: bool, keeps: bool) -> int:
    """Make ``number`` random moves in each game, in one pass each.

    :param sees: also write the observations of the seats to act.
    :param keeps: write into the same arrays each time.
    """
    step = batch.random_step() if keeps else None
    seen = batch.observations() if keeps and sees else None
    for _ in range(number):
        batch.random_step(out=step)
        if sees:
            batch.observations(out=seen)
    return (number + keeps) * batch.size


def learn(envs: VectorEnv[Any, Any, Any], number: int, infos: dict[str, Any]) -> int:
    """Make ``number`` steps, of a move and those of the others, in each game; return all moves."""
    for _ in range(number):
        infos.update(envs.step(infos["action_mask"].argmax(axis=1))[-1])
    return 2 * number * envs.num_envs


def learner(envs: VectorEnv[Any, Any, Any], number: int) -> Way:
    """Return ``learn`` for two seats, after a reset."""
    return partial(learn, envs, number, envs.reset(seed=1)[1])


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
            found["step", size, count] = partial(steps, plain, number)
            found["step, legal_mask", size, count] = partial(steps, masked, number)
            for sees, keeps in product((False, True), (False, True)):
                name = f"random_step{', observations' * sees}{', out' * keeps}"
                way = partial(random_steps, plain, number, sees=sees, keeps=keeps)
                found[name, size, count] = way
            found["rollouts", size, count] = partial(rollouts, plain)
            if game.num_players == 2:
                found["SeatVectorEnv", size, count] = learner(vector_env(game, size, count), number)
    if game.num_players == 2:
        single = partial(SeatEnv, game.name, opponents=play_at_random, **game.options)
        envs = SyncVectorEnv([single] * 16)
        found["SyncVectorEnv", 16, 1] = learner(envs, 20)
    stream = new_stream(1)
    states = [begun(game, stream) for _ in range(min(sizes))]
    found["loop over State", len(states), 1] = partial(loop, states, stream, 10)
    games = max(sizes)
    for count in threads:
        found["random_games", games, count] = partial(at_random, game, games, count)
    return found


def vector_env(game: Game, games: int, threads: int) -> SeatVectorEnv:
    """Return a vector environment against random play."""
    return SeatVectorEnv(
        game.name, games, opponents=play_at_random, threads=threads, copy=False, **game.options
    )


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


def markdown(rows: list[Speed]) -> str:
    """Return the rows as a page."""
    lines = [
        "# Batches",
        "",
        f"`{' '.join(['python', 'benchmarks/batch.py', *sys.argv[1:]])}`: all variants by turns in one run,"
        " medians of the rounds, in thousands of moves a second of wall time (of processor time).",
        "",
        "| game | variant | games | threads | moves |",
        "| --- | --- | ---: | ---: | ---: |",
        *(
            f"| {row.game} | {row.way} | {row.games:,} | {row.threads} |"
            f" {row.by_wall / 1e3:,.0f} ({row.by_cpu / 1e3:,.0f}) |"
            for row in rows
        ),
    ]
    return "\n".join(lines) + "\n"


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
    parser.add_argument("--games", type=int, nargs="+", default=[4_096, 65_536])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    parser.add_argument("--markdown", type=Path, help="also write a page to this file")
    chosen = parser.parse_args()
    rows: list[Speed] = []
    for name in list[str](chosen.game):
        game = empile.load(name, **headless_options(empile.load(name)))
        rows += measure(game, chosen.games, chosen.threads, chosen.rounds)
    Console(width=100).print(table(rows))
    if chosen.markdown:
        chosen.markdown.write_text(markdown(rows), "utf-8")
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
