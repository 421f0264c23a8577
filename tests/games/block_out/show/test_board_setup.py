"""Tests of static board data and of poses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.errors import EmpileError
from empile.games.block_out.physics import statics
from empile.games.block_out.physics.bodies import body
from empile.games.block_out.physics.poses import poses_text, read_poses
from empile.games.block_out.physics.stacking import placed, straight
from empile.games.block_out.rules.components import BLOCKS
from tests.support.games import referee_of


class Told:
    """A two-seat game with the events that led to its state."""

    def __init__(self, *texts: str) -> None:
        self.state = empile.load("block-out").new_state()
        dealt = ("~hand kS kS kM kL nS nM nL", "~hand ** ** ** ** ** ** pass")
        self.events = [self.state.apply_text(text) for text in (*dealt, *texts)]

    def happens(self, text: str) -> None:
        self.events.append(self.state.apply_text(text))

    def shown(self) -> list[dict[str, Any]]:
        blocks: list[dict[str, Any]] = referee_of(self.state.game).poses(self.state, self.events)[
            "blocks"
        ]
        return blocks


def test_setting_solids() -> None:
    told = empile.load("block-out").presenter.board_setup()
    assert [block["name"] for block in told["blocks"]] == list(BLOCKS)
    for block in told["blocks"]:
        solid = body(block["name"])
        assert block["corners"] == pytest.approx(solid.corners, abs=1e-3)
        assert (block["colour"], block["size"]) == tuple(block["name"])
        for grip in told["grips"]:
            a, b, c, _ = (np.array(block["corners"][corner]) for corner in block["faces"][grip])
            assert np.cross(b - a, c - b) @ solid.normals[grip] > 0


def test_resting_excludes_pending_block() -> None:
    assert Told("kS>kS").shown() == []
    assert [b["block"] for b in Told("kS>kS", "~stands").shown()] == ["kS"]


def test_resting_uses_recorded_poses() -> None:
    poses = straight(["kS"])[0]._replace(at=(12.5, -3.25, 14.875))
    told = Told("kS>kS", f"~stands{poses_text([poses])}", "**>yL")
    assert told.shown() == [{"block": "kS", "at": [12.5, -3.25, 14.875], "turn": [1, 0, 0, 0]}]


def test_resting_completes_recorded_poses() -> None:
    poses = straight(["kS"])[0]._replace(at=(12.5, -3.25, 14.875))
    told = Told("kS>kS", f"~stands{poses_text([poses])}", "**>yL", "~stands")
    first, second = told.shown()
    assert (first["block"], second["block"]) == ("kS", "yL")
    assert first["at"] == [12.5, -3.25, 14.875]
    assert second["at"][:2] == [12.5, -3.25]


def test_resting_after_new_tower() -> None:
    poses = straight(["kS"])[0]._replace(at=(12.5, -3.25, 14.875))
    told = Told(
        "kS>kS", f"~stands{poses_text([poses])}", "**>yL", "~falls-later", "kS>kS", "~stands"
    )
    assert told.shown()[0]["at"][:2] == [0, 0]


def test_resting_after_final_fall() -> None:
    tower: list[str] = []
    told = Told()
    for move in ("kS>kS", "**>yL", "kM>kM", "**>yM", "kL>kL", "**>yS", "nS>nS", "**>nM"):
        block = move.partition(">")[2]
        told.happens(move)
        tower.append(block)
        told.happens(f"~stands{poses_text(straight(tower))}")
    before = told.shown()
    told.happens("nL>nL")
    told.happens("~falls-later")
    assert told.state.is_terminal()
    after = told.shown()
    assert after[:8] == before
    assert after[8]["block"] == "nL"


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


def test_straight_rejects_other_tower() -> None:
    told = Told("kS>kS")
    with pytest.raises(EmpileError):
        told.happens(f"~stands{poses_text(straight(['kM']))}")
