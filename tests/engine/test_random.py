"""Random streams: known values and distributions."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from empile.engine import random as streams
from empile.engine.random import below, new_stream, next_bits, pick, split

# From the reference implementation of SplitMix64 (prng.di.unimi.it/splitmix64.c).
KNOWN = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431),
}


@pytest.mark.parametrize("seed", KNOWN)
def test_next_bits_known_values(seed: int) -> None:
    stream = new_stream(seed)
    assert tuple(int(next_bits(stream)) for _ in KNOWN[seed]) == KNOWN[seed]


def test_next_bits_compiled_and_plain_are_identical() -> None:
    one, other = new_stream(99), new_stream(99)
    for _ in range(50):
        assert next_bits(one) == streams._next_bits_plain(other)
        assert one[0] == other[0]


def test_new_stream_accepts_any_integer() -> None:
    assert new_stream(-1)[0] == new_stream(2**64 - 1)[0]
    assert new_stream(2**64 + 5)[0] == new_stream(5)[0]
    assert new_stream(5).dtype == np.uint64


def test_below_is_about_uniform() -> None:
    stream = new_stream(1)
    drawn = Counter(below(stream, 6) for _ in range(6000))
    assert set(drawn) == set(range(6))
    assert all(850 < count < 1150 for count in drawn.values())
    assert all(below(stream, 1) == 0 for _ in range(20))


def test_pick_uses_weights_up_to_count() -> None:
    stream = new_stream(2)
    weights = np.array([1, 3, 6, 1000], np.int64)
    drawn = Counter(pick(stream, weights, 3) for _ in range(6000))
    assert set(drawn) == {0, 1, 2}
    assert 480 < drawn[0] < 720
    assert 1620 < drawn[1] < 1980
    assert pick(stream, weights, 1) == 0


def test_split_streams_differ_and_draw_nothing() -> None:
    stream = new_stream(3)
    parts = [int(split(stream, index)[0]) for index in range(1000)]
    assert len(set(parts)) == 1000
    assert stream[0] == new_stream(3)[0]
    assert split(stream, 4)[0] == parts[4]
    assert split(new_stream(4), 4)[0] != parts[4]


def test_split_bits_matches_split() -> None:
    stream = new_stream(3)
    for index in (0, 1, 77, 2**31):
        assert int(streams.split_bits(stream, index)) == int(split(stream, index)[0])
    assert stream[0] == new_stream(3)[0]


def test_fold_distinguishes_sequences() -> None:
    def folded(a: int, b: int) -> int:
        return int(streams.fold(np.uint64(streams.fold(np.uint64(1), a)), b))

    rows = {(a, b): folded(a, b) for a in range(60) for b in range(60)}
    assert len(set(rows.values())) == len(rows)
    for a in range(9):
        plain = streams._fold_plain(np.uint64(1), a)
        assert int(streams._fold_plain(plain, 5)) == rows[a, 5]
