"""One person plays against the computer by keyboard alone, from the home page to the end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import (
    LAY,
    MY_TURN,
    READY,
    TERMINAL,
    await_turn,
    focused,
    lay_shown,
    make_table,
    sit_down,
    tab_to,
)
from tests.server.serving import Serving


def _lay_by_keys(page: Page) -> None:
    tab_to(page, ".target")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    for _ in range(4):
        page.wait_for_function(
            "() => document.activeElement?.matches('.target, .panel-choice, [data-action=play-move]')"
        )
        if focused(page, LAY):
            break
        page.keyboard.press("Enter")
    assert focused(page, LAY), "choosing part by part leads to the button that lays"
    lay_shown(page, keys=True)


def test_a_whole_game_by_keyboard_alone(person: Person, site: Serving) -> None:
    page = person()
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    tab_to(page, "[data-action=play-now]")
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    laid = 0
    while await_turn(page):
        if laid:  # after the computer's move the board is where the keys are
            page.wait_for_function("() => document.activeElement?.matches('.target')")
        _lay_by_keys(page)
        laid += 1
    expect(page.locator(TERMINAL)).to_be_visible()
    (table,) = (room.table for room in site.registry.rooms if f"/t/{room.table.id}" in page.url)
    assert table.current is not None
    mine = table.current.seat_of(0)
    assert laid == sum(event.seat == mine for event in table.current.events) > 0
    told = page.locator("[data-told]").inner_text()
    assert "La partie est terminée" in told


def test_escape_and_backspace_step_back(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, *[{"kind": "person", "name": n} for n in ("A", "B")]))
    page.wait_for_selector(MY_TURN)
    page.wait_for_selector(READY)
    tab_to(page, ".target")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=undo]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-action=undo]")).to_have_count(0)
    tab_to(page, ".target")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=undo]")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator("[data-action=undo]")).to_have_count(0)


def test_arrows_walk_over_the_board(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, *[{"kind": "person", "name": n} for n in ("A", "B")]))
    page.wait_for_selector(MY_TURN)
    page.wait_for_selector(READY)
    tab_to(page, ".target")
    page.keyboard.press("Home")
    walked = []
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        walked.append(page.evaluate("() => document.activeElement.dataset.value"))
    assert walked == ["d10", "d9", "c9", "c10"]
    stops = page.locator(".target[tabindex='0']")
    expect(stops).to_have_count(1)


def test_who_looks_elsewhere_meanwhile_is_left_there(person: Person, site: Serving) -> None:
    """The other's move takes the focus from nobody who reads something else."""
    made = make_table(site.address, {"kind": "person", "name": "A"}, {"kind": "open"})
    anne, bea = person(), person()
    sit_down(anne, made)
    bea.goto(f"/t/{made['table']}")
    bea.locator("#join-name").fill("B")
    bea.locator("#join-name").press("Enter")
    for page in (anne, bea):
        page.wait_for_selector(READY)
        page.wait_for_selector(".table[data-current=true]")
    first, second = (anne, bea) if anne.locator(MY_TURN).count() else (bea, anne)
    tab_to(second, "[data-action=rules]")
    _lay_by_keys(first)
    second.wait_for_selector(MY_TURN)
    assert focused(second, "[data-action=rules]")
