"""Placement planning for a block on a tower, by statics.

The margin of each joint's edge is linear in the spot of the new block.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.games.block_out.physics.bodies import body, lying_on, opposite, tilted
from empile.games.block_out.physics.quaternions import UP, Vector
from empile.games.block_out.physics.stacking import Placed, set_down, surface
from empile.games.block_out.physics.statics import centre_of, edges, edges_of, onto

_TURNS = tuple(float(turn) for turn in range(0, 360, 5))
_SOFTNESS = 2.0
"""Softmin temperature in mm: an edge this much farther weighs a third."""
_SLOPE = 0.5
"""Cost of a degree of slope, in mm of margin."""
_STEPS = 40


class Aim(NamedTuple):
    lies: Placed
    grip: str
    turn: float
    """In degrees, see :func:`~empile.games.block_out.physics.bodies.lying`."""
    margin: float
    """Least margin of all joints after placing, in mm."""


class Room(NamedTuple):
    """Margins of all edges as linear functions of the new block's spot."""

    slopes: NDArray[np.float64]
    """(n, 2): gradient by x and y, in mm/mm."""
    offsets: NDArray[np.float64]
    """(n,): the margin is ``slopes @ spot + offsets``."""
    heights: NDArray[np.float64]
    """(n,): height of the top's centre above each edge's joint, in mm."""

    def inside(self, spots: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the least margin at spots (..., 2)."""
        found: NDArray[np.float64] = (spots @ self.slopes.T + self.offsets).min(axis=-1)
        return found


def room(tower: Sequence[Placed], mass: float) -> Room:
    """Return the joints' margins under a new block of ``mass`` kg; may be empty."""
    slopes, offsets, heights = [np.zeros((0, 2))], [np.zeros(0)], [np.zeros(0)]
    for level in range(len(tower) + 1):
        below = tower[level - 1] if level else None
        above = tower[level:]
        if above:
            inward, beyond = edges(above[0], below)
        elif below is not None:
            inward, beyond = edges_of(below, below.top)
        else:
            continue
        carried = sum(block.solid.mass for block in above)
        share = mass / (carried + mass)
        start = (1 - share) * centre_of(above)[:2] if above else np.zeros(2)
        normal, offset = surface(below)
        origin = onto(start, normal, offset)
        by_spot = share * np.array(
            [[1, 0], [0, 1], [-normal[0] / normal[2], -normal[1] / normal[2]]]
        )
        slopes.append(inward @ by_spot)
        offsets.append(inward @ origin - beyond)
        heights.append(np.full(len(beyond), onto(tower[-1].at, normal, offset)[2]))
    return Room(np.concatenate(slopes), np.concatenate(offsets), np.concatenate(heights))


def best_spot(left: Room, near: tuple[float, float]) -> tuple[float, float]:
    """Minimize the convex log-sum of ``exp(-margin)``, starting at ``near``."""
    spot = np.array(near, dtype=np.float64)
    if not len(left.offsets):
        return near

    def cost(at: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        inside = -(left.slopes @ at + left.offsets) / _SOFTNESS
        most = float(inside.max())
        parts = np.exp(inside - most)
        return most + float(np.log(parts.sum())), parts / parts.sum()

    value, parts = cost(spot)
    for _ in range(_STEPS):
        slopes = left.slopes / _SOFTNESS
        gradient = -parts @ slopes
        bend = (slopes.T * parts) @ slopes - np.outer(gradient, gradient) + 1e-6 * np.eye(2)
        step = -np.linalg.solve(bend, gradient)
        length = 1.0
        while length > 1e-6:
            new, new_parts = cost(spot + length * step)
            if new <= value + 1e-4 * length * float(gradient @ step):
                break
            length /= 2
        else:
            break
        moved = float(np.abs(length * step).max())
        spot, value, parts = spot + length * step, new, new_parts
        if moved < 1e-4:
            break
    return float(spot[0]), float(spot[1])


def best_aim(tower: Sequence[Placed], name: str) -> Aim:
    """Return the best placement of a block: large margins and a level top.

    Only ``z0`` and ``z1`` are tried: the faces of a kind are equivalent.
    """
    below = tower[-1] if tower else None
    left = room(tower, body(name).mass)
    near = (0.0, 0.0) if below is None else (float(below.at[0]), float(below.at[1]))
    spot = best_spot(left, near)
    normal, _ = surface(below)
    ways = [_best_turn(name, grip, normal) for grip in ("z0", "z1")]
    grip, turn, own, _ = max(ways, key=lambda way: way.score)
    lies = set_down(name, grip, turn, spot, below)
    others = float(left.inside(np.array(spot))) if tower else own
    return Aim(lies, grip, turn, min(own, others))


class _Way(NamedTuple):
    grip: str
    turn: float
    own: float
    """Margin within the block's own lower face, in mm."""
    score: float


def _best_turn(name: str, grip: str, normal: Vector) -> _Way:
    solid = body(name)
    level = lying_on(name, grip, 0.0, UP)
    # Vertical in the plane's frame, then in the block's frame for each turn.
    leaning = tilted(normal).T @ UP
    angles = np.radians(_TURNS)
    c, s = np.cos(angles), np.sin(angles)
    turned = np.stack(
        [
            c * leaning[0] + s * leaning[1],
            c * leaning[1] - s * leaning[0],
            np.full(len(angles), leaning[2]),
        ],
        axis=1,
    )
    upward = turned @ level
    down = solid.normals[grip]
    height = float(solid.corners[solid.faces[grip][0]] @ down)
    meets = upward * (height / (upward @ down))[:, None]
    own = edges_of(Placed(solid, np.zeros(3), np.eye(3)), grip).inside(meets)
    slope = np.degrees(np.arccos(np.clip(upward @ solid.normals[opposite(grip)], -1.0, 1.0)))
    score = own - _SLOPE * slope
    best = int(np.argmax(score))
    return _Way(grip, _TURNS[best], float(own[best]), float(score[best]))


def chance(tower: Sequence[Placed], aim: Aim, spread: float, shove: float = 0.0) -> float:
    """Return the probability that a tower stays in balance despite hand errors.

    Errors are normal: ``spread`` mm in x and y, and a push of ``shove`` times the block's weight,
    which acts like an error of ``shove`` times its height above each joint.
    """
    spot = aim.lies.at[:2]
    below = tower[-1] if tower else None
    own = edges_of(aim.lies, aim.lies.down)
    normal, offset = surface(below)
    if float(own.inside(onto(spot, normal, offset))) < 0:
        return 0.0
    left = room(tower, aim.lies.solid.mass)
    if not len(left.offsets):
        return 1.0
    # Both errors shift the same joint: add variances.
    missed = np.hypot(spread, shove * (float(aim.lies.at[2]) - left.heights))
    inside = left.slopes @ spot + left.offsets + missed * (_errors() @ left.slopes.T)
    return float((inside.min(axis=1) >= 0).mean())


@lru_cache(maxsize=1)
def _errors() -> NDArray[np.float64]:
    """Return equally weighted points (n, 2) of a standard normal distribution."""
    rings, around = 24, 32
    radii = np.sqrt(-2 * np.log(1 - (np.arange(rings) + 0.5) / rings))
    angles = (np.arange(around) + 0.5) * (2 * np.pi / around)
    # Turn successive rings by the golden angle to avoid spokes.
    angles = angles[None, :] + np.arange(rings)[:, None] * (np.pi * (3 - np.sqrt(5)))
    points = radii[:, None, None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    found: NDArray[np.float64] = points.reshape(-1, 2)
    return found
