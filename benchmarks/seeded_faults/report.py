"""Results of trials, as JSON and as a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from .fault import AREAS, Fault
from .trial import Result

_HEAD: Final = """\
# Seeded faults

Mistakes that a contributor could make, seeded by `python -m benchmarks.seeded_faults` one at a time into a copy of the
checkout, and the first test that fails because of each: it passes without the fault. The tests of the mirrored folders run
first, of the quick and then of the long suite; then the whole quick suite, then the long one.
"""


def read_results(path: Path) -> dict[str, Result]:
    """Return the results in a file by fault, none without a file."""
    if not path.exists():
        return {}
    rows = json.loads(path.read_text("utf-8"))
    return {row["fault"]: Result(**row) for row in rows}


def write_results(path: Path, results: Mapping[str, Result]) -> None:
    """Write results to a file."""
    rows = [result._asdict() for result in results.values()]
    path.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


def page(faults: Sequence[Fault], results: Mapping[str, Result]) -> str:
    """Return the results as Markdown."""
    lines = [
        _HEAD,
        "| area | faults | tried | found: quick suite | found: long suite | not found |",
    ]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for area in AREAS:
        of_area = [fault for fault in faults if fault.area == area]
        suites = [results[fault.name].suite for fault in of_area if fault.name in results]
        counts = (suites.count(suite) for suite in ("quick", "long", None))
        lines.append(
            f"| {area} | {len(of_area)} | {len(suites)} | {' | '.join(map(str, counts))} |"
        )
    for area in AREAS:
        lines += ["", f"## {area.capitalize()}", ""]
        lines += ["| fault | what breaks | found by | suite | seconds |"]
        lines += ["| --- | --- | --- | --- | --- |"]
        lines += [_row(fault, results.get(fault.name)) for fault in faults if fault.area == area]
    return "\n".join(lines) + "\n"


def _row(fault: Fault, result: Result | None) -> str:
    test, suite, seconds = "not tried", "", ""
    if result is not None:
        test = "**not found**" if result.test is None else f"`{result.module}`"
        suite, seconds = result.suite or "", f"{result.seconds:.0f}"
    return f"| {fault.name} | {fault.breaks} | {test} | {suite} | {seconds} |"
