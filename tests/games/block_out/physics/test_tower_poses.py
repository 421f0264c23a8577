"""Tests of the poses of the tower's blocks."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import EmpileError
from empile.engine.random import new_stream
from empile.games.block_out.physics.stacking import set_down, straight
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


_LOWER = set_down("kL", "z0", 0.0, (7.5, 0.0), None)
ASIDE = [_LOWER.pose, set_down("yM", "z0", 0.0, (20.0, 0.0), _LOWER).pose]
"""A tower off the middle of the table, the second block off the first one's."""


def begun() -> empile.Match:
    """Return a game with the physics referee that begins with a tower."""
    dealt = History("kS>kS", "~stands").state.position()
    position = dealt | {"tower": ["kL", "yM"], "poses": [str(pose) for pose in ASIDE]}
    return empile.Match.from_position(empile.load("block-out"), position)


def blocks(match: empile.Match) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = referee_of(match.game).poses(
        match.state, match.events, start=match.start
    )["blocks"]
    return found


def test_poses_of_start_are_used() -> None:
    match = begun()
    assert [block["at"][0] for block in blocks(match)] == [7.5, 20.0]
    match.play("**>nL")
    assert [block["block"] for block in blocks(match)] == ["kL", "yM"]
    match.play("~stands")
    assert [block["block"] for block in blocks(match)] == ["kL", "yM", "nL"]
    assert blocks(match)[0]["at"][0] == 7.5
    assert match.position_before(2)["poses"][:2] == [str(pose) for pose in ASIDE]


def test_poses_of_start_end_with_its_tower() -> None:
    match = begun()
    for text in ("**>nL", "~falls-later", "kS>kS", "~stands"):
        match.play(text)
    assert blocks(match)[0]["at"][:2] == [0, 0]


def test_block_is_placed_on_tower_of_start() -> None:
    match = begun()
    referee = referee_of(match.game)
    skill = referee.hand_skills()[-1]
    bonus = referee.placement_bonus(match.state, match.events, skill, start=match.start)
    assert bonus != referee.placement_bonus(match.state, match.events, skill)
    match.play("**>nL")
    simulation = referee.simulation(match.state, match.events, new_stream(3), start=match.start)
    match.play(simulation.place(skill, new_stream(4)).text)
    simulation.close()
    assert [block["block"] for block in blocks(match)] == ["kL", "yM", "nL"]
    assert blocks(match)[0]["at"] == pytest.approx(ASIDE[0].at, abs=0.5)
    record = empile.Record.from_json(match.record().to_json())
    assert record.start == match.start
    assert record.final_state() == match.state


def test_position_before_begins_a_game_at_the_same_poses() -> None:
    match = begun()
    for text in ("**>nL", "~stands"):
        match.play(text)
    position = match.position_before(2)
    again = empile.Match.from_position(match.game, position)
    assert again.position_before(0) == position
    assert again.state == match.state
    odds = empile.load("block-out", referee="odds")
    state = odds.state_from_position(match.state_before(0).position())
    assert "poses" not in empile.Match(odds, state).position_before(0)
