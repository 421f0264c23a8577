"""Hand paths for placement tests."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from math import cos, pi
from typing import TYPE_CHECKING

from empile.engine.contracts.referee import Frame, PlacementSimulation, Pose, Sample, Verdict
from empile.engine.random import new_stream
from empile.games.block_out.physics.bodies import height_above, lying
from empile.games.block_out.physics.stacking import placed
from empile.games.block_out.text.poses import Pose as BlockPose

if TYPE_CHECKING:
    from empile.games.block_out.physics.simulation import TowerSimulation

FRAME = 1 / 30


@contextmanager
def simulation_of(
    standing: Sequence[BlockPose], block: str, *, seed: int = 1, assist: bool = False
) -> Generator[TowerSimulation]:
    """A trial that gives its memory back."""
    from empile.games.block_out.physics.simulation import TowerSimulation  # loads MuJoCo

    simulation = TowerSimulation(standing, block, new_stream(seed), assist=assist)
    try:
        yield simulation
    finally:
        simulation.close()


def middle_of_top(standing: Sequence[BlockPose]) -> tuple[float, float, float]:
    """The middle of the topmost block's top, or of the table."""
    if not standing:
        return (0.0, 0.0, 0.0)
    block = placed(standing[-1])
    x, y, z = block.ring(block.top).mean(axis=0).tolist()
    return (x, y, z)


def onto(
    start: Pose,
    standing: Sequence[BlockPose],
    block: str,
    *,
    grip: str = "z0",
    turn: float = 0.0,
    beside: tuple[float, float] = (0.0, 0.0),
    above: float = 1.0,
) -> list[Sample]:
    """A path from ``start`` over the top's centre, or offset by ``beside``, and down."""
    x, y, z = middle_of_top(standing)
    x, y = x + beside[0], y + beside[1]
    z += height_above(block, lying(block, grip, turn)) + above
    high = start[2]
    across = [
        Sample(
            i / 60, start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part, high, turn
        )
        for i in range(91)
        for part in [(1 - cos(pi * i / 90)) / 2]
    ]
    down = [Sample(1.5 + i / 60, x, y, high + (z - high) * i / 60, turn) for i in range(1, 61)]
    still = [Sample(2.5 + i / 60, x, y, z, turn) for i in range(1, 31)]
    return across + down + still


def lead(simulation: PlacementSimulation, samples: Sequence[Sample]) -> list[Frame]:
    """Lead the hand along ``samples`` as time passes, until their end or until the tower falls."""
    frames: list[Frame] = []
    waiting = list(samples)
    while waiting and not simulation.knocked_over:
        now = (len(frames) + 1) * FRAME
        due = [sample for sample in waiting if sample.at <= now]
        waiting = waiting[len(due) :]
        simulation.move(due)
        frames.append(simulation.advance(FRAME))
    return frames


def put(
    standing: Sequence[BlockPose],
    block: str,
    *,
    grip: str = "z0",
    turn: float = 0.0,
    beside: tuple[float, float] = (0.0, 0.0),
    above: float = 1.0,
    seed: int = 1,
    assist: bool = True,
) -> Verdict:
    """Put a block on a tower, release it, and return the outcome."""
    with simulation_of(standing, block, seed=seed, assist=assist) as simulation:
        start = simulation.hold(grip, turn).poses[block]
        path = onto(start, standing, block, grip=grip, turn=turn, beside=beside, above=above)
        lead(simulation, path)
        return simulation.let_go()
