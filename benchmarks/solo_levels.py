"""The levels of solo Block Ness: generation, and how hard they are.

    python benchmarks/solo_levels.py [--generate] [--seed 1] [--processes 2]

Solves all levels of ``data/solo.json`` and lets bots try them. Writes
``benchmarks/results/solo-levels.md``. ``--generate`` first writes new levels; the same seed gives
the same levels.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from empile.engine.random import Stream, new_stream
from empile.engine.search.search import search
from empile.games.block_ness.solo.contract import BlockNessSolo
from empile.games.block_ness.solo.generator import GRADES, arrange, generate_level
from empile.games.block_ness.solo.levels import Level, load_levels, write_levels

RESULTS = Path(__file__).parent / "results" / "solo-levels.md"
_NUMBERS = {"base": 35, "expert": 15}
"""Levels of each grade."""
BOTS = {50: 8, 500: 8, 5000: 4}
"""Tries of each level, by simulations of UCT for each move."""
_HEAD = """\
# Levels of solo Block Ness

Written by `benchmarks/solo_levels.py`. Share: of uniformly random plays that solve a level, exact. UCT: share of tries
in which a search of so many simulations for each move solves a level.

"""


class Measured(NamedTuple):
    """What is known of a level."""

    level: Level
    hand: int
    nodes: int
    is_as_stored: bool
    """Whether the stored solutions and share are those of the solver."""
    solved: dict[int, float]
    """Share of solved tries, by simulations."""


def made(seed: int, job: tuple[int, str, int]) -> Level:
    """Generate a level: grade, variant and number."""
    grade, variant, number = job
    return generate_level(grade, variant, number, seed)


def generate(seed: int, processes: int) -> list[Level]:
    """Generate all levels."""
    jobs = [
        (grade, variant, number)
        for grade in reversed(GRADES)
        for variant, count in _NUMBERS.items()
        for number in range(1, count + 1)
    ]
    with ProcessPoolExecutor(processes) as pool:
        levels = arrange(pool.map(partial(made, seed), jobs))
    assert len(levels) == len(jobs), "two levels are twins: choose another seed"
    return levels


def is_solved_by(level: Level, simulations: int, stream: Stream) -> bool:
    """Play a level with searches of ``simulations``; return whether that solves it."""
    state = level.state()
    while not state.is_terminal():
        state.apply_action(search(state, stream=stream, simulations=simulations).best)
    result = state.result()
    return result is not None and result.reason == "solved"


def measure(level: Level, bots: dict[int, int] = BOTS) -> Measured:
    """Solve a level and let bots try it."""
    solved = BlockNessSolo().solve(level.state())
    tries = {
        simulations: mean(
            is_solved_by(level, simulations, new_stream(number)) for number in range(count)
        )
        for simulations, count in bots.items()
    }
    is_as_stored = solved.is_exact and (solved.solutions, solved.share) == (
        level.solutions,
        level.share,
    )
    return Measured(level, len(level.position["reserves"][0]), solved.nodes, is_as_stored, tries)


def table(measured: Sequence[Measured]) -> str:
    """Return the rows of all grades and variants."""
    bots = list(measured[0].solved)
    lines = [
        "| grade | variant | levels | rings in hand | median share | smallest share | median solutions"
        " | median states | " + " | ".join(f"UCT {count}" for count in bots) + " |",
        "| --- " * (8 + len(bots)) + "|",
    ]
    for grade in GRADES:
        for variant in _NUMBERS:
            found = [m for m in measured if (m.level.grade, m.level.variant) == (grade, variant)]
            if not found:
                continue
            hands = [m.hand for m in found]
            lines.append(
                f"| {grade} | {variant} | {len(found)} | {min(hands)} to {max(hands)}"
                f" | {median(m.level.share for m in found):.2g}"
                f" | {min(m.level.share for m in found):.2g}"
                f" | {median(m.level.solutions for m in found):g}"
                f" | {median(m.nodes for m in found):,.0f} | "
                + " | ".join(f"{mean(m.solved[count] for m in found):.0%}" for count in bots)
                + " |"
            )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Generate levels if asked, then measure all."""
    parser = argparse.ArgumentParser(description="Levels of solo Block Ness.")
    parser.add_argument("--generate", action="store_true", help="write new levels first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    if chosen.generate:
        begun = time.perf_counter()
        write_levels(generate(chosen.seed, chosen.processes))
        print(f"generated in {time.perf_counter() - begun:.0f} s")
    with ProcessPoolExecutor(chosen.processes) as pool:
        measured = list(pool.map(measure, load_levels()))
    wrong = [m.level.id for m in measured if not m.is_as_stored]
    assert not wrong, f"not as stored: {wrong}"
    RESULTS.write_text(_HEAD + table(measured), "utf-8")
    print(table(measured))


if __name__ == "__main__":
    main()
