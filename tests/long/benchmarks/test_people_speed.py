"""Response times of profiles and histories, in short form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def people_speed(program: Program) -> Any:
    """The program."""
    return program("people_speed")


def test_each_kind_of_request_is_measured_and_reported(people_speed: Any, tmp_path: Path) -> None:
    size = people_speed.Size(200, 2000, 20)
    with people_speed.stores(["SQLite"], size, tmp_path) as found:
        times = people_speed.measured("SQLite", found["SQLite"], size, 3)
    kinds = list(people_speed.requests(size))
    assert [one.kind for one in times] == kinds
    assert all(0 < one.p50 <= one.p95 <= one.most for one in times)
    moves = people_speed.Moves("SQLite", 50, 20, 10.0, 11.0)
    page = people_speed.report(times, [moves], size)
    assert all(f"| {kind} | SQLite |" in page for kind in kinds)
    assert "| SQLite | 50 | 20 | 10.0 | 11.0 | 1.10 |\n" in page
