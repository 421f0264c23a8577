"""The simulated world: a table, blocks on it, and what time does to them.

MuJoCo works it out, with the settings that agreed with exact statics where its own did not: every
block a convex mesh, steps of a millisecond, stiff contacts. The models of sets of blocks are made
once and shared; a :class:`World` is one simulation of such a model. It reckons in metres inside, in
millimetres outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf
from time import monotonic
from typing import Any, cast

import mujoco  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.referee import Pose, SimulationError
from empile.games.block_out.bodies import body
from empile.games.block_out.pieces import house

STEP = 0.001
"""Seconds that one step takes in the world."""
_MM = 1000.0
_SETTINGS = f"""
  <compiler inertiafromgeom="false"/>
  <option timestep="{STEP}" integrator="implicitfast" solver="Newton" iterations="100"
          tolerance="1e-10" cone="elliptic" impratio="10" jacobian="dense">
    <flag sleep="enable" autoreset="disable"/>
  </option>
  <size memory="4M"/>"""
_CONTACT = 'condim="4" solref="0.004 1" solimp="0.999 0.9999 0.0005 0.5 2"'
_mujoco = cast("Any", mujoco)  # its functions are compiled, their types told nowhere
# What goes wrong is read from each simulation; otherwise MuJoCo writes a file where it happens to be.


def _say_nothing(message: str) -> None: ...


_mujoco.set_mju_user_warning(_say_nothing)


class World:
    """Some blocks above a table, by their row: the number in the list that they were named in.

    Raises :class:`SimulationError` where the numbers of the simulation are none any more, or where more
    time on the clock went by than it was allowed.
    """

    def __init__(self, blocks: Sequence[str]) -> None:
        self.blocks = tuple(blocks)
        named = tuple(sorted(self.blocks))
        self._model = _model(named)
        data = _mujoco.MjData(self._model)
        self._data: Any = data
        self._places = np.array([named.index(block) for block in self.blocks], dtype=np.intp)
        self._corners = np.stack([body(block).corners for block in self.blocks])
        self._ends = inf
        # Views of the simulation's own memory, one row a body in the order of the model.
        self._poses: NDArray[np.float64] = data.qpos.reshape(-1, 7)
        self._speeds: NDArray[np.float64] = data.qvel.reshape(-1, 6)
        self._forces: NDArray[np.float64] = data.xfrc_applied[1:]
        self._asleep: NDArray[np.int32] = data.tree_asleep

    def allow(self, seconds: float) -> None:
        """Give what is simulated next so much time on the clock."""
        self._ends = monotonic() + seconds

    def put(self, row: int, pose: Sequence[float]) -> None:
        """Put a block somewhere, unmoving: x, y, z in millimetres, then the turn as w, x, y, z."""
        place = self._places[row]
        self._poses[place, :3] = np.array(pose[:3]) / _MM
        self._poses[place, 3:] = np.array(pose[3:]) / np.linalg.norm(pose[3:])
        self._speeds[place] = 0.0

    def begin_anew(self, poses: Iterable[Sequence[float]]) -> None:
        """Put all blocks somewhere, as in a new world: nothing moves, pushes or sleeps."""
        _mujoco.mj_resetData(self._model, self._data)
        for row, pose in enumerate(poses):
            self.put(row, pose)

    def poses(self) -> NDArray[np.float64]:
        """Return where all blocks are, (blocks, 7): x, y, z in millimetres, then the turn."""
        found = self._poses[self._places]
        found[:, :3] *= _MM
        return found

    def pose(self, row: int) -> Pose:
        """Return where one block is."""
        x, y, z, *turn = self._poses[self._places[row]].tolist()
        w, i, j, k = turn
        return (x * _MM, y * _MM, z * _MM, w, i, j, k)

    def speed(self, row: int) -> list[float]:
        """Return how fast a block moves and turns.

        In mm/s along the table's axes, then in radians a second about its own axes.
        """
        x, y, z, *turning = self._speeds[self._places[row]].tolist()
        return [x * _MM, y * _MM, z * _MM, *turning]

    def push(self, row: int, force: Sequence[float], torque: Sequence[float]) -> None:
        """Let a force and a torque work on a block's centre of mass from now on.

        In newtons and newton metres, along the table's axes.
        """
        self._forces[self._places[row]] = (*force, *torque)

    def step(self, steps: int) -> None:
        """Let ``steps`` milliseconds pass."""
        if monotonic() > self._ends:
            raise SimulationError("the simulated world takes too long")
        try:
            _mujoco.mj_step(self._model, self._data, steps)
        except _mujoco.FatalError as error:
            raise SimulationError(f"the simulated world failed: {error}") from None
        # Warnings are told of numbers that are none, of bodies without weight, of memory that is
        # full: with any of them what follows is not to be believed.
        if self._data.warning.number.any():
            raise SimulationError("the simulated world has lost its numbers")

    def rests(self, rows: Iterable[int]) -> bool:
        """Return whether the blocks of ``rows`` have come to rest."""
        return all(self._asleep[self._places[row]] >= 0 for row in rows)

    def lowest(self) -> NDArray[np.float64]:
        """Return the height of each block's lowest corner in millimetres."""
        w, x, y, z = self._poses[self._places, 3:].T
        # The last row of each turn's matrix: what a corner's own x, y and z add to its height.
        rises = np.stack(
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1
        )
        corners = np.einsum("bcx,bx->bc", self._corners, rises).min(axis=1)
        found: NDArray[np.float64] = self._poses[self._places, 2] * _MM + corners
        return found

    def close(self) -> None:
        """Give the simulation's memory back; the world is not used any more."""
        nothing = np.zeros((0, 7))
        self._poses = self._speeds = self._forces = nothing
        self._asleep = np.zeros(0, dtype=np.int32)
        self._data = None


@lru_cache(maxsize=64)
def _model(blocks: tuple[str, ...]) -> Any:
    # Made in milliseconds, and about 0.2 MB: those in use at a time are few.
    meshes = "".join(
        f'<mesh name="{block}" vertex="{_numbers(body(block).corners / _MM)}"/>' for block in blocks
    )
    return _mujoco.MjModel.from_xml_string(
        f"""<mujoco>{_SETTINGS}
  <default><geom friction="{house()["blocks"]["friction"]}" {_CONTACT}/></default>
  <asset>{meshes}</asset>
  <worldbody><geom type="plane" size="1 1 1"/>{"".join(map(_block, blocks))}</worldbody>
</mujoco>"""
    )


def _block(block: str) -> str:
    solid = body(block)
    inertia = solid.inertia / _MM**2
    parts = [inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    return (
        f'<body><freejoint/><inertial pos="0 0 0" mass="{solid.mass!r}"'
        f' fullinertia="{_numbers(parts)}"/><geom type="mesh" mesh="{block}"/></body>'
    )


def _numbers(values: Sequence[float] | NDArray[np.float64]) -> str:
    return " ".join(repr(float(value)) for value in np.ravel(values))
