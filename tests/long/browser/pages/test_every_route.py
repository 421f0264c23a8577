"""All pages but the table: size of targets, 400 % zoom, and that each shows its own title."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import expect_fitting

ROUTES: Final = {
    "/": ".home[data-ready=true]",
    "/games": ".games-page[data-ready=true]",
    "/transfer": "[data-action=offer]",
    "/news": "news-page h1",
    "/offline": ".offline-works li",
    "/rules/block-ness": ".rules-page[data-ready=true]",
    "/rules/block-out": ".rules-page[data-ready=true]",
    "/learn/blox": "learn-page h1",
    "/learn/block-ness/start-ring": "learn-page h1",
    "/scorepad/blox": "scorepad-page h1",
    "/editor/blox/layout": "editor-page h1",
    "/editor/on-top/start": "editor-page h1",
    "/solo": "solo-page h1",
    "/puzzles": ".puzzles[data-ready=true]",
    "/study": ".studies[data-ready=true]",
    "/puzzles/daily": ".puzzle[data-phase=asking]",
    "/puzzles/rush": "[data-rush=choosing]",
    "/puzzles/history": "[data-history=true]",
    "/r": ".message h1",
    "/start": ".message h1, [role=alert]",
    "/nowhere": ".message h1",
}
"""Addresses, and what is there when the page is shown."""
LEAST: Final = 24
LEAST_MAIN: Final = 44
"""CSS pixels of main controls: filled buttons and fields."""

_TARGETS = """() => {
  const board = "game-board, .stage-area";
  const found = document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0'], [role=button]");
  const seen = [];
  for (const one of found) {
    if (one.closest(board) || one.disabled || one.closest("[inert]")) continue;
    // A label is a larger target for its field; a field without size is shown by its label.
    const label = one.matches("input") ? one.closest("label") : null;
    const boxes = [one, label].filter(Boolean).map((each) => each.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    if (!one.checkVisibility({ visibilityProperty: true }) || width <= 1 || height <= 1) continue;
    if (one.classList.contains("skip")) continue;
    const display = getComputedStyle(one).display;
    const sentence = one.matches("a") && display === "inline"
      && one.parentElement.textContent.trim() !== one.textContent.trim();
    const main = one.matches(".primary, .secondary, select, textarea")
      || one.matches("input:not([type=checkbox], [type=radio], [type=range], [type=file])");
    seen.push({
      width: Math.round(width * 10) / 10, height: Math.round(height * 10) / 10, main, sentence,
      html: `${one.localName}.${one.className} ${one.textContent.trim().slice(0, 40)}`,
    });
  }
  return seen;
}"""


def _open(page: Page, route: str) -> None:
    page.goto(route)
    expect(page.locator(ROUTES[route]).first).to_be_visible()
    page.evaluate("document.fonts.ready")


def _too_small(page: Page) -> list[str]:
    """Return the targets that are too small; links within a sentence may be (WCAG 2.5.8)."""
    targets: list[dict[str, Any]] = page.evaluate(_TARGETS)
    assert targets
    return [
        f"{one['width']} x {one['height']}: {one['html']}"
        for one in targets
        if not one["sentence"]
        and min(one["width"], one["height"]) < (LEAST_MAIN if one["main"] else LEAST)
    ]


@pytest.mark.parametrize("width", [360, 1280])
def test_targets_are_large_enough(person: Person, width: int) -> None:
    page = person(width=width, height=800)
    small: dict[str, list[str]] = {}
    for route in ROUTES:
        _open(page, route)
        for summary in page.locator("summary:visible").all():
            summary.click()
        small[route] = _too_small(page)
    _open(page, "/")
    page.locator("[data-action=settings]").click()
    expect(page.locator("settings-drawer dialog[open]")).to_be_visible()
    small["settings"] = _too_small(page)
    assert {route: found for route, found in small.items() if found} == {}


def test_pages_fit_at_400_percent_zoom(person: Person) -> None:
    """At 1280 pixels, 400 % leave 320 by 256; nothing scrolls sideways (WCAG 1.4.10)."""
    page = person(width=320, height=256)
    for route in ROUTES:
        _open(page, route)
        expect_fitting(page, route)
        heading = page.locator(":is(h1, h2):not(.unseen):visible").first
        heading.scroll_into_view_if_needed()
        expect(heading).to_be_in_viewport()


@pytest.mark.parametrize("route", ["/rules/blox", "/learn/blox", "/scorepad/blox"])
def test_paper_has_the_text_and_no_controls(person: Person, route: str) -> None:
    page = person(dark=True)
    page.goto(route)
    heading = page.locator("main h1")
    expect(heading).to_be_visible()
    page.emulate_media(media="print")
    expect(heading).to_be_visible()
    expect(page.locator("body")).to_have_css("color", "rgb(0, 0, 0)")
    # Choices with a picture show the position of a lesson.
    for hidden in (".head", "main button:not(.log-go, .panel-choice:has(svg))", "main .button"):
        assert page.locator(f"{hidden}:visible").count() == 0, hidden
    assert page.pdf().startswith(b"%PDF")
