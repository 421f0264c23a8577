"""Computers in a new game: on one device with people, each with a level of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.support.playing import MY_TURN, READY, expect_fitting, lay, tab_to
from tests.server.serving import Serving


@pytest.mark.parametrize("width", [360, 1440])
def test_two_people_and_two_computers_on_one_device(
    person: Person, site: Serving, width: int
) -> None:
    page = person(width=width, height=900)
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    page.locator("[name=mode][value=screen]").check()
    page.locator("[name=seats][value='4']").check()
    page.locator("[name=name-0]").fill("Anne")
    page.locator("[name=name-1]").fill("Béa")
    expect(page.locator("[name=level]")).to_have_count(0)
    for place in (2, 3):
        page.locator(f"[name=kind-{place}]").select_option("bot")
        expect(page.locator(f"[name=name-{place}]")).to_have_count(0)
    page.locator("[name=level][value='2']").check()
    page.locator(".more-options summary").click()
    page.locator("[name=level-3]").select_option("4")
    expect_fitting(page, "the form")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(READY)
    (table,) = (room.table for room in site.registry.rooms if f"/t/{room.table.id}" in page.url)
    found = [(place.kind, place.name, place.level) for place in table.places]
    assert found == [
        ("person", "Anne", None),
        ("person", "Béa", None),
        ("bot", "", 2),
        ("bot", "", 4),
    ]
    for _ in range(2):
        page.wait_for_selector(MY_TURN)
        lay(page)


def test_level_of_one_of_several_computers_by_keyboard(person: Person, site: Serving) -> None:
    page = person()
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    page.locator("[name=seats][value='3']").check()
    tab_to(page, ".more-options summary")
    page.keyboard.press("Enter")
    tab_to(page, "[name=level-2]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "[data-action=play]")
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    (table,) = (room.table for room in site.registry.rooms if f"/t/{room.table.id}" in page.url)
    assert [place.level for place in table.places] == [None, 1, 1]


def test_one_computer_has_one_level(person: Person) -> None:
    page = person()
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    page.locator(".more-options summary").click()
    expect(page.locator("[name=level-1]")).to_have_count(0)
