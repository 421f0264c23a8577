"""Whether a tower stands, reckoned exactly: no simulation, no time.

Each block of a tower rests on the one below it alone, so what a joint has to carry is known without
knowing any contact force: the weight of all blocks above it, along the vertical through their common
centre of mass. Where the two faces of a joint lie in one plane, contact forces that push and do not
pull and that keep to Coulomb's friction can carry it if and only if

- that vertical meets the plane within the area where both faces touch: forces along the plane have no
  moment about lines in it, so the pressure alone must be centred there; and
- the plane's slope is no steeper than the friction: then forces that are all vertical do.

A tower is in balance if and only if this holds at every joint. What is exact is this: bodies are rigid,
faces lie flat on each other, nothing else touches. It is not said how much a push could move before the
tower falls. For blocks that lie askew (on an edge, or against two others) the numbers are those of
the planes of the faces that look up most, and no more than a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.games.block_out.pieces import house
from empile.games.block_out.stacking import Placed, surface
from empile.games.block_out.turns import Vector


class Joint(NamedTuple):
    """Where one block rests on another, or on the table."""

    margin: float
    """Millimetres along the plane from where the weight above meets it to the nearest edge of the
    area of contact. Below zero: how far it is beyond the line of the edge that it is farthest beyond."""
    slope: float
    """Degrees between the plane and the level."""


class Edges(NamedTuple):
    """The edges that bound an area of contact, as distances that are zero on them."""

    inward: NDArray[np.float64]
    """(n, 3): unit vectors along the plane."""
    offsets: NDArray[np.float64]
    """(n,): a point p of the plane is ``inward @ p - offsets`` millimetres inside each edge."""

    def inside(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how far points (..., 3) lie inside the edge that is nearest, in millimetres.

        For points within, this is the distance from the boundary. (An edge that the other face cuts
        off is never the nearest to such a point, so the cut need not be made.)
        """
        found: NDArray[np.float64] = (points @ self.inward.T - self.offsets).min(axis=-1)
        return found


def edges(upper: Placed, below: Placed | None) -> Edges:
    """Return the edges of the area where a block's lower face touches what is below it."""
    found = [edges_of(upper, upper.down)]
    if below is not None:
        found.append(edges_of(below, below.top))
    return Edges(
        np.concatenate([inward for inward, _ in found]),
        np.concatenate([offsets for _, offsets in found]),
    )


def edges_of(block: Placed, face: str) -> Edges:
    """Return the edges of one face of a block."""
    ring = block.ring(face)
    along = np.roll(ring, -1, axis=0) - ring
    inward = np.cross(block.normal(face), along)
    inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    return Edges(inward, (inward * ring).sum(axis=1))


def onto(points: NDArray[np.float64], normal: Vector, offset: float) -> NDArray[np.float64]:
    """Return where the verticals through points (..., 2 or 3) meet a plane, (..., 3)."""
    x, y = points[..., 0], points[..., 1]
    z = (offset - normal[0] * x - normal[1] * y) / normal[2]
    return np.stack([x, y, z], axis=-1)


def centre_of(blocks: Sequence[Placed]) -> Vector:
    """Return the common centre of mass, (3,)."""
    masses = np.array([block.solid.mass for block in blocks])
    found: Vector = masses @ np.array([block.at for block in blocks]) / masses.sum()
    return found


def joints(tower: Sequence[Placed]) -> list[Joint]:
    """Return the joints of a tower from the bottom up; the first is between it and the table."""
    found: list[Joint] = []
    for level, upper in enumerate(tower):
        below = tower[level - 1] if level else None
        normal, offset = surface(below)
        meets = onto(centre_of(tower[level:]), normal, offset)
        slope = float(np.degrees(np.arccos(min(1.0, float(normal[2])))))
        found.append(Joint(float(edges(upper, below).inside(meets)), slope))
    return found


def margin(tower: Sequence[Placed]) -> float:
    """Return the least margin of all joints in millimetres; infinity where there is no block."""
    return min((joint.margin for joint in joints(tower)), default=float("inf"))


def stands(tower: Sequence[Placed]) -> bool:
    """Return whether a tower is in balance, with the friction of the house's wood."""
    steepest = float(np.degrees(np.arctan(house()["blocks"]["friction"])))
    return all(joint.margin >= 0 and joint.slope <= steepest for joint in joints(tower))
