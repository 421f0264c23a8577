"""On small screens boards open in the plan view, where it shows the game well."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.support.playing import (
    ANNE,
    READY,
    SMALL,
    expect_fitting,
    expect_over,
    finish,
    make_table,
    sit_down,
)
from tests.server.serving import Serving

LANDSCAPE = (740, 360)
LONG_NAMES = ("W" * 40, "محمد عبد الرحمن", "😀" * 20, "Anne")
BOT = {"kind": "bot", "level": 1}


@pytest.mark.parametrize(("width", "height"), [(320, 256), (360, 740)])
def test_long_names_fit(person: Person, site: Serving, width: int, height: int) -> None:
    page = person(width=width, height=height)
    seats = [{"kind": "person", "name": name} for name in LONG_NAMES]
    sit_down(page, make_table(site.address, *seats))
    page.wait_for_selector(READY)
    expect_fitting(page, "a table with long names")


def test_idle_board_draws_nothing(person: Person, site: Serving) -> None:
    page = person(solid=True, asks=False)
    sit_down(page, make_table(site.address, ANNE, {**ANNE, "name": "Béa"}))
    page.wait_for_selector(READY)
    page.evaluate("""() => {
        window.asked = 0;
        const ask = requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (draw) => { window.asked += 1; return ask(draw); };
    }""")
    # What has begun ends; then the page asks for no frame any more.
    page.wait_for_function("""async () => {
        const before = window.asked;
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return window.asked === before;
    }""")


@pytest.mark.parametrize(
    ("game", "width", "height", "offered"),
    [
        ("block-ness", 360, 740, "Vue 3D"),
        ("on-top", 740, 360, "Vue 3D"),
        ("blox", 820, 1180, "Vue du dessus"),
        # From above, a tower is its top block.
        ("block-out", 360, 740, "Vue du dessus"),
    ],
)
def test_board_opens_in_the_view_that_fits(
    person: Person, site: Serving, game: str, width: int, height: int, offered: str
) -> None:
    page = person(width=width, height=height, solid=True, touch=True)
    sit_down(page, make_table(site.address, ANNE, BOT, game=game))
    page.wait_for_selector(READY)
    view = page.locator("[data-action=plan]")
    expect(view).to_have_attribute("aria-label", offered)
    view.click()
    expect(view).not_to_have_attribute("aria-label", offered)
    page.reload()
    page.wait_for_selector(READY)
    expect(view).not_to_have_attribute("aria-label", offered)


def test_a_whole_game_by_finger_on_a_phone(person: Person, site: Serving) -> None:
    page = person(360, 740, touch=True)
    sit_down(page, make_table(site.address, ANNE, BOT, **SMALL))
    page.wait_for_selector(READY)
    finish(page, touch=True)
    expect_over(page, 2)


def test_board_has_the_height_of_a_phone_on_its_side(person: Person, site: Serving) -> None:
    width, height = LANDSCAPE
    page = person(width=width, height=height, touch=True)
    sit_down(page, make_table(site.address, ANNE, BOT))
    page.wait_for_selector(READY)
    board = page.locator(".stage-area").bounding_box()
    assert board is not None
    assert board["height"] > 0.9 * height
    for button in page.locator("header :is(button, a):visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] > board["x"] + board["width"], "the header is beside the board"
    expect_fitting(page, "a table on its side")
