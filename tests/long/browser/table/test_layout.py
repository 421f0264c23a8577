"""The table uses the window: the board has its game's shape, what is beside it scrolls as one, buttons are clear of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import (
    ANNE,
    BOT,
    LAY,
    MY_TURN,
    READY,
    choose_action,
    expect_fitting,
    make_table,
    sit_down,
    sit_down_with,
    use,
)
from tests.server.serving import Serving

Box = dict[str, float]


def _box(page: Page, selector: str) -> Box:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def _apart(one: Box, other: Box) -> bool:
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize(
    ("game", "least", "most"),
    [("on-top", 1.2, 1.3), ("block-ness", 0.97, 1.03), ("blox", 0.85, 0.95)],
)
def test_the_stage_of_a_phone_has_the_shape_of_the_board(
    person: Person, site: Serving, game: str, least: float, most: float
) -> None:
    page = person(width=360, height=740, touch=True)
    sit_down(page, make_table(site.address, ANNE, BOT, BOT, BOT, game=game))
    page.wait_for_selector(READY)
    stage = _box(page, ".stage-area")
    assert stage["x"] == stage["y"] == 0, "neither the header nor a margin takes from the board"
    assert stage["width"] == 360
    board = _box(page, "game-board")  # above it stands the goal
    assert least < board["width"] / board["height"] < most
    assert _box(page, "header")["y"] > _box(page, ".side")["y"], "the header follows the table"
    expect_fitting(page, game)


@pytest.mark.parametrize("game", ["block-ness", "on-top", "blox", "block-out"])
def test_what_is_beside_the_board_scrolls_as_one_on_a_desktop(
    person: Person, site: Serving, game: str
) -> None:
    page = person(width=1440, height=900)
    sit_down(page, make_table(site.address, ANNE, BOT, BOT, BOT, game=game))
    page.wait_for_selector(READY)
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    log, actions, board = (
        _box(page, one) for one in (".wide-log", ".table-actions", ".stage-area")
    )
    for box in (log, actions, board):
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 900
    for box in (log, actions):
        assert _apart(box, board)
    assert log["height"] >= 140
    assert actions["height"] < 60, "the actions stand in one line"
    assert board["width"] * board["height"] > 0.4 * 1440 * 900
    # Nothing beside the board has a scroll bar of its own, except for the log.
    side = page.locator(".side")
    if page.locator(".table[data-shape=wide]").count() == 0:
        assert side.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


def test_buttons_cover_no_board_on_a_desktop(person: Person, site: Serving) -> None:
    page = person(width=1440, height=900)
    sit_down_with(page, site, BOT)
    page.wait_for_selector(MY_TURN)
    for _ in range(3):
        if page.locator(LAY).count() == 0:
            page.locator(".target[aria-pressed=false]").first.click()
            page.wait_for_selector(".confirm")
    confirm = _box(page, ".confirm")
    assert _apart(confirm, _box(page, "game-board"))
    assert _apart(confirm, _box(page, ".turn-banner .hint-ask"))
    assert confirm["x"] + confirm["width"] <= 1440


def test_buttons_cover_no_board_on_a_phone_on_its_side(person: Person, site: Serving) -> None:
    page = person(width=740, height=360, touch=True, solid=True)
    sit_down_with(page, site, BOT)
    page.wait_for_selector(MY_TURN)
    use(page.locator(".target").first, touch=True)
    page.wait_for_selector(".confirm")
    board = _box(page, "game-board")
    assert _apart(_box(page, ".confirm"), board)
    assert _apart(_box(page, ".view-tools"), board)


def test_the_menu_of_actions_works_by_keys(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    sit_down_with(page, site, BOT)
    page.wait_for_selector(MY_TURN)
    more = page.locator("[data-action=more]")
    items = page.locator("[role=menuitem]:visible")
    more.focus()
    page.keyboard.press("ArrowDown")
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.keyboard.press("h")  # is no shortcut here
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".hint-card")).to_have_count(0)
    choose_action(page, "invite")
    expect(page.locator("table-drawers dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()


def test_full_screen_is_entered_and_left(person: Person, site: Serving) -> None:
    page = person()
    sit_down_with(page, site, BOT)
    choose_action(page, "full-screen")
    page.wait_for_function("() => document.fullscreenElement !== null")
    choose_action(page, "full-screen")
    page.wait_for_function("() => document.fullscreenElement === null")


def test_the_turn_keeps_no_room_for_hidden_tools(person: Person, site: Serving) -> None:
    page = person(width=360, height=740, touch=True)
    sit_down_with(page, site, {"kind": "person", "name": "Béa"})
    page.wait_for_selector(MY_TURN)
    expect(page.locator(".view-tools button:visible")).to_have_count(0)
    hint = _box(page, ".turn-banner .hint-ask")
    assert 360 - hint["x"] - hint["width"] < 24
    use(page.locator(".target").first, touch=True)
    page.wait_for_selector(".confirm")
    assert _apart(_box(page, ".turn-banner .hint-ask"), _box(page, ".confirm"))
