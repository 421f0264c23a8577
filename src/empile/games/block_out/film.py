"""Films: what blocks did, small enough to be sent, and read back."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.referee import Animation

RATE = 60
"""Frames a second."""
_SCALE = np.array([10.0] * 3 + [30_000.0] * 4)
"""Tenths of millimetres, and parts of a quaternion in 1/30,000."""
_FARTHEST = 32_767


def encode(
    names: Sequence[str],
    frames: Sequence[NDArray[np.float64]],
    seconds: float,
    marks: Mapping[str, float],
) -> Animation:
    """Return the film of one or more ``frames``, each (bodies, 7): x, y, z in mm, then the turn.

    Frames at the end in which nothing moves any more are left out.
    """
    whole = np.clip(np.rint(np.stack(frames) * _SCALE), -_FARTHEST, _FARTHEST).astype(np.int32)
    moved = np.flatnonzero((whole[1:] != whole[:-1]).any(axis=(1, 2)))
    whole = whole[: int(moved[-1]) + 2 if len(moved) else 1]
    # Differences may be too great for 16 bits; they wrap round, and so do the sums of who reads.
    changes = np.diff(whole, axis=0, prepend=0).astype("<i2")
    data = zlib.compress(changes.tobytes(), 9)
    return Animation(tuple(names), RATE, len(whole), seconds, data, dict(marks))


def decode(film: Animation) -> NDArray[np.float64]:
    """Return the frames of a film, (frames, bodies, 7), as :func:`encode` was given them."""
    changes = np.frombuffer(zlib.decompress(film.data), dtype="<i2")
    changes = changes.reshape(film.frames, len(film.names), 7)
    found: NDArray[np.float64] = np.cumsum(changes, axis=0, dtype=np.int16) / _SCALE
    return found
