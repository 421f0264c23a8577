"""Solve the tiny games: exact values, and CFR's exploitability; writes ``results/exact-methods.md``.

Example: ``python -m benchmarks.exact_methods --iterations 1000``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyspiel

from empile.engine.game import Game
from empile.research import TinyBlockNess, TinyBlockOut, TinyBlox
from empile.research.game_tree import extensive_form, value

RESULTS = Path(__file__).parent / "results" / "exact-methods.md"
POINTS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10000)
TURN_LIMITS = (3, 4, 6)
ROUND_LIMIT = 2

spiel: Any = pyspiel
SOLVERS: dict[str, Callable[[Any], Any]] = {
    "CFR": spiel.CFRSolver,
    "CFR+": spiel.CFRPlusSolver,
    "external sampling MCCFR": lambda tree: spiel.ExternalSamplingMCCFRSolver(tree, 1),
}


def block_ness_table() -> Iterator[str]:
    """Yield the values of tiny Block Ness."""
    yield "| variant | return of seat 0 in perfect play | CPU seconds |"
    yield "| --- | --- | --- |"
    for variant in ("base", "expert"):
        TinyBlockNess().new_state()  # compile
        began = time.process_time()
        found = value(TinyBlockNess(variant=variant))
        yield f"| {variant} | {found:+.0f} | {time.process_time() - began:.1f} |"


def curves(name: str, game: Game, iterations: int) -> Iterator[str]:
    """Yield the exploitability of the average policies, and the value that they bracket."""
    text = extensive_form(game)
    tree = spiel.load_efg_game(text)
    points = [point for point in POINTS if point <= iterations]
    uniform = spiel.exploitability(tree, spiel.UniformRandomPolicy(tree))
    yield f"### {name}: {text.count(chr(10)) - 1:,} nodes"
    yield ""
    yield f"Uniformly random play: exploitability {uniform:.4f}."
    yield ""
    yield f"| iterations | {' | '.join(map(str, points))} | return of seat 0 | CPU seconds |"
    yield "| --- " * (len(points) + 3) + "|"
    for name, make in SOLVERS.items():
        began, solver, curve = time.process_time(), make(tree), list[float]()
        step = getattr(solver, "evaluate_and_update_policy", None) or solver.run_iteration
        for number in range(1, points[-1] + 1):
            step()
            if number in points:
                curve.append(spiel.exploitability(tree, solver.average_policy()))
        policy = solver.average_policy()
        expected = spiel.expected_returns(tree.new_initial_state(), policy, -1, False)[0]
        numbers = " | ".join(f"{each:.2g}" for each in curve)
        spent = time.process_time() - began
        yield f"| {name} | {numbers} | {expected:+.4f} | {spent:.1f} |"
    yield ""


def main() -> None:
    """Write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=1000)
    chosen = parser.parse_args()
    lines = [
        "# Exact methods in tiny games",
        "",
        f"`python -m benchmarks.exact_methods --iterations {chosen.iterations}`. The games are those of"
        " `empile.research`.",
        "",
        "## Block Ness on 4 x 3 holes, exhaustive search",
        "",
        *block_ness_table(),
        "",
        "## Block Out! with three blocks, Blox on 3 x 3 spaces: counterfactual regret minimization",
        "",
        "Exploitability of the average policy: half of what two best responses win (NashConv / 2), exact."
        " OpenSpiel's solvers on the tree of `extensive_form`; the return of a policy with exploitability"
        " e is within 2e of the game's value.",
        "",
    ]
    for turn_limit in TURN_LIMITS:
        game = TinyBlockOut(turn_limit=turn_limit)
        lines += curves(f"Block Out!, turn limit {turn_limit}", game, chosen.iterations)
    blox = TinyBlox(round_limit=ROUND_LIMIT)
    lines += curves(f"Blox, round limit {ROUND_LIMIT}", blox, chosen.iterations)
    RESULTS.write_text("\n".join(lines).rstrip() + "\n", "utf-8")
    print(RESULTS.read_text("utf-8"))


if __name__ == "__main__":
    main()
