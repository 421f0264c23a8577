"""The rules in a page next to native code: speed of searches, size, start, and time to compile.

    python benchmarks/rules_in_page.py [--games block-ness] [--turns 7] [--seconds 0.2]

Searches have the parameters and simulations of the strongest level, from the first position in which a
seat acts. Native code for this processor and Node, each time in a new process, take turns; times are of the
thread that searches. Of all turns the fastest count, since other programs on the machine only slow searches
down; run it on an idle one. Both must visit the same moves equally often. The module is compiled anew,
which takes two minutes in all. Writes
``benchmarks/results/rules-in-page.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import empile  # noqa: E402
import hatch_build  # noqa: E402
from empile.engine.random import new_stream  # noqa: E402
from empile.engine.search.search import SearchResult  # noqa: E402
from empile.engine.wasm import bundle  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "rules-in-page.md"
SCRIPT = ROOT / "web" / "test" / "engine" / "speed.ts"

FIRST_SECONDS = 1.0
_ROUNDS = 5
"""Of searches in a turn."""

_HEAD = """# Rules in a page

## Searches

Written by `benchmarks/rules_in_page.py`: the fastest of {turns} turns of native code for this processor and of Node, two
seats. Simulations are thousands per second of processor time. "First second" are the first searches in a new process, while its
compilers work, again as a part of the native speed.

| game | simulations of a search | native | Node | Node : native | first second : native |
| --- | --- | --- | --- | --- | --- |
"""
_SIZES = """
## Modules

Size of a module, as it is and by Brotli; milliseconds until it is compiled by Node and until it is instantiated; seconds of
processor time to compile it from the Python sources.

| game | kB | Brotli (kB) | compiled (ms) | instantiated (ms) | from source (s) |
| --- | --- | --- | --- | --- | --- |
"""


class Turn(NamedTuple):
    """The speeds of one turn, in simulations per second, and milliseconds of the start in Node."""

    native: float
    node: float
    first: float
    compiled: float
    instantiated: float


class Figures(NamedTuple):
    """What is measured of a game."""

    game: str
    simulations: int
    turns: list[Turn]
    size: int
    packed: int
    """The size by Brotli."""
    compile_seconds: float

    def best(self, name: str) -> float:
        """Return the greatest speed of all turns."""
        return float(max(turn._asdict()[name] for turn in self.turns))

    def ratio(self, name: str) -> float:
        """Return a speed next to the native one."""
        return self.best(name) / self.best("native")

    def typical(self, name: str) -> float:
        """Return the median of a figure."""
        return float(median(turn._asdict()[name] for turn in self.turns))


def measure(name: str, turns: int, seconds: float) -> Figures:
    """Measure a game."""
    game = empile.load(name, players=2)
    match = empile.Match(game)
    match.resolve_chance(new_stream(1), also_external=True)
    simulations = game.bots.levels[-1].simulations
    with tempfile.TemporaryDirectory(prefix="empile-rules-") as temporary:
        folder = Path(temporary)
        module = folder / "rules.wasm"
        compile_seconds = compile_module(name, module)
        hatch_build.pack([module])
        bundle(game).write(folder, "bundle")
        (folder / "state").write_bytes(match.state.tobytes())
        _search(match.state, simulations)
        return Figures(
            name,
            simulations,
            [_turn(match.state, folder, simulations, seconds) for _ in range(turns)],
            module.stat().st_size,
            module.with_name(f"{module.name}.br").stat().st_size,
            compile_seconds,
        )


def compile_module(name: str, path: Path) -> float:
    """Compile a module into a file, with an empty cache; return seconds of processor time."""
    begun = _children()
    with tempfile.TemporaryDirectory(prefix="empile-rules-") as cache:
        command = [sys.executable, "-m", "empile.engine.wasm", name, str(path)]
        subprocess.run(command, env={**os.environ, "EMPILE_CACHE": cache}, check=True)
    return _children() - begun


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _search(state: empile.State, simulations: int) -> SearchResult:
    params = state.game.bots.levels[-1].search_params
    return empile.search(state, stream=new_stream(1), simulations=simulations, params=params)


def _turn(state: empile.State, folder: Path, simulations: int, seconds: float) -> Turn:
    searched = _search(state, simulations)
    native = max(_native_speed(state, simulations, seconds) for _ in range(_ROUNDS))
    node = str(hatch_build.node_program())
    command = [node, str(SCRIPT), str(folder), *map(str, (simulations, seconds, FIRST_SECONDS))]
    environment = {**os.environ, "NODE_NO_WARNINGS": "1"}
    answer: dict[str, Any] = json.loads(subprocess.check_output(command, env=environment))
    if answer["visits"] != [[move.action, move.visits] for move in searched.moves]:
        raise AssertionError(f"{state.game.name}: Node searches otherwise")
    return Turn(
        native, answer["warm"], answer["first"], answer["compile_ms"], answer["instantiate_ms"]
    )


def _native_speed(state: empile.State, simulations: int, seconds: float) -> float:
    """Return simulations per second of searches that take at least so long."""
    done, spent, begun = 0, 0.0, time.thread_time()
    while spent < seconds:
        done += _search(state, simulations).simulations
        spent = time.thread_time() - begun
    return done / spent


def report(measured: Sequence[Figures], turns: int) -> str:
    """Return the results as Markdown."""
    speeds = "".join(
        f"| {figures.game} | {figures.simulations:,} | {figures.best('native') / 1e3:,.1f}"
        f" | {figures.best('node') / 1e3:,.1f} | {figures.ratio('node'):.2f}"
        f" | {figures.ratio('first'):.2f} |\n"
        for figures in measured
    )
    sizes = "".join(
        f"| {figures.game} | {figures.size / 1e3:.0f} | {figures.packed / 1e3:.0f}"
        f" | {figures.typical('compiled'):.1f} | {figures.typical('instantiated'):.1f}"
        f" | {figures.compile_seconds:.0f} |\n"
        for figures in measured
    )
    return _HEAD.format(turns=turns) + speeds + _SIZES + sizes


def main() -> None:
    """Write the results."""
    parser = argparse.ArgumentParser(description="Compare the rules in a page with native code.")
    parser.add_argument("--games", nargs="+", default=hatch_build.games_of_the_package())
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--output", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    measured = [measure(name, chosen.turns, chosen.seconds) for name in chosen.games]
    chosen.output.write_text(report(measured, chosen.turns), "utf-8")
    print(chosen.output.read_text("utf-8"))


if __name__ == "__main__":
    main()
