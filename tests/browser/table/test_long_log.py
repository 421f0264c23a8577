"""Long games: the log begins with its end, and earlier events are shown on request."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from empile.server.wire import events
from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, MY_TURN, lay, make_table, sit_down
from tests.server.serving import Serving, serving

EVENTS = 450
PAGE = 200


@pytest.fixture
def long_site(tmp_path: Path, pages: Path) -> Iterator[tuple[Serving, dict[str, str]]]:
    """A server with a table whose log is longer than a page."""
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
        yield site, made


def lines(page: Page) -> list[str]:
    return page.locator(".wide-log .log li:not(.older) .log-text").all_text_contents()
