"""In forced colours the focus, what is chosen and the seats are told by borders and marks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, MY_TURN, make_table, open_form, sit_down, tab_to
from tests.server.serving import Serving

_BORDER = """(element, pseudo) => parseFloat(getComputedStyle(element, pseudo).borderTopWidth)"""
_RING = """pseudo => {
    const element = document.activeElement;
    const { nextElementSibling: face, parentElement: card } = element;
    const shown = [[element, null], [element, "::after"], [face, null], [card, null]];
    return shown.some(([one, part]) => {
        const style = one && getComputedStyle(one, part);
        return style?.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 3;
    });
}"""


def _border(page: Page, selector: str, pseudo: str | None = None) -> float:
    return float(page.locator(selector).first.evaluate(_BORDER, pseudo))


def test_everything_that_tab_reaches_has_a_ring(person: Person) -> None:
    page = person()
    page.emulate_media(forced_colors="active")
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(_RING), page.evaluate("() => document.activeElement.outerHTML")


def test_chosen_options_have_a_thick_border(person: Person) -> None:
    page = person()
    page.emulate_media(forced_colors="active")
    open_form(page, "block-ness")
    chosen = _border(page, ".segment input:checked + .segment-face")
    assert chosen > _border(page, ".segment input:not(:checked) + .segment-face")


def test_board_shows_the_focus_and_the_choice_and_seats_keep_their_colours(
    person: Person, site: Serving
) -> None:
    page = person()
    page.emulate_media(forced_colors="active")
    sit_down(page, make_table(site.address, ANNE, {"kind": "person", "name": "B"}))
    page.wait_for_selector(MY_TURN)
    tab_to(page, ".target")
    assert page.evaluate(_RING)
    page.keyboard.press("Enter")
    expect(page.locator(".target[aria-pressed=true]")).to_have_count(1)
    assert _border(page, ".target[aria-pressed=true]", "::after") >= 4
    adjust = page.locator(".seats .chip").first.evaluate(
        "chip => getComputedStyle(chip).forcedColorAdjust"
    )
    assert adjust == "none"
