"""How people play Blox on the page: by pointing, by keys, and by exchanging cards."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.playing import focused, tab_to

LAY = "[data-action=lay]"
CARD = ".panel-choice.plain[data-choice^='pay:'][aria-disabled=false]"
_CHANGED = "seq => document.querySelector('.table').dataset.seq !== seq"


def _seq(page: Page) -> str | None:
    return page.locator(".table").get_attribute("data-seq")


def _chosen(page: Page) -> str:
    return page.locator(".table").get_attribute("data-preview") or ""


def _lay(page: Page, before: str | None) -> str:
    move = _chosen(page)
    assert move, "a whole move is chosen"
    page.locator(LAY).click()
    page.wait_for_function(_CHANGED, arg=before)
    return move


def point(page: Page) -> str:
    """Move a figure by mouse: the figure where several can be chosen, then a lit cell."""
    before = _seq(page)
    if not page.locator(".target").count():
        return exchange(page)
    if not page.locator(".target[data-part=to]").count():
        page.locator(".target[data-part=figure]").first.click()
    if not _chosen(page):  # a figure with one way to go shows its move at once
        page.locator(".target[data-part=to]").first.click()
    return _lay(page, before)


def exchange(page: Page, cards: int = 1) -> str:
    """Exchange the first cards of the hand by mouse; return the move."""
    before = _seq(page)
    for index in range(cards):
        page.locator(CARD).nth(index).click()
    return _lay(page, before)


def by_keys(page: Page) -> str:
    """Choose and lay some move by keys alone; return its text."""
    before = _seq(page)
    some = ".target" if page.locator(".target").count() else CARD
    tab_to(page, some, most=60)
    for _ in range(5):
        page.keyboard.press("Enter")
        if _chosen(page):
            break
        page.wait_for_function(
            "() => document.activeElement?.matches('.target, .panel-choice, [data-action=lay]')"
        )
    move = _chosen(page)
    assert move, "choosing part by part leads to a whole move"
    if not focused(page, LAY):
        tab_to(page, LAY, most=60)
    page.keyboard.press("Enter")
    page.wait_for_function(_CHANGED, arg=before)
    return move


def hand(page: Page) -> str:
    """The cards that are shown as one's own, in the order W G B M; empty where none are."""
    cards = page.locator(".panel-choice.plain[data-choice^='pay:']").all()
    return "".join((card.get_attribute("data-choice") or "").removeprefix("pay:") for card in cards)
