"""How people play the cards of Block Out! on the page, where odds judge the tower."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.support.playing import LAY, lay_shown, shown, tab_to

BLOCK = ".target[data-part=block]"
CARD = ".panel-choice[data-choice^='card:'][aria-disabled=false]"

ODDS: dict[str, Any] = {"referee": "odds", "turn_limit": 16}
"""Options of a short game without hands."""

_CHOSEN = (
    f"() => document.querySelector('.table').dataset.preview || document.querySelector({BLOCK!r})"
)


def play(page: Page, *, card_first: bool = False, touch: bool = False) -> str:
    """Choose a move by pointing, the block or a card first, and lay it; return its text."""
    use = "tap" if touch else "click"
    if card_first or page.locator(BLOCK).count() == 0:
        getattr(page.locator(CARD).first, use)()
        page.wait_for_function(_CHOSEN)
    if not shown(page):
        getattr(page.locator(BLOCK).first, use)()
        if page.locator("[data-note=aiming]").count():  # the first tap only magnifies
            page.locator(BLOCK).first.tap()
        page.wait_for_function("() => document.querySelector('.table').dataset.preview")
    return lay_shown(page, touch=touch)


def by_keys(page: Page) -> str:
    """Choose and lay some move by keys alone; return its text."""
    tab_to(page, BLOCK if page.locator(BLOCK).count() else CARD, most=60)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.table').dataset.preview")
    page.wait_for_function(f"() => document.activeElement?.matches({LAY!r})")
    return lay_shown(page, keys=True)
