"""What the simulated world costs stays in the order of what was measured (the short form)."""

from __future__ import annotations

import runpy
from typing import Any

from tests.conftest import ROOT

tower_cost: dict[str, Any] = runpy.run_path(str(ROOT / "benchmarks" / "tower_cost.py"))


def test_a_world_costs_little_and_an_idle_hand_next_to_nothing() -> None:
    cost = tower_cost["measured"](3)
    # Processor time, several times what a quiet machine takes: a busy one must not fail this.
    assert 0 < cost.idle < cost.held < 100
    assert cost.stands < 500
    assert cost.falls < 2500
    assert cost.animation_bytes < 20_000
    assert cost.tables > 20
    assert cost.megabytes is None or cost.megabytes < 3
