"""Poses of the tower's blocks from recorded outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from empile.engine.contracts.json_views import encode
from empile.engine.game import EXTERNAL, Event, State
from empile.games.block_out.physics.stacking import straight
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.rules.state import ANSWERS, STANDS, TOWER
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
    blocks, due = state.array["tower"].tobytes(), state.field("due") == TOWER
    recorded = _recorded_poses(events, start) if any(blocks) else []
    if not recorded:
        return _straight_json(blocks, due)
    return _poses_json(straight(_placed(state), recorded))


@lru_cache(maxsize=4096)
def _straight_json(blocks: bytes, due: bool) -> bytes:
    # Without hands, all towers of a game are straight, and most are sent several times.
    return _poses_json(straight(_tower(blocks, due)))


def _poses_json(poses: Sequence[Pose]) -> bytes:
    return b'{"blocks":[%b]}' % b",".join([_pose_json(pose) for pose in poses])


def _plain(pose: Pose) -> dict[str, Any]:
    return {"block": pose.block, "at": list(pose.at), "turn": list(pose.turn)}


@lru_cache(maxsize=16_384)
def _pose_json(pose: Pose) -> bytes:
    # Most blocks have the same pose as after the last move.
    return encode(_plain(pose))


def standing(
    state: State, events: Sequence[Event], start: Mapping[str, Any] | None = None
) -> list[Pose]:
    """Return the poses bottom up, without a block still to be placed.

    ``events`` led to ``state`` from the position ``start``. Blocks without recorded poses lie
    straight on those below.
    """
    tower = _placed(state)
    return straight(tower, _recorded_poses(events, start) if tower else ())


def _placed(state: State) -> tuple[str, ...]:
    """Return the blocks of the tower bottom up, without one still to be placed."""
    return _tower(state.field("tower"), state.field("due") == TOWER)


def _tower(blocks: Iterable[int], due: bool) -> tuple[str, ...]:
    tower = [BLOCKS[block - 1] for block in blocks if block]
    if due:
        tower.pop()
    return tuple(tower)


def _recorded_poses(events: Sequence[Event], start: Mapping[str, Any] | None) -> list[Pose]:
    """Return the recorded poses, possibly only of the tower's lower part."""
    stands = ANSWERS[STANDS]
    number = -1
    for event in reversed(events):
        if event.seat != EXTERNAL:
            continue
        number += 1
        if event.text == stands:  # without poses
            continue
        name, _, pose_text = event.text.partition(" ")
        if name == stands:
            return read_poses(pose_text)
        if number:
            return []
    return [] if start is None else [read_pose(text) for text in start.get("poses", ())]
