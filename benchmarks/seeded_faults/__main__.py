"""Seed faults one at a time in a copy of the checkout, and report which test finds each first.

    python -m benchmarks.seeded_faults
    python -m benchmarks.seeded_faults --only store two-events-with-one-seq --suite quick

Half a minute to some minutes a fault: the nearest tests run first. A fault that they do not find takes
as long as the suites. Results are added to ``results/seeded-faults.json`` after each fault, and
summed up in ``results/seeded-faults.md``. The status is 1 if a fault was not found, 2 if it could
not be tried.
"""

from __future__ import annotations

import argparse
import queue
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Final

from .catalogue import FAULTS, chosen
from .copies import Copy, CopyError
from .fault import Fault, FaultError
from .report import page, read_results, write_results
from .trial import Result, TrialError, Trials

ROOT: Final = Path(__file__).resolve().parents[2]
RESULTS: Final = ROOT / "benchmarks" / "results"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    parser = argparse.ArgumentParser("benchmarks.seeded_faults", description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME|AREA")
    parser.add_argument("--jobs", type=int, default=1, help="faults at once, each in its own copy")
    parser.add_argument(
        "--processes", type=int, default=2, help="of pytest, while it runs a whole suite"
    )
    parser.add_argument("--suite", choices=("quick", "both"), default="both")
    parser.add_argument(
        "--near", action="store_true", help="run only the tests that are nearest to each fault"
    )
    parser.add_argument("--json", type=Path, default=RESULTS / "seeded-faults.json")
    parser.add_argument("--report", type=Path, default=RESULTS / "seeded-faults.md")
    options = parser.parse_args(arguments)
    try:
        faults = chosen(FAULTS, options.only)
    except ValueError as error:
        parser.error(str(error))

    def trials_at(root: Path) -> Trials:
        copy = Copy(ROOT, root)
        copy.require("empile")
        return Trials(
            copy,
            long=options.suite == "both",
            near_only=options.near,
            processes=options.processes,
        )

    return run(faults, trials_at, options.json, options.report, jobs=options.jobs)


def run(
    faults: Sequence[Fault],
    trials_at: Callable[[Path], Trials],
    output: Path,
    report: Path,
    *,
    jobs: int = 1,
) -> int:
    """Try faults in ``jobs`` copies, made by ``trials_at`` in new folders; return the exit status."""
    results = read_results(output)
    writing = Lock()
    status = 0

    def keep(result: Result) -> None:
        with writing:
            results[result.fault] = result
            write_results(output, results)
            report.write_text(page(FAULTS, results), "utf-8")

    with tempfile.TemporaryDirectory(prefix="seeded-faults-") as folder:
        copies: queue.SimpleQueue[Trials] = queue.SimpleQueue()
        try:
            for number in range(jobs):
                place = Path(folder, str(number))
                place.mkdir()
                copies.put(trials_at(place))
        except CopyError as error:
            print(f"empile: {error}", file=sys.stderr)
            return 2

        def attempt(fault: Fault) -> int:
            trials = copies.get()
            try:
                result = trials.run(fault)
            except (FaultError, TrialError) as error:
                print(f"{fault.name}: {error}", file=sys.stderr, flush=True)
                return 2
            finally:
                copies.put(trials)
            keep(result)
            said = "not found" if result.test is None else f"{result.suite}, {result.test}"
            print(f"{fault.name}: {said} ({result.seconds:.0f} s)", flush=True)
            return int(result.test is None)

        with ThreadPoolExecutor(jobs) as pool:
            status = max(pool.map(attempt, faults), default=0)
    return status


if __name__ == "__main__":
    sys.exit(main())
