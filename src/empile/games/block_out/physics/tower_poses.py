"""Poses of the tower's blocks from recorded outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from empile.engine.game import Event, State
from empile.games.block_out.physics.stacking import straight
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.rules.state import STANDS, TOWER
from empile.games.block_out.text.notation import ANSWERS
from empile.games.block_out.text.poses import Pose, read_pose, read_poses

_ANSWERS = tuple(ANSWERS.values())


def poses(
    state: State, events: Sequence[Event], start: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return :func:`standing` as plain data for clients."""
    return {
        "blocks": [
            {"block": pose.block, "at": list(pose.at), "turn": list(pose.turn)}
            for pose in standing(state, events, start)
        ]
    }


def standing(
    state: State, events: Sequence[Event], start: Mapping[str, Any] | None = None
) -> list[Pose]:
    """Return the poses bottom up, without a block still to be placed.

    ``events`` led to ``state`` from the position ``start``. Blocks without recorded poses lie
    straight on those below.
    """
    placed: list[int] = state.field("tower")
    tower = [BLOCKS[block - 1] for block in placed if block]
    if state.field("due") == TOWER:
        tower = tower[:-1]
    return straight(tower, _recorded_poses(events, start) if tower else ())


def _recorded_poses(events: Sequence[Event], start: Mapping[str, Any] | None) -> list[Pose]:
    """Return the recorded poses, possibly only of the tower's lower part."""
    answers = (event.text for event in reversed(events) if event.text.startswith(_ANSWERS))
    for number, text in enumerate(answers):
        name, _, pose_text = text.partition(" ")
        if name == ANSWERS[STANDS]:
            if pose_text:
                return read_poses(pose_text)
        elif number:
            return []
    return [] if start is None else [read_pose(text) for text in start.get("poses", ())]
