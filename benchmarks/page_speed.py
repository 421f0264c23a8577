"""Time from a click on the board until the page shows its answer; writes ``results/page-speed.md``.

Chooses pieces, spaces and cards by mouse and undoes them again, in Chromium with WebGL in software, for each game
seen from above and in 3D. Times are those of the browser's Event Timing: from the click until the
next frame is drawn, in steps of 8 ms. Also measures how long a table takes to open until its board
can be clicked, if a person begins and if a bot does, and the tasks of that time. With
``--textures-in-page``, textures are painted as in browsers whose workers cannot. Takes 3 minutes.

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
"""Tables opened in which a person begins, and as many in which a bot does."""
_MOST_OPENS = 30
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
_TASKS = """() => {
  window.tasks = [0];
  const note = (list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
}"""
_OPEN = """() => {
  const answers = "game-board[data-drawn] .target, [data-choice]:not([aria-disabled=true])";
  const found = document.querySelector(`.table[data-turn=mine][data-current=true] :is(${answers})`);
  if (!found?.checkVisibility({ visibilityProperty: true })) return null;
  // Seat 0 begins.
  return [performance.now(), document.querySelector(".seat-name").textContent.trim() !== "Anne"];
}"""
_NO_PAINTING_WORKERS = "delete globalThis.OffscreenCanvas"


@dataclass(frozen=True)
class Speed:
    """Times of a game in a view, in milliseconds."""

    game: str
    view: str
    opening: list[float]
    """From the start of the navigation until the board can be clicked, if the person begins."""
    after_bot: list[float]
    """The same if a bot begins, with its move."""
    tasks: list[float]
    """The longest task of each opening until the picture stays; 0 if none took 50 ms."""
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


@dataclass(frozen=True)
class Opening:
    """How a table opened; times in milliseconds."""

    clickable: float
    after_bot: bool
    task: float
    """The longest task until the picture stays."""


def opened(page: Page, address: str, game: str) -> Opening:
    """Open a new table, in which a bot may move first."""
    page.goto(address + seat_path(address, game), wait_until="commit")
    clickable, after_bot = page.wait_for_function(_OPEN).json_value()
    page.wait_for_selector("game-board[data-ready=true]")
    return Opening(clickable, after_bot, float(page.evaluate("() => Math.max(...window.tasks)")))


def openings(page: Page, address: str, game: str) -> list[Opening]:
    """Open tables until a person and a bot began often enough; who begins is drawn by lot."""
    found: list[Opening] = []
    while len(found) < _MOST_OPENS and any(
        sum(one.after_bot == by_bot for one in found) < OPENS for by_bot in (False, True)
    ):
        found.append(opened(page, address, game))
    return found


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


def measured(
    browser: Browser, address: str, game: str, view: str, clicks: int, *, in_page: bool = False
) -> Speed:
    """Measure a game in a view; with ``in_page``, no worker paints its textures."""
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce", locale="en-GB")
    try:
        page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        page.add_init_script(f"({_TASKS})()")
        if in_page:
            page.add_init_script(_NO_PAINTING_WORKERS)
        page.goto(address)
        is_solid = view == "3D"
        page.evaluate(_PREFERENCES, "off" if is_solid else "on")
        tables = openings(page, address, game)
        if is_solid:
            page.wait_for_selector("game-board[data-drawn=solid]")
        page.wait_for_selector(".table[data-turn=mine]")
        first, *_ = [*clicked(page, 2), float(_SHORTEST)]
        told = clicked(page, clicks)
        untold = [float(_SHORTEST)] * max(0, clicks - len(told))
        own, after_bot = (
            [one.clickable for one in tables if one.after_bot == by_bot] for by_bot in (False, True)
        )
        tasks = [one.task for one in tables]
        return Speed(game, view, own, after_bot, tasks, first, [*told, *untold])
    finally:
        context.close()


def report(found: Sequence[Speed], note: str) -> str:
    """Return the results as Markdown."""
    return "\n".join(
        (
            "# Speed of the page at a table\n",
            "Written by `benchmarks/page_speed.py`: Chromium with WebGL in software, 1440x900 pixels, a"
            " table with a bot. *Opening*: from the start of the navigation until the board can be"
            f" clicked, median and worst of {OPENS} tables or more in which the person begins; *after"
            " the bot*: the same where the bot begins, with the pause of 0.6 s that it makes so that"
            " its move is seen. *Longest task*: until the picture stays, median and worst of all these"
            " tables; 0 if none took 50. Clicks: until the next frame is drawn, in steps of 8 ms, at"
            f" least {_SHORTEST}. All in milliseconds.\n",
            "| game | view | opening | worst | after the bot | worst | longest task | worst"
            " | first click | clicks | median | p95 | worst |",
            "| --- | --- |" + " ---: |" * 11,
            *(
                f"| {one.game} | {one.view} | {_middle(one.opening)} | {_middle(one.after_bot)}"
                f" | {_middle(one.tasks)} | {one.first:.0f} | {len(one.clicks)}"
                f" | {median(one.clicks):.0f} | {percentile(one.clicks, 95):.0f}"
                f" | {max(one.clicks):.0f} |"
                for one in found
            ),
            f"\n{note}\n",
        )
    )


def _middle(times: Sequence[float]) -> str:
    """Return the median and the worst as two cells of a table."""
    return f"{median(times):.0f} | {max(times):.0f}" if times else "- | -"


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games-of", type=lambda text: text.split(","), default=list(GAMES))
    parser.add_argument("--clicks", type=int, default=100, help="per game and view")
    parser.add_argument("--views", type=lambda text: text.split(","), default=list(VIEWS))
    parser.add_argument("--textures-in-page", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    found: list[Speed] = []
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        for game in chosen.games_of:
            for view in chosen.views:
                found.append(
                    measured(
                        browser,
                        address,
                        game,
                        view,
                        chosen.clicks,
                        in_page=chosen.textures_in_page,
                    )
                )
                print(found[-1], flush=True)
        browser.close()
    note = (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, load average of the machine"
        f" {os.getloadavg()[0]:.1f} at the end."
    )
    chosen.results.write_text(report(found, note), "utf-8")


if __name__ == "__main__":
    main()
