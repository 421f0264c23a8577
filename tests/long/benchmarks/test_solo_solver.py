"""Speed of solver and generator, with small samples."""

from __future__ import annotations

from tests.long.benchmarks.conftest import Program


def test_report_has_a_row_for_each_measurement(program: Program) -> None:
    text = program("solo_solver").report(nodes=5_000, levels=2, hardest=2)
    assert text.count("| base |") == text.count("| expert |") == 3
    speeds = [row.split("|")[-2].strip() for row in text.splitlines() if row.startswith("| base")]
    assert float(speeds[0].replace(",", "")) > 0
