"""Resting poses of blocks, the attachment of an outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from empile.games.block_out.rules.components import BLOCKS

_NUMBER = r"-?(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,30})?"
_POSE = re.compile(
    rf"({'|'.join(BLOCKS)})@({_NUMBER}(?:,{_NUMBER}){{2}})/({_NUMBER}(?:,{_NUMBER}){{3}})"
)
_UNIT_TOLERANCE = 0.01


class BadPosesError(ValueError):
    """The text is not a list of poses."""


class Pose(NamedTuple):
    block: str
    at: tuple[float, float, float]
    """Centre of mass in mm; origin at the table's centre, z up."""
    turn: tuple[float, float, float, float]
    """Unit quaternion w, x, y, z from the block's frame to the table's."""

    def __str__(self) -> str:
        at = ",".join(_number(value, 3) for value in self.at)
        turn = ",".join(_number(value, 6) for value in self.turn)
        return f"{self.block}@{at}/{turn}"


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def poses_text(poses: Iterable[Pose]) -> str:
    """Return poses in notation, each with a leading space."""
    return "".join(f" {pose}" for pose in poses)


def read_pose(text: str) -> Pose:
    """Return a pose; raises :class:`BadPosesError`."""
    match = _POSE.fullmatch(text)
    if match is None:
        raise BadPosesError(_not_a_pose(text))
    x, y, z = (float(number) for number in match[2].split(","))
    turn = tuple(float(number) for number in match[3].split(","))
    if abs(sum(part * part for part in turn) - 1.0) > _UNIT_TOLERANCE:
        raise BadPosesError(f"the quaternion of {match[1]} is not of unit length")
    return Pose(match[1], (x, y, z), (turn[0], turn[1], turn[2], turn[3]))


def _not_a_pose(text: str) -> str:
    return f"'{text}' is not a pose: write poses like kL@0.0,0.0,24.8/1,0,0,0"


def read_poses(text: str) -> list[Pose]:
    """Return poses separated by single spaces; raises :class:`BadPosesError`."""
    found: list[Pose] = []
    for part in text.split(" "):
        if _POSE.fullmatch(part) is None:
            raise BadPosesError(f"{_not_a_pose(part)}, with one space before each")
        pose = read_pose(part)
        if any(pose.block == other.block for other in found):
            raise BadPosesError(f"{pose.block} is listed twice")
        found.append(pose)
    return found
