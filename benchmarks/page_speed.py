"""Time from a click on the board until the page shows its answer; writes ``results/page-speed.md``.

Chooses pieces, spaces and cards by mouse and undoes them again, in Chromium with WebGL in software, for each game
seen from above and in 3D. Times are those of the browser's Event Timing: from the click until the
next frame is drawn, in steps of 8 ms. Also measures how long a table takes to open until its board
is shown. Takes 3 minutes.

    python benchmarks/page_speed.py
    python benchmarks/page_speed.py --games-of blox --clicks 20
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

import httpx
from page_audit import FLAGS, server
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import empile
from empile.engine.contracts.referee import headless_options

RESULTS = Path(__file__).parent / "results" / "page-speed.md"
GAMES = ("block-ness", "blox", "on-top", "block-out")
VIEWS = ("from above", "3D")
SCREEN: ViewportSize = {"width": 1440, "height": 900}
OPENS = 5
"""Tables opened for the time until the board is shown."""
_PATIENCE = 60_000
_SHORTEST = 16
"""The browser does not tell of events that took less milliseconds."""

_PREFERENCES = """plan => {
  localStorage.setItem("empile.slow-3d", "on");
  localStorage.setItem("empile.plan", plan);
}"""
_WATCH = """shortest => {
  const watched = "seen" in window;
  window.seen = [];
  if (!watched) new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === "click") window.seen.push(one.duration);
  }).observe({ type: "event", durationThreshold: shortest });
}"""
_READY = "() => document.querySelector('game-board[data-ready=true]') && performance.now()"
# Compositing by an emulated graphics card takes 0.2 s a frame, which no real card does.
_FLAGS = (*FLAGS, "--disable-gpu-compositing")


@dataclass(frozen=True)
class Speed:
    """Times of a game in a view, in milliseconds."""

    game: str
    view: str
    opening: list[float]
    """From the start of the navigation until the board is shown."""
    first: float
    """Of the first click."""
    clicks: list[float]
    """Of the others; those that the browser does not tell of count as the shortest it tells."""


def percentile(times: Sequence[float], percent: int) -> float:
    """Return a percentile, interpolated.

    >>> percentile([1, 2, 3, 4, 5], 50)
    3.0
    """
    return quantiles(times, n=100, method="inclusive")[percent - 1]


def seat_path(address: str, game: str) -> str:
    """Make a table with a bot; return the path of the person's seat."""
    places = [{"kind": "person", "name": "Anne"}, {"kind": "bot", "level": 1}]
    options = headless_options(empile.game_class(game))
    request = {"game": game, "places": places, "options": options}
    made = httpx.post(f"{address}/api/tables", json=request).raise_for_status().json()
    return f"/t/{made['table']}#seat={made['token']}"


def opened(page: Page, address: str, game: str) -> float:
    """Open a new table; return the milliseconds until its board is shown."""
    page.goto(address + seat_path(address, game), wait_until="commit")
    return float(page.wait_for_function(_READY).json_value())


def clicked(page: Page, clicks: int) -> list[float]:
    """Choose and undo by mouse until there were ``clicks``; return the times that the browser tells."""
    page.evaluate(_WATCH, _SHORTEST)
    targets = page.locator("game-board .target, [data-choice]:not([aria-disabled=true])")
    undo = page.locator("[data-action=undo]")
    for number in range(0, clicks, 2):
        targets.nth(number // 2 % targets.count()).click(force=True)
        undo.click()
        undo.wait_for(state="detached")
    # The observer is told after the next frame.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    found: list[float] = page.evaluate("() => window.seen")
    return found


def measured(browser: Browser, address: str, game: str, view: str, clicks: int) -> Speed:
    """Measure a game in a view."""
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce", locale="en-GB")
    try:
        page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        page.goto(address)
        is_solid = view == "3D"
        page.evaluate(_PREFERENCES, "off" if is_solid else "on")
        opening = [opened(page, address, game) for _ in range(OPENS)]
        if is_solid:
            page.wait_for_selector("game-board[data-drawn=solid]")
        page.wait_for_selector(".table[data-turn=mine]")
        first, *_ = [*clicked(page, 2), float(_SHORTEST)]
        told = clicked(page, clicks)
        untold = [float(_SHORTEST)] * max(0, clicks - len(told))
        return Speed(game, view, opening, first, [*told, *untold])
    finally:
        context.close()


def report(found: Sequence[Speed], note: str) -> str:
    """Return the results as Markdown."""
    return "\n".join(
        (
            "# Speed of the page at a table\n",
            "Written by `benchmarks/page_speed.py`: Chromium with WebGL in software, 1440x900 pixels, a table with a"
            " bot. *Opening*: from the start of the navigation until the board is shown, median and worst of"
            f" {OPENS} tables. Clicks: until the next frame is drawn, in steps of 8 ms, at least {_SHORTEST}. All in"
            " milliseconds.\n",
            "| game | view | opening | worst | first click | clicks | median | p95 | worst |",
            "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            *(
                f"| {one.game} | {one.view} | {median(one.opening):.0f} | {max(one.opening):.0f}"
                f" | {one.first:.0f} | {len(one.clicks)} | {median(one.clicks):.0f}"
                f" | {percentile(one.clicks, 95):.0f} | {max(one.clicks):.0f} |"
                for one in found
            ),
            f"\n{note}\n",
        )
    )


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games-of", type=lambda text: text.split(","), default=list(GAMES))
    parser.add_argument("--clicks", type=int, default=100, help="per game and view")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    found: list[Speed] = []
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(_FLAGS))
        for game in chosen.games_of:
            for view in VIEWS:
                found.append(measured(browser, address, game, view, chosen.clicks))
                print(found[-1], flush=True)
        browser.close()
    note = (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, load average of the machine"
        f" {os.getloadavg()[0]:.1f} at the end."
    )
    chosen.results.write_text(report(found, note), "utf-8")


if __name__ == "__main__":
    main()
