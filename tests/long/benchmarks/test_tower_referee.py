"""The physics simulation agrees with exact statics, with small samples."""

from __future__ import annotations

import runpy
from functools import cache
from typing import Any

from tests.conftest import ROOT


@cache
def referee() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "benchmarks" / "tower_referee.py"))


def test_simulation_and_statics_agree_where_it_is_not_close() -> None:
    found = [referee()["result_of"](tower) for tower in referee()["stacks"](48, 2)]
    assert 10 < sum(stack.margin >= 0 for stack in found) < 40
    assert all(stack.agree for stack in found if stack.sure)
    assert sum(stack.agree for stack in found) >= 0.95 * len(found)


def test_report_counts_results() -> None:
    told = [(3.0, None), (3.5, 1.2), (-0.7, 0.4), (0.2, 0.4)]
    text: str = referee()["report"]([referee()["StackResult"](*stack) for stack in told], 1, 2.0)
    assert "Both agree on 2 (50.0%" in text
    assert "of 2 of the 3 that" in text.replace("\n", " ")
    assert "| 2 to 5 | 2 | 1 | 1 |" in text
    assert "| -1 to -0.5 | 1 | 0 | 1 |" in text
