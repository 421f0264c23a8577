"""The page in a home network: without https, browsers leave out much of what pages use."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import make_table, sit_down
from tests.server.serving import Serving

PLAIN = """
for (const name of ["clipboard", "locks", "serviceWorker", "wakeLock"])
  Object.defineProperty(navigator, name, { value: undefined });
Object.defineProperty(window, "isSecureContext", { value: false });
"""
PASTES = """() => {
  const field = document.createElement("textarea");
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.focus();
}"""


def plain(page: Page) -> Page:
    page.add_init_script(PLAIN)
    return page


def test_a_link_is_copied_and_the_focus_stays(person: Person, site: Serving) -> None:
    page = plain(person())
    made = make_table(site.address, {"kind": "person", "name": "Anne"}, {"kind": "open"})
    sit_down(page, made)
    button = page.locator("table-invitation button.secondary").first
    button.click()
    expect(page.locator("table-invitation .told")).to_have_text("Copié.")
    expect(button).to_be_focused()
    page.evaluate(PASTES)
    page.keyboard.press("Control+v")
    link = page.locator("[data-invite-link]").input_value()
    expect(page.locator("textarea:focus")).to_have_value(link)


def test_what_is_missing_says_why(person: Person) -> None:
    page = plain(person(width=360))
    page.goto("/offline")
    page.wait_for_selector("[data-kept=impossible]")
    expect(page.locator("[data-insecure]")).to_contain_text("https")
    page.goto("/scorepad/blox")
    page.locator("form button.primary").first.click()
    expect(page.locator("[data-insecure]")).to_contain_text("https")
