"""A page whose program does not start says which browsers are supported."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.support.patience import PATIENCE


def test_a_page_that_does_not_start_names_the_supported_browsers(person: Person) -> None:
    page = person()
    page.route(
        re.compile(r"/assets/.*\.js$"),
        lambda route: route.fulfill(body="", content_type="text/javascript"),
    )
    page.goto("/")
    expect(page.locator("#trouble [lang=fr]")).to_be_visible(timeout=1000 * PATIENCE)
    expect(page.locator("#trouble [lang=en]")).to_contain_text("Firefox 121")


def test_a_page_that_starts_removes_the_message(person: Person) -> None:
    page = person()
    page.goto("/")
    page.wait_for_selector("[data-page=home]")
    expect(page.locator("#trouble")).to_have_count(0)
