"""Report of the page's speed at a table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def page_speed(program: Program) -> Any:
    """The program."""
    return program("page_speed")


def test_percentile_interpolates(page_speed: Any) -> None:
    assert page_speed.percentile([float(n) for n in range(101)], 95) == pytest.approx(95)
    assert page_speed.percentile([10.0, 20.0], 50) == pytest.approx(15)


def test_report_shows_medians_and_the_slowest(page_speed: Any) -> None:
    clicks = [16.0] * 95 + [200.0] * 5
    speed = page_speed.Speed(
        "blox", "3D", [500.0, 700.0, 600.0], [900.0], [90.0, 0.0], 48.0, clicks
    )
    text = page_speed.report([speed], "note")
    assert "| blox | 3D | 600 | 700 | 900 | 900 | 45 | 90 | 48 | 100 | 16 | 25 | 200 |" in text
    assert text.endswith("note\n")
