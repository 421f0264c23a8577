"""Compact encoding of animations as keyframes at a fixed rate."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.referee import Animation

RATE = 60
_SCALE = np.array([10.0] * 3 + [30_000.0] * 4)
"""Units per mm and per quaternion component."""
_FARTHEST = 32_767


def encode(
    names: Sequence[str],
    frames: Sequence[NDArray[np.float64]],
    seconds: float,
    marks: Mapping[str, float],
) -> Animation:
    """Return the animation of frames (bodies, 7): x, y, z in mm, quaternion."""
    whole = np.clip(np.rint(np.stack(frames) * _SCALE), -_FARTHEST, _FARTHEST).astype(np.int32)
    moved = np.flatnonzero((whole[1:] != whole[:-1]).any(axis=(1, 2)))
    whole = whole[: int(moved[-1]) + 2 if len(moved) else 1]
    # Differences may overflow 16 bits; the decoder wraps around likewise.
    changes = np.diff(whole, axis=0, prepend=0).astype("<i2")
    data = zlib.compress(changes.tobytes(), 9)
    return Animation(tuple(names), RATE, len(whole), seconds, data, dict(marks))


def decode(encoded: Animation) -> NDArray[np.float64]:
    """Return the frames (frames, bodies, 7)."""
    changes = np.frombuffer(zlib.decompress(encoded.data), dtype="<i2")
    changes = changes.reshape(encoded.frames, len(encoded.names), 7)
    found: NDArray[np.float64] = np.cumsum(changes, axis=0, dtype=np.int16) / _SCALE
    return found
