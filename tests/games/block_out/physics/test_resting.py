"""Tests of poses in which a tower can rest."""

from __future__ import annotations

import numpy as np
import pytest

from empile.games.block_out.physics.resting import fault_of, gap, height
from empile.games.block_out.physics.stacking import placed, straight
from empile.games.block_out.physics.statics import stands
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.text.poses import Pose, read_poses
from tests.games.block_out.towers import random_tower


def shifted(pose: Pose, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Pose:
    return pose._replace(at=(pose.at[0] + x, pose.at[1] + y, pose.at[2] + z))


def test_fault_of_straight_towers_is_none() -> None:
    luck = np.random.default_rng(1)
    for _ in range(40):
        tower = [str(name) for name in luck.permutation(BLOCKS)[:8]]
        assert fault_of(straight(tower)) is None, tower


def test_fault_of_towers_that_stand_is_none() -> None:
    luck = np.random.default_rng(2)
    for number in range(60):
        tower = random_tower(luck, 2 + number % 7, 5.0)
        if stands(tower):
            assert fault_of([block.pose for block in tower]) is None


def test_fault_of_example_in_readme_is_none() -> None:
    text = "kL@0.0,0.0,24.8/1,0,0,0 yM@1.5,-2.0,68.1/0.924,0,0,0.383"
    assert fault_of(read_poses(text)) is None
    assert fault_of([]) is None


TWO = straight(["kL", "yM"])


@pytest.mark.parametrize(
    ("poses", "fault"),
    [
        ([shifted(TWO[0], z=20), shifted(TWO[1], z=20)], "kL is in the air, 20 mm from the table"),
        ([shifted(TWO[0], z=-9), shifted(TWO[1], z=-9)], "kL is 9 mm inside of the table"),
        ([TWO[0], shifted(TWO[1], z=12)], "yM is in the air, 12 mm from kL"),
        ([TWO[0], shifted(TWO[1], z=-8)], "yM is 8 mm inside of kL"),
        ([TWO[0], shifted(straight(["yM"])[0], x=46)], "yM does not lie on kL"),
        ([TWO[0], shifted(TWO[1], x=35)], "yM and the blocks on it would tip over"),
        (
            [shifted(pose, x=150, y=150) for pose in TWO],
            "kL lies more than 200 mm from the middle of the table",
        ),
    ],
)
def test_fault_of_names_the_block(poses: list[Pose], fault: str) -> None:
    assert fault_of(poses) == fault


def test_gap_measures_distance_and_overlap() -> None:
    lower, upper = (placed(pose) for pose in TWO)
    assert gap(upper, lower) == pytest.approx(0.0, abs=1e-9)
    assert gap(lower, upper) == gap(upper, lower)
    raised = placed(shifted(TWO[1], z=10))
    slope = float(lower.normal(lower.top)[2])
    assert gap(raised, lower) == pytest.approx(10 * slope)
    assert gap(placed(shifted(TWO[1], z=-2)), lower) == pytest.approx(-2 * slope)
    assert height(lower) == pytest.approx(0.0, abs=1e-9)
