"""Sounds: none before the first touch, none when they are switched off, and the page remembers it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import READY, await_turn, lay, make_table, sit_down
from tests.server.serving import Serving

COUNT = """
window.heard = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.heard += 1;
  return start.apply(this, when);
};
"""
TWO = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})


KEPT = """async () => {
  const requests = [];
  for (const name of await caches.keys()) requests.push(...(await (await caches.open(name)).keys()));
  return requests.map(({ url }) => url);
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
MORE = "before => window.heard > before"


def heard(page: Page) -> int:
    return int(page.evaluate("() => window.heard"))


def test_no_sound_is_requested_before_the_first_touch(person: Person, site: Serving) -> None:
    page = person(keeps=True)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.add_init_script(COUNT)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    assert await_turn(page)
    page.wait_for_function(CONTROLLED)
    kept = page.evaluate(KEPT)
    assert any(url.endswith(".js") for url in kept)
    assert [url for url in (*requested, *kept) if url.endswith(".flac")] == []
    assert heard(page) == 0

    with page.expect_response(lambda response: response.url.endswith(".flac")) as answer:
        lay(page)
    assert answer.value.ok
    page.wait_for_function(MORE, arg=0)


def test_the_switch_silences_the_table_and_is_remembered(person: Person, site: Serving) -> None:
    page = person()
    page.add_init_script(COUNT)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    switch = page.get_by_role("button", name="Sons")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert await_turn(page)
    lay(page)
    page.wait_for_function(MORE, arg=0)

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
