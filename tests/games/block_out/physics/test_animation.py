"""Tests of the animation encoding: small and lossless enough."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from empile.games.block_out.physics import animation


def frames_of(count: int, bodies: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.float64]]:
    frames = np.zeros((count, bodies, 7))
    frames[:, :, 3] = 1.0
    return frames


def test_decode_is_exact_to_a_tenth_of_a_millimetre() -> None:
    luck = np.random.default_rng(1)
    frames = frames_of(90, 4)
    frames[:, :, :3] = luck.normal(scale=200.0, size=(90, 4, 3))
    turns = luck.normal(size=(90, 4, 4))
    frames[:, :, 3:] = turns / np.linalg.norm(turns, axis=2, keepdims=True)
    shown = animation.decode(animation.encode("abcd", list(frames), 1.5, {}))
    assert np.abs(shown - frames)[:, :, :3].max() <= 0.05 + 1e-9
    assert np.abs(shown - frames)[:, :, 3:].max() <= 1 / 60_000 + 1e-9


def test_encode_wraps_large_differences() -> None:
    frames = frames_of(3, 1)
    frames[:, 0, 0] = [-3000.0, 3000.0, -3000.0]
    frames[:, 0, 3] = [1.0, -1.0, 1.0]
    assert animation.decode(animation.encode("a", list(frames), 1.0, {})) == pytest.approx(frames)


def test_encode_clamps_lost_blocks() -> None:
    frames = frames_of(2, 1)
    frames[1, 0, :3] = [1e9, -1e9, 5.0]
    assert animation.decode(animation.encode("a", list(frames), 1.0, {}))[
        1, 0, :3
    ] == pytest.approx([3276.7, -3276.7, 5.0])


def test_encode_drops_equal_final_frames() -> None:
    frames = frames_of(300, 9)
    frames[10:, 3, 2] = 4.0
    made = animation.encode("abcdefghi", list(frames), 5.0, {"countdown": 3.0})
    assert (made.frames, made.seconds, made.rate) == (11, 5.0, 60)
    assert animation.decode(made)[-1] == pytest.approx(frames[-1])
    still = animation.encode("abcdefghi", list(frames[20:]), 5.0, {})
    assert still.frames == 1
    assert len(still.data) < 60


def test_encode_is_little_endian_int16() -> None:
    frames = frames_of(2, 1)
    frames[:, 0, 2] = [25.0, 25.6]
    data = zlib.decompress(animation.encode("a", list(frames), 1.0, {}).data)
    first, second = data[:14], data[14:]
    assert first[4:8] == bytes([250, 0, 0x30, 0x75])
    assert second == bytes([0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
