"""Exact static stability of a tower of rigid blocks.

A joint carries the weight of all blocks above, along the vertical through their centre of mass.
Contact forces that only push, with Coulomb friction, can carry it if and only if the vertical meets
the joint's plane within the contact area and the slope is within the friction angle. For blocks
resting on an edge or on two others the numbers are estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.games.block_out.physics.quaternions import Vector
from empile.games.block_out.physics.stacking import Placed, surface
from empile.games.block_out.rules.components import load_components


class Joint(NamedTuple):
    """Contact of a block with the block below or the table."""

    margin: float
    """Distance in mm from the load's point to the contact area's edge; negative outside."""
    slope: float
    """In degrees."""


class Edges(NamedTuple):
    """Half-planes that bound a contact area."""

    inward: NDArray[np.float64]
    """(n, 3): unit vectors in the plane."""
    offsets: NDArray[np.float64]
    """(n,): point p is ``inward @ p - offsets`` mm inside each edge."""

    def inside(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how far points (..., 3) are inside the nearest edge, in mm."""
        found: NDArray[np.float64] = (points @ self.inward.T - self.offsets).min(axis=-1)
        return found


def edges(upper: Placed, below: Placed | None) -> Edges:
    found = [edges_of(upper, upper.down)]
    if below is not None:
        found.append(edges_of(below, below.top))
    return Edges(
        np.concatenate([inward for inward, _ in found]),
        np.concatenate([offsets for _, offsets in found]),
    )


def edges_of(block: Placed, face: str) -> Edges:
    ring = block.ring(face)
    along = np.roll(ring, -1, axis=0) - ring
    inward = np.cross(block.normal(face), along)
    inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    return Edges(inward, (inward * ring).sum(axis=1))


def onto(points: NDArray[np.float64], normal: Vector, offset: float) -> NDArray[np.float64]:
    """Return vertical projections of points (..., 2 or 3) onto a plane, (..., 3)."""
    x, y = points[..., 0], points[..., 1]
    z = (offset - normal[0] * x - normal[1] * y) / normal[2]
    return np.stack([x, y, z], axis=-1)


def centre_of(blocks: Sequence[Placed]) -> Vector:
    """Return the common centre of mass (3,)."""
    masses = np.array([block.solid.mass for block in blocks])
    found: Vector = masses @ np.array([block.at for block in blocks]) / masses.sum()
    return found


def joints(tower: Sequence[Placed]) -> list[Joint]:
    """Return the joints bottom up, starting with the table's."""
    found: list[Joint] = []
    for level, upper in enumerate(tower):
        below = tower[level - 1] if level else None
        normal, offset = surface(below)
        meets = onto(centre_of(tower[level:]), normal, offset)
        slope = float(np.degrees(np.arccos(min(1.0, float(normal[2])))))
        found.append(Joint(float(edges(upper, below).inside(meets)), slope))
    return found


def margin(tower: Sequence[Placed]) -> float:
    """Return the least margin in mm; infinity for an empty tower."""
    return min((joint.margin for joint in joints(tower)), default=float("inf"))


def stands(tower: Sequence[Placed]) -> bool:
    """Return whether a tower is in balance, with the default friction."""
    steepest = float(np.degrees(np.arctan(load_components()["blocks"]["friction"])))
    return all(joint.margin >= 0 and joint.slope <= steepest for joint in joints(tower))
