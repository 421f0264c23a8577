"""Whether bots of Block Out! know which blocks stay on a tower, and how much choosing them brings.

    nice python benchmarks/tower_choice.py [--towers 40] [--processes 2]

Towers are built by everyday bots' hands in the simulated world. At each height three blocks that are
left are put on the same tower, each in a world of its own; it goes on with one of those that stood.
Streams are fixed. The tables are written to ``benchmarks/results/tower-choice.md``.
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
"""So many blocks are tried on each tower: as many as a card for a colour or a size leaves."""


class Placing(NamedTuple):
    """A block that was put on a tower."""

    tower: int
    height: int
    """How many blocks were below it."""
    block: str
    chance: float
    """How likely the bot thought that it would stay."""
    stood: bool


def placings(tower: int) -> list[Placing]:
    """Return all blocks that were put on the tower of a number."""
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
    """Return the answer to a block; a machine that is too busy for it is asked again."""
    while True:
        try:
            return put(Hand(EVERYDAY.key, EVERYDAY.sigma_mm), standing, block, stream)
        except SimulationError:
            continue


def share(stood: Sequence[float]) -> str:
    """Return a share and how many it is of."""
    return f"{sum(stood) / len(stood):.0%} ({len(stood)})" if stood else "-"


def by_chance(found: Sequence[Placing]) -> str:
    """Return rows: what the bot thought, and how many stood."""
    rows: list[str] = []
    for low, high in ((0.0, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 0.95), (0.95, 1.01)):
        some = [one for one in found if low <= one.chance < high]
        if some:
            thought = sum(one.chance for one in some) / len(some)
            rows.append(f"| {thought:.0%} | {share([one.stood for one in some])} |")
    return "\n".join(rows)


def by_choice(found: Sequence[Placing], height: int) -> tuple[str, str]:
    """Return how many stood of those offered at a height, and of those a bot would have chosen."""
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
    """Return the tables for people."""
    found = sorted(found)
    heights = sorted({one.height for one in found} - {0})
    choices = "\n".join(
        f"| {height} | {' | '.join(by_choice(found, height))} |"
        for height in heights
        if height < len(BLOCKS) - 1  # where one block is left there is no choice
    )
    sizes = "\n".join(
        f"| {height} | {' | '.join(_of_size(found, height, size) for size in 'SML')} |"
        for height in heights
    )
    return f"""\
# Which block to put on a tower

Made by `benchmarks/tower_choice.py`: {len(found)} blocks put on {len({one.tower for one in found})} towers by
the everyday hand, in the simulated world; in brackets how many it is of.

## What bots think, and what happens

Blocks that were put on others.

| thought to stay | stayed |
| --- | --- |
{by_chance([one for one in found if one.height])}

## Any block, or the one thought likeliest to stay

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
