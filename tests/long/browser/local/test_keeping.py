"""Tables in the page are kept: a browser that is killed at any moment of a move loses nothing that was shown."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.support.chromium import FLAT_FLAGS, executable
from tests.browser.support.here import begin_here, events_of
from tests.browser.support.playing import (
    LAY,
    MY_TURN,
    moves_told,
)
from tests.server.serving import Serving
from tests.support.patience import PATIENCE

EXPERT = {"kind": "bot", "level": 4}
TABLE = ".table"


@contextmanager
def profile(browser: Browser, site: Serving, home: Path) -> Generator[tuple[BrowserContext, Page]]:
    """Open a browser that keeps what it stores in a folder, unless it was killed."""
    context = browser.browser_type.launch_persistent_context(
        home,
        executable_path=executable(),
        args=FLAT_FLAGS,
        base_url=site.address,
        viewport={"width": 1280, "height": 900},
        locale="fr-FR",
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.pages[0]
    page.set_default_timeout(1000 * PATIENCE)
    yield context, page
    if page.context.pages:
        context.close()


def kill(context: BrowserContext) -> None:
    """Kill the process of a browser, and wait until it is gone."""
    assert context.browser is not None
    session = context.browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    (process,) = [one["id"] for one in found if one["type"] == "browser"]
    with context.expect_event("close"):
        os.kill(process, signal.SIGKILL)


def choose(page: Page) -> None:
    """Choose a whole move without laying it, part by part from the lists."""
    if not page.locator("list-chooser").count():
        page.locator("body").press("l")
    table = page.locator(TABLE)
    for _ in range(4):
        if table.get_attribute("data-preview"):
            return
        for select in page.locator("list-chooser select").all():
            if not table.get_attribute("data-preview") and not select.input_value():
                select.select_option(index=1)


def at_once(page: Page, before: int) -> None:
    """Kill before or while the move is kept."""


def told(page: Page, before: int) -> None:
    """Kill as soon as the move is told, while the computer thinks or its move is kept."""
    page.wait_for_function(
        "before => Number(document.querySelector('.table').dataset.seq) > before", arg=before
    )


def answered(page: Page, before: int) -> None:
    """Kill when the computer has moved."""
    told(page, before)
    page.wait_for_selector(MY_TURN)


MOMENTS = [at_once, told, answered, told, at_once]


def test_a_killed_browser_goes_on_with_all_that_was_shown(
    browsers: dict[bool, Browser], site: Serving, tmp_path: Path
) -> None:
    browser, home = browsers[False], tmp_path / "profile"
    with profile(browser, site, home) as (_, page):
        table = begin_here(page, "blox", EXPERT)
        page.wait_for_selector(MY_TURN)
        moves = moves_told(page)
    for moment in MOMENTS:
        with profile(browser, site, home) as (context, page):
            page.goto(f"/t/{table}")
            page.wait_for_selector(MY_TURN)
            found = moves_told(page)
            assert found[: len(moves)] == moves, "nothing is lost"
            choose(page)
            before = int(events_of(page))
            page.locator(LAY).click()
            moment(page, before)
            moves = moves_told(page)
            assert len(moves) >= len(found)
            kill(context)
    with profile(browser, site, home) as (_, page):
        page.goto(f"/t/{table}")
        page.wait_for_selector(MY_TURN)
        assert moves_told(page)[: len(moves)] == moves
