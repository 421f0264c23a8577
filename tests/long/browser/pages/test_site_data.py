"""Browsers that block site data: everything works until the page is closed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import MY_TURN, lay

THROWS = "get() { throw new DOMException('blocked', 'SecurityError') }"
IS_NULL = "value: null"


def _blocked(page: Page, how: str) -> None:
    for name in ("localStorage", "sessionStorage"):
        page.add_init_script(f"Object.defineProperty(window, '{name}', {{ {how} }})")


@pytest.mark.parametrize("how", [THROWS, IS_NULL])
def test_a_table_is_played_and_says_that_the_seat_ends_with_the_page(
    person: Person, how: str
) -> None:
    page = person()
    _blocked(page, how)
    page.goto("/")
    page.locator("[data-action=play-now]").click()
    page.wait_for_selector(MY_TURN)
    expect(page.locator("[data-notice=fleeting]")).to_contain_text("bloque les données de site")
    lay(page)
    page.wait_for_selector(MY_TURN)
    page.locator(".brand").click()
    page.locator(".left-list a").click()
    page.wait_for_selector(MY_TURN)


def test_settings_last_until_the_page_is_closed(person: Person) -> None:
    page = person()
    _blocked(page, THROWS)
    page.goto("/")
    page.locator("[data-action=settings]").click()
    page.locator("[data-setting=theme][value=dark]").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("[data-setting=theme][value=dark]")).to_be_checked()


def test_the_notice_is_absent_where_site_data_is_kept(person: Person) -> None:
    page = person()
    page.goto("/")
    page.locator("[data-action=play-now]").click()
    page.wait_for_selector(MY_TURN)
    expect(page.locator("[data-notice=fleeting]")).to_have_count(0)
