"""A plugin of pytest: what tests cost. ``pytest -p tests.support.costs --costs FILE``.

Writes a line of JSON for each test: its name, and the processor and wall seconds of its process and of
all processes below it. ``python -m tests.support.costs FILE...`` prints sums by folder, side by side,
and the dearest tests of the last file.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import pytest

_TICKS = os.sysconf("SC_CLK_TCK")
_PROPERTY = "costs"


class Cost(NamedTuple):
    """What a test cost."""

    test: str
    processor: float
    wall: float


def processor_seconds() -> float:
    """Return the processor time of this process and of all below it, those that ended among them."""
    times = os.times()
    seconds = times.user + times.system + times.children_user + times.children_system
    ticks: dict[int, int] = {}
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_bytes().rpartition(b")")[2].split()
        except OSError:  # it has just ended
            continue
        process = int(stat.parent.name)
        ticks[process] = sum(map(int, fields[11:15]))
        children.setdefault(int(fields[1]), []).append(process)
    below = children.get(os.getpid(), [])
    for process in below:
        seconds += ticks[process] / _TICKS
        below += children.get(process, [])
    return seconds


class Costs:
    """Measures in the processes that run tests, and writes in the one that gets their reports."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._processor = processor_seconds()
        self._wall = time.monotonic()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            processor, wall = processor_seconds(), time.monotonic()
            # Processes that nobody waited for are gone with their time.
            cost = (max(0.0, processor - self._processor), wall - self._wall)
            report.user_properties.append((_PROPERTY, cost))
            self._processor, self._wall = processor, wall
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        costs = dict(report.user_properties).get(_PROPERTY)
        if self._path is not None and isinstance(costs, (list, tuple)):
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([report.nodeid, *(round(cost, 3) for cost in costs)]) + "\n")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", type=Path, help="write what each test costs to this file")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--costs")
    if path is not None:
        config.pluginmanager.register(Costs(None if hasattr(config, "workerinput") else path))


def read(path: Path) -> list[Cost]:
    """Return the costs in a file."""
    return [Cost(*json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def folder_of(test: str) -> str:
    """Return the package that a test belongs to, in either suite: ``server/store``."""
    parts = test.partition("::")[0].removeprefix("tests/").removeprefix("long/").split("/")
    return "/".join(parts[:-1][:2]) or "."


def table(*suites: list[Cost]) -> str:
    """Return a table of items and seconds by folder, three columns for each suite, in Markdown."""
    folders = sorted({folder_of(cost.test) for suite in suites for cost in suite})
    rows = [
        "| folder |" + " items | CPU s | wall s |" * len(suites),
        "|---|" + "---:|---:|---:|" * len(suites),
    ]
    for folder in folders:
        rows.append(
            _row(
                folder,
                *([cost for cost in suite if folder_of(cost.test) == folder] for suite in suites),
            )
        )
    return "\n".join([*rows, _row("all", *suites)])


def _row(name: str, *suites: list[Cost]) -> str:
    cells = [name]
    for suite in suites:
        sums = (sum(cost.processor for cost in suite), sum(cost.wall for cost in suite))
        cells += [str(len(suite)), *(f"{seconds:.0f}" for seconds in sums)]
    return f"| {' | '.join(cells)} |"


def main(paths: list[str]) -> None:
    """Print a table, and the dearest tests of the last file."""
    suites = [read(Path(path)) for path in paths]
    print(table(*suites))
    for cost in sorted(suites[-1], key=lambda cost: -cost.processor)[:30]:
        print(f"{cost.processor:7.1f} {cost.wall:7.1f} {cost.test}")


if __name__ == "__main__":
    main(sys.argv[1:])
