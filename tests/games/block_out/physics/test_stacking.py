"""Tests of straight towers."""

from __future__ import annotations

import numpy as np
import pytest

from empile.games.block_out.physics import statics
from empile.games.block_out.physics.stacking import Placed, placed, set_down, straight
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.text.poses import poses_text, read_poses


def test_straight_tower_is_stable_and_level() -> None:
    luck = np.random.default_rng(5)
    for _ in range(20):
        tower = [str(name) for name in luck.permutation(BLOCKS)]
        blocks = [placed(pose) for pose in straight(tower)]
        joints = statics.joints(blocks)
        assert min(joint.margin for joint in joints) > 12.5
        assert max(joint.slope for joint in joints) < 7.001
        assert statics.stands(blocks)


def test_straight_tower_round_trips() -> None:
    poses = straight(BLOCKS)
    again = read_poses(poses_text(poses).strip())
    assert [pose.block for pose in again] == list(BLOCKS)
    assert [pose.at for pose in again] == [pytest.approx(pose.at, abs=1e-3) for pose in poses]


def test_each_block_is_set_down_in_the_most_level_quarter_turn() -> None:
    luck = np.random.default_rng(6)
    for standing in (0, 4):
        tower = [str(name) for name in luck.permutation(BLOCKS)]
        poses = straight(tower, straight(tower)[:standing])
        below: Placed | None = placed(poses[standing - 1]) if standing else None
        for pose in poses[standing:]:
            spot = (float(below.at[0]), float(below.at[1])) if below else (0.0, 0.0)
            turned = [set_down(pose.block, "z0", turn, spot, below) for turn in (0, 90, 180, 270)]
            below = max(turned, key=lambda block: round(float(block.normal("z1")[2]), 9))
            assert pose == below.pose
