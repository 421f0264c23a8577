"""How well bots of Block Out! predict which blocks stay on a tower, and what choosing gains.

    nice python benchmarks/tower_choice.py [--towers 40] [--processes 2]

Bots of a middle hand skill build towers in the simulation. At each height three of the remaining blocks
are placed on the same tower, each in its own simulation; the tower continues with one that stood.
Streams are fixed. Writes ``benchmarks/results/tower-choice.md``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from tower_skill import Hand, put, shuffled

from empile.engine.contracts.referee import SimulationError
from empile.engine.random import Stream, below, new_stream, split
from empile.games.block_out.physics.planning import hand_skills, stays
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.text.poses import Pose, read_poses

RESULTS = Path(__file__).parent / "results" / "tower-choice.md"
EVERYDAY = hand_skills()[2]
OFFERED = 3
"""Number of blocks tried on each tower: as many as a colour or size card leaves."""


class Placing(NamedTuple):
    """A block that was placed on a tower."""

    tower: int
    height: int
    """Number of blocks below it."""
    block: str
    chance: float
    """Probability predicted by the bot that it stays."""
    stood: bool


def placings(tower: int) -> list[Placing]:
    """Return all blocks placed on tower number ``number``."""
    stream = new_stream(tower)
    standing: list[Pose] = []
    found: list[Placing] = []
    for height in range(len(BLOCKS)):
        used = {pose.block for pose in standing}
        offered = [block for block in shuffled(stream) if block not in used][:OFFERED]
        stood: list[list[Pose]] = []
        for index, block in enumerate(offered):
            chance = stays(standing, block, EVERYDAY)
            answer = _answer(standing, block, split(stream, OFFERED * height + index))
            name, _, poses_text = answer.partition(" ")
            found.append(Placing(tower, height, block, chance, name == "~stands"))
            if name == "~stands":
                stood.append(read_poses(poses_text))
        if not stood:
            break
        standing = stood[below(stream, len(stood))]
    return found


def _answer(standing: Sequence[Pose], block: str, stream: Stream) -> str:
    """Return the outcome of a block; retries if the machine was too busy."""
    while True:
        try:
            return put(Hand(EVERYDAY.key, EVERYDAY.sigma_mm), standing, block, stream)
        except SimulationError:
            continue


def share(stood: Sequence[float]) -> str:
    """Return a share and its sample size."""
    return f"{sum(stood) / len(stood):.0%} ({len(stood)})" if stood else "-"


def by_chance(found: Sequence[Placing]) -> str:
    """Return rows: the predicted probability, and the share that stood."""
    rows: list[str] = []
    for low, high in ((0.0, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 0.95), (0.95, 1.01)):
        some = [one for one in found if low <= one.chance < high]
        if some:
            thought = sum(one.chance for one in some) / len(some)
            rows.append(f"| {thought:.0%} | {share([one.stood for one in some])} |")
    return "\n".join(rows)


def by_choice(found: Sequence[Placing], height: int) -> tuple[str, str]:
    """Return the share that stood at a height, of all offered blocks and of the bot's choices."""
    any_one: list[float] = []
    chosen: list[float] = []
    some = [one for one in found if one.height == height]
    for _, group in groupby(some, key=lambda one: one.tower):
        offered = list(group)
        if len(offered) > 1:
            any_one.append(sum(one.stood for one in offered) / len(offered))
            chosen.append(max(offered, key=lambda one: one.chance).stood)
    return share(any_one), share(chosen)


def report(found: Sequence[Placing]) -> str:
    """Return the tables."""
    found = sorted(found)
    heights = sorted({one.height for one in found} - {0})
    choices = "\n".join(
        f"| {height} | {' | '.join(by_choice(found, height))} |"
        for height in heights
        if height < len(BLOCKS) - 1  # with one block left there is no choice
    )
    sizes = "\n".join(
        f"| {height} | {' | '.join(_of_size(found, height, size) for size in 'SML')} |"
        for height in heights
    )
    return f"""\
# Which block to put on a tower

Written by `benchmarks/tower_choice.py`: {len(found)} blocks placed on {len({one.tower for one in found})} towers with
a middle hand skill, in the physics simulation; sample sizes in brackets.

## Predicted and observed

Blocks placed on others.

| predicted to stay | stayed |
| --- | --- |
{by_chance([one for one in found if one.height])}

## Any block, or the one predicted likeliest to stay

Of {OFFERED} blocks offered on the same tower.

| on | any | the likeliest |
| --- | --- | --- |
{choices}

## By size

| on | small | medium | large |
| --- | --- | --- | --- |
{sizes}
"""


def _of_size(found: Sequence[Placing], height: int, size: str) -> str:
    return share([one.stood for one in found if (one.height, one.block[1]) == (height, size)])


def main() -> None:
    """Build and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--towers", type=int, default=40)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    found: list[Placing] = []
    with get_context("spawn").Pool(given.processes) as pool:
        for placed in pool.imap_unordered(placings, range(1, given.towers + 1)):
            found += placed
            RESULTS.write_text(report(found), "utf-8")


if __name__ == "__main__":
    main()
