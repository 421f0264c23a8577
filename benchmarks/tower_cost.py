"""Processor time and memory of the physics simulation of Block Out!.

    python -m benchmarks.tower_cost [--rounds 40]

Measures the outcomes of a tower of nine that stands and of one that is knocked over, animation
included; a second of a moving hand above eight blocks, with thirty frames, and of an idle one; and
the memory of one more simulation. Times are processor times, independent of other load.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from math import cos, pi
from pathlib import Path
from statistics import median
from typing import NamedTuple

from empile.engine.contracts.referee import Sample, Verdict
from empile.engine.random import new_stream
from empile.games.block_out.physics.bodies import height_above, lying
from empile.games.block_out.physics.simulation import TowerSimulation
from empile.games.block_out.physics.stacking import placed, straight

TOWER = ("kL", "nL", "yL", "kM", "nM", "yM", "kS", "nS")
NINTH = "yS"
FRAME = 1 / 30
"""Seconds between two frames."""
CORES = 2
_WORLDS = 60
"""Number of simulations open while memory is measured."""


class Cost(NamedTuple):
    """Processor times in milliseconds (medians over the rounds), and memory."""

    setting_up: float
    """Creating a simulation with eight blocks and a ninth."""
    held: float
    """A second with a moving hand."""
    idle: float
    """A second with a hand that holds still."""
    stands: float
    """The outcome of a tower that stands."""
    falls: float
    """The outcome of a tower that is knocked over."""
    animation_bytes: int
    """Bytes of the animation of that fall."""
    megabytes: float | None
    """Per simulation; None if the system does not report it."""

    @property
    def tables(self) -> int:
        """Number of tables with continuous placements that ``CORES`` cores can serve."""
        return int(CORES * 1000 / self.held)


class _Watch:
    """Adds up processor time by name."""

    def __init__(self) -> None:
        self.found: dict[str, list[float]] = defaultdict(list)

    @contextmanager
    def time(self, name: str, seconds: float = 1.0) -> Generator[None]:
        began = time.process_time()
        yield
        self.found[name].append(1000 * (time.process_time() - began) / seconds)

    def median(self, name: str) -> float:
        return median(self.found[name])


def measured(rounds: int) -> Cost:
    """Return the median costs of ``rounds`` rounds."""
    watch = _Watch()
    _simulation(0).close()  # builds the model, which is cached
    animation_bytes = 0
    for seed in range(rounds):
        with watch.time("setting up"):
            simulation = _simulation(seed)
        answer = _put_on_top(simulation, watch)
        simulation.close()
        if not answer.text.startswith("~stands"):
            raise RuntimeError(f"the tower was to stand: {answer.text}")
        simulation = _simulation(seed)
        animation_bytes = len(_knocked_over(simulation, watch).animation.data)
        simulation.close()
    return Cost(
        watch.median("setting up"),
        watch.median("held"),
        watch.median("idle"),
        watch.median("stands"),
        watch.median("falls"),
        animation_bytes,
        _megabytes(),
    )


def _simulation(seed: int) -> TowerSimulation:
    # Without tremor the outcome of a block in the middle is certain; the cost is the same.
    return TowerSimulation(straight(TOWER), NINTH, new_stream(seed), assist=True)


def _put_on_top(simulation: TowerSimulation, watch: _Watch) -> Verdict:
    x, y, z = simulation.hold("z0", 0.0).poses[NINTH][:3]
    below = placed(straight(TOWER)[-1])
    to_x, to_y, top = below.ring(below.top).mean(axis=0).tolist()
    to_z = top + height_above(NINTH, lying(NINTH, "z0", 0.0)) + 1.0
    over = [(1 - cos(pi * i / 120)) / 2 for i in range(121)]
    with watch.time("held", 2.0):
        _lead(simulation, [(x + (to_x - x) * part, y + (to_y - y) * part, z) for part in over])
    with watch.time("idle", 10.0):
        for _ in range(300):
            simulation.advance(FRAME)
    _lead(simulation, [(to_x, to_y, z + (to_z - z) * part) for part in over], after=12.0)
    simulation.advance(0.5)
    with watch.time("stands"):
        return simulation.let_go()


def _knocked_over(simulation: TowerSimulation, watch: _Watch) -> Verdict:
    _, _, z = simulation.hold("z0", 0.0).poses[NINTH][:3]
    # The hand goes through the tower from the side.
    _lead(simulation, [(100.0 - 5 * i, 0.0, z - 130.0) for i in range(41)])
    if not simulation.knocked_over:
        raise RuntimeError("the tower was to be knocked over")
    with watch.time("falls"):
        return simulation.let_go()


def _lead(
    simulation: TowerSimulation, trail: Sequence[tuple[float, float, float]], after: float = 0.0
) -> None:
    for i in range(0, len(trail), 2):
        at = after + i / 60
        simulation.move(
            [Sample(at + j / 60, *spot, 0.0) for j, spot in enumerate(trail[i : i + 2])]
        )
        simulation.advance(FRAME)


def _megabytes() -> float | None:
    before = _held()
    if before is None:
        return None
    simulations = [_simulation(seed) for seed in range(_WORLDS)]
    for simulation in simulations:
        simulation.hold("z0", 0.0)
        simulation.advance(FRAME)
    after = _held()
    for simulation in simulations:
        simulation.close()
    return None if after is None else (after - before) / _WORLDS


def _held() -> float | None:
    """Return the memory of this process in MB; None if not on Linux."""
    if sys.platform != "linux":
        return None
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096 / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=40)
    cost = measured(parser.parse_args().rounds)
    print(f"a world of nine is set up     {cost.setting_up:8.1f} ms")
    print(
        f"a second of a hand at work    {cost.held:8.1f} ms: {cost.tables} tables on {CORES} cores"
    )
    print(f"a second of an idle hand      {cost.idle:8.2f} ms")
    print(f"nine stand, with film         {cost.stands:8.1f} ms")
    print(
        f"nine are knocked over         {cost.falls:8.1f} ms, the film {cost.animation_bytes:,} bytes"
    )
    if cost.megabytes is not None:
        print(f"memory of a world of nine     {cost.megabytes:8.2f} MB")


if __name__ == "__main__":
    main()
