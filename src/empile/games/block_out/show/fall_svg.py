"""SVG documents of a placement: the tower as it stands, leans or falls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from empile.games.block_out.physics.stacking import placed
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.show.svg_parts import PAPER, blocks, num, seen_at
from empile.games.block_out.text.poses import Pose

_BEFORE: Final = 0.6
"""Seconds that are shown before the fall begins."""
_AFTER: Final = 3.5
_LEAST: Final = 1e-6
"""Length of a quaternion; shorter ones are no turn."""
_WIDTH: Final = 520
_BELOW: Final = 120
_ABOVE: Final = 40
"""Millimetres around the tower."""


def moments(rate: int, frames: int, fall: float | None, pace: int) -> list[int]:
    """Return which frames to show, ``pace`` of them in a second: the fall, or everything without one.

    >>> moments(60, 240, 2.0, 4)
    [84, 99, 114, 129, 144, 159, 174, 189, 204, 219, 234, 239]
    """
    first, last = 0, frames - 1
    if fall is not None:
        first = max(0, round((fall - _BEFORE) * rate))
        last = min(last, round((fall + _AFTER) * rate))
    first = min(first, last)
    found = list(range(first, last, max(1, round(rate / pace))))
    return [*found, last]


def film(names: Sequence[str], frames: NDArray[np.float64]) -> list[str]:
    """Return a document for each of ``frames`` (frames, bodies, 7), all of one size."""
    known = [index for index, name in enumerate(names) if name in BLOCKS]
    scenes = [[_pose(names[index], frame[index]) for index in known] for frame in frames]
    top = min((seen_at(placed(pose).at)[1] for scene in scenes for pose in scene), default=-200.0)
    high = _BELOW + _ABOVE - min(top, -200.0)
    box = f"{-_WIDTH / 2:g} {num(_BELOW - high)} {_WIDTH} {num(high)}"
    return [_document(box, scene) for scene in scenes]


def _pose(name: str, values: NDArray[np.float64]) -> Pose:
    x, y, z, a, b, c, d = (float(value) for value in values)
    length = (a * a + b * b + c * c + d * d) ** 0.5
    if length < _LEAST:
        return Pose(name, (x, y, z), (1.0, 0.0, 0.0, 0.0))
    return Pose(name, (x, y, z), (a / length, b / length, c / length, d / length))


def _document(box: str, scene: Sequence[Pose]) -> str:
    left, top, wide, high = box.split(" ")
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">',
            f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{PAPER}"/>',
            '<ellipse cy="6" rx="205" ry="78" fill="#6f4a2c"/>',
            '<ellipse rx="205" ry="78" fill="#c79a62"/>',
            *blocks(scene),
            "</svg>",
        ]
    )
