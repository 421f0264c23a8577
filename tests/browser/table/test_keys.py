"""Shortcuts of single keys: everywhere on the page, listed under ``?``, and to be switched off."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.support.playing import BOT, MY_TURN, choose_action, sit_down_with
from tests.server.serving import Serving

DRAWER = "table-drawers dialog[open]"


def test_keys_work_wherever_the_focus_is(person: Person, site: Serving) -> None:
    page = person()
    sit_down_with(page, site, BOT)
    page.wait_for_selector(MY_TURN)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("h")
    expect(page.locator(".hint-card")).to_be_visible()
    page.locator("[data-action=rules]").focus()
    page.keyboard.press("h")
    expect(page.locator(".hint-card")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator("list-chooser")).to_be_visible()
    page.locator("list-chooser select").first.focus()
    page.keyboard.press("l")
    expect(page.locator("list-chooser")).to_be_visible()


def test_question_mark_lists_the_keys(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    sit_down_with(page, site, BOT)
    page.wait_for_selector(MY_TURN)
    page.keyboard.press("?")
    expect(page.locator(DRAWER)).to_contain_text("Raccourcis clavier")
    expect(page.locator(f"{DRAWER} kbd").filter(has_text="H").first).to_be_visible()
    page.keyboard.press("h")  # the dialog has the keyboard
    expect(page.locator(".hint-card")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(DRAWER)).to_have_count(0)


def test_keys_can_be_switched_off(person: Person, site: Serving) -> None:
    page = person()
    sit_down_with(page, site, BOT)
    page.wait_for_selector(MY_TURN)
    page.locator("[data-action=settings]").click()
    page.locator("[data-setting=keys][value=off]").check()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    choose_action(page, "keys")
    expect(page.locator(DRAWER)).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("list-chooser")).to_have_count(0)
