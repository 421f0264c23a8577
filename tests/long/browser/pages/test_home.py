"""The home page: one tap begins a game, two another one; nothing needs scrolling."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

import empile
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    MY_TURN,
    READY,
    SMALL,
    expect_fitting,
    focused,
    is_in_sight,
    make_table,
    open_form,
    open_home,
    sit_down,
    tab_to,
    unfold,
)
from tests.server.serving import Serving

SIZES = ((360, 640), (820, 1180), (1440, 900))
ANNE: dict[str, Any] = {"kind": "person", "name": "Anne"}
BEA: dict[str, Any] = {"kind": "person", "name": "Béa"}


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_on_the_board_begins_a_game_and_all_games_are_in_sight(
    person: Person, size: tuple[int, int]
) -> None:
    page = person(*size, touch=True)
    open_home(page)
    tiles = page.locator(".tile")
    assert tiles.count() == len(empile.game_names())
    for thing in (page.locator("[data-action=play-now]"), *tiles.all()):
        assert is_in_sight(thing)
    expect_fitting(page, "home")
    page.wait_for_selector(".play-board[data-drawn=true]")
    page.locator("[data-action=play-board]").tap()
    page.wait_for_selector(f"{READY}:not([inert] *)")
    page.wait_for_selector(MY_TURN)


def test_after_an_installation_it_is_said_what_the_first_game_waits_for(person: Person) -> None:
    page = person(*SIZES[0], touch=True)
    compiling = {"finished": 2, "steps": 9, "playable": False, "searchable": False}
    held: list[Route] = []
    page.route("**/api/tables", lambda route: held.append(route))
    page.route(
        "**/api/games/preparation",
        lambda route: route.fulfill(
            json=[{"name": name, **compiling} for name in empile.game_names()]
        ),
    )
    open_home(page)
    page.locator("[data-action=play-now]").tap()
    expect(page.get_by_role("status").filter(has_text="Premier lancement")).to_be_visible()
    expect_fitting(page, "the note on the compiler")
    held[0].continue_()
    page.wait_for_selector(MY_TURN)


def test_two_taps_begin_another_game_and_what_was_last_played_is_first(
    person: Person, site: Serving
) -> None:
    page = person(360, 640, touch=True)
    open_home(page)
    page.locator(".tile[data-game=on-top]").tap()
    expect(page.locator("#play-game")).to_have_text("On Top")
    page.locator("[data-action=play-now]").tap()
    page.wait_for_selector(MY_TURN)
    open_form(page, "", "person:", "person:")
    page.locator("[data-action=play]").click()
    page.wait_for_url("**/t/*")
    open_home(page)
    expect(page.locator("#play-game")).to_have_text("On Top")
    expect(page.locator("[data-action=change]")).to_contain_text("3 joueurs")
    page.locator("[data-action=play-now]").tap()
    page.wait_for_selector(MY_TURN)
    (table,) = (room.table for room in site.registry.rooms if f"/t/{room.table.id}" in page.url)
    assert [place.kind for place in table.places] == ["person"] * 3


def test_the_form_begins_with_what_was_last_played(person: Person) -> None:
    page = person()
    open_form(page, "on-top")
    page.locator("[name=level-1]").select_option("3")
    page.locator("[data-action=play]").click()
    page.wait_for_url("**/t/*")
    open_form(page, "on-top")
    expect(page.locator("[name=level-1]")).to_have_value("3")
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('empile.setup.on-top', '{')")
    open_form(page, "on-top")
    expect(page.locator("[name=level-1]")).to_have_value("1")


def test_running_games_are_above_the_board_and_finished_ones_are_not(
    person: Person, site: Serving
) -> None:
    page = person(360, 640)
    sit_down(page, make_table(site.address, ANNE, BEA, **SMALL))
    page.wait_for_selector(MY_TURN)
    open_home(page)
    running = page.locator(".left-list a")
    expect(running).to_have_count(1)
    expect(running).to_contain_text("À vous de jouer")
    assert is_in_sight(page.locator("[data-action=play-now]"))
    running.click()
    page.wait_for_selector(MY_TURN)


def test_the_chosen_place_begins_with_the_colour_that_was_shown(person: Person) -> None:
    page = person(width=360)
    open_form(page, "", "person:")
    unfold(page)
    for number, name in enumerate(("Anne", "Béa")):
        page.locator(f"[name=name-{number}]").fill(name)
    form = page.locator("who-begins")
    expect(form).to_contain_text("le plus petit")
    for begins in (0, 1):
        form.locator("input").nth(begins).check()
        expect(form.locator(".segment").nth(begins)).to_contain_text("orange")
        expect(form.locator(".segment").nth(1 - begins)).to_contain_text("noir")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("[data-action=play]").click()
    page.wait_for_selector(".table[data-turn=mine]")
    expect(page.locator(".turn-banner strong")).to_have_text("À Béa de jouer")


def test_a_game_is_picked_and_begun_by_keys(person: Person) -> None:
    page = person()
    open_home(page)
    last = empile.game_names()[-1]
    tab_to(page, f".tile[data-game={last}]")
    page.keyboard.press("Enter")
    expect(page.locator(f".tile[data-game={last}]")).to_have_attribute("aria-pressed", "true")
    assert focused(page, f".tile[data-game={last}]"), "the focus stays where it was"
    page.keyboard.press("Shift+Tab")
    tab_to(page, "[data-action=play-now]")
    page.keyboard.press("Enter")
    page.wait_for_selector(MY_TURN)


def test_the_bar_of_tabs_leaves_room_for_the_gesture_of_a_phone(person: Person) -> None:
    page = person(360, 640, touch=True)
    open_home(page)
    page.evaluate("document.documentElement.style.setProperty('--safe-bottom', '34px')")
    bottom = page.locator(".tabs a").first.evaluate("tab => tab.getBoundingClientRect().bottom")
    assert bottom <= 640 - 34
    for name, address in (("puzzles", "/puzzles"), ("learn", "/learn"), ("play", "/")):
        page.locator(f"[data-tab={name}]").tap()
        page.wait_for_url(f"**{address}")
        expect(page.locator(f"[data-tab={name}]")).to_have_attribute("aria-current", "page")


def test_axe_finds_nothing(person: Person) -> None:
    page = person()
    open_home(page)
    page.locator("[data-action=change]").click()
    unfold(page)
    for width in (360, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert objections_in_both(page) == []


def test_covers_have_the_letters_of_the_language(person: Person) -> None:
    page = person()
    open_home(page)
    page.locator(".tile[data-game=block-out]").click()
    cover = page.locator("img.game-cover")
    shown = {"fr": cover.get_attribute("src")}
    for language in ("de", "en", "es"):
        page.locator("[data-action=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        shown[language] = cover.get_attribute("src")
    assert shown["es"] == shown["fr"], "P, M and G in both"
    assert len(set(shown.values())) == 3
