"""Isometries of the plane that map a set of points to itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.symmetries.symmetry import IDENTITY, Image

_TOLERANCE = 1e-6


class Isometry(NamedTuple):
    """A rotation or a reflection about the mean of some points."""

    name: str
    matrix: NDArray[np.float64]
    """Shape (2, 2)."""
    image: Image
    """Where each point moves."""

    def turned(self, steps: Sequence[tuple[float, float]]) -> Image:
        """Return where each direction moves, as an index of ``steps``.

        :raises ValueError: a direction moves to none of them.

        Example: ``isometry.turned([(1, 0), (0, 1), (-1, 0), (0, -1)])``.
        """
        found = _images(np.asarray(steps, np.float64), self.matrix)
        if found is None:
            raise ValueError(f"{self.name} does not map the directions to themselves")
        return found


def isometries(points: Sequence[tuple[float, float]] | NDArray[np.float64]) -> list[Isometry]:
    """Return all isometries that map ``points`` (shape (n, 2)) to themselves, the identity first.

    Rotations follow by angle, then reflections by the angle of the axis. Of isometries with the
    same images only the first is returned.

    Example: ``[one.name for one in isometries([(0, 0), (1, 0)])]`` is ``["identity", "rotate-180"]``.
    """
    places = np.asarray(points, np.float64).reshape(-1, 2)
    found = [Isometry(IDENTITY, np.eye(2), np.arange(len(places)))]
    if not len(places):
        return found
    places = places - places.mean(axis=0)
    seen = {found[0].image.tobytes()}
    for name, matrix in _candidates(places):
        image = _images(places, matrix)
        if image is not None and image.tobytes() not in seen:
            seen.add(image.tobytes())
            found.append(Isometry(name, matrix, image))
    return found


def _candidates(places: NDArray[np.float64]) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Yield the isometries that map a point farthest from the middle to one just as far."""
    radii = np.hypot(*places.T)
    first, *others = np.flatnonzero(radii > radii.max() - _TOLERANCE).tolist()
    start = _angle(places[first])
    angles = [_angle(places[other]) for other in others]
    for turn in sorted(_whole_turn(angle - start) for angle in angles):
        across, along = cos(radians(turn)), sin(radians(turn))
        yield f"rotate-{round(turn)}", np.array([[across, -along], [along, across]])
    for turn in sorted(_whole_turn(angle + start) for angle in [start, *angles]):
        across, along = cos(radians(turn)), sin(radians(turn))
        yield f"reflect-{round(turn / 2)}", np.array([[across, along], [along, -across]])


def _angle(place: NDArray[np.float64]) -> float:
    """Return the direction of a place in degrees."""
    return degrees(atan2(float(place[1]), float(place[0])))


def _whole_turn(angle: float) -> float:
    """Return an angle from 0 to less than 360 degrees; one just below 360 is 0."""
    return (angle + _TOLERANCE) % 360 - _TOLERANCE


def matched(points: NDArray[np.float64], matrix: NDArray[np.float64]) -> Image | None:
    """Return where ``matrix`` moves each of ``points`` (shape (n, 2)), about their mean.

    None if it moves one to none of them. Example: ``matched(cells.xy, isometry.matrix)``.
    """
    return _images(points - points.mean(axis=0), matrix) if len(points) else np.arange(0)


def _images(places: NDArray[np.float64], matrix: NDArray[np.float64]) -> Image | None:
    """Return the place to which ``matrix`` moves each; None if it moves one to none of them."""
    away = np.abs((places @ matrix.T)[:, None] - places[None]).max(axis=2)
    image = away.argmin(axis=1)
    fits = away.min(axis=1).max() < _TOLERANCE and len(np.unique(image)) == len(image)
    return image if fits else None
