"""Poses of the tower's blocks from recorded outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from empile.engine.contracts.json_views import encode
from empile.engine.game import EXTERNAL, Event, State
from empile.games.block_out.physics.stacking import straight
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.rules.state import STANDS, TOWER
from empile.games.block_out.text.notation import ANSWERS
from empile.games.block_out.text.poses import Pose, read_pose, read_poses


def poses(
    state: State, events: Sequence[Event], start: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return :func:`standing` as plain data for clients."""
    return {"blocks": [_plain(pose) for pose in standing(state, events, start)]}


def poses_json(
    state: State, events: Sequence[Event], start: Mapping[str, Any] | None = None
) -> bytes:
    """Return :func:`poses` as JSON."""
    blocks = b",".join([_pose_json(pose) for pose in standing(state, events, start)])
    return b'{"blocks":[%b]}' % blocks


def _plain(pose: Pose) -> dict[str, Any]:
    return {"block": pose.block, "at": list(pose.at), "turn": list(pose.turn)}


@lru_cache(maxsize=16_384)
def _pose_json(pose: Pose) -> bytes:
    # Most blocks lie where they lay after the last move.
    return encode(_plain(pose))


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
    answers = (event.text for event in reversed(events) if event.seat == EXTERNAL)
    for number, text in enumerate(answers):
        name, _, pose_text = text.partition(" ")
        if name == ANSWERS[STANDS]:
            if pose_text:
                return read_poses(pose_text)
        elif number:
            return []
    return [] if start is None else [read_pose(text) for text in start.get("poses", ())]
