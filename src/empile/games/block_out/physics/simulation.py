"""MuJoCo simulation of placing a block on the tower.

The tower has **fallen** if an earlier block drops by more than 8 mm, a block other than the first
touches the table, or the released block's centre is below the previous top.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.referee import (
    BadPathError,
    Frame,
    HandSkill,
    PlacementSimulation,
    Sample,
    Verdict,
)
from empile.engine.random import Stream
from empile.games.block_out.physics import animation, planning
from empile.games.block_out.physics.bodies import FACES, body, height_above, lying
from empile.games.block_out.physics.hand import FIRST_RADIUS, HEIGHT, RADIUS, Hand
from empile.games.block_out.physics.stacking import Placed, placed
from empile.games.block_out.physics.world import STEP, World
from empile.games.block_out.rules.components import load_components
from empile.games.block_out.text.poses import Pose, poses_text, read_poses

_COUNTDOWN: float = load_components()["judging"]["chant_s"]
"""Countdown after release, in s; a fall before its end counts as ``~falls``."""
_WATCH: float = load_components()["judging"]["watch_s"]
"""Seconds of observation after the countdown."""
_GRACE = 3.0
"""Extra seconds for moving blocks after a fall or at the end."""
_LINGER = 0.5
"""Seconds shown after a fall has come to rest."""
_DROP = 8.0
_TOUCH = 0.5
"""Height in mm below which a block touches the table."""
_KEPT = 0.1
"""Tolerance in mm for recorded poses."""

_TICK = 5
"""Simulation steps between updates of the hand's force."""
_FLAW = 1e-9
"""Tolerance for sums of times, in s."""
_LOOK = 50
"""Simulation steps between checks for a fall."""
_PATIENCE = 20.0
"""Wall-clock limit of an outcome, in s."""
_APART = (58.0, -10.0, 50.0)
"""Initial position from the tower's top centre, in mm; within reach for the first block."""
_STILL = 0.5
"""Speed at rest: mm/s, and 0.01 rad/s."""
_SEEN = np.array([0.02] * 3 + [0.0002] * 4)
"""Smallest change reported: mm, and quaternion components."""


class TowerSimulation(PlacementSimulation):
    def __init__(
        self, standing: Sequence[Pose], block: str, stream: Stream, *, assist: bool = False
    ) -> None:
        """``standing`` is the tower from the bottom up."""
        self._block = block
        self._new = len(standing)
        self._names = (*(pose.block for pose in standing), block)
        self._world = World(self._names)
        for row, pose in enumerate(standing):
            self._world.put(row, (*pose.at, *pose.turn))
        self._heights = self._world.poses()[:-1, 2]
        below = [placed(pose) for pose in standing]
        corners = [lower.solid.placed(lower.at, lower.matrix) for lower in below]
        self._ceiling = max((float(eight[:, 2].max()) for eight in corners), default=0.0)
        x, y, self._top = _middle(below[-1]) if below else (0.0, 0.0, 0.0)
        solid = body(block)
        self._hand = Hand(
            solid.mass,
            float(np.trace(solid.inertia)) / 3 / 1e6,  # near-cubes: about equal on all axes
            (x, y),
            RADIUS if below else FIRST_RADIUS,
            stream,
            assist=assist,
        )
        self._holds = False
        self._ended = False
        self._knocked = False
        self._clock = 0.0
        self._owed = 0.0
        self._ticks = 0
        self._reported: NDArray[np.float64] = np.full((len(self._names), 7), np.inf)

    def hold(self, grip: str, turn: float) -> Frame:
        if self._ended or self._knocked:
            raise BadPathError("the block was released already")
        if grip not in FACES:
            raise BadPathError(f"'{grip}' is not a face of a block: use one of {', '.join(FACES)}")
        if not np.isfinite(turn):
            raise BadPathError("the turn of a block must be a finite number of degrees")
        at = self._taken_at(grip, turn)
        self._hand.take(at, lying(self._block, grip, 0.0), turn)
        self._world.put(self._new, (*at, *lying(self._block, grip, turn)))
        self._holds = True
        self._clock = self._owed = 0.0
        self._reported[:] = np.inf
        return self._frame()

    def _taken_at(self, grip: str, turn: float) -> tuple[float, float, float]:
        aside, ahead, above = _APART
        x, y = self._hand.middle
        above += height_above(self._block, lying(self._block, grip, turn))
        return (x + aside, y + ahead, min(self._ceiling + above, HEIGHT))

    def move(self, samples: Sequence[Sample]) -> None:
        self._hand.follow(samples, self._clock)

    def advance(self, seconds: float) -> Frame:
        if not self._holds or self._knocked:
            return Frame(round(self._clock, 3), {})
        self._world.allow(_PATIENCE)
        self._owed += seconds
        tick = _TICK * STEP
        while self._owed > tick - _FLAW:
            if self._is_still():
                self._clock += self._owed
                self._owed = 0.0
                break
            self._owed -= tick
            self._tick(tick)
            if self._ticks * _TICK % _LOOK == 0 and self._has_fallen():
                # Live frames end here; the animation shows the rest.
                self._knocked = True
                break
        return self._frame()

    def _tick(self, seconds: float) -> None:
        world = self._world
        pose, speed = world.pose(self._new), world.speed(self._new)
        world.push(self._new, *self._hand.pull(self._clock, seconds, pose, speed))
        world.step(_TICK)
        self._clock += seconds
        self._ticks += 1

    def _is_still(self) -> bool:
        if self._hand.is_led(self._clock):
            return False
        *moves, a, b, c = self._world.speed(self._new)
        return (
            all(abs(part) < _STILL for part in moves)
            and all(abs(part) < _STILL / 100 for part in (a, b, c))
            and self._world.rests(range(self._new))
        )

    @property
    def knocked_over(self) -> bool:
        return self._knocked

    def let_go(self) -> Verdict:
        if not self._holds:
            raise BadPathError("no block is held: take it first")
        self.advance(self._hand.remaining(self._clock))
        return self._follow(fell=0.0 if self._knocked else None)

    def plan(self, skill: HandSkill, stream: Stream) -> tuple[str, float, list[Sample]]:
        self._hand.tremor *= planning.tremor(skill)
        standing = [self._pose(row) for row in range(self._new)]
        return planning.plan(standing, self._block, self._taken_at, skill, stream)

    def close(self) -> None:
        self._holds = False
        self._ended = True
        self._world.close()

    def _follow(self, fell: float | None) -> Verdict:
        """Release and return the outcome; ``fell`` is the time of an earlier fall."""
        world = self._world
        self._holds = False
        self._ended = True
        world.allow(_PATIENCE)
        world.push(self._new, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        if self._new:
            self._top = _middle(placed(self._pose(self._new - 1)))[2]
        marks = {"countdown": _COUNTDOWN} if fell is None else {"fall": fell}
        frames = [world.poses()]
        steps = 0
        recorded: list[Pose] = []
        while True:
            until = round(len(frames) * 1000 / animation.RATE)
            world.step(until - steps)
            steps = until
            now = round(steps * STEP, 3)
            frames.append(world.poses())
            rests = world.rests(range(len(self._names)))
            if fell is None and (rests or steps % _LOOK == 0) and self._has_fallen():
                fell = marks["fall"] = now
            if rests and fell is None and not self._stays_at(recorded):
                recorded = self._parsed_poses()
                world.begin_anew((*pose.at, *pose.turn) for pose in recorded)
                rests = False
            if rests or now >= (_COUNTDOWN + _WATCH if fell is None else fell) + _GRACE:
                break
        answer = "~stands" if fell is None else "~falls" if fell <= _COUNTDOWN else "~falls-later"
        seconds = max(_COUNTDOWN + _WATCH, now) if fell is None else now + _LINGER
        poses = recorded if self._stays_at(recorded) else self._parsed_poses()
        text = answer + poses_text(poses)
        return Verdict(text, animation.encode(self._names, frames, seconds, marks))

    def _parsed_poses(self) -> list[Pose]:
        poses = [self._pose(row) for row in range(len(self._names))]
        return read_poses(poses_text(poses)[1:])

    def _stays_at(self, recorded: Sequence[Pose]) -> bool:
        return bool(recorded) and bool(
            (np.abs(self._world.poses()[:, :3] - [pose.at for pose in recorded]) < _KEPT).all()
        )

    def _pose(self, row: int) -> Pose:
        x, y, z, *turn = self._world.pose(row)
        return Pose(self._names[row], (x, y, z), (turn[0], turn[1], turn[2], turn[3]))

    def _has_fallen(self) -> bool:
        poses = self._world.poses()
        if (self._heights - poses[: self._new, 2] > _DROP).any():
            return True
        touching = self._world.lowest() < _TOUCH
        if self._holds:
            return bool(touching[1 : self._new].any())
        return bool(touching[1:].any()) or (self._new > 0 and poses[-1, 2] < self._top)

    def _frame(self) -> Frame:
        poses = self._world.poses()
        moved = (np.abs(poses - self._reported) > _SEEN).any(axis=1)
        self._reported[moved] = poses[moved]
        return Frame(
            round(self._clock, 3),
            {self._names[row]: self._world.pose(row) for row in np.flatnonzero(moved).tolist()},
        )


def _middle(block: Placed) -> tuple[float, float, float]:
    x, y, z = block.ring(block.top).mean(axis=0).tolist()
    return x, y, z
