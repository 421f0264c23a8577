"""The switch for sounds: what is silent makes none, and the page remembers it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import READY, await_turn, lay, make_table, sit_down
from tests.server.serving import Serving

COUNT = """
window.heard = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.heard += 1;
  return start.apply(this, when);
};
"""
TWO = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})


def heard(page: Page) -> int:
    return int(page.evaluate("() => window.heard"))


def test_the_switch_silences_the_table_and_is_remembered(person: Person, site: Serving) -> None:
    page = person()
    page.add_init_script(COUNT)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    switch = page.get_by_role("button", name="Sons")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert await_turn(page)
    lay(page)
    loud = heard(page)
    assert loud > 0, "a move is heard"

    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    silent = heard(page)
    assert await_turn(page)
    lay(page)
    assert heard(page) == silent

    page.reload()
    page.wait_for_selector(READY)
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert await_turn(page)
    lay(page)
    assert heard(page) == 0, "the page remembers that it is to be silent"
    switch.click()
    page.wait_for_function("() => window.heard > 0")
