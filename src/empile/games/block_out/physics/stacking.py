"""Blocks in space: on the table and stacked flat on one another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.games.block_out.physics.bodies import (
    FACES,
    Body,
    body,
    level_of,
    lying_on,
    opposite,
    tilted,
)
from empile.games.block_out.physics.quaternions import (
    UP,
    Matrix,
    Vector,
    about,
    matrix_of,
    quaternion_of,
)
from empile.games.block_out.text.poses import Pose

_QUARTER_TURNS = tuple(about(UP, turn) for turn in (0.0, 90.0, 180.0, 270.0))


class Placed(NamedTuple):
    solid: Body
    at: Vector
    """(3,): centre of mass in mm; origin at the table's centre, z up."""
    matrix: Matrix
    """(3, 3): from the block's frame to the table's."""

    @property
    def top(self) -> str:
        return max(FACES, key=lambda face: float((self.matrix @ self.solid.normals[face])[2]))

    @property
    def down(self) -> str:
        return opposite(self.top)

    def normal(self, face: str) -> Vector:
        found: Vector = self.matrix @ self.solid.normals[face]
        return found

    def ring(self, face: str) -> NDArray[np.float64]:
        """Return a face's corners (4, 3), counter-clockwise seen from outside."""
        own = self.solid.corners[list(self.solid.faces[face])]
        found: NDArray[np.float64] = self.at + own @ self.matrix.T
        return found

    @property
    def pose(self) -> Pose:
        x, y, z = (float(part) for part in self.at)
        return Pose(self.solid.name, (x, y, z), quaternion_of(self.matrix))


def placed(pose: Pose) -> Placed:
    return Placed(body(pose.block), np.array(pose.at, dtype=np.float64), matrix_of(pose.turn))


def set_down(
    name: str, grip: str, turn: float, spot: tuple[float, float], below: Placed | None
) -> Placed:
    """Return a block whose face ``grip`` lies on the infinite plane of ``below``'s top.

    Its centre of mass is above ``spot`` (x, y in mm). Without ``below`` it lies on the table.
    """
    normal, offset = surface(below)
    return _lying_above(name, grip, lying_on(name, grip, turn, normal), spot, normal, offset)


def _lying_above(
    name: str, grip: str, matrix: Matrix, spot: tuple[float, float], normal: Vector, offset: float
) -> Placed:
    solid = body(name)
    height = float(solid.corners[solid.faces[grip][0]] @ solid.normals[grip])
    x, y = spot
    z = (offset + height - normal[0] * x - normal[1] * y) / normal[2]
    return Placed(solid, np.array([x, y, z], dtype=np.float64), matrix)


def surface(below: Placed | None) -> tuple[Vector, float]:
    """Return the plane of a top or the table: unit normal n and d with ``n @ p = d``."""
    if below is None:
        return UP, 0.0
    top = below.top
    normal = below.normal(top)
    return normal, float(normal @ below.ring(top)[0])


def straight(tower: Sequence[str], standing: Sequence[Pose] = ()) -> list[Pose]:
    """Return an ideal tower on top of ``standing``, its first blocks.

    Blocks lie on ``z0``; quarter turns let tilts compensate.
    """
    below = tuple(standing)
    added = _stacked(tuple(tower), below) if len(tower) > len(below) else ()
    return [*below, *(block.pose for block in added)]


class _Added(NamedTuple):
    block: Placed
    pose: Pose


@lru_cache(maxsize=4096)
def _stacked(tower: tuple[str, ...], standing: tuple[Pose, ...]) -> tuple[_Added, ...]:
    """Return the blocks of a tower above ``standing``."""
    # Towers grow by one block: the one below is in the cache.
    lower = _stacked(tower[:-1], standing) if len(tower) > len(standing) + 1 else ()
    below = lower[-1].block if lower else placed(standing[-1]) if standing else None
    spot = (float(below.at[0]), float(below.at[1])) if below else (0.0, 0.0)
    name, (normal, offset) = tower[-1], surface(below)
    leant = tilted(normal)
    options = [leant @ rotation @ level_of(name, "z0") for rotation in _QUARTER_TURNS]
    top = body(name).normals["z1"]
    heights = [round(float((matrix @ top)[2]), 9) for matrix in options]
    block = _lying_above(name, "z0", options[heights.index(max(heights))], spot, normal, offset)
    return (*lower, _Added(block, block.pose))
