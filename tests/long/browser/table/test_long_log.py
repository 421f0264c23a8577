"""Long games: the log begins with its end, and earlier events are shown on request."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from empile.server.wire import events
from empile.server.wire import messages as wire
from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, MY_TURN, lay, make_table
from tests.server.serving import serving

EVENTS = 450
PAGE = 200


@pytest.fixture
def long_table(tmp_path: Path, pages: Path) -> Iterator[str]:
    """The link to a table whose log is longer than a page."""
    file = tmp_path / "tables.sqlite3"
    with serving(file, pages) as site:
        made = make_table(site.address, ANNE, ANNE)
    with sqlite3.connect(file) as store:
        store.executemany(
            "INSERT INTO log (number, seq, at, body) VALUES (1, ?, 1790000000000, ?)",
            [
                (seq, events.encode(events.Renamed(place=0, name=f"Name {seq}")))
                for seq in range(3, EVENTS + 3)
            ],
        )
    store.close()
    with serving(file, pages) as site:
        yield f"{site.address}/t/{made['table']}#seat={made['token']}"


def expect_lines(page: Page, first: str, count: int) -> None:
    """Wait until the log has a number of lines, the first of which begins in some way."""
    lines = page.locator(".log:visible li:not(.older)")
    expect(lines).to_have_count(count)
    expect(lines.first).to_contain_text(first)


def test_earlier_events_are_shown_on_request(person: Person, long_table: str) -> None:
    page = person()
    page.goto(long_table)
    page.wait_for_selector(MY_TURN)
    log = page.locator(".wide-log .log")
    expect_lines(page, "Name 253", PAGE)
    assert log.evaluate("list => list.scrollTop + list.clientHeight >= list.scrollHeight - 1")

    older = page.get_by_role("button", name="Afficher les événements précédents")
    older.click()
    expect_lines(page, "Name 53", 2 * PAGE)
    expect(page.locator(".wide-log [role=status]")).to_have_text(
        "200 événements précédents affichés"
    )
    # What was read before stays in sight.
    seen = "list => list.querySelectorAll('li:not(.older)')[200].offsetTop - list.scrollTop"
    assert 0 <= log.evaluate(seen) < 300

    # The game goes on below, and what was loaded stays.
    moves = [lay(page), lay(page)]
    expect_lines(page, "Name 53", 2 * PAGE + 2)
    page.get_by_role("button", name="Reprendre", exact=False).first.click()
    expect(log.locator(".undone")).to_have_count(1)
    expect(log.locator(".undone code")).to_have_text(moves[1])

    # The last page, by keys: the button is gone, and the focus stays in the log.
    older.focus()
    page.keyboard.press("Enter")
    expect_lines(page, "La partie commence", EVENTS + 4)
    expect(older).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.wide-log .log')")
    expect(log.locator(".undone code")).to_have_text(moves[1])


def test_earlier_events_are_shown_on_a_phone(person: Person, long_table: str) -> None:
    page = person(width=360, height=740, touch=True)
    page.goto(long_table)
    page.wait_for_selector(MY_TURN)
    page.get_by_role("button", name="Historique").tap()
    page.wait_for_selector("dialog[open]")
    expect_lines(page, "Name 253", PAGE)
    older = page.get_by_role("button", name="Afficher les événements précédents")
    for first, count in (("Name 53", 2 * PAGE), ("La partie commence", EVENTS + 1)):
        older.tap()
        expect_lines(page, first, count)
    expect(older).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_outdated_page_reloads_once_and_says_why(
    person: Person, tmp_path: Path, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "tables.sqlite3", pages) as site:
        made = make_table(site.address, ANNE, ANNE)
        page = person()
        loads: list[str] = []
        page.on("load", lambda loaded: loads.append(loaded.url))
        spoken = wire.PROTOCOL
        monkeypatch.setattr(wire, "PROTOCOL", spoken + 1)
        page.goto(f"{site.address}/t/{made['table']}#seat={made['token']}")
        button = page.get_by_role("button", name="Recharger")
        expect(page.get_by_role("heading", name="Nouvelle version disponible")).to_be_visible()
        expect(button).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert len(loads) == 2
        button.click()
        expect(button).to_be_visible()

        monkeypatch.setattr(wire, "PROTOCOL", spoken)
        button.click()
        page.wait_for_selector(MY_TURN)
        assert page.evaluate("sessionStorage.getItem('empile.reloaded')") is None
