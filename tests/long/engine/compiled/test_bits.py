"""Bit sets, with and without the processor's instructions."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from empile.engine.compiled.bits import count_bits, lowest_bit, nth_bit, swap_bytes
from empile.engine.compiled.jit import inline

PROCESSORS = {
    "this one": {},
    "one without pdep": {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""},
    "no compiler": {"NUMBA_DISABLE_JIT": "1"},
}


@inline
def found(bits: int, n: int) -> tuple[int, int, int]:
    return nth_bit(bits, n), lowest_bit(bits), count_bits(bits)


@inline
def swapped(bits: int) -> int:
    return swap_bytes(bits)


def words() -> Iterator[int]:
    luck = random.Random(1)
    yield from (1, 2, 1 << 62, (1 << 63) - 1)
    for _ in range(200):
        yield luck.getrandbits(63) & luck.getrandbits(63) | 1 << luck.randrange(63)


def check_all() -> None:
    for word in words():
        places = [place for place in range(63) if word >> place & 1]
        for n, place in enumerate(places):
            assert found(word, n) == (place, places[0], len(places))
        backwards = int.from_bytes(word.to_bytes(8, "little"), "big")
        assert swapped(word) % (1 << 64) == backwards


@pytest.mark.parametrize("name", PROCESSORS)
def test_bits_on(name: str) -> None:
    """Each processor type compiles in a separate process."""
    subprocess.run(
        [
            sys.executable,
            "-c",
            "from tests.long.engine.compiled.test_bits import check_all; check_all()",
        ],
        env={**os.environ, **PROCESSORS[name]},
        check=True,
    )
