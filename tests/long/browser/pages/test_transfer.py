"""The games of a browser are carried to another device by a code."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    ANNE,
    BOT,
    READY,
    expect_fitting,
    make_table,
    sit_down,
)
from tests.server.serving import Serving


def _offered_code(page: Page) -> str:
    page.goto("/games")
    page.locator("a[href='/transfer']").click()
    page.locator("[data-action=offer]").click()
    code = page.locator("[data-code]")
    code.wait_for()
    return code.inner_text()


def test_a_code_carries_games_and_seats_once(person: Person, site: Serving) -> None:
    old, new, third = person(), person(), person()
    table = make_table(site.address, ANNE, BOT, game="blox")
    sit_down(old, table)
    old.wait_for_selector(READY)
    code = _offered_code(old)
    expect(old.locator("[data-code]")).to_be_focused()
    assert objections_in_both(old) == []

    new.goto("/transfer")
    new.locator("input[name=code]").fill(f" {code.lower().replace('-', ' ')} ")
    new.keyboard.press("Enter")
    expect(new.locator("[data-arrived]")).to_be_focused()
    expect(new.locator("[data-arrived]")).to_have_text("1 partie copiée.")
    assert objections_in_both(new) == []
    new.locator(".transfer-page a[href='/games']").last.click()
    new.locator(".games-list a.games-game").click()
    new.wait_for_selector(READY)
    expect(new.locator(".seat-tags", has_text="vous")).to_have_count(1)

    third.goto(f"/transfer#{code}")
    expect(third.locator("input[name=code]")).to_have_value(code)
    third.locator("[data-action=fetch]").click()
    expect(third.locator("[role=alert]", has_text="inconnu")).to_be_visible()


def test_the_server_never_sees_the_code(person: Person, site: Serving) -> None:
    page = person()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    code = _offered_code(page)
    assert any("/api/transfers" in one for one in sent)
    assert not any(code in one or code.replace("-", "") in one for one in sent)


def test_a_withdrawn_code_is_gone_and_a_wrong_one_is_explained(
    person: Person, site: Serving
) -> None:
    old, new = person(), person()
    code = _offered_code(old)
    old.locator("[data-action=withdraw]").click()
    expect(old.locator("[data-action=offer]")).to_be_focused()
    new.goto(f"/transfer#{code}")
    new.locator("[data-action=fetch]").click()
    expect(new.locator("[role=alert]", has_text="inconnu")).to_be_visible()
    new.locator("input[name=code]").fill("ABCD")
    new.keyboard.press("Enter")
    expect(new.locator("[role=alert]", has_text="douze")).to_be_visible()


def test_the_page_fits_on_a_phone(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    _offered_code(page)
    expect_fitting(page, "the transfer page")
