"""Positions set up by hand in the study board, by mouse and by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import expect_fitting, focused, tab_to

SIZES = ((1440, 900), (820, 1180), (360, 740))
GOOD = ".position-editor[data-verdict=good]"
BAD = ".position-editor[data-verdict=bad]"
NEW_CHAPTER = ".study[data-current=true][data-chapter='1'][data-path='']"


def begin(page: Page, game: str) -> None:
    """Open the editor of positions for a new chapter."""
    page.goto(f"/study/{game}")
    page.locator("[data-action=new-chapter]").click()
    page.locator("[name=chapter-source][value=setup]").check()
    page.locator("[data-action=create-chapter]").click()
    page.wait_for_selector(".position-editor[data-ready=true]")


def put(page: Page, piece: str, *places: str) -> None:
    """Choose a piece and its places by mouse."""
    chosen = page.locator(f"[data-choice='piece:{piece}']")
    if chosen.get_attribute("aria-pressed") != "true":
        chosen.click()
    for place in places:
        page.locator(f".target[data-target='place:{place}']").click()


def test_a_lake_is_set_up_by_mouse_and_played(person: Person) -> None:
    page = person()
    begin(page, "block-ness")
    page.wait_for_selector(BAD)
    expect(page.locator(".position-bad")).not_to_be_empty()
    expect(page.locator("[data-action=done]")).to_be_disabled()
    put(page, "0:2.1", "d5", "d7")
    put(page, "1:3.1", "f5", "f8")
    page.wait_for_selector(GOOD)
    used = page.locator("[data-choice='piece:0:2.1']")
    expect(used).to_have_attribute("aria-disabled", "true")
    put(page, "0:3.4", "e6")
    expect(page.locator(".target[data-target='place:e6']")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert objections_in_both(page) == []
    page.keyboard.press("Control+z")
    page.wait_for_selector(BAD)
    page.locator("[data-action=redo]").click()
    page.wait_for_selector(GOOD)
    page.locator("[name=position-tool][value=take]").check(force=True)
    page.locator(".target[data-target='place:d6']").click()
    expect(used).to_have_attribute("aria-disabled", "false")
    page.wait_for_selector(BAD)
    page.locator("[data-action=undo]").click()
    page.wait_for_selector(GOOD)
    page.locator("[name=seat]").select_option("1")
    page.wait_for_selector(GOOD)
    page.locator("[data-action=done]").click()
    page.wait_for_selector(NEW_CHAPTER)
    expect(page.locator(".target[data-target='near:f9']")).to_have_count(1)
    expect(page.locator(".target[data-target='near:d8']")).to_have_count(0)


def test_a_board_of_tiles_is_set_up_by_keyboard_alone(person: Person) -> None:
    page = person(width=360, height=740)
    begin(page, "on-top")
    for width, height in SIZES[::-1]:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "an editor of positions")
    page.set_viewport_size({"width": 360, "height": 740})
    piece = page.locator("[data-choice='piece:BRWY']")
    expect(piece).to_contain_text("×3")
    tab_to(page, "[data-choice='piece:BRWY']", 80)
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('.target')")
    page.keyboard.press("Enter")
    expect(piece).to_contain_text("×2")
    page.wait_for_function("document.activeElement.matches('.target')")
    page.keyboard.press("r")
    expect(page.locator("[data-action=undo]")).to_be_enabled()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(piece).to_contain_text("×1")
    page.locator("[name=position-tool][value=take]").focus()
    page.keyboard.press("Space")
    expect(page.locator(".target")).to_have_count(2)
    page.locator(".target").first.focus()
    page.keyboard.press("Delete")
    expect(piece).to_contain_text("×2")
    expect(page.locator(".target")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(piece).to_contain_text("×1")
    page.keyboard.press("Control+Shift+z")
    expect(piece).to_contain_text("×2")
    page.wait_for_selector(GOOD)
    assert objections_in_both(page) == []
    tab_to(page, "[data-action=done]", 40)
    assert focused(page, "[data-action=done]")
    page.keyboard.press("Enter")
    page.wait_for_selector(NEW_CHAPTER)
    expect(page.locator(".target").first).to_be_attached()
