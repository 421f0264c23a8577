"""Tests of the poses of the tower's blocks."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import EmpileError
from empile.games.block_out.physics.stacking import straight
from empile.games.block_out.text.poses import poses_text
from tests.support.games import referee_of


class History:
    """A two-seat game with the events that led to its state."""

    def __init__(self, *texts: str) -> None:
        self.state = empile.load("block-out").new_state()
        dealt = ("~hand kS kS kM kL nS nM nL", "~hand ** ** ** ** ** ** pass")
        self.events = [self.state.apply_text(text) for text in (*dealt, *texts)]

    def push(self, text: str) -> None:
        self.events.append(self.state.apply_text(text))

    def poses(self) -> list[dict[str, Any]]:
        blocks: list[dict[str, Any]] = referee_of(self.state.game).poses(self.state, self.events)[
            "blocks"
        ]
        return blocks


def test_poses_excludes_pending_block() -> None:
    assert History("kS>kS").poses() == []
    assert [b["block"] for b in History("kS>kS", "~stands").poses()] == ["kS"]


def test_poses_uses_recorded_poses() -> None:
    poses = straight(["kS"])[0]._replace(at=(12.5, -3.25, 14.875))
    history = History("kS>kS", f"~stands{poses_text([poses])}", "**>yL")
    assert history.poses() == [{"block": "kS", "at": [12.5, -3.25, 14.875], "turn": [1, 0, 0, 0]}]


def test_poses_completes_recorded_poses() -> None:
    poses = straight(["kS"])[0]._replace(at=(12.5, -3.25, 14.875))
    history = History("kS>kS", f"~stands{poses_text([poses])}", "**>yL", "~stands")
    first, second = history.poses()
    assert (first["block"], second["block"]) == ("kS", "yL")
    assert first["at"] == [12.5, -3.25, 14.875]
    assert second["at"][:2] == [12.5, -3.25]


def test_poses_after_new_tower() -> None:
    poses = straight(["kS"])[0]._replace(at=(12.5, -3.25, 14.875))
    history = History(
        "kS>kS", f"~stands{poses_text([poses])}", "**>yL", "~falls-later", "kS>kS", "~stands"
    )
    assert history.poses()[0]["at"][:2] == [0, 0]


def test_poses_after_final_fall() -> None:
    tower: list[str] = []
    history = History()
    for move in ("kS>kS", "**>yL", "kM>kM", "**>yM", "kL>kL", "**>yS", "nS>nS", "**>nM"):
        block = move.partition(">")[2]
        history.push(move)
        tower.append(block)
        history.push(f"~stands{poses_text(straight(tower))}")
    before = history.poses()
    history.push("nL>nL")
    history.push("~falls-later")
    assert history.state.is_terminal()
    after = history.poses()
    assert after[:8] == before
    assert after[8]["block"] == "nL"


def test_poses_of_another_tower_are_rejected() -> None:
    history = History("kS>kS")
    with pytest.raises(EmpileError):
        history.push(f"~stands{poses_text(straight(['kM']))}")
