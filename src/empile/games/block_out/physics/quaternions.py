"""Rotations: unit quaternions w, x, y, z and rotation matrices."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Vector: TypeAlias = NDArray[np.float64]
"""(3,) or (..., 3)."""
Matrix: TypeAlias = NDArray[np.float64]
"""(3, 3): from a body's frame to the table's."""
Quaternion: TypeAlias = tuple[float, float, float, float]

UP: Vector = np.array([0.0, 0.0, 1.0])


def matrix_of(turn: Sequence[float] | Vector) -> Matrix:
    """Return the matrix of a quaternion, normalizing it."""
    w, x, y, z = np.asarray(turn, dtype=np.float64) / float(np.linalg.norm(turn))
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_of(matrix: Matrix) -> Quaternion:
    """Return the quaternion with its first non-zero component positive."""
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    # Rows are four times the quaternion times one component; the longest is the most precise.
    rows = (
        (1 + a + e + i, h - f, c - g, d - b),
        (h - f, 1 + a - e - i, d + b, c + g),
        (c - g, d + b, 1 - a + e - i, h + f),
        (d - b, c + g, h + f, 1 - a - e + i),
    )
    diagonal = [row[k] for k, row in enumerate(rows)]
    found = np.array(rows[diagonal.index(max(diagonal))])
    found = found / np.linalg.norm(found)
    first = next(part for part in found if abs(part) > 1e-9)
    w, x, y, z = (float(part) for part in (found if first > 0 else -found))
    return (w, x, y, z)


def about(axis: Vector, degrees: float) -> Matrix:
    """Return the rotation about a unit axis, counter-clockwise seen from its tip."""
    x, y, z = (float(part) for part in axis)
    c, s = cos(radians(degrees)), sin(radians(degrees))
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Matrix = c * np.eye(3) + s * cross + (1 - c) * np.outer(axis, axis)
    return turned
