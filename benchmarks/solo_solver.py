"""Speed of the solver and of the generator of solo Block Ness.

    python benchmarks/solo_solver.py [--nodes 1000000] [--levels 20]

CPU time of this process. Writes ``benchmarks/results/solo-solver.md``.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from empile.games.block_ness import BlockNess
from empile.games.block_ness.solo.contract import BlockNessSolo
from empile.games.block_ness.solo.generator import GRADES, generate_level
from empile.games.block_ness.solo.levels import read_start

RESULTS = Path(__file__).parent / "results" / "solo-solver.md"
_OPEN = "c3-h8; *f5-f8^3 d4-d6^1; d6 d4; 2.2 2.3 2.4 3.2 3.4 3.5 4.2 4.5 5.3"
"""A start of more states than any limit here."""
_HEAD = """\
# Solver and generator of solo Block Ness

Written by `benchmarks/solo_solver.py`: CPU time of one process.

"""


def states_per_second(variant: str, nodes: int) -> float:
    """Return how many states a search that reaches its limit visits in a second."""
    state = BlockNess(players=1, variant=variant).state_from_position(read_start(_OPEN))
    begun = time.process_time()
    solved = BlockNessSolo().solve(state, nodes=nodes)
    return solved.nodes / (time.process_time() - begun)


def levels_per_minute(grade: int, variant: str, count: int) -> float:
    """Return how many levels of a grade the generator makes in a minute."""
    begun = time.process_time()
    for number in range(1, count + 1):
        generate_level(grade, variant, number, seed=7)
    return 60 * count / (time.process_time() - begun)


def report(nodes: int, levels: int, hardest: int) -> str:
    """Return the figures as Markdown; fewer levels are made of hard grades."""
    lines = ["| variant | states per second |", "| --- | --- |"]
    for variant in ("base", "expert"):
        states_per_second(variant, 100)  # loads the code
        lines.append(f"| {variant} | {states_per_second(variant, nodes):,.0f} |")
    lines += ["", "| grade | variant | levels per minute |", "| --- | --- | --- |"]
    for grade in list(GRADES)[:hardest]:
        for variant in ("base", "expert"):
            speed = levels_per_minute(grade, variant, max(1, levels >> (grade - 1)))
            lines.append(f"| {grade} | {variant} | {speed:,.0f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description="Speed of solving and generating solo levels.")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--levels", type=int, default=64, help="levels of the first grade")
    chosen = parser.parse_args()
    text = report(chosen.nodes, chosen.levels, len(GRADES))
    RESULTS.write_text(_HEAD + text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
