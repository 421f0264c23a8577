"""Tests that the simulated world agrees with exact statics and reports failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from empile.engine.contracts.referee import SimulationError
from empile.games.block_out.physics.bodies import body, height_above
from empile.games.block_out.physics.stacking import Placed, placed, set_down, straight
from empile.games.block_out.physics.statics import margin
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.text.poses import Pose, poses_text, read_poses
from tests.games.block_out.towers import random_tower
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    from empile.games.block_out.physics import world as worlds
else:
    worlds = lazy_module("empile.games.block_out.physics.world")


def built(tower: list[Pose]) -> worlds.World:
    world = worlds.World([pose.block for pose in tower])
    for row, pose in enumerate(tower):
        world.put(row, (*pose.at, *pose.turn))
    return world


def settled(world: worlds.World, seconds: float = 5.0) -> bool:
    for _ in range(round(seconds * 20)):
        world.step(50)
        if world.rests(range(len(world.blocks))):
            return True
    return False


def drop(tower: list[Placed]) -> float:
    """Greatest drop of a block from its initial position, in millimetres."""
    world = built([block.pose for block in tower])
    before = world.poses()
    settled(world)
    after = world.poses()
    world.close()
    return float((before - after)[:, 2].max())


def test_world_straight_tower_rests() -> None:
    tower = straight(BLOCKS)
    world = built(tower)
    assert settled(world, 0.5)
    moved = np.abs(world.poses()[:, :3] - [pose.at for pose in tower])
    assert moved.max() < 0.2


@pytest.mark.parametrize("seed", range(12))
def test_world_matches_statics(seed: int) -> None:
    luck = np.random.default_rng(seed)
    answers: set[bool] = set()
    for _ in range(6):
        tower = random_tower(luck, int(luck.integers(2, 8)), 5.0)
        least = margin(tower)
        if abs(least) > 1.0:
            assert (drop(tower) < 1.0) == (least > 0), [str(block.pose) for block in tower]
            answers.add(least > 0)
    assert answers


@pytest.mark.parametrize("aside", [-1, 1])
def test_world_edge_matches_statics(aside: int) -> None:
    below = set_down("kL", "z0", 0.0, (0.0, 0.0), None)
    for x in np.arange(15.0, 30.0, 0.25):
        tower = [below, set_down("nM", "z0", 0.0, (aside * float(x), 0.0), below)]
        least = margin(tower)
        if abs(least) > 0.5:
            assert (drop(tower) < 1.0) == (least > 0), (x, least)


def test_world_rebuilt_tower_is_stable() -> None:
    luck = np.random.default_rng(5)
    tower = [block.pose for block in random_tower(luck, 3, 2.0)]
    first = np.array([pose.at for pose in tower])
    for _ in range(9):
        world = built(tower)
        assert settled(world)
        text = poses_text(
            Pose(block, (x, y, z), (w, i, j, k))
            for block, (x, y, z, w, i, j, k) in zip(
                world.blocks, world.poses().tolist(), strict=True
            )
        )
        tower = read_poses(text[1:])
        world.close()
    assert np.abs(np.array([pose.at for pose in tower]) - first).max() < 0.1


def test_world_free_fall() -> None:
    world = built([Pose("kM", (0.0, 0.0, 300.0), (1.0, 0.0, 0.0, 0.0))])
    world.step(200)
    assert world.pose(0)[2] == pytest.approx(300.0 - 9810 / 2 * 0.2**2, abs=1.0)
    assert world.speed(0)[2] == pytest.approx(-9810 * 0.2, abs=1.0)


def test_world_rows_follow_names() -> None:
    tower = straight(("yL", "kM", "nS"))
    world = built(tower)
    for row, pose in enumerate(tower):
        assert world.pose(row)[:3] == pytest.approx(pose.at)
        solid = placed(pose)
        assert world.lowest()[row] == pytest.approx(
            pose.at[2] - height_above(pose.block, pose.turn), abs=1e-9
        )
        assert solid.solid is body(pose.block)


def test_push_accelerates_by_mass() -> None:
    world = built(
        [Pose(name, (100.0 * i, 0.0, 200.0), (1, 0, 0, 0)) for i, name in enumerate(BLOCKS)]
    )
    row = BLOCKS.index("nM")
    mass = body("nM").mass
    world.push(row, (mass * 2.0, 0.0, mass * 9.81), (0.0, 0.0, 0.0))
    world.step(100)
    assert world.speed(row)[:3] == pytest.approx([200.0, 0.0, 0.0], abs=0.5)


def test_step_raises_on_nan() -> None:
    world = built(straight(("kL", "nL")))
    world.push(1, (float("nan"), 0.0, 0.0), (0.0, 0.0, 0.0))
    with pytest.raises(SimulationError, match="diverged"):
        world.step(10)


def test_step_raises_on_lost_blocks() -> None:
    world = built(straight(("kL", "nL")))
    world.push(1, (1e30, 0.0, 0.0), (0.0, 0.0, 0.0))
    with pytest.raises(SimulationError):
        world.step(10)


def test_step_raises_on_timeout() -> None:
    world = built(straight(("kL", "nL")))
    world.allow(-1.0)
    with pytest.raises(SimulationError, match="too long"):
        world.step(1)


def test_models_are_cached() -> None:
    first, second = worlds.World(("kL", "yS")), worlds.World(("yS", "kL"))
    assert first._model is second._model
    assert worlds.World(("kL", "yM"))._model is not first._model
