"""The start of On Top laid by hand: from the sheet of a new game and back, by mouse, finger and keys."""

from __future__ import annotations

import json
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from empile.engine.discovery import game_class, load
from empile.engine.presets import option_presets
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_to
from tests.browser.support.playing import MY_TURN, focused, open_form, tab_to, unfold
from tests.server.serving import Serving

PAGE = "/editor/on-top/start"
GOOD = ".editor[data-verdict=good]"
BAD = ".editor[data-verdict=bad]"
house = cache(lambda: load("on-top").options["start"])
large = cache(lambda: option_presets(game_class("on-top"), "board")["large"])


def open_page(page: Page, address: str = PAGE) -> None:
    """Open the page on which the start is laid."""
    page.goto(address)
    page.wait_for_selector(".editor[data-ready=true] [data-cell]")


def cell(page: Page, name: str) -> Any:
    """Return a cell of the board."""
    return page.locator(f"[data-cell={name}]")


def laid(page: Page, state: str = "black") -> set[str]:
    """Return the cells in a state."""
    found: list[str] = page.locator(f"[data-cell][data-state={state}]").evaluate_all(
        "cells => cells.map(cell => cell.dataset.cell)"
    )
    return set(found)


def middle(thing: Any) -> tuple[float, float]:
    """Return the middle of something on the screen."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: Any, to: Any) -> None:
    """Drag something by mouse."""
    page.mouse.move(*middle(thing))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=4)
    page.mouse.up()


def options_of(site: Serving, page: Page) -> dict[str, Any]:
    """Return the options of the table that a page has come to."""
    table = page.url.rpartition("/")[2]
    with urllib.request.urlopen(f"{site.address}/api/tables/{table}") as response:
        found: dict[str, Any] = json.load(response)["options"]
    return found


def test_from_the_sheet_on_a_large_board_to_the_triangles_and_into_the_game(
    person: Person, site: Serving
) -> None:
    page = person()
    refused: list[str] = []
    page.on("response", lambda got: refused.append(got.url) if got.status >= 400 else None)
    open_form(page, "on-top")
    unfold(page)
    page.locator("select[data-option=board]").select_option("named:large")
    page.locator("select[data-option=start]").select_option("named:star")
    page.locator("data-option:has([data-option=start]) [data-action=enter-board]").click()
    page.wait_for_selector(GOOD)
    assert "#" not in page.url
    assert page.locator("[data-cell]").count() == len(large()["cells"])
    assert laid(page) == set(option_presets(game_class("on-top"), "start")["star"])
    page.locator("[data-action=empty]").click()
    expect(page.locator(BAD)).to_be_visible()
    expect(page.locator(".editor-faults")).to_contain_text("de 1 à 10 triangles")
    expect(page.locator("[data-action=play-board]")).to_be_disabled()
    cell(page, "U06").click()  # not on the smaller board
    page.wait_for_selector(GOOD)
    page.locator("[data-action=play-board]").click()
    page.locator("dialog [data-action=play]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(MY_TURN)
    made = options_of(site, page)
    assert made["start"] == ["U06"]
    assert made["board"] == large()
    assert refused == [], "faults are an answer, not a failed request"


def test_triangles_are_tapped_dragged_and_holes_shown_as_the_server_tells(person: Person) -> None:
    page = person()
    open_page(page)
    page.locator("[data-action=house]").click()
    page.wait_for_selector(GOOD)
    assert laid(page) == set(house())
    cell(page, "D50").click()
    drag(page, page.locator("[data-reserve]").first, cell(page, "D60"))
    expect(cell(page, "U60")).to_have_attribute("data-state", "filled")
    assert laid(page) == {*house(), "D50", "D60"}
    tray = page.locator(".start-tray p")
    expect(tray).to_have_attribute("data-left", "5")
    expect(tray).to_have_attribute("data-holes", "1")
    expect(tray).to_contain_text("1 trou comblé dès le départ")
    drag(page, cell(page, "D60"), cell(page, "U33"))
    page.wait_for_selector(GOOD)
    assert laid(page) == {*house(), "D50", "U33"}
    assert laid(page, "filled") == set()
    drag(page, cell(page, "U33"), page.locator(".editor-head h1"))
    assert laid(page) == {*house(), "D50"}
    cell(page, "D50").click()
    assert laid(page) == set(house())
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert laid(page) == {*house(), "D50", "U33"}


def test_ten_triangles_and_no_more(person: Person) -> None:
    page = person()
    open_page(page)
    names = load("on-top").presenter.board_setup()["cells"][:11]
    for name in names:
        cell(page, name).click()
    page.wait_for_selector(GOOD)
    assert laid(page) == set(names[:10])
    expect(page.get_by_text("Tous les triangles sont posés")).to_be_attached()
    expect(page.locator(".start-tray p")).to_have_attribute("data-left", "0")


def test_by_keys_alone_and_told_to_those_who_do_not_see(person: Person) -> None:
    page = person()
    open_page(page)
    tab_to(page, "[data-cell]", most=60)
    page.keyboard.press("Home")
    here = page.evaluate("document.activeElement.dataset.cell")
    for key in ("ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    assert focused(page, "[data-cell]")
    there = page.evaluate("document.activeElement.dataset.cell")
    assert there != here
    page.keyboard.press("Enter")
    page.wait_for_selector(GOOD)
    assert laid(page) == {there}
    expect(cell(page, there)).to_have_attribute("aria-label", f"{there}\u00a0: triangle noir")
    expect(page.locator("[role=status]", has_text=f"{there}\u00a0: triangle noir")).to_be_attached()
    page.keyboard.press("Delete")
    page.wait_for_selector(BAD)
    assert laid(page) == set()


def test_a_finger_lays_moves_and_still_scrolls(person: Person) -> None:
    page = person(width=360, height=740, touch=True)
    open_page(page)
    cell(page, "U33").tap()
    page.wait_for_selector(GOOD)
    assert laid(page) == {"U33"}
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *things: Any) -> None:
        points = [{"x": x, "y": y} for x, y in map(middle, things)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = page.evaluate("scrollY")
    touch("touchStart", cell(page, "U33"))
    for name in ("D33", "U34", "D34"):
        touch("touchMove", cell(page, name))
    touch("touchEnd")
    page.wait_for_selector(GOOD)
    assert laid(page) == {"D34"}
    assert page.evaluate("scrollY") == before


def test_a_start_is_kept_with_its_board_and_offered_there_alone(
    person: Person, site: Serving
) -> None:
    page = person()
    open_page(page)
    page.locator("[data-action='named:corners']").click()
    page.locator("[name=board-name]").fill("Chez nous")
    page.locator("[data-action=save-board]").click()
    open_form(page, "on-top")
    unfold(page)
    starts = page.locator("select[data-option=start]")
    starts.select_option(label="Chez nous")
    page.locator("select[data-option=board]").select_option("named:large")
    expect(starts.locator("option", has_text="Chez nous")).to_have_count(0)
    expect(starts).to_have_value("house")
    page.locator("select[data-option=board]").select_option("house")
    starts.select_option(label="Chez nous")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(MY_TURN)
    assert set(options_of(site, page)["start"]) == set(
        option_presets(game_class("on-top"), "start")["corners"]
    )


def test_a_link_brings_start_and_board_to_somebody_else(person: Person) -> None:
    page = person()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_form(page, "on-top")
    unfold(page)
    page.locator("select[data-option=board]").select_option("named:large")
    page.locator("data-option:has([data-option=start]) [data-action=enter-board]").click()
    page.wait_for_selector(GOOD)
    cell(page, "U06").click()
    page.locator("[data-action=share]").click()
    expect(page.locator(".told")).to_contain_text("Lien copié")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    other = person()
    open_page(other, link)
    other.wait_for_selector(GOOD)
    assert laid(other) == {*large()["start"], "U06"}
    open_page(other, f"{PAGE}#board=spoilt")
    expect(other.get_by_role("alert").filter(has_text="Ce lien")).to_be_visible()


def test_a_board_of_ones_own_from_a_file_is_checked_and_played(
    person: Person, site: Serving, tmp_path: Path
) -> None:
    page = person()
    open_form(page, "on-top")
    unfold(page)
    option = page.locator("data-option:has([data-option=board])")
    file = tmp_path / "plateau.json"
    file.write_text(json.dumps({**large(), "start": ["U99"]}), "utf-8")
    option.locator("input[type=file]").set_input_files(file)
    expect(option.get_by_role("alert")).to_contain_text("plateau.json")
    expect(option.get_by_role("alert")).to_contain_text("U99")
    own = {**large(), "start": ["U33"], "tiles": {**large()["tiles"], "BRWY": 5}}
    file.write_text(json.dumps(own), "utf-8")
    option.locator("input[type=file]").set_input_files(file)
    expect(option.locator("select")).to_have_value("file")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(MY_TURN)
    made = options_of(site, page)
    assert made["board"] == own
    assert made["start"] == ["U33"]


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_axe_finds_nothing_and_nothing_is_cut_off(person: Person, width: int, dark: bool) -> None:
    page = person(width=width, dark=dark)
    open_page(page)
    page.wait_for_selector(BAD)
    found = {"empty": objections_to(page)}
    for name in ("D50", "D60"):
        cell(page, name).click()
    expect(cell(page, "U60")).to_have_attribute("data-state", "filled")
    found["holes"] = objections_to(page)
    assert {state: objections for state, objections in found.items() if objections} == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= width
