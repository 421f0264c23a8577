"""The sheet of a new game: people here, computers with a level each, and Play, always in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    MY_TURN,
    READY,
    expect_fitting,
    is_in_sight,
    lay,
    open_form,
    open_home,
    play_with,
    tab_to,
    unfold,
)
from tests.server.serving import Serving


@pytest.mark.parametrize("width", [360, 1440])
def test_two_people_and_two_computers_on_one_device(
    person: Person, site: Serving, width: int
) -> None:
    page = person(width=width, height=900)
    open_form(page, "", "person:", "bot", "bot")
    page.locator("[name=name-0]").fill("Anne")
    page.locator("[name=name-1]").fill("Béa")
    expect(page.locator("[name^=level-]")).to_have_count(2)
    page.locator("[name=level-2]").select_option("2")
    page.locator("[name=level-3]").select_option("4")
    expect_fitting(page, "the sheet")
    page.locator("[data-action=play]").click()
    page.wait_for_url("**/t/*")
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
    open_form(page)
    play_with(page, "bot", "bot")
    tab_to(page, "[name=level-2]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "[data-action=play]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(READY)
    (table,) = (room.table for room in site.registry.rooms if f"/t/{room.table.id}" in page.url)
    assert [place.level for place in table.places] == [None, 1, 2]


def test_play_is_in_sight_and_one_line_says_what_is_chosen(person: Person) -> None:
    page = person(360, 640, touch=True)
    open_form(page, "blox", "bot", "person:", "open")
    play = page.locator("[data-action=play]")
    expect(play).to_have_text("Inviter")
    line = page.locator(".more-options summary")
    expect(line).to_have_text("Sans pendule · premier joueur tiré au sort")
    assert is_in_sight(play)
    unfold(page)
    assert is_in_sight(play), "above what can be scrolled"
    assert objections_in_both(page) == []
    expect_fitting(page, "the options")
    page.locator("[name=clock]").select_option(label="20 s par tour + 2 min de réserve")
    begins = page.locator("who-begins input")
    # Another place than that which was drawn.
    place = 0 if begins.nth(3).is_checked() else 3
    begins.nth(place).check(force=True)
    page.locator("[name=watch]").uncheck()
    name = ("Joueur 1", "", "", "Un ami, par lien")[place]
    expect(line).to_have_text(
        f"20 s par tour + 2 min de réserve · {name} commence · sans spectateurs"
    )
    begins.nth(3).scroll_into_view_if_needed()
    assert is_in_sight(play)
    play.tap()
    page.wait_for_selector("table-lobby clock-line")


def test_by_keys_alone_from_the_home_page_to_a_table_by_link(person: Person, site: Serving) -> None:
    page = person()
    open_home(page)
    tab_to(page, "[data-action=change]")
    page.keyboard.press("Enter")
    tab_to(page, "[name=seats]")
    page.keyboard.press("ArrowRight")
    tab_to(page, "[name=who-1]")
    page.keyboard.press("End")
    expect(page.locator("[data-action=play]")).to_have_attribute("data-way", "invite")
    tab_to(page, ".more-options summary")
    page.keyboard.press("Enter")
    tab_to(page, "[name=hints]")
    page.keyboard.press("Space")
    tab_to(page, "[data-action=play]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-state=gathering]")
    (table,) = (room.table for room in site.registry.rooms if f"/t/{room.table.id}" in page.url)
    assert [place.kind for place in table.places] == ["person", "open", "bot"]
    assert table.created.hints is False
