"""MuJoCo world: a table and blocks; metres inside, millimetres outside.

Steps of 1 ms and stiff contacts agree with exact statics, unlike MuJoCo's defaults.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf
from time import monotonic
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.referee import Pose, SimulationError
from empile.engine.optional_import import missing_extra
from empile.games.block_out.physics.bodies import body
from empile.games.block_out.rules.components import load_components

try:
    import mujoco  # pyright: ignore[reportMissingTypeStubs]
except ImportError as error:
    raise missing_extra("MuJoCo", "physics") from error

STEP = 0.001
_MM = 1000.0
_SETTINGS = f"""
  <compiler inertiafromgeom="false"/>
  <option timestep="{STEP}" integrator="implicitfast" solver="Newton" iterations="100"
          tolerance="1e-10" cone="elliptic" impratio="10" jacobian="dense">
    <flag sleep="enable" autoreset="disable"/>
  </option>
  <size memory="4M"/>"""
_CONTACT = 'condim="4" solref="0.004 1" solimp="0.999 0.9999 0.0005 0.5 2"'
_mujoco = cast("Any", mujoco)  # compiled, without types
# By default MuJoCo writes errors to a log file in the working folder.


def _ignore_message(message: str) -> None: ...


_mujoco.set_mju_user_warning(_ignore_message)


class World:
    """Simulation of blocks above a table; a row indexes ``blocks``.

    Raises :class:`SimulationError` if it diverges or exceeds its wall-clock limit.
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
        # Views of the simulation's memory in model order.
        self._poses: NDArray[np.float64] = data.qpos.reshape(-1, 7)
        self._speeds: NDArray[np.float64] = data.qvel.reshape(-1, 6)
        self._forces: NDArray[np.float64] = data.xfrc_applied[1:]
        self._asleep: NDArray[np.int32] = data.tree_asleep

    def allow(self, seconds: float) -> None:
        """Set the wall-clock limit of the following steps."""
        self._ends = monotonic() + seconds

    def put(self, row: int, pose: Sequence[float]) -> None:
        """Place a block at rest: x, y, z in mm, then the quaternion."""
        place = self._places[row]
        self._poses[place, :3] = np.array(pose[:3]) / _MM
        self._poses[place, 3:] = np.array(pose[3:]) / np.linalg.norm(pose[3:])
        self._speeds[place] = 0.0

    def begin_anew(self, poses: Iterable[Sequence[float]]) -> None:
        """Reset with all blocks at rest at ``poses``."""
        _mujoco.mj_resetData(self._model, self._data)
        for row, pose in enumerate(poses):
            self.put(row, pose)

    def poses(self) -> NDArray[np.float64]:
        """Return poses (blocks, 7): x, y, z in mm, then the quaternion."""
        found = self._poses[self._places]
        found[:, :3] *= _MM
        return found

    def pose(self, row: int) -> Pose:
        x, y, z, *turn = self._poses[self._places[row]].tolist()
        w, i, j, k = turn
        return (x * _MM, y * _MM, z * _MM, w, i, j, k)

    def speed(self, row: int) -> list[float]:
        """Return mm/s along the table's axes and rad/s about the block's own."""
        x, y, z, *turning = self._speeds[self._places[row]].tolist()
        return [x * _MM, y * _MM, z * _MM, *turning]

    def push(self, row: int, force: Sequence[float], torque: Sequence[float]) -> None:
        """Apply a force (N) and torque (N m) along the table's axes until changed."""
        self._forces[self._places[row]] = (*force, *torque)

    def step(self, steps: int) -> None:
        """Simulate ``steps`` milliseconds."""
        if monotonic() > self._ends:
            raise SimulationError("the simulation takes too long")
        try:
            _mujoco.mj_step(self._model, self._data, steps)
        except _mujoco.FatalError as error:
            raise SimulationError(f"the simulation failed: {error}") from None
        # Warnings mean non-finite numbers, massless bodies or full buffers.
        if self._data.warning.number.any():
            raise SimulationError("the simulation diverged")

    def rests(self, rows: Iterable[int]) -> bool:
        return all(self._asleep[self._places[row]] >= 0 for row in rows)

    def lowest(self) -> NDArray[np.float64]:
        """Return the height of each block's lowest corner in mm."""
        w, x, y, z = self._poses[self._places, 3:].T
        # Last row of each rotation matrix.
        rises = np.stack(
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1
        )
        corners = np.einsum("bcx,bx->bc", self._corners, rises).min(axis=1)
        found: NDArray[np.float64] = self._poses[self._places, 2] * _MM + corners
        return found

    def close(self) -> None:
        nothing = np.zeros((0, 7))
        self._poses = self._speeds = self._forces = nothing
        self._asleep = np.zeros(0, dtype=np.int32)
        self._data = None


@lru_cache(maxsize=64)
def _model(blocks: tuple[str, ...]) -> Any:
    meshes = "".join(
        f'<mesh name="{block}" vertex="{_numbers(body(block).corners / _MM)}"/>' for block in blocks
    )
    return _mujoco.MjModel.from_xml_string(
        f"""<mujoco>{_SETTINGS}
  <default><geom friction="{load_components()["blocks"]["friction"]}" {_CONTACT}/></default>
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
