"""Lighthouse's audit of the home page and a table; writes ``results/page-audit.md``.

Medians of several runs in Chromium, as a phone (slow network and processor) and as a desktop.
Lighthouse is installed once from ``lighthouse/package-lock.json``. Takes 7 minutes; other work on the
machine lowers the performance score.

    python benchmarks/page_audit.py
    python benchmarks/page_audit.py --runs 1 --forms desktop
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
from node_packages import NODE, install

RESULTS = Path(__file__).parent / "results" / "page-audit.md"
FOLDER = Path(__file__).parent / "lighthouse"
FORMS = ("mobile", "desktop")
PAGES = ("home", "table")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
METRICS = {
    "first-contentful-paint": "first paint (ms)",
    "largest-contentful-paint": "largest paint (ms)",
    "total-blocking-time": "blocked (ms)",
    "cumulative-layout-shift": "layout shift",
}
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # Compositing by an emulated graphics card takes 0.2 s a frame, which no real card does.
    "--disable-gpu-compositing",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-sync",
)


_TRIES = 3
"""Now and then Lighthouse misses the start of a trace."""


@dataclass(frozen=True)
class Audit:
    """The medians of a page."""

    page: str
    form: str
    runs: int
    scores: dict[str, float]
    """By category, from 0 to 100."""
    metrics: dict[str, float]


@contextmanager
def server() -> Generator[str]:
    """Start a server on a new data file; yield its address."""
    with tempfile.TemporaryDirectory(prefix="empile-audit-") as folder:
        command = [sys.executable, "-m", "empile", "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--data", str(Path(folder) / "tables.sqlite3")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            words = " ".join(iter_until_address(process.stdout)).split()
            yield next(word for word in words if word.startswith("http")).rstrip("/.")
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


def iter_until_address(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines up to the first one with an address. Raises ``SystemExit`` if there is none."""
    for line in lines:
        yield line
        if "http" in line:
            return
    raise SystemExit("the server did not start")


def table_path(address: str) -> str:
    """Make a table for two people; return the path of the first one's seat."""
    places = [{"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Bea"}]
    request = {"game": "block-ness", "places": places}
    made = httpx.post(f"{address}/api/tables", json=request).raise_for_status().json()
    return f"/t/{made['table']}#seat={made['token']}"


def audited(url: str, form: str) -> dict[str, Any]:
    """Return Lighthouse's report of a page. Raises ``SystemExit`` if it fails."""
    options = [
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags={' '.join(FLAGS)}",
        *(["--preset=desktop"] if form == "desktop" else []),
    ]
    command = [NODE, str(FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"), url]
    chromium = os.environ.get("CHROME_PATH") or shutil.which("chromium") or ""
    for _ in range(_TRIES):
        done = subprocess.run(
            [*command, *options],
            env={**os.environ, "CHROME_PATH": chromium},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            report: dict[str, Any] = json.loads(done.stdout)
            return report
    raise SystemExit(f"Lighthouse failed for {url}")


def audit_of(page: str, form: str, reports: Sequence[dict[str, Any]]) -> Audit:
    """Return the medians of reports."""
    scores = {
        name: statistics.median(100 * one["categories"][name]["score"] for one in reports)
        for name in CATEGORIES
    }
    metrics = {
        name: statistics.median(one["audits"][name]["numericValue"] for one in reports)
        for name in METRICS
    }
    return Audit(page, form, len(reports), scores, metrics)


def report(found: Sequence[Audit], note: str) -> str:
    """Return the results as Markdown."""
    heads = ("page", "form", *CATEGORIES, *METRICS.values())
    rows = [
        (
            one.page,
            one.form,
            *(f"{one.scores[name]:.0f}" for name in CATEGORIES),
            *(
                f"{one.metrics[name]:.3f}" if "shift" in name else f"{one.metrics[name]:,.0f}"
                for name in METRICS
            ),
        )
        for one in found
    ]
    return "\n".join(
        (
            "# Lighthouse\n",
            "Written by `benchmarks/page_audit.py`: medians of several runs, Chromium with WebGL in"
            " software. Scores are from 0 to 100. What they depend on: `page-profile.md`.\n",
            f"| {' | '.join(heads)} |",
            f"|{' --- |' * len(heads)}",
            *(f"| {' | '.join(row)} |" for row in rows),
            f"\n{note}\n",
        )
    )


def main() -> None:
    """Audit the pages and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES))
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    install(FOLDER, "lighthouse")
    found: list[Audit] = []
    with server() as address:
        for page in chosen.pages:
            for form in chosen.forms:
                reports = [
                    audited(address + ("/" if page == "home" else table_path(address)), form)
                    for _ in range(chosen.runs)
                ]
                found.append(audit_of(page, form, reports))
                print(found[-1], flush=True)
    note = (
        f"{datetime.now(UTC):%Y-%m-%d}, {chosen.runs} runs, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}, load average of the machine"
        f" {os.getloadavg()[0]:.1f} at the end."
    )
    chosen.results.write_text(report(found, note), "utf-8")


if __name__ == "__main__":
    main()
