"""Tests of the rigid bodies against their planes and against sampling."""

from __future__ import annotations

from math import radians, tan

import numpy as np
import pytest
from numpy.typing import NDArray

from empile.games.block_out.physics.bodies import FACES, Body, body, height_above, lying, opposite
from empile.games.block_out.physics.quaternions import Vector, matrix_of, quaternion_of
from empile.games.block_out.rules.components import BLOCKS

EDGE = {"S": 30, "M": 40, "L": 50}
TILT = {"k": 3, "n": 5, "y": 7}


def inside(name: str, points: Vector) -> NDArray[np.bool_]:
    """Which points of the own frame lie in the block, said with the planes' own equations."""
    e, t = EDGE[name[1]], tan(radians(TILT[name[0]]))
    x, y, z = points.T
    within: NDArray[np.bool_] = (x >= 0) & (y >= 0) & (z >= 0)
    within &= (z <= e - t * (x - e / 2)) & (y <= e - t * (z - e / 2)) & (x <= e - t * (y - e / 2))
    return within


@pytest.fixture(params=BLOCKS)
def solid(request: pytest.FixtureRequest) -> Body:
    return body(request.param)


def test_body_corners_lie_on_three_planes(solid: Body) -> None:
    e, t = EDGE[solid.name[1]], tan(radians(TILT[solid.name[0]]))
    for number, (x, y, z) in enumerate(solid.corners + solid.centre):
        assert x == pytest.approx(e - t * (y - e / 2) if number & 1 else 0, abs=1e-9)
        assert y == pytest.approx(e - t * (z - e / 2) if number & 2 else 0, abs=1e-9)
        assert z == pytest.approx(e - t * (x - e / 2) if number & 4 else 0, abs=1e-9)


def test_body_faces_are_planar_and_counter_clockwise(solid: Body) -> None:
    assert set(solid.faces) == set(FACES)
    for face, ring in solid.faces.items():
        corners, normal = solid.corners[list(ring)], solid.normals[face]
        heights = corners @ normal
        assert heights == pytest.approx([heights[0]] * 4, abs=1e-9)
        assert (solid.corners @ normal).max() == pytest.approx(heights[0], abs=1e-9)
        sides = np.roll(corners, -1, axis=0) - corners
        assert (np.cross(sides, np.roll(sides, -1, axis=0)) @ normal > 0).all()


def test_body_faces_have_the_tilt_of_the_colour(solid: Body) -> None:
    for face in ("x1", "y1", "z1"):
        square = -solid.normals[opposite(face)]
        angle = np.degrees(np.arccos(solid.normals[face] @ square))
        assert angle == pytest.approx(TILT[solid.name[0]], abs=1e-9)


def test_body_moments_match_sampling() -> None:
    for name in ("kS", "nM", "yL"):
        solid = body(name)
        luck = np.random.default_rng(7)
        side = 1.2 * EDGE[name[1]]
        points = luck.random((400_000, 3)) * side
        points = points[inside(name, points)]
        assert solid.volume == pytest.approx(side**3 * len(points) / 400_000, rel=0.01)
        assert solid.mass == pytest.approx(solid.volume * 650e-9)
        assert solid.centre == pytest.approx(points.mean(axis=0), rel=0.005)
        arms = points - solid.centre
        spread = arms.T @ arms / len(arms)
        expected = solid.mass * (np.trace(spread) * np.eye(3) - spread)
        assert solid.inertia == pytest.approx(expected, rel=0.01, abs=0.01 * expected[0, 0])


def test_body_volume_matches_pyramids(solid: Body) -> None:
    total = 0.0
    for face, ring in solid.faces.items():
        a, b, c, d = solid.corners[list(ring)]
        area = np.linalg.norm(np.cross(c - a, d - b)) / 2
        total += float(area * (solid.normals[face] @ a)) / 3
    assert solid.volume == pytest.approx(total)


def test_lying_puts_grip_down(solid: Body) -> None:
    for grip in FACES:
        for turn in (0.0, 33.0, 180.0, -90.0):
            quaternion = lying(solid.name, grip, turn)
            assert sum(part * part for part in quaternion) == pytest.approx(1)
            heights = (solid.corners @ matrix_of(quaternion).T)[:, 2]
            lowest = heights[list(solid.faces[grip])]
            assert lowest == pytest.approx([-height_above(solid.name, quaternion)] * 4, abs=1e-9)
            assert sorted(heights)[4] > lowest[0] + 20


def test_lying_turns_counter_clockwise(solid: Body) -> None:
    for grip in FACES:
        before, after = (matrix_of(lying(solid.name, grip, turn)) for turn in (10.0, 40.0))
        c, s = np.cos(np.radians(30)), np.sin(np.radians(30))
        assert after @ before.T == pytest.approx(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))


def test_lying_identity() -> None:
    assert lying("nM", "z0", 0.0) == (1.0, 0.0, 0.0, 0.0)


def test_matrix_of_inverts_quaternion_of() -> None:
    luck = np.random.default_rng(3)
    for quaternion in [*luck.normal(size=(50, 4)), *np.eye(4), *-np.eye(4)]:
        quaternion /= np.linalg.norm(quaternion)
        matrix = matrix_of(quaternion)
        assert matrix @ matrix.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(matrix) == pytest.approx(1)
        back = np.array(quaternion_of(matrix))
        assert abs(back @ quaternion) == pytest.approx(1)
        vector = luck.normal(size=3)
        w, axis = quaternion[0], quaternion[1:]
        turned = vector + 2 * np.cross(axis, np.cross(axis, vector) + w * vector)
        assert matrix @ vector == pytest.approx(turned)
