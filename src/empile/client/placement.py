"""Placements by programs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from empile.engine.contracts.referee import Sample
from empile.server.wire import messages as wire

RATE = 60
"""Samples per second of a straight path."""
_PIECE_SECONDS = 0.05

Point = tuple[float, float, float]
"""x, y, z in millimetres."""


@dataclass(frozen=True)
class Placement:
    """A grip and a hand path, at whose end the piece is released."""

    grip: str
    """One of ``pending_ruling.grips``."""
    yaw: float
    """About the vertical axis, in degrees."""
    samples: Sequence[Sample]
    """By time in seconds, from 0."""


def straight(*points: Point, seconds: float, yaw: float = 0.0) -> list[Sample]:
    """Return a path of straight lines, ``seconds`` each; ``yaw`` is in degrees.

    The hand stays at the end for as long again, until the piece rests.

    Example::

        >>> path = straight((0, 0, 300), (0, 0, 150), seconds=1)
        >>> path[0].z, path[60].z, path[-1].at
        (300, 150.0, 2.0)
    """
    stops = [*points, points[-1]]
    steps = max(1, ceil(seconds * RATE))
    samples = [Sample(0.0, *stops[0], yaw)]
    for leg, (start, end) in enumerate(pairwise(stops)):
        for step in range(1, steps + 1):
            part = step / steps
            x, y, z = (a + (b - a) * part for a, b in zip(start, end, strict=True))
            samples.append(Sample((leg + part) * seconds, x, y, z, yaw))
    return samples


async def send_hand(
    send: Callable[[wire.ClientMessage], Awaitable[None]], seq: int, placement: Placement
) -> None:
    """Send a placement in real time."""
    clock = asyncio.get_running_loop().time
    await send(wire.Grasp(seq, placement.grip, placement.yaw))
    began = clock()
    samples = [(at, x, y, z, yaw) for at, x, y, z, yaw in placement.samples]
    while samples:
        until = clock() - began + _PIECE_SECONDS
        count = sum(sample[0] <= until for sample in samples)
        piece, samples = samples[:count], samples[count:]
        for first in range(0, len(piece), wire.MOST_SAMPLES):
            await send(wire.HandPath(seq, piece[first : first + wire.MOST_SAMPLES]))
        if samples:
            await asyncio.sleep(_PIECE_SECONDS)
    await send(wire.Release(seq))
