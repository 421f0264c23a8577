"""Adam converges on a quadratic function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def teaching(program: Program) -> Any:
    return program("training")


def test_it_comes_to_the_bottom_of_a_bowl(teaching: Any) -> None:
    parts = [np.array([1.0, -2.0]), np.array([[0.5]])]
    bottom = [np.array([0.3, 0.4]), np.array([[-1.0]])]
    walker = teaching.Adam(parts, 2_000)
    for _ in range(2_000):
        walker.descend(
            scale * (part - low) for scale, part, low in zip((1.0, 9.0), parts, bottom, strict=True)
        )
    for part, low in zip(parts, bottom, strict=True):
        assert part == pytest.approx(low, abs=1e-3)
