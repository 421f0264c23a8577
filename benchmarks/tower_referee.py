"""Compare the physics simulation of Block Out! with exact statics on random stacks.

    python -m benchmarks.tower_referee [--stacks 400] [--seed 1]

Random stacks of two to nine blocks, on any face, with random turns and offsets, are evaluated by exact
statics and simulated for five seconds. Writes ``benchmarks/results/tower-referee.md``, by the margin of
the statics. Stacks with a slope within a degree of the friction limit are left out, because margins do
not decide them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan, degrees, inf
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import track

from empile.games.block_out.physics import statics
from empile.games.block_out.physics.stacking import Placed
from empile.games.block_out.physics.world import World
from empile.games.block_out.rules.components import load_components
from tests.games.block_out.towers import random_tower

RESULTS = Path(__file__).parent / "results" / "tower-referee.md"
SECONDS = 5.0
DROP = 8.0
"""A block that drops by this many millimetres has fallen."""
SURE_TO_STAND, SURE_TO_FALL = 1.0, -0.5
"""Margins in millimetres beyond which both must always agree."""
GOAL = 0.95
_LOOK = 50
_BY_SLOPE = 1.0
_BINS = (-inf, -5.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 5.0, inf)


class StackResult(NamedTuple):
    """A stack with its statics and its simulation."""

    margin: float
    """Millimetres; below zero if it falls by the statics."""
    fell: float | None
    """Seconds until it fell in the simulation; None if it stood."""

    @property
    def agree(self) -> bool:
        """Whether statics and simulation agree."""
        return (self.margin >= 0) == (self.fell is None)

    @property
    def sure(self) -> bool:
        """Whether statics and simulation must agree."""
        return self.margin >= SURE_TO_STAND or self.margin <= SURE_TO_FALL


def stacks(count: int, seed: int) -> Iterator[list[Placed]]:
    """Yield random stacks, two to nine blocks high in turn."""
    steepest = degrees(atan(load_components()["blocks"]["friction"]))
    luck = np.random.default_rng(seed)
    made = 0
    while made < count:
        height = 2 + made % 8
        # Offsets add up in higher stacks, so they are smaller, for as many to stand.
        tower = random_tower(luck, height, 15.0 / (height - 1) ** 0.5)
        slopes = [joint.slope for joint in statics.joints(tower)]
        if all(abs(slope - steepest) > _BY_SLOPE for slope in slopes):
            made += 1
            yield tower


def fell(tower: Sequence[Placed]) -> float | None:
    """Return after how many seconds a tower fell in the simulation; None if it stood."""
    world = World([block.solid.name for block in tower])
    for row, block in enumerate(tower):
        pose = block.pose
        world.put(row, (*pose.at, *pose.turn))
    start = world.poses()[:, 2]
    try:
        for look in range(1, round(SECONDS * 1000 / _LOOK) + 1):
            world.step(_LOOK)
            if (start - world.poses()[:, 2] > DROP).any():
                return look * _LOOK / 1000
        return None
    finally:
        world.close()


def result_of(tower: Sequence[Placed]) -> StackResult:
    """Evaluate and simulate a stack; one that slides has no margin."""
    margin = statics.margin(tower)
    return StackResult(margin if statics.stands(tower) else min(margin, SURE_TO_FALL), fell(tower))


def report(found: Sequence[StackResult], seed: int, seconds: float) -> str:
    """Return the table."""
    agreed = sum(stack.agree for stack in found)
    sure = [stack for stack in found if stack.sure]
    balanced = sum(stack.margin >= 0 for stack in found)
    lines = [
        "# Physics simulation compared with exact statics",
        "",
        f"Written by `benchmarks/tower_referee.py`: {len(found)} random stacks of 2 to 9 blocks (seed",
        f"{seed}), {balanced} of them in balance, evaluated by statics and simulated for"
        f" {SECONDS:.0f} seconds.",
        "*Margin* is how far the weight is inside the area of contact at the joint where it is nearest",
        "to its boundary, in mm; below zero the stack is not in balance.",
        "",
        f"Both agree on {agreed} ({agreed / len(found):.1%}; goal: at least {GOAL:.0%}), and of"
        f" {sum(stack.agree for stack in sure)} of the {len(sure)} that",
        f"are in balance by {SURE_TO_STAND:g} mm or out of it by {-SURE_TO_FALL:g} mm (goal: all)."
        f" It took {seconds:.0f} s.",
        "",
        "| margin | stacks | stood | agreed |",
        "| --- | --- | --- | --- |",
    ]
    for low, high in pairwise(_BINS):
        of_bin = [stack for stack in found if low <= stack.margin < high]
        stood = sum(stack.fell is None for stack in of_bin)
        agree = sum(stack.agree for stack in of_bin)
        lines.append(f"| {_range(low, high)} | {len(of_bin)} | {stood} | {agree} |")
    return "\n".join(lines) + "\n"


def _range(low: float, high: float) -> str:
    if low == -inf:
        return f"below {high:g}"
    return f"{low:g} and more" if high == inf else f"{low:g} to {high:g}"


def main() -> None:
    """Evaluate, simulate and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stacks", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = time.perf_counter()
    towers = track(stacks(given.stacks, given.seed), "stacks", total=given.stacks)
    found = [result_of(tower) for tower in towers]
    text = report(found, given.seed, time.perf_counter() - start)
    RESULTS.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
