"""Tests of static stability against explicit contact forces.

The contact area is clipped corner by corner; then either forces in its corners that carry all
blocks above are found, or a rotation about an edge that gravity drives and no contact can stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from empile.games.block_out.physics.quaternions import about
from empile.games.block_out.physics.stacking import Placed, set_down, surface
from empile.games.block_out.physics.statics import centre_of, joints, margin, stands
from tests.games.block_out.towers import random_tower

Points = NDArray[np.float64]


def cut(polygon: list[Points], start: Points, inward: Points) -> list[Points]:
    """What is left of a polygon on one side of a line through ``start``."""
    left: list[Points] = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        height_a, height_b = float((a - start) @ inward), float((b - start) @ inward)
        if height_a >= 0:
            left.append(a)
        if (height_a >= 0) != (height_b >= 0):
            left.append(a + (b - a) * height_a / (height_a - height_b))
    return left


def contact(upper: Placed, below: Placed | None) -> list[Points]:
    """The corners of the area in which two faces touch."""
    polygon = list(upper.ring(upper.down)[::-1])
    if below is not None:
        ring, normal = below.ring(below.top), below.normal(below.top)
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            inward: Points = np.cross(normal, b - a).astype(np.float64)
            polygon = cut(polygon, a, inward)
    return polygon


def shares(polygon: list[Points], point: Points, normal: Points) -> list[tuple[Points, float]]:
    """Corners and each one's share of a force through ``point``; empty if one would pull."""
    first, *others = polygon
    for b, c in pairwise(others):
        whole = np.cross(b - first, c - first) @ normal
        if whole < 1e-9:
            continue
        parts = [
            np.cross(b - point, c - point) @ normal / whole,
            np.cross(c - point, first - point) @ normal / whole,
            np.cross(first - point, b - point) @ normal / whole,
        ]
        if min(parts) >= -1e-9:
            return [(corner, float(p)) for corner, p in zip((first, b, c), parts, strict=True)]
    return []


def levels(tower: list[Placed]) -> Iterator[tuple[list[Placed], Placed | None]]:
    for level in range(len(tower)):
        yield tower[level:], tower[level - 1] if level else None


@pytest.fixture(scope="module")
def towers() -> list[list[Placed]]:
    return [
        random_tower(np.random.default_rng(seed), 2 + seed % 8, (2.0, 5.0, 8.0)[seed % 3])
        for seed in range(150)
    ]


def test_stands_matches_contact_forces(towers: list[list[Placed]]) -> None:
    for tower in towers:
        assert_stands_matches_contact_forces(tower)


def assert_stands_matches_contact_forces(tower: list[Placed]) -> None:
    for (above, below), joint in zip(levels(tower), joints(tower), strict=True):
        normal, offset = surface(below)
        centre = centre_of(above)
        weight = np.array([0, 0, -9.81 * sum(block.solid.mass for block in above)])
        meets = centre - np.array([0, 0, (centre @ normal - offset) / normal[2]])
        polygon = contact(above[0], below)
        if joint.margin >= 0:
            found = shares(polygon, meets, normal)
            assert found
            forces = [(at, -share * weight) for at, share in found]
            assert sum(force for _, force in forces) == pytest.approx(-weight, abs=1e-9)
            moment = sum(np.cross(at, force) for at, force in forces)
            assert moment == pytest.approx(-np.cross(centre, weight), abs=1e-6)
        else:
            turned = [
                (
                    weight @ np.cross(along, centre - a),
                    [normal @ np.cross(along, p - a) for p in polygon],
                )
                for a, along in sides(above[0], below)
            ]
            assert any(
                drive > 0 and all(lift >= -1e-9 for lift in lifts) for drive, lifts in turned
            )


def sides(upper: Placed, below: Placed | None) -> Iterator[tuple[Points, Points]]:
    """Lines along the edges of both faces, with the contact on their left seen from above."""
    rings = [upper.ring(upper.down)[::-1]]
    if below is not None:
        rings.append(below.ring(below.top))
    for ring in rings:
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            yield a, (b - a) / np.linalg.norm(b - a)


def test_margin_is_distance_to_contact_boundary(towers: list[list[Placed]]) -> None:
    for tower in towers:
        assert_margin_is_distance_to_contact_boundary(tower)


def assert_margin_is_distance_to_contact_boundary(tower: list[Placed]) -> None:
    for (above, below), joint in zip(levels(tower), joints(tower), strict=True):
        normal, offset = surface(below)
        centre = centre_of(above)
        meets = centre - np.array([0, 0, (centre @ normal - offset) / normal[2]])
        polygon = contact(above[0], below)
        if joint.margin < 0 or not polygon:
            assert joint.margin < 0
            continue
        distances: list[float] = []
        for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            if np.linalg.norm(b - a) > 1e-9:
                along = min(1.0, max(0.0, float((meets - a) @ (b - a) / ((b - a) @ (b - a)))))
                distances.append(float(np.linalg.norm(meets - a - along * (b - a))))
        assert joint.margin == pytest.approx(min(distances), abs=1e-6)


def test_margin_decreases_beyond_edge() -> None:
    lower = set_down("kL", "z1", 0.0, (0.0, 0.0), None)
    near, far = (
        joints([lower, set_down("nS", "z0", 0.0, (x, 0.0), lower)])[1] for x in (-27.0, -29.0)
    )
    assert near.slope == pytest.approx(3.0)
    assert near.margin < 0
    assert near.margin - far.margin == pytest.approx(2.0 / np.cos(np.radians(3.0)))


def test_stands_with_counterweight() -> None:
    lower = set_down("nS", "z1", 0.0, (0.0, 0.0), None)
    beam = set_down("kL", "z1", 0.0, (18.0, 0.0), lower)
    weight = set_down("yL", "z0", 0.0, (0.0, 0.0), beam)
    assert not stands([lower, beam])
    assert margin([lower, beam, weight]) > 0


@pytest.mark.parametrize(("degrees", "holds"), [(25.0, True), (28.0, False)])
def test_stands_limits_slope(degrees: float, holds: bool) -> None:
    lower = _leaning(degrees)
    above = set_down("kS", "z0", 0.0, (float(lower.at[0]), float(lower.at[1])), lower)
    joint = joints([lower, above])[1]
    assert joint.slope == pytest.approx(degrees)
    assert joint.margin > 0
    assert stands([lower, above]) == holds


def _leaning(degrees: float) -> Placed:
    """A block whose top leans by so much, as if it were held."""
    flat = set_down("kL", "z1", 0.0, (0.0, 0.0), None)
    lean = about(np.array([0.0, 1.0, 0.0]), degrees - 3.0)
    return Placed(flat.solid, flat.at, lean @ flat.matrix)


def test_margin_of_empty_tower() -> None:
    assert stands([])
    assert margin([]) == float("inf")
    assert joints([]) == []
