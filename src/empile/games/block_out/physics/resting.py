"""Whether poses can be those of a tower at rest.

The tolerance allows for measured and rounded poses: the simulation lets blocks settle by a few
millimetres. Poses that it recorded are exact to 0.01 mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.position_reader import read_texts
from empile.engine.errors import PositionError, Reason
from empile.games.block_out.physics.stacking import Placed, placed
from empile.games.block_out.physics.statics import joints
from empile.games.block_out.rules.components import load_components
from empile.games.block_out.text.poses import BadPosesError, Pose, read_pose

_TOLERANCE = 5.0
"""Of contacts and balance, in mm."""
_TABLE: float = load_components()["hand"]["reach_radius_mm"]


def check_poses(position: dict[str, Any]) -> None:
    """Check the poses of a position, whose tower is right; raises ``PositionError``."""
    tower: list[str] = position["tower"]
    try:
        poses = [read_pose(text) for text in read_texts(position, "poses")]
    except BadPosesError as error:
        raise PositionError(f"'poses': {error}") from None
    if [pose.block for pose in poses] != tower:
        raise PositionError(
            f"'poses' must list the tower from the bottom up, {' '.join(tower) or 'no block'}, not"
            f" {' '.join(pose.block for pose in poses) or 'no block'}"
        )
    fault = fault_of(poses)
    if fault is not None:
        raise PositionError(f"'poses': {fault}", Reason("fault.position.resting"))


def fault_of(poses: Sequence[Pose]) -> str | None:
    """Return why a tower, bottom up, cannot rest like this, or None if it can."""
    tower = [placed(pose) for pose in poses]
    for level, block in enumerate(tower):
        fault = _fault_on(block, tower[level - 1]) if level else _fault_on_table(block)
        if fault is not None:
            return fault
    for block, joint in zip(tower, joints(tower), strict=True):
        if joint.margin < -_TOLERANCE:
            return f"{block.solid.name} and the blocks on it would tip over"
    return None


def _fault_on_table(block: Placed) -> str | None:
    name = block.solid.name
    if hypot(block.at[0], block.at[1]) > _TABLE:
        return f"{name} lies more than {_TABLE:g} mm from the middle of the table"
    return _contact_fault(name, "the table", height(block))


def _fault_on(upper: Placed, lower: Placed) -> str | None:
    name, below = upper.solid.name, lower.solid.name
    if upper.at[2] <= lower.at[2] or height(upper) < _TOLERANCE:
        return f"{name} does not lie on {below}"
    return _contact_fault(name, below, gap(upper, lower))


def _contact_fault(name: str, below: str, apart: float) -> str | None:
    if apart > _TOLERANCE:
        return f"{name} is in the air, {apart:.0f} mm from {below}"
    if apart < -_TOLERANCE:
        return f"{name} is {-apart:.0f} mm inside of {below}"
    return None


def height(block: Placed) -> float:
    """Return the height in mm of a block's lowest corner above the table."""
    return float(_corners(block)[:, 2].min())


def gap(upper: Placed, lower: Placed) -> float:
    """Return the distance in mm between two blocks; if negative, how deep they overlap.

    By separating axes: too small if a corner is nearest to a corner or to an edge.
    """
    blocks = (upper, lower)
    normals = np.array([block.normal(face) for block in blocks for face in block.solid.faces])
    crossed = np.cross(_edges(upper)[:, None], _edges(lower)[None]).reshape(-1, 3)
    lengths = np.linalg.norm(crossed, axis=1)
    crossed, lengths = crossed[lengths > 1e-6], lengths[lengths > 1e-6]
    axes = np.concatenate([normals, crossed / lengths[:, None]])
    high, low = (_corners(block) @ axes.T for block in blocks)
    apart = np.maximum(high.min(axis=0) - low.max(axis=0), low.min(axis=0) - high.max(axis=0))
    return float(apart.max())


def _corners(block: Placed) -> NDArray[np.float64]:
    return block.solid.placed(block.at, block.matrix)


def _edges(block: Placed) -> NDArray[np.float64]:
    ends = {
        (min(a, b), max(a, b))
        for ring in block.solid.faces.values()
        for a, b in pairwise((*ring, ring[0]))
    }
    corners = _corners(block)
    return np.array([corners[b] - corners[a] for a, b in sorted(ends)], dtype=np.float64)
