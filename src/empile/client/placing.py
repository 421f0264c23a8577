"""Where a hand is waited for: the way of a program's hand, and how it is sent in real time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from empile.engine.contracts.referee import Sample
from empile.server import protocol as wire

RATE = 60
"""Samples a second of a straight way."""
_PIECE_SECONDS = 0.05

Point = tuple[float, float, float]
"""x, y, z in millimetres."""


@dataclass(frozen=True)
class Placement:
    """How a hand places something: how it holds it, and its way, at whose end it lets go."""

    grip: str
    """One of the ``grips`` of ``judging``."""
    turn: float
    """Degrees about the vertical."""
    samples: Sequence[Sample]
    """The first may be at 0 seconds."""


def straight(*points: Point, seconds: float, turn: float = 0.0) -> list[Sample]:
    """Return the samples of a way in straight lines through ``points``, as long as ``seconds`` each.

    The hand stays as long at the last point, so that what it holds comes to rest there.
    """
    stops = [*points, points[-1]]
    steps = max(1, ceil(seconds * RATE))
    samples = [Sample(0.0, *stops[0], turn)]
    for leg, (start, end) in enumerate(pairwise(stops)):
        for step in range(1, steps + 1):
            part = step / steps
            x, y, z = (a + (b - a) * part for a, b in zip(start, end, strict=True))
            samples.append(Sample((leg + part) * seconds, x, y, z, turn))
    return samples


async def send_hand(
    send: Callable[[wire.ClientMessage], Awaitable[None]], seq: int, placement: Placement
) -> None:
    """Send what a hand does as it does it, and let go at the end."""
    clock = asyncio.get_running_loop().time
    await send(wire.Reach(seq, placement.grip, placement.turn))
    began = clock()
    samples = [(at, x, y, z, turn) for at, x, y, z, turn in placement.samples]
    while samples:
        until = clock() - began + _PIECE_SECONDS
        count = sum(sample[0] <= until for sample in samples)
        piece, samples = samples[:count], samples[count:]
        for first in range(0, len(piece), wire.MOST_SAMPLES):
            await send(wire.Trail(seq, piece[first : first + wire.MOST_SAMPLES]))
        if samples:
            await asyncio.sleep(_PIECE_SECONDS)
    await send(wire.LetGo(seq))
