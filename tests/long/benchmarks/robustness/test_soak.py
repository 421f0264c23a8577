"""A soak of a few seconds."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


def test_people_come_and_go(program: Program, servers: Any, tmp_path: Path) -> None:
    text, troubles = program("soak").run(
        servers, tmp_path, seconds=4.0, warm_up=1.0, tables=2, pause=0.05
    )
    assert troubles == []
    assert "| tables with two people at a time | 2 |" in text
    # The soak goes on until a visit of each kind has ended.
    assert "looks_around" in text
    assert "looks_back" in text


def test_slope_is_the_growth_per_hour(program: Program) -> None:
    soak, servers = program("soak"), program("servers")

    def sample(seconds: float, memory: float) -> object:
        return soak.Sample(seconds, servers.Usage(memory, 10, 5, 0.0), 1.0, 0)

    # The first sample is a part of the warm-up.
    samples = [sample(0.0, 10.0), *(sample(at, 100.0 + at / 60) for at in (600.0, 1200.0, 1800.0))]
    later = soak.after_warm_up(samples, 300.0)
    assert soak.slope(later, attrgetter("usage.memory_mib")) == pytest.approx(60.0)
    assert soak.slope(later, attrgetter("usage.files")) == pytest.approx(0.0)


def test_sections_are_replaced(program: Program, tmp_path: Path) -> None:
    results, page = program("results"), tmp_path / "robustness.md"
    for title, text in (("Soak", "old"), ("Kills", "100"), ("Soak", "new")):
        results.write_section(title, text, page)
    written = page.read_text("utf-8")
    assert written.count("## Soak") == written.count("## Kills") == 1
    assert "new" in written
    assert "old" not in written
