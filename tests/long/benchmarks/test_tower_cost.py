"""Costs of the physics simulation stay in the measured order of magnitude."""

from __future__ import annotations

import runpy
from functools import cache
from typing import Any

from tests.conftest import ROOT


@cache
def tower_cost() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "benchmarks" / "tower_cost.py"))


def test_a_world_costs_little_and_an_idle_hand_next_to_nothing() -> None:
    cost = tower_cost()["measured"](3)
    # Several times the processor time of a quiet machine, so that load cannot fail the test.
    assert 0 < cost.idle < cost.held < 100
    assert cost.stands < 500
    assert cost.falls < 2500
    assert cost.animation_bytes < 20_000
    assert cost.tables > 20
    assert cost.megabytes is None or cost.megabytes < 3
