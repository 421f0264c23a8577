"""The focus stays where the next action is when the element that had it goes."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.support.playing import (
    ANNE,
    MY_TURN,
    SMALL,
    await_turn,
    lay,
    make_table,
    sit_down,
)
from tests.server.serving import Serving

_KEPT = "() => document.activeElement !== document.body"
_WITHIN = "inside => document.activeElement?.closest(inside) !== null"


def _expect_within(page: Page, inside: str) -> None:
    page.wait_for_function(_WITHIN, arg=inside)


def test_mouse_leaves_the_focus_at_the_board_until_the_end(person: Person, site: Serving) -> None:
    page = person()
    bot = {"kind": "bot", "level": 1}
    sit_down(page, make_table(site.address, ANNE, bot, **SMALL))
    page.wait_for_selector(MY_TURN)
    while await_turn(page):
        lay(page)  # the button that plays the move goes with the choice
        page.wait_for_function(_KEPT)
        page.wait_for_selector(f"{MY_TURN}, .table[data-turn=over]")
        page.wait_for_function(_KEPT)
    _expect_within(page, "table-over")


def test_undone_choice_leaves_the_focus_at_the_board(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, ANNE, {"kind": "person", "name": "B"}))
    page.wait_for_selector(MY_TURN)
    page.locator(".target").first.click()
    page.locator("[data-action=undo]").click()
    page.locator("[data-action=undo]").wait_for(state="detached")
    _expect_within(page, "game-board")
