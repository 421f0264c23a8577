"""How high towers of Block Out! get, by hand skill of the bots, compared with a person.

    python benchmarks/tower_skill.py [--towers 40] [--spreads 1 2 3 4 5 6 7 8] [--processes 2]

One bot builds each tower in the physics simulation, all nine blocks in random order, until something
falls. Streams are fixed, so results are reproducible on the same machine. The *person* is a bot with the
aiming error and the tremor of a careful person, which cannot correct for the tremor. Writes
``benchmarks/results/tower-skill.md``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from empile.engine.contracts.referee import HandSkill
from empile.engine.random import Stream, below, new_stream, split
from empile.games.block_out.physics import planning
from empile.games.block_out.physics.simulation import TowerSimulation
from empile.games.block_out.rules.components import BLOCKS, load_components
from empile.games.block_out.text.poses import Pose, read_poses

RESULTS = Path(__file__).parent / "results" / "tower-skill.md"
NINE = len(BLOCKS)
EYE = 3.0
"""Aiming error of a careful person in millimetres."""


class Hand(NamedTuple):
    """A hand that builds."""

    name: str
    spread: float
    """Standard deviation from the target in millimetres."""
    person: bool = False
    """Whether it has a person's tremor, independent of its spread."""
    assist: bool = False


class Built(NamedTuple):
    """A tower that was built until it fell or was complete."""

    height: int
    """Number of blocks that stood."""
    answer: str
    """Outcome of the next one; empty if all stood."""


def build(hand: Hand, number: int) -> Built:
    """Build tower ``number``; random numbers depend on the number only."""
    stream = new_stream(number)
    blocks = shuffled(stream)
    standing: list[Pose] = []
    for level, block in enumerate(blocks):
        answer, _, poses_text = put(hand, standing, block, split(stream, level)).partition(" ")
        if answer != "~stands":
            return Built(level, answer)
        standing = read_poses(poses_text)
    return Built(NINE, "")


def put(hand: Hand, standing: Sequence[Pose], block: str, stream: Stream) -> str:
    """Return the outcome of a block that a hand places."""
    simulation = TowerSimulation(standing, block, split(stream, 0), assist=hand.assist)

    def taken(grip: str, turn: float) -> tuple[float, float, float]:
        return simulation.hold(grip, turn).poses[block][:3]

    try:
        skill = HandSkill(1, hand.name, hand.spread)
        if not hand.person:
            return simulation.place(skill, split(stream, 1)).text
        _, _, path = planning.plan(standing, block, taken, skill, split(stream, 1))
        simulation.move(path)
        simulation.advance(path[-1].at)
        return simulation.let_go().text
    finally:
        simulation.close()


def shuffled(stream: Stream) -> list[str]:
    """Return the blocks in random order."""
    blocks = list(BLOCKS)
    for last in range(len(blocks) - 1, 0, -1):
        other = below(stream, last + 1)
        blocks[last], blocks[other] = blocks[other], blocks[last]
    return blocks


def row(hand: Hand, towers: Sequence[Built]) -> str:
    """Return a row: the share of towers that reached each height."""
    shares = [
        sum(tower.height >= height for tower in towers) / len(towers)
        for height in range(2, NINE + 1)
    ]
    mean = sum(tower.height for tower in towers) / len(towers)
    cells = " | ".join(f"{share:.0%}" for share in shares)
    return f"| {hand.name} | {hand.spread:g} | {cells} | {mean:.1f} |"


def falls(hand: Hand, towers: Sequence[Built]) -> str:
    """Return a row: of the towers that reached height h, the share that fell there."""
    cells: list[str] = []
    for height in range(1, NINE + 1):
        placed = sum(tower.height >= height - 1 for tower in towers)
        fell = sum(tower.height == height - 1 for tower in towers)
        cells.append(f"{fell / placed:.0%}" if placed >= _FEW else "-")
    return f"| {hand.name} | {hand.spread:g} | {' | '.join(cells)} |"


_FEW = 8
"""Minimum sample size for a share to be shown."""


def hands(spreads: Sequence[float]) -> list[Hand]:
    """Return the hands: bots by spread, a person, and the least accurate one at a calm table."""
    named = {hand.sigma_mm: hand.key.partition(".")[2] for hand in planning.hand_skills()}
    least = planning.hand_skills()[0]
    bots = [Hand(named.get(spread, "bot"), spread) for spread in spreads]
    person = Hand("person", EYE, person=True)
    assisted = Hand(f"{named[least.sigma_mm]}, calm table", least.sigma_mm, assist=True)
    # Hand skills of the game come first, for interrupted runs.
    return sorted([*bots, person, assisted], key=lambda hand: hand.name == "bot")


def _order(built: tuple[Hand, Sequence[Built]]) -> tuple[bool, float]:
    hand, _ = built
    return (hand.person or hand.assist, hand.spread)


def odds() -> str:
    """Return the row of the odds, which are used without hands."""
    both = zip(
        load_components()["odds"]["falls"], load_components()["odds"]["falls-later"], strict=True
    )
    return f"| the odds | | {' | '.join(f'{(soon + later) / 1000:.0%}' for soon, later in both)} |"


_HEAD = """\
# How high towers are built

Written by `benchmarks/tower_skill.py`: {towers} towers per hand, all nine blocks in random order, in the
physics simulation. *Spread* is the standard deviation from the target in mm, in x and in y. A bot's hand
also trembles, more with a larger spread; with {person:g} mm it trembles like a person's. The *person* has an
aiming error of {eye:g} mm and cannot correct for the tremor.

## Towers that reached each height

| hand | spread | {heights} | mean |
| --- | --- | {lines} | --- |
"""


_TUNED = """
## Tuning

- Goals: nine in a row is rare but possible for a careful person, and the hand skills of the game lie on
  both sides of the odds, with which one tower in twenty reaches nine.
- The blocks are unchanged. A player that turns each block so that tilts cancel builds all nine even with a
  spread of 4 mm, if the hand does not tremble. Towers fall because of the tremor: a trembling hand pushes
  the tower as long as it holds the block.
- The tremor is 1.75 mm + 0.015 for each mm of height (about 7 mm at the top of a tower of nine) + 0.025 for
  each mm/s. With 0.8 mm + 0.007 the person built all nine 57 times of 100 (40 towers), with four fifths of
  the current tremor 25 times, with six fifths 8 times.
- The tremor of bots is proportional to the square root of their spread. Before, 87 % of towers reached nine
  with 5 mm and 33 % with 7 mm (60 each), far more than with the odds.
"""


def report(found: Sequence[tuple[Hand, Sequence[Built]]]) -> str:
    """Return the tables."""
    text = _HEAD.format(
        towers=len(found[0][1]),
        person=planning.PERSON,
        eye=EYE,
        heights=" | ".join(str(height) for height in range(2, NINE + 1)),
        lines=" | ".join("---" for _ in range(2, NINE + 1)),
    )
    text += "\n".join(row(hand, towers) for hand, towers in found)
    heights = " | ".join(str(height) for height in range(1, NINE + 1))
    text += f"""

## Falls at each height

The share of towers that fell at the first, second ... ninth block, of those that reached it.

| hand | spread | {heights} |
| --- | --- | {" | ".join("---" for _ in range(NINE))} |
"""
    text += "\n".join([odds(), *(falls(hand, towers) for hand, towers in found)])
    fallen = [tower for _, towers in found for tower in towers if tower.answer]
    later = sum(tower.answer == "~falls-later" for tower in fallen)
    return f"{text}\n\nOf {len(fallen)} falls {later} came after the countdown.\n{_TUNED}"


def main() -> None:
    """Build and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--towers", type=int, default=40)
    parser.add_argument("--spreads", type=float, nargs="+", default=[1, 2, 3, 4, 5, 6, 7, 8])
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    console, found = Console(), list[tuple[Hand, Sequence[Built]]]()
    with get_context("spawn").Pool(given.processes) as pool:
        for hand in hands(given.spreads):
            start = time.perf_counter()
            towers = pool.map(partial(build, hand), range(1, given.towers + 1), chunksize=1)
            found.append((hand, towers))
            console.print(f"{row(hand, towers)} {time.perf_counter() - start:.0f} s")
            RESULTS.write_text(report(sorted(found, key=_order)), "utf-8")


if __name__ == "__main__":
    main()
