"""Where blocks lie: the poses that an answer of the tower may carry."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from empile.games.block_out.pieces import BLOCKS

_NUMBER = r"-?(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,30})?"
_POSE = re.compile(
    rf"({'|'.join(BLOCKS)})@({_NUMBER}(?:,{_NUMBER}){{2}})/({_NUMBER}(?:,{_NUMBER}){{3}})"
)
_UNIT_TOLERANCE = 0.01


class BadPosesError(ValueError):
    """A text is no list of poses; its words say why."""


class Pose(NamedTuple):
    """How a block lies."""

    block: str
    at: tuple[float, float, float]
    """Its centre of mass in millimetres; the table's centre is the origin, z up."""
    turn: tuple[float, float, float, float]
    """The unit quaternion w, x, y, z that turns the block's own frame into the table's."""

    def __str__(self) -> str:
        at = ",".join(_number(value, 3) for value in self.at)
        turn = ",".join(_number(value, 6) for value in self.turn)
        return f"{self.block}@{at}/{turn}"


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def poses_text(poses: Iterable[Pose]) -> str:
    """Return poses as an answer's text carries them, with the blank before each."""
    return "".join(f" {pose}" for pose in poses)


def read_poses(text: str) -> list[Pose]:
    """Return the poses of a text, one blank between each two; raises :class:`BadPosesError`."""
    found: list[Pose] = []
    for part in text.split(" "):
        match = _POSE.fullmatch(part)
        if match is None:
            raise BadPosesError(
                f"'{part}' is no pose: they are written like kL@0.0,0.0,24.8/1,0,0,0, with one"
                " blank before each"
            )
        x, y, z = (float(number) for number in match[2].split(","))
        turn = tuple(float(number) for number in match[3].split(","))
        if abs(sum(part * part for part in turn) - 1.0) > _UNIT_TOLERANCE:
            raise BadPosesError(f"the quaternion of {match[1]} is not of unit length")
        pose = Pose(match[1], (x, y, z), (turn[0], turn[1], turn[2], turn[3]))
        if any(pose.block == other.block for other in found):
            raise BadPosesError(f"{pose.block} is listed twice")
        found.append(pose)
    return found
