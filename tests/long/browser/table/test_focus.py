"""The focus stays where the next action is when the element that had it goes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import empile
from empile.engine.contracts.referee import headless_options
from tests.browser.conftest import Person
from tests.browser.support.playing import (
    ANNE,
    BOT,
    MY_TURN,
    READY,
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


@pytest.mark.parametrize("game", ["block-ness", "block-out", "blox", "on-top"])
def test_focus_is_at_the_board_when_a_table_opens(person: Person, site: Serving, game: str) -> None:
    """Whoever begins: arrow keys lead to the targets at once."""
    page = person()
    options = headless_options(empile.game_class(game))
    sit_down(page, make_table(site.address, ANNE, BOT, game=game, **options))
    page.wait_for_selector(READY)
    page.wait_for_selector(MY_TURN)
    _expect_within(page, "game-board")
    page.keyboard.press("Home")
    page.wait_for_function("() => document.activeElement.matches('.target')")


def test_focus_returns_to_the_board_after_a_bots_move(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, ANNE, BOT, game="on-top"))
    page.wait_for_selector(READY)
    for _ in range(2):
        page.wait_for_selector(MY_TURN)
        page.locator(".target[data-part=place]").first.click()
        before = page.locator(".table").get_attribute("data-seq") or ""
        page.locator("[data-action=play-move]").click()
        page.wait_for_selector(f'{MY_TURN}:not([data-seq="{before}"])')
        _expect_within(page, "game-board")


def test_undone_choice_leaves_the_focus_at_the_board(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, ANNE, {"kind": "person", "name": "B"}))
    page.wait_for_selector(MY_TURN)
    page.locator(".target").first.click()
    page.locator("[data-action=undo]").click()
    page.locator("[data-action=undo]").wait_for(state="detached")
    _expect_within(page, "game-board")
