"""Opens a browser profile and tables saved by an earlier version of Empile.

``data/profile.json`` is the ``localStorage`` of a browser after real use, ``data/profile.sql`` a dump of the
server's database at that time. Neither may be regenerated: they stand for what users have.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.browser.support.playing import MY_TURN, lay, open_form
from tests.conftest import ROOT
from tests.server.serving import Serving, serving

DATA = ROOT / "tests" / "browser" / "pages" / "data"
STORAGE: dict[str, str] = json.loads((DATA / "profile.json").read_text("utf-8"))
TABLES: dict[str, dict[str, str]] = json.loads(STORAGE["empile.tables"])


@pytest.fixture(scope="module")
def old_site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server with the tables of the earlier version."""
    data = tmp_path_factory.mktemp("old") / "tables.sqlite3"
    connection = sqlite3.connect(data)
    connection.executescript((DATA / "profile.sql").read_text("utf-8"))
    connection.close()
    with serving(data, pages) as running:
        yield running


@pytest.fixture
def page(old_site: Serving, browsers: dict[bool, Browser]) -> Iterator[Page]:
    """A page of the browser with the earlier version's storage."""
    storage: StorageState = {
        "cookies": [],
        "origins": [
            {
                "origin": old_site.address,
                "localStorage": [{"name": name, "value": STORAGE[name]} for name in STORAGE],
            }
        ],
    }
    context = browsers[False].new_context(
        base_url=old_site.address,
        locale="en-US",
        reduced_motion="reduce",
        storage_state=storage,
    )
    errors: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def test_seats_open_their_tables(page: Page) -> None:
    assert len(TABLES) == 3
    page.goto("/")
    expect(page.locator(".left-list a")).to_have_count(3)
    for table, seat in TABLES.items():
        page.goto(f"/t/{table}")
        if seat["game"] == "on-top":  # waiting for a second player
            page.wait_for_selector("[data-state=gathering]")
            expect(page.locator(".lobby-places")).to_contain_text("Anne")
            expect(page.locator("table-lobby input[name=name]")).to_have_count(0)
        else:
            page.wait_for_selector(MY_TURN)
            assert page.locator(".wide-log code").count() > 0, "the moves so far are shown"
    running = next(table for table, seat in TABLES.items() if seat["game"] == "block-ness")
    page.goto(f"/t/{running}")
    page.wait_for_selector(f"{MY_TURN} .target")
    assert lay(page)


def test_preferences_hold(page: Page) -> None:
    open_form(page)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("header button[aria-pressed]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("who-plays input[name=name-0]")).to_have_value("Anne")
    running = next(table for table, seat in TABLES.items() if seat["game"] == "block-ness")
    page.goto(f"/t/{running}")
    expect(page.locator("list-chooser")).to_be_visible()


def test_completed_lessons_count(page: Page) -> None:
    page.goto("/learn/block-ness")
    page.wait_for_selector(".learn[data-phase=asking]")
    expect(page.locator(".lesson-dot.done")).to_have_count(1)
    done = STORAGE["empile.learnt.block-ness"]
    assert page.locator(".learn").get_attribute("data-lesson") != done


def test_saved_boards_and_drafts_are_there(page: Page) -> None:
    page.goto("/editor/blox/layout")
    page.wait_for_selector(".editor[data-ready=true]")
    expect(page.locator("[data-board='Chez nous']")).to_be_visible()
    draft = json.loads(STORAGE["empile.draft.blox/layout"])["value"]["colours"]
    expect(page.locator("[data-cell=e5]")).to_have_attribute("data-colour", draft[4][4])


def test_score_pad_sitting_goes_on(page: Page) -> None:
    page.goto("/scorepad/blox")
    page.wait_for_selector("[data-scorepad=playing]")
    expect(page.locator("[data-seat='1'] [data-count=points]")).to_have_text("4")
    expect(page.locator(".scorepad")).to_contain_text("Béa")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/box/blox?from=card#rest", "/scorepad/blox?from=card#rest"),
        ("/make/blox/layout?from=card", "/editor/blox/layout?from=card"),
        ("/make/on-top/start#x", "/editor/on-top/start#x"),
    ],
)
def test_old_addresses_are_redirected(page: Page, old_site: Serving, old: str, new: str) -> None:
    page.goto(old)
    page.wait_for_selector(".scorepad, .editor")
    assert page.url == old_site.address + new
