"""Moves per second of games on a CUDA device, compared with the CPU.

    python benchmarks/gpu.py [--game block-ness] [--games 1000 10000 100000 1000000] [--rounds 5]

First checks that a small batch gives the same bytes as on the CPU. Then measures random play for each
number of games: batch steps, and rollouts to the end of every game, which also count chance actions.
The CPU's figures use all cores. Exits with a message if there is no device or the extra is missing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import empile
from empile.engine.batches.batch import Batch
from empile.engine.contracts.referee import headless_options
from empile.engine.errors import EmpileError
from empile.engine.game import Game
from empile.engine.playouts import cores

HELD = 256
"""Number of games that are compared with the CPU's."""
ON_PROCESSOR = 10_000
"""Batch size on the CPU."""


@dataclass(frozen=True)
class Speed:
    """Medians over the rounds."""

    game: str
    device: str
    games: int
    steps: float
    """Moves per second."""
    rollouts: float
    """Moves and chance actions per second."""


def hold(game: Game, moves: int = 60) -> None:
    """Raise :class:`AssertionError` if device and CPU give different bytes."""
    from empile.engine.batches.gpu_batch import GpuBatch

    gpu, cpu = GpuBatch(game, HELD, 7), Batch(game, HELD, 7)

    def same(theirs: Any, ours: Any, what: str) -> None:
        if theirs.copy_to_host().tobytes() != ours.tobytes():
            raise AssertionError(f"{game.name}: {what} differ between device and processor")

    for _ in range(moves):
        same(gpu.states, cpu.states, "states")
        same(gpu.legal_mask, cpu.legal_mask, "legal moves")
        same(gpu.observations(), cpu.observations(), "observations")
        theirs, ours = gpu.random_actions(), cpu.random_actions()
        same(theirs, ours, "random moves")
        for name, left, right in zip(
            ("rewards", "ends"), gpu.step(theirs), cpu.step(ours), strict=True
        ):
            same(left, right, name)
    for left, right in zip(gpu.rollouts(), cpu.rollouts(), strict=True):
        same(left, right, "rollouts")


def rate(play: Callable[[], int], wait: Callable[[], None], rounds: int) -> float:
    """Return the median of moves per second; the first round, which compiles, is dropped."""
    found: list[float] = []
    for number in range(rounds + 1):
        begun = time.perf_counter()
        made = play()
        wait()
        if number:
            found.append(made / (time.perf_counter() - begun))
    return median(found)


def on_device(game: Game, games: int, rounds: int, moves: int = 20) -> Speed | None:
    """Measure ``games`` games on the device; None if they do not fit into memory."""
    from empile.engine.batches.gpu_batch import GpuBatch
    from empile.engine.compiled.cuda_jit import cuda

    compiled = game.compiled
    needed = games * (compiled.state_dtype.itemsize + 4 * compiled.max_legal + 64)
    if needed > 0.8 * cuda.current_context().get_memory_info().free:
        return None
    batch = GpuBatch(game, games, 1)

    def step() -> int:
        for _ in range(moves):
            batch.step(batch.random_actions())
        return moves * games

    def roll_out() -> int:
        return int(np.sum(batch.rollouts().actions.copy_to_host(), dtype=np.int64))

    name = getattr(cuda.get_current_device(), "name", "simulator")
    return Speed(
        game.name,
        name.decode() if isinstance(name, bytes) else str(name),
        games,
        rate(step, cuda.synchronize, rounds),
        rate(roll_out, cuda.synchronize, rounds),
    )


def on_processor(game: Game, rounds: int, moves: int = 20) -> Speed:
    """Measure the CPU with all cores."""
    batch = Batch(game, ON_PROCESSOR, 1, threads=cores())

    def step() -> int:
        for _ in range(moves):
            batch.step(batch.random_actions())
        return moves * batch.size

    def roll_out() -> int:
        return int(batch.rollouts().actions.sum())

    def wait() -> None:
        """Do nothing: CPU calls are synchronous."""

    device = f"processor, {cores()} cores"
    return Speed(
        game.name, device, batch.size, rate(step, wait, rounds), rate(roll_out, wait, rounds)
    )


def table(rows: list[Speed]) -> Table:
    """Return the rows as a table."""
    shown = Table(title="Random play, in millions of moves a second")
    for heading in ("game", "device", "games", "steps", "rollouts"):
        shown.add_column(heading, justify="right")
    for row in rows:
        shown.add_row(
            row.game,
            row.device,
            f"{row.games:,}",
            f"{row.steps / 1e6:,.2f}",
            f"{row.rollouts / 1e6:,.2f}",
        )
    return shown


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", nargs="+", default=empile.game_names())
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    chosen = parser.parse_args()
    try:
        from empile.engine.compiled.cuda_jit import require_device

        require_device()
    except (ImportError, EmpileError) as error:  # without the extra, or without a device
        sys.exit(f"gpu.py: {error}")
    console = Console(stderr=True)
    rows: list[Speed] = []
    for name in list[str](chosen.game):
        game = empile.load(name, **headless_options(empile.load(name)))
        hold(game)
        console.print(f"{name}: the same bytes as on the processor")
        rows.append(on_processor(game, chosen.rounds))
        for games in chosen.games:
            row = on_device(game, games, chosen.rounds)
            if row is None:
                console.print(f"{name}: {games:,} games do not fit into the device's memory")
            else:
                rows.append(row)
    Console(width=110).print(table(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
