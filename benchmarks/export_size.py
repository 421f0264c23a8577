"""Memory and delays while a large account is exported; writes ``results/export-size.md``.

An account of 30 members with 480 MB of studies is exported from one server process, first on SQLite,
then on PostgreSQL on the same machine with ``fsync=on``. Before and during the export, ``/health`` is
asked without a pause, and the server measures the delay of its event loop. Takes some minutes, most of
them to make the stores.

    PYTHONPATH=. python benchmarks/export_size.py
    PYTHONPATH=. python benchmarks/export_size.py --megabytes 48
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final, NamedTuple

import httpx
from load.processes import first_line, resident_mb, stop

from empile.server.store.database import migrate
from empile.server.store.location import PostgresUrl, StoreLocation
from tests.community.export.large import make_account
from tests.support.postgres_server import postgres_server

RESULTS: Final = Path(__file__).parent / "results" / "export-size.md"
MEMBERS: Final = 30
STUDY_BYTES: Final = 500_000
IDLE_SECONDS: Final = 10.0
_LAG: Final = re.compile(r'empile_loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)')


class Delays(NamedTuple):
    """What was measured while the server did one thing."""

    lags: int
    """How often the event loop was looked at."""
    lag_below: float
    """The bound in seconds below which all delays of the event loop were."""
    median: float
    """Of the answers to ``/health``, in milliseconds; likewise the next ones."""
    p99: float
    longest: float


class Found(NamedTuple):
    """The export from one store."""

    store: str
    megabytes: float
    seconds: float
    before_mb: float
    most_mb: float
    idle: Delays
    busy: Delays


@contextmanager
def started(location: StoreLocation) -> Generator[tuple[str, int]]:
    """Run a server; return its address and process."""
    url = location.url if isinstance(location, PostgresUrl) else str(location)
    words = ["serve", "--data", url, "--port", "0", "--accounts", "open"]
    server = Popen([sys.executable, "-m", "empile", *words], stdout=PIPE, text=True)
    try:
        found = re.search(r"http://[\d.:]+", first_line(server, ""))
        while found is None:
            found = re.search(r"http://[\d.:]+", first_line(server, ""))
        yield found[0], server.pid
    finally:
        stop(server)


class Watch:
    """Asks ``/health`` in a thread until the block ends."""

    def __init__(self, address: str, pid: int) -> None:
        self._address, self._pid = address, pid
        self._ended = threading.Event()
        self._answers: list[float] = []
        self.most_mb = 0.0
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> Watch:
        self._before = self._buckets()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        counts = {name: count - self._before[name] for name, count in self._buckets().items()}
        total = max(counts.values())
        below = min(name for name, count in counts.items() if count == total)
        times = sorted(self._answers)
        self.delays = Delays(
            int(total),
            below,
            times[len(times) // 2] * 1000,
            times[len(times) * 99 // 100] * 1000,
            times[-1] * 1000,
        )

    def _ask(self) -> None:
        with httpx.Client(base_url=self._address, timeout=60) as client:
            while not self._ended.is_set():
                began = time.perf_counter()
                client.get("/health")
                self._answers.append(time.perf_counter() - began)
                self.most_mb = max(self.most_mb, resident_mb(self._pid))
                time.sleep(0.02)

    def _buckets(self) -> dict[float, float]:
        text = httpx.get(f"{self._address}/metrics").text
        return {float(bound): float(count) for bound, count in _LAG.findall(text)}


def measured(store: str, location: StoreLocation, megabytes: int) -> Found:
    """Export an account from a new store."""
    each = max(1, round(megabytes * 1e6 / MEMBERS / STUDY_BYTES))
    token = make_account(location, "Anne", MEMBERS, each, STUDY_BYTES)
    with started(location) as (address, pid):
        cookies = {"empile_session": token}
        with httpx.Client(base_url=address, cookies=cookies, timeout=600) as client:
            client.get("/api/me").raise_for_status()
            with Watch(address, pid) as idle:
                time.sleep(IDLE_SECONDS)
            before, began, size = resident_mb(pid), time.perf_counter(), 0
            with Watch(address, pid) as busy, client.stream("GET", "/api/me/export") as answer:
                assert answer.status_code == 200, answer.read()
                for part in answer.iter_raw():
                    size += len(part)
            seconds = time.perf_counter() - began
    return Found(store, size / 1e6, seconds, before, busy.most_mb, idle.delays, busy.delays)


def report(found: list[Found]) -> str:
    """Return the page of results."""
    lines = [
        "# Memory and delays of a large export",
        "",
        f"Written by `benchmarks/export_size.py`: an account of {MEMBERS} members with studies."
        f" {datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python {platform.python_version()},"
        " one server process, client and store on the same machine.",
        "",
        "| store | MB | seconds | memory before, MiB | more meanwhile, MiB | event loop: looks, all"
        " delays below, s | `/health`: median, 99 %, longest, ms | the same, idle |",
        "| --- | ---: | ---: | ---: | ---: | --- | --- | --- |",
    ]
    for one in found:
        busy, idle = one.busy, one.idle
        lines.append(
            f"| {one.store} | {one.megabytes:.0f} | {one.seconds:.0f} | {one.before_mb:.0f} |"
            f" {one.most_mb - one.before_mb:.1f} | {busy.lags}, {busy.lag_below:g}"
            f" (idle {idle.lags}, {idle.lag_below:g}) |"
            f" {busy.median:.1f}, {busy.p99:.1f}, {busy.longest:.1f} |"
            f" {idle.median:.1f}, {idle.p99:.1f}, {idle.longest:.1f} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure both stores and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=480)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    found: list[Found] = []
    with tempfile.TemporaryDirectory() as folder, postgres_server("fsync=on") as server:
        database = server.new_database()
        migrate(database)
        stores: dict[str, StoreLocation] = {
            "SQLite": Path(folder) / "tables.sqlite3",
            "PostgreSQL": database,
        }
        for name, location in stores.items():
            found.append(measured(name, location, chosen.megabytes))
            print(found[-1], flush=True)
    chosen.results.write_text(report(found), "utf-8")


if __name__ == "__main__":
    main()
