"""Random streams of programs: as those of the engine, with checked arguments."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine import random

SEEDS: list[Any] = [0, 42, -1, 2**64 + 5, np.int64(-7), np.uint64(2**63)]


@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_streams_are_those_of_the_engine(seed: Any) -> None:
    given, own = empile.new_stream(seed), random.new_stream(int(seed))
    assert given == own
    bounds: list[Any] = [1, 6, 2**31 - 1, np.int32(5), np.uint8(200)]
    for bound in bounds:
        assert empile.below(given, bound) == random.below(own, int(bound))


@pytest.mark.parametrize("seed", [1.5, "1", None, True, nan], ids=repr)
def test_seeds_are_whole_numbers(seed: Any) -> None:
    with pytest.raises(empile.ArgumentError, match="seed must be a whole number, not"):
        empile.new_stream(seed)


@pytest.mark.parametrize("bound", [0, -1, 2**31, 2**40, 1.5, "6", None, True], ids=repr)
def test_bounds_are_whole_numbers_that_the_engine_counts_to(bound: Any) -> None:
    stream = empile.new_stream(1)
    with pytest.raises(
        empile.ArgumentError, match="bound must be a whole number from 1 to 2147483647"
    ):
        empile.below(stream, bound)
    assert stream == empile.new_stream(1), "nothing is drawn"
