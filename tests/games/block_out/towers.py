"""Towers by chance: blocks set flat on one another, more or less beside the middle."""

from __future__ import annotations

import numpy as np

from empile.games.block_out.bodies import FACES
from empile.games.block_out.pieces import BLOCKS
from empile.games.block_out.stacking import Placed, set_down


def random_tower(luck: np.random.Generator, height: int, spread: float) -> list[Placed]:
    """A tower of different blocks, each on any face, turned anyhow.

    Its centre of mass is beside that of the one below by ``spread`` millimetres (standard deviation
    in x and in y).
    """
    tower: list[Placed] = []
    for name in luck.permutation(BLOCKS)[:height]:
        below = tower[-1] if tower else None
        x, y = (0.0, 0.0) if below is None else below.at[:2] + luck.normal(scale=spread, size=2)
        grip, turn = FACES[int(luck.integers(6))], float(luck.uniform(0, 360))
        tower.append(set_down(str(name), grip, turn, (float(x), float(y)), below))
    return tower
