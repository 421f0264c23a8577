"""How people play Blox on the page: by pointing, by keys, and by exchanging cards."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.support.playing import LAY, focused, lay_shown, shown, tab_to, use

CARD = ".panel-choice.plain[data-choice^='pay:'][aria-disabled=false]"


def point(page: Page, *, touch: bool = False) -> str:
    """Move a figure by mouse or finger: it where several can be chosen, then a lit cell."""
    if not page.locator(".target").count():
        return exchange(page, touch=touch)
    if not page.locator(".target[data-part=to]").count():
        use(page.locator(".target[data-part=figure]").first, touch=touch)
    if not shown(page):  # a figure with one way to go shows its move at once
        use(page.locator(".target[data-part=to]").first, touch=touch)
    return lay_shown(page, touch=touch)


def exchange(page: Page, cards: int = 1, *, touch: bool = False) -> str:
    """Exchange the first cards of the hand by mouse or finger; return the move."""
    for index in range(cards):
        use(page.locator(CARD).nth(index), touch=touch)
    return lay_shown(page, touch=touch)


def by_keys(page: Page) -> str:
    """Choose and lay some move by keys alone; return its text."""
    some = ".target" if page.locator(".target").count() else CARD
    tab_to(page, some, most=60)
    for _ in range(5):
        page.keyboard.press("Enter")
        if shown(page):
            break
        page.wait_for_function(
            "() => document.activeElement?.matches('.target, .panel-choice, [data-action=play-move]')"
        )
    assert shown(page), "choosing part by part leads to a whole move"
    if not focused(page, LAY):
        tab_to(page, LAY, most=60)
    return lay_shown(page, keys=True)


def hand(page: Page) -> str:
    """The cards that are shown as one's own, in the order W G B M; empty where none are."""
    cards = page.locator(".panel-choice.plain[data-choice^='pay:']").all()
    return "".join((card.get_attribute("data-choice") or "").removeprefix("pay:") for card in cards)
