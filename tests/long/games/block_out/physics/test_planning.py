"""Tests of bots' hands: paths, errors and results of placements."""

from __future__ import annotations

import numpy as np
import pytest

from empile.engine.contracts.referee import HandSkill, Sample
from empile.engine.random import new_stream
from empile.games.block_out import BlockOut
from empile.games.block_out.physics.aiming import best_aim
from empile.games.block_out.physics.bodies import FACES
from empile.games.block_out.physics.planning import RATE, hand_skills, normal, plan
from empile.games.block_out.physics.stacking import placed, straight
from empile.games.block_out.text.poses import Pose, read_poses
from tests.support.games import referee_of

SURE = HandSkill(9, "hand_skill.craftsman", 0.0)
TOWERS = (
    ((), "yL"),
    (("yM",), "kS"),
    (("kL", "nM"), "yL"),
    (("nL", "yL", "kM", "yS"), "nS"),
    (("kL", "yM", "yS", "nL", "yL", "nS", "nM", "kS"), "kM"),
)


def placing(
    tower: tuple[str, ...], block: str, skill: HandSkill, seed: int, *, assist: bool = False
) -> tuple[str, list[Pose], list[Sample]]:
    """A bot's placement: the outcome, the resting poses and the path."""
    from empile.games.block_out.physics.simulation import TowerSimulation

    simulation = TowerSimulation(straight(tower), block, new_stream(seed), assist=assist)
    try:
        grip, turn, path = simulation.plan(skill, new_stream(seed + 1000))
        simulation.hold(grip, turn)
        for sample in path:
            simulation.move([sample])
            simulation.advance(1 / RATE)
        verdict = simulation.let_go()
    finally:
        simulation.close()
    answer, _, text = verdict.text.partition(" ")
    return answer, read_poses(text), path


@pytest.mark.parametrize(("tower", "block"), TOWERS)
def test_plan_without_error_hits_its_aim(tower: tuple[str, ...], block: str) -> None:
    aim = best_aim([placed(pose) for pose in straight(tower)], block).lies
    for seed in range(3):
        answer, poses, _ = placing(tower, block, SURE, seed)
        assert answer == "~stands"
        lies = placed(poses[-1])
        assert lies.at == pytest.approx(aim.at, abs=1.2)
        # Alike but for which of the three like faces is down.
        assert lies.normal(lies.top) == pytest.approx(aim.normal(aim.top), abs=0.01)


@pytest.mark.parametrize(("tower", "block"), TOWERS)
def test_plan_takes_2_5_to_4_seconds(tower: tuple[str, ...], block: str) -> None:
    for number, skill in enumerate(hand_skills()):
        _, turn, path = plan(
            straight(tower), block, lambda _, __: (0.0, -80.0, 400.0), skill, new_stream(number)
        )
        assert 0 <= turn < 360
        assert 2.5 <= path[-1].at <= 4.0
        steps = np.diff([sample.at for sample in path])
        assert steps == pytest.approx(1 / RATE)
        places = np.array([sample[1:4] for sample in path])
        assert places[0] == pytest.approx((0, -80, 400))
        assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() * RATE < 1200


def test_plan_approaches_from_above() -> None:
    tower, block = TOWERS[3]
    top = placed(straight(tower)[-1]).at[2]
    _, _, path = plan(
        straight(tower),
        block,
        lambda _, __: (0.0, -80.0, top + 90),
        hand_skills()[0],
        new_stream(5),
    )
    end = path[-1]
    aside = [sample for sample in path if np.hypot(sample.x - end.x, sample.y - end.y) > 12]
    assert aside
    assert min(sample.z for sample in aside) > top + 60


@pytest.mark.parametrize("spread", [3.0, 8.0])
def test_plan_misses_by_spread(spread: float) -> None:
    standing = straight(("kL", "nM"))
    aim = best_aim([placed(pose) for pose in standing], "yM").lies.at
    hand = HandSkill(1, "hand_skill.child", spread)
    ends = np.array(
        [
            plan(standing, "yM", lambda _, __: (0.0, -80.0, 200.0), hand, new_stream(seed))[2][-1][
                1:3
            ]
            for seed in range(400)
        ]
    )
    sure = plan(standing, "yM", lambda _, __: (0.0, -80.0, 200.0), SURE, new_stream(0))[2][-1]
    assert ends.mean(axis=0) == pytest.approx(sure[1:3], abs=0.2 * spread)
    assert ends.std(axis=0) == pytest.approx((spread, spread), rel=0.12)
    assert np.hypot(*(np.array(sure[1:3]) - aim[:2])) < 4


def test_plan_is_deterministic() -> None:
    standing = straight(("kL", "nM"))
    hand = hand_skills()[2]
    plans = [
        plan(standing, "yM", lambda _, __: (0.0, -80.0, 200.0), hand, new_stream(seed))
        for seed in (1, 1, 2)
    ]
    assert plans[0] == plans[1] != plans[2]


def test_plan_uses_all_equivalent_faces() -> None:
    standing = straight(("kL",))
    hand = hand_skills()[4]
    grips = {
        plan(standing, "yM", lambda _, __: (0.0, -80.0, 200.0), hand, new_stream(seed))[0]
        for seed in range(40)
    }
    assert len(grips) == 3
    assert grips <= set(FACES)


def test_plan_builds_high_with_assist() -> None:
    answer, _, _ = placing(*TOWERS[4], hand_skills()[0], 3, assist=True)
    assert answer == "~stands"


def test_hand_skills_start_with_least_steady() -> None:
    text = referee_of(BlockOut()).hand_skills()
    assert [hand.number for hand in text] == [1, 2, 3, 4, 5]
    assert [hand.sigma_mm for hand in text] == sorted(
        (hand.sigma_mm for hand in text), reverse=True
    )
    assert [hand.key for hand in text] == [
        f"hand_skill.{name}" for name in ("child", "schoolchild", "adult", "steady", "craftsman")
    ]
    for referee in ("odds", "people"):
        assert referee_of(BlockOut(referee=referee)).hand_skills() == ()


def test_normal_is_standard_normal() -> None:
    stream = new_stream(11)
    found = np.array([normal(stream) for _ in range(20_000)])
    assert found.mean() == pytest.approx(0, abs=0.03)
    assert found.std() == pytest.approx(1, abs=0.02)
    assert (np.abs(found) < 1).mean() == pytest.approx(0.683, abs=0.012)
    assert (np.abs(found) > 2).mean() == pytest.approx(0.0455, abs=0.006)
