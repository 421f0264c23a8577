"""Logarithm, exponential function and power: near those of the C library, and the same everywhere."""

from __future__ import annotations

import hashlib
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from empile.engine.maths import exp, log, power

NAN, INF = math.nan, math.inf
TINY = 5e-324
COUNT = 3000

DIGEST = """
from tests.engine.test_maths import digest
print(digest())
"""


def numbers(seed: int) -> Iterator[float]:
    """Positive numbers of all sizes, and more of those that searches meet."""
    rng = random.Random(seed)
    for _ in range(COUNT):
        yield rng.random()
        yield float(rng.randint(1, 300_000))
        yield math.ldexp(0.5 + rng.random() / 2, rng.randint(-1073, 1024))
        yield 1.0 + rng.gauss(0.0, 1e-4)


def exponents(seed: int) -> Iterator[float]:
    rng = random.Random(seed)
    for _ in range(COUNT):
        yield rng.uniform(-745.0, 709.7)
        yield rng.uniform(-20.0, 0.0)
        yield rng.uniform(-1.0, 1.0)
        yield rng.gauss(0.0, 1e-6)


def powers() -> Iterator[tuple[float, float]]:
    rng = random.Random(5)
    for x in numbers(6):
        yield x, rng.choice((rng.uniform(-9.0, 9.0), 1.0 / rng.random(), rng.gauss(0.0, 1000.0)))


def digest() -> str:
    """Return a hash of all bits of many results."""
    results = [*map(log, numbers(1)), *map(exp, exponents(2)), *(power(x, y) for x, y in powers())]
    return hashlib.sha256(np.array(results).tobytes()).hexdigest()


def units(x: float, y: float) -> int:
    """Return how many numbers ``x`` and ``y``, not negative, are apart."""
    first, second = (int(np.float64(number).view(np.int64)) for number in (x, y))
    return abs(first - second)


def of_c(function: Callable[..., float], *arguments: float) -> float:
    """Return what a function of ``math`` returns, infinity for what is too large."""
    try:
        return function(*arguments)
    except OverflowError:
        return INF


def test_log_is_within_a_unit_of_that_of_the_c_library() -> None:
    for x in numbers(1):
        assert units(abs(log(x)), abs(math.log(x))) <= 1, x


def test_exp_is_within_a_unit_of_that_of_the_c_library() -> None:
    for x in exponents(2):
        assert units(exp(x), math.exp(x)) <= 1, x


def test_power_is_within_a_unit_of_that_of_the_c_library() -> None:
    for x, y in powers():
        assert units(power(x, y), of_c(math.pow, x, y)) <= 1, (x, y)


def test_they_are_compared_with_different_functions() -> None:
    assert any(log(x) != math.log(x) for x in numbers(1))
    assert any(exp(x) != math.exp(x) for x in exponents(2))
    assert any(power(x, y) != of_c(math.pow, x, y) for x, y in powers())


@pytest.mark.parametrize(
    ("x", "expected"),
    [(0.0, -INF), (-0.0, -INF), (1.0, 0.0), (INF, INF), (TINY, math.log(TINY))],
)
def test_special_values_of_log(x: float, expected: float) -> None:
    assert log(x) == expected


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (0.0, 1.0),
        (-0.0, 1.0),
        (INF, INF),
        (-INF, 0.0),
        (710.0, INF),
        (-746.0, 0.0),
        (-745.0, TINY),
        (TINY, 1.0),
        (709.782712893384, math.exp(709.782712893384)),
        (-708.5, math.exp(-708.5)),
    ],
)
def test_special_values_of_exp(x: float, expected: float) -> None:
    assert exp(x) == expected


@pytest.mark.parametrize("x", [0.0, TINY, 1e-310, 0.5, 1.0, 1.5, 1e300, INF, NAN])
@pytest.mark.parametrize("y", [0.0, TINY, 1e-9, 1.0, 3.0, 1e30, 1e308, INF, NAN])
def test_special_values_of_power(x: float, y: float) -> None:
    for exponent in (y, -y):
        expected = INF
        if not (x == 0.0 and exponent < 0.0):  # ``math.pow`` raises an error
            expected = of_c(math.pow, x, exponent)
        assert power(x, exponent) == pytest.approx(expected, rel=1e-15, nan_ok=True)


@pytest.mark.parametrize("x", [-1.0, -TINY, -INF, NAN])
def test_what_is_no_number(x: float) -> None:
    assert math.isnan(log(x))
    assert math.isnan(power(x, 2.0))
    assert math.isnan(exp(NAN))


def test_compiled_and_plain_functions_are_identical() -> None:
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    output = subprocess.check_output([sys.executable, "-c", DIGEST], env=plain, text=True)
    assert output.strip() == digest()
