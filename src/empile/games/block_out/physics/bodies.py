"""The nine blocks as rigid bodies: near-cubes with three true and three tilted faces.

The frame's origin is the corner of the true faces. The opposite faces are the planes
``x = e - tan(t)(y - e/2)``, ``y = e - tan(t)(z - e/2)`` and ``z = e - tan(t)(x - e/2)`` with edge
``e`` by size and tilt ``t`` by colour. Units: mm, kg, degrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import radians, tan

import numpy as np
from numpy.typing import NDArray

from empile.games.block_out.physics.quaternions import (
    UP,
    Matrix,
    Quaternion,
    Vector,
    about,
    matrix_of,
    quaternion_of,
)
from empile.games.block_out.rules.components import load_components

FACES = ("x0", "x1", "y0", "y1", "z0", "z1")
"""True (0) and tilted (1) face of each axis; the grip is the face held down."""
_KG_PER_MM3 = 1e-9


@dataclass(frozen=True, eq=False)
class Body:
    """Convex solid of uniform density; arrays are read-only."""

    name: str
    corners: NDArray[np.float64]
    """(8, 3), relative to the centre of mass; index bits 0, 1, 2: on ``x1``, ``y1``, ``z1``."""
    centre: Vector
    faces: Mapping[str, tuple[int, int, int, int]]
    """Corner indices, counter-clockwise seen from outside."""
    normals: Mapping[str, Vector]
    """Unit outward normals."""
    volume: float
    """mm³."""
    mass: float
    """kg."""
    inertia: Matrix
    """(3, 3): about the centre of mass, in kg mm²."""

    def placed(self, at: Vector, matrix: Matrix) -> NDArray[np.float64]:
        """Return the corners (8, 3) for a centre of mass ``at`` and a rotation."""
        found: NDArray[np.float64] = at + self.corners @ matrix.T
        return found


def opposite(face: str) -> str:
    return face[0] + "10"[int(face[1])]


@lru_cache(maxsize=9)
def body(name: str) -> Body:
    """Return the body of a block such as ``"kL"``; raises ``KeyError``."""
    wood = load_components()["blocks"]
    edge, slope = float(wood["edge_mm"][name[1]]), tan(radians(wood["tilt_degrees"][name[0]]))
    # Rows n with n . p = offset: -x = 0 for true faces, else x + slope y = offset.
    rows = {"x1": (1.0, slope, 0.0), "y1": (0.0, 1.0, slope), "z1": (slope, 0.0, 1.0)}
    rows |= {"x0": (-1.0, 0.0, 0.0), "y0": (0.0, -1.0, 0.0), "z0": (0.0, 0.0, -1.0)}
    offsets = {face: edge * (1 + slope / 2) if face[1] == "1" else 0.0 for face in FACES}
    meeting = [[f"x{x}", f"y{y}", f"z{z}"] for z, y, x in product("01", repeat=3)]
    corners = np.array(
        [
            np.linalg.solve([rows[face] for face in three], [offsets[face] for face in three])
            for three in meeting
        ],
        dtype=np.float64,
    )
    normals = {face: np.array(rows[face]) / np.linalg.norm(rows[face]) for face in FACES}
    faces = {
        face: _around(
            corners, [i for i, three in enumerate(meeting) if face in three], normals[face]
        )
        for face in FACES
    }
    volume, centre, second = _moments(corners, faces)
    density = wood["density_kg_m3"] * _KG_PER_MM3
    about_centre = second - volume * np.outer(centre, centre)
    inertia = density * (np.trace(about_centre) * np.eye(3) - about_centre)
    found = Body(name, corners - centre, centre, faces, normals, volume, density * volume, inertia)
    for array in (found.corners, centre, inertia, *normals.values()):
        array.flags.writeable = False
    return found


def _around(
    corners: NDArray[np.float64], face: list[int], normal: Vector
) -> tuple[int, int, int, int]:
    middle = corners[face].mean(axis=0)
    first = corners[face[0]] - middle
    second = np.cross(normal, first)

    def angle(corner: int) -> float:
        arm = corners[corner] - middle
        return float(np.arctan2(arm @ second, arm @ first)) % (2 * np.pi)

    found = sorted(face, key=angle)
    start = found.index(min(found))
    a, b, c, d = found[start:] + found[:start]
    return (a, b, c, d)


def _moments(
    corners: NDArray[np.float64], faces: Mapping[str, tuple[int, int, int, int]]
) -> tuple[float, Vector, Matrix]:
    """Return volume, centre and integral of ``outer(p, p)`` by signed tetrahedra."""
    volume, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for a, *others in faces.values():
        for b, c in pairwise(others):
            tips = corners[[a, b, c]]
            part = float(np.linalg.det(tips)) / 6
            total = tips.sum(axis=0)
            volume += part
            first += part * total / 4
            second += part * (tips.T @ tips + np.outer(total, total)) / 20
    return volume, first / volume, second


def lying(name: str, grip: str, turn: float) -> Quaternion:
    """Return the orientation with face ``grip`` down, turned by ``turn`` degrees.

    At 0 the axis after the grip's (y after x, x after z) points along the table's x.
    """
    return quaternion_of(lying_on(name, grip, turn, UP))


def lying_on(name: str, grip: str, turn: float, normal: Vector) -> Matrix:
    """Return :func:`lying` followed by the shortest rotation onto a unit ``normal``."""
    found: Matrix = tilted(normal) @ about(UP, turn) @ level_of(name, grip)
    return found


@lru_cache(maxsize=9 * len(FACES))
def level_of(name: str, grip: str) -> Matrix:
    """Return the rotation of :func:`lying` at 0 degrees, read-only."""
    solid = body(name)
    down = solid.normals[grip]
    beside = np.roll(np.eye(3)["xyz".index(grip[0])], 1)
    along = beside - (beside @ down) * down
    along /= np.linalg.norm(along)
    # Rows: directions that become the table's x, y and z.
    level: Matrix = np.array([along, np.cross(-down, along), -down], dtype=np.float64)
    level.flags.writeable = False
    return level


def tilted(normal: Vector) -> Matrix:
    """Return the shortest rotation from straight up to a unit ``normal`` (not down)."""
    axis = np.cross(UP, normal)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-12:
        return np.eye(3)
    return about(axis / sine, float(np.degrees(np.arctan2(sine, normal[2]))))


def height_above(name: str, turn: Quaternion) -> float:
    """Return the height of the centre of mass above the lowest corner."""
    return -float((body(name).corners @ matrix_of(turn).T)[:, 2].min())
