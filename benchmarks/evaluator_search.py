"""Measure searches guided by an evaluator, in many games at once.

    python benchmarks/evaluator_search.py [--rounds 5] [--seconds 1] [--without-mctx]

Prints three tables and writes them to ``benchmarks/results/evaluator-search.md``:

- The tree alone: an evaluator that returns zeros, 256 games in the middle, of all games.
- Connect Four with the same small network (84, 64, 8), 32 games from the start: ours, and mctx with Pgx.
  Both search by Gumbel and by PUCT. Our network is NumPy's, that of mctx is compiled by JAX.
- Block Ness with a network (743, 64, 609): ours, and the same tree in Python (``python_tree.py``).

All programs take turns and are timed by their own processor time, so that load on the machine affects
all equally; a ratio is the median over the rounds. The first run installs mctx and Pgx into
``build/mctx``, a separate environment, with uv.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import other_environment
import python_tree
from connect_four import ConnectFour
from numpy.typing import NDArray

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "evaluator-search.md"
ENVIRONMENT = HERE.parent / "build" / "mctx"
PACKAGES = ("pgx", "mctx")
METHODS: dict[str, empile.Puct | empile.Gumbel] = {
    "gumbel": empile.Gumbel(7, value_scale=0.1),
    "puct": empile.Puct(),
}
ONE_THREAD = "OPENBLAS_NUM_THREADS"
HIDDEN = 64
SIMULATIONS = 64
MANY, FEW = 256, 32
MOVES = 12
"""Random moves before searches of our games."""

Searches = Callable[[float], float]
"""Searches for about the given seconds of processor time; returns simulations per second."""


class Program(NamedTuple):
    """What is measured."""

    who: str
    what: str
    search: Searches


class Row(NamedTuple):
    """A table row; ``ratio`` is the speed of ours divided by this one, 0 without comparison."""

    who: str
    what: str
    a_second: float
    ratio: float


# -- Evaluators ------------------------------------------------------------------------------------


def zeros(seats: int) -> empile.Evaluator:
    """Return an evaluator that takes no time."""
    kept: dict[tuple[int, ...], tuple[Any, Any]] = {}

    def evaluator(observations: Any, legal: Any) -> tuple[Any, Any]:
        if legal.shape not in kept:
            values = np.zeros((len(legal), seats), np.float32)
            kept[legal.shape] = np.zeros(legal.shape, np.float32), values
        return kept[legal.shape]

    return evaluator


def new_weights(inputs: int, actions: int) -> dict[str, NDArray[np.float32]]:
    """Return random weights of a network with a hidden layer."""
    rng = np.random.default_rng(1)
    return {
        "first": rng.normal(0, 0.3, (inputs, HIDDEN)).astype(np.float32),
        "second": rng.normal(0, 0.3, (HIDDEN, actions + 1)).astype(np.float32),
    }


def network(weights: dict[str, NDArray[np.float32]]) -> empile.Evaluator:
    """Return the network in NumPy."""

    def evaluator(observations: Any, legal: Any) -> tuple[Any, Any]:
        hidden = observations @ weights["first"]
        outputs = np.maximum(hidden, 0.0, out=hidden) @ weights["second"]
        return outputs[:, :-1], np.tanh(outputs[:, -1])

    return evaluator


# -- Programs --------------------------------------------------------------------------------------


def repeated(search: Callable[[], object], simulations: int, seconds: float) -> float:
    """Repeat searches of ``simulations`` for a time; return simulations per second."""
    made, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        search()
        made += simulations
    return made / (time.process_time() - begun)


def ours(
    game: Game, size: int, moves: int, method: str, evaluator: empile.Evaluator, what: str
) -> Program:
    """Return our search of ``size`` games after random moves."""
    batch = empile.Batch(game, size, seed=3)
    for _ in range(moves):
        batch.step(batch.random_actions())
    searcher = empile.BatchedSearch(game, size, seed=4, method=METHODS[method])
    states = batch.states.copy()

    def search() -> None:
        searcher.search(states, evaluator, SIMULATIONS)

    search()  # compiles
    return Program("Empile", what, partial(repeated, search, size * SIMULATIONS))


def in_python(game: Game, evaluator: empile.Evaluator, what: str) -> Program:
    """Return the search with a tree in Python."""
    batch = empile.Batch(game, FEW, seed=3)
    for _ in range(MOVES):
        batch.step(batch.random_actions())
    states = [batch.state(i) for i in range(FEW)]
    few = SIMULATIONS // 4

    def search() -> None:
        python_tree.search([state.clone() for state in states], evaluator, few)

    return Program("tree in Python", what, partial(repeated, search, FEW * few))


@contextmanager
def mctx(weights: Path, method: str, what: str) -> Generator[Program]:
    """Yield the search of mctx in its own process."""
    arguments = HERE / "mctx_runner.py", weights, FEW, SIMULATIONS, method
    with other_environment.program("mctx", ENVIRONMENT, *arguments) as work:

        def search(seconds: float) -> float:
            found = work(seconds)
            return float(found["simulations"] / found["cpu"])

        yield Program("mctx with Pgx", what, search)


# -- Tables ----------------------------------------------------------------------------------------


def measured(programs: Sequence[Program], rounds: int, seconds: float, *, pairs: bool) -> list[Row]:
    """Let all programs take turns; with ``pairs``, each second one is compared with that before it."""
    speeds: list[list[float]] = [[] for _ in programs]
    for _ in range(rounds):
        for number, program in enumerate(programs):
            speeds[number].append(program.search(seconds))
    rows: list[Row] = []
    for number, program in enumerate(programs):
        ratio = 0.0
        if pairs and number % 2:
            both = zip(speeds[number - 1], speeds[number], strict=True)
            ratio = median(mine / theirs for mine, theirs in both)
        rows.append(Row(program.who, program.what, median(speeds[number]), ratio))
    return rows


def tree_alone(names: Sequence[str]) -> list[Program]:
    """Return searches of our games with an evaluator that takes no time."""
    programs: list[Program] = []
    for name in names:
        game = game_class(name)(players=2)
        game = type(game)(**{**game.options, **headless_options(game)})
        programs.append(ours(game, MANY, MOVES, "puct", zeros(2), name))
    return programs


def measure(rounds: int, seconds: float, *, also_mctx: bool) -> dict[str, list[Row]]:
    """Return the rows of each table by its title."""
    found = {
        f"The tree alone: {MANY} games, simulations per second on one core": measured(
            tree_alone(empile.game_names()), rounds, seconds, pairs=False
        )
    }
    if also_mctx:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            weights = new_weights(84, 7)
            np.savez(folder / "weights.npz", **weights)  # type: ignore[arg-type]
            programs: list[Program] = []
            for method in METHODS:
                mine = ours(ConnectFour(), FEW, 0, method, network(weights), method)
                other = mctx(folder / "weights.npz", method, method)
                programs += [mine, stack.enter_context(other)]
            rows = measured(programs, rounds, seconds, pairs=True)
        found[f"Connect Four with a network: {FEW} games, {SIMULATIONS} simulations"] = rows
    game = empile.load("block-ness", players=2)
    evaluator = network(new_weights(game.observation_size, game.possible_actions.size))
    found[f"Block Ness with a network: {FEW} games"] = measured(
        [
            ours(game, FEW, MOVES, "puct", evaluator, "block-ness"),
            in_python(game, evaluator, "block-ness"),
        ],
        rounds,
        seconds,
        pairs=True,
    )
    return found


def report(found: dict[str, list[Row]], rounds: int) -> str:
    """Return all tables as Markdown."""
    lines = [
        "# Search with an evaluator",
        "",
        f"Written by `python benchmarks/evaluator_search.py`: medians of {rounds} interleaved rounds, by processor"
        f" time, on {platform.machine()} with Python {platform.python_version()}.",
    ]
    for title, rows in found.items():
        lines += ["", f"## {title}", "", "| program | search | per second | Empile is faster by |"]
        lines.append("| --- | --- | ---: | ---: |")
        for row in rows:
            ratio = f"{row.ratio:.2f} times" if row.ratio else ""
            lines.append(f"| {row.who} | {row.what} | {row.a_second:,.0f} | {ratio} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="per program and round")
    parser.add_argument("--without-mctx", action="store_true")
    chosen = parser.parse_args()
    if os.environ.get(ONE_THREAD) != "1":  # read when NumPy is imported
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, ONE_THREAD: "1"})
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if not chosen.without_mctx:
        other_environment.install(ENVIRONMENT, PACKAGES)
    found = measure(chosen.rounds, chosen.seconds, also_mctx=not chosen.without_mctx)
    text = report(found, chosen.rounds)
    print(text)
    if not chosen.without_mctx:
        RESULTS.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
