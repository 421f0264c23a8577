"""Random towers: blocks stacked flat, more or less off-centre."""

from __future__ import annotations

import numpy as np

from empile.games.block_out.physics.bodies import FACES
from empile.games.block_out.physics.stacking import Placed, set_down
from empile.games.block_out.rules.components import BLOCKS


def random_tower(luck: np.random.Generator, height: int, spread: float) -> list[Placed]:
    """A tower of different blocks with random faces and turns.

    Each centre of mass is off that of the block below by ``spread`` millimetres (standard deviation
    in x and in y).
    """
    tower: list[Placed] = []
    for name in luck.permutation(BLOCKS)[:height]:
        below = tower[-1] if tower else None
        x, y = (0.0, 0.0) if below is None else below.at[:2] + luck.normal(scale=spread, size=2)
        grip, turn = FACES[int(luck.integers(6))], float(luck.uniform(0, 360))
        tower.append(set_down(str(name), grip, turn, (float(x), float(y)), below))
    return tower
