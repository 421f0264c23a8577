"""Tests of placement planning against exact balance, spot by spot."""

from __future__ import annotations

import numpy as np
import pytest

from empile.games.block_out.physics.aiming import best_aim, chance, room
from empile.games.block_out.physics.bodies import FACES, body
from empile.games.block_out.physics.stacking import Placed, placed, set_down, straight
from empile.games.block_out.physics.statics import joints, margin, stands
from empile.games.block_out.rules.components import BLOCKS
from tests.games.block_out.towers import random_tower

Towers = list[tuple[list[Placed], str]]


def standing_tower(seed: int) -> tuple[list[Placed], str]:
    """A tower that stands, not quite straight, and a block that is not in it."""
    luck = np.random.default_rng(seed)
    while True:
        tower = random_tower(luck, int(luck.integers(1, 9)), 4.0)
        if stands(tower):
            used = {block.solid.name for block in tower}
            return tower, next(str(name) for name in luck.permutation(BLOCKS) if name not in used)


@pytest.fixture(scope="module")
def towers() -> Towers:
    return [standing_tower(seed) for seed in range(30)]


def assert_best_aim(tower: list[Placed], block: str, samples: int) -> None:
    """Fail if a random placement around the best aim has a clearly greater margin."""
    aim = best_aim(tower, block)
    assert aim.margin == pytest.approx(margin([*tower, aim.lies]), abs=1e-9)
    luck = np.random.default_rng(2)
    for _ in range(samples):
        spot = aim.lies.at[:2] + luck.normal(scale=6, size=2)
        grip, turn = FACES[int(luck.integers(6))], float(luck.uniform(0, 360))
        other = set_down(block, grip, turn, (float(spot[0]), float(spot[1])), tower[-1])
        # A level top and the other joints count too, so a little is given away for them.
        assert margin([*tower, other]) < aim.margin + 1.5


def assert_chance(
    tower: list[Placed], block: str, spread: float, samples: int, tolerance: float
) -> None:
    """Fail if another share of placements with normal errors stands."""
    aim = best_aim(tower, block)
    luck = np.random.default_rng(6)
    stood = 0
    for _ in range(samples):
        x, y = (float(part) for part in aim.lies.at[:2] + luck.normal(scale=spread, size=2))
        stood += margin([*tower, set_down(block, aim.grip, aim.turn, (x, y), tower[-1])]) >= 0
    assert chance(tower, aim, spread) == pytest.approx(stood / samples, abs=tolerance)


def test_room_matches_margin_with_block(towers: Towers) -> None:
    for tower, block in towers:
        assert_room_matches_margin(tower, block)


def assert_room_matches_margin(tower: list[Placed], block: str) -> None:
    left = room(tower, body(block).mass)
    luck = np.random.default_rng(1)
    for _ in range(5):
        spot = tower[-1].at[:2] + luck.normal(scale=10, size=2)
        upper = set_down(block, "y1", 20.0, (float(spot[0]), float(spot[1])), tower[-1])
        found = joints([*tower, upper])
        # The block's own face may bound the last joint before the one below does.
        assert min(joint.margin for joint in found[:-1]) >= float(left.inside(spot)) - 1e-9
        assert found[-1].margin <= float(left.inside(spot)) + 1e-9 or float(
            left.inside(spot)
        ) == pytest.approx(min(joint.margin for joint in found[:-1]))


def test_best_aim_margin_is_near_optimal(towers: Towers) -> None:
    for tower, block in towers:
        assert_best_aim(tower, block, 40)


def test_best_aim_levels_top(towers: Towers) -> None:
    for tower, block in towers:
        before = float(np.degrees(np.arccos(tower[-1].normal(tower[-1].top)[2])))
        aim = best_aim(tower, block)
        after = float(np.degrees(np.arccos(aim.lies.normal(aim.lies.top)[2])))
        tilt = {"k": 3, "n": 5, "y": 7}[block[0]]
        assert after <= abs(before - tilt) + 2.0, f"{block} on {len(tower)} blocks"


def test_best_aim_centres_first_block() -> None:
    aim = best_aim([], "nM")
    assert tuple(aim.lies.at[:2]) == (0.0, 0.0)
    assert aim.margin == pytest.approx(margin([aim.lies]))
    assert chance([], aim, 20.0) == 1.0


def test_best_aim_builds_nine_blocks() -> None:
    luck = np.random.default_rng(4)
    for _ in range(5):
        tower: list[Placed] = []
        for name in luck.permutation(BLOCKS):
            tower.append(best_aim(tower, str(name)).lies)
        assert margin(tower) > 12


SPREADS = (3.0, 8.0, 15.0)


def test_chance_matches_sampling(towers: Towers) -> None:
    """Each tower with one of the spreads; ``benchmarks/properties.py`` takes more of them."""
    for number, (tower, block) in enumerate(towers[:6]):
        assert_chance(tower, block, SPREADS[number % len(SPREADS)], 400, 0.08)


def test_chance_is_lower_for_heavy_blocks() -> None:
    tower = [placed(pose) for pose in straight(("kL", "nL", "kM", "nM"))]
    chances = {
        shove: [chance(tower, best_aim(tower, name), 5.0, shove) for name in ("yS", "yM", "yL")]
        for shove in (0.0, 0.15, 0.3)
    }
    assert chances[0.0] == pytest.approx([1.0] * 3, abs=0.01)
    small, middle, large = chances[0.3]
    assert small > middle + 0.03 > large + 0.13
    assert all(more <= less for less, more in zip(chances[0.15], chances[0.3], strict=True))


def test_chance_is_higher_for_steady_hands() -> None:
    tower = [placed(pose) for pose in straight(("nL", "kM", "yS", "kL"))]
    aim = best_aim(tower, "yL")
    chances = [chance(tower, aim, spread) for spread in (2.0, 6.0, 10.0, 16.0)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1.0
    assert chances[-1] < 0.85
