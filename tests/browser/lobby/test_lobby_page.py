"""Two strangers find each other, by mouse and by keyboard."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.pages.test_access import objections_in_both
from tests.browser.support.playing import READY, expect_fitting
from tests.server.serving import Serving, serving


def _enter(page: Page, name: str, address: str = "") -> None:
    page.goto(f"{address}/lobby")
    page.locator(".lobby-page[data-ready=true]").wait_for()
    page.locator("input[name=name]").fill(name)


def _only(page: Page, game: str) -> None:
    for box in page.locator("input[name=game]").all():
        box.set_checked(box.get_attribute("value") == game, force=True)


def test_strangers_of_two_processes_meet_within_two_seconds(
    person: Person, both: list[Serving]
) -> None:
    anna, ben = person(), person()
    _enter(anna, "Anna")
    _enter(ben, "Ben", both[1].address)
    _only(ben, "blox")
    anna.locator("[data-action=seek]").click()
    expect(anna.locator("[data-action=cancel]")).to_be_focused()
    expect(anna.locator(".lobby-searching")).to_contain_text("Recherche")
    expect(ben.locator("[data-seek] strong")).to_have_text("Anna")
    assert objections_in_both(anna) == []
    assert objections_in_both(ben) == []
    clicked = time.monotonic()
    ben.locator("[data-action=seek]").click()
    ben.wait_for_url("**/t/*")
    anna.wait_for_url("**/t/*")
    assert time.monotonic() - clicked < 2.0
    for page in (anna, ben):
        page.wait_for_selector(READY)
        expect(page.locator(".seat-tags", has_text="vous")).to_have_count(1)
        for name in ("Anna", "Ben"):
            expect(page.locator("main")).to_contain_text(name)


def test_keyboard_alone_takes_what_somebody_looks_for(person: Person) -> None:
    anna, ben = person(), person(width=360)
    _enter(anna, "Anna")
    _only(anna, "on-top")
    anna.locator("[data-action=seek]").click()
    _enter(ben, "Ben")
    wish = ben.locator("[data-seek] [data-wish]")
    expect(wish).to_have_attribute("aria-label", "On Top à 2, avec Anna")
    for _ in range(40):
        ben.keyboard.press("Tab")
        if wish.evaluate("button => button === document.activeElement"):
            break
    ben.keyboard.press("Enter")
    ben.wait_for_url("**/t/*")
    anna.wait_for_url("**/t/*")


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_the_page_fits(person: Person, width: int) -> None:
    page = person(width=width)
    page.goto("/")
    page.locator("a[href='/lobby']").click()
    page.locator(".lobby-page[data-ready=true]").wait_for()
    expect_fitting(page, f"lobby at {width} px")


def test_search_can_be_stopped_and_needs_a_game(person: Person) -> None:
    page = person()
    _enter(page, "Anna")
    _only(page, "none")
    expect(page.locator("[data-action=seek]")).to_be_disabled()
    expect(page.locator("form [role=status]")).to_contain_text("au moins un jeu")
    _only(page, "blox")
    page.locator("[data-action=seek]").click()
    page.locator("[data-action=cancel]").click()
    expect(page.locator("[data-action=seek]")).to_be_focused()


def test_a_lost_connection_is_said_and_the_search_goes_on(person: Person) -> None:
    anna, ben = person(), person()
    _enter(anna, "Anna")
    _only(anna, "blox")
    anna.locator("[data-action=seek]").click()
    _enter(ben, "Ben")
    expect(ben.locator("[data-seek]")).to_have_count(1)
    anna.context.set_offline(True)
    anna.evaluate("document.querySelector('lobby-page').socket.socket.close()")
    expect(anna.locator(".lobby-searching")).to_contain_text("Connexion perdue")
    expect(ben.locator("[data-seek]")).to_have_count(0)
    anna.context.set_offline(False)
    expect(ben.locator("[data-seek]")).to_have_count(1)


def test_games_with_a_clock_are_found_by_those_who_want_one(person: Person) -> None:
    anna, ben = person(), person()
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        _enter(page, name)
        _only(page, "blox")
    anna.locator("input[name=pace][value=fast]").check(force=True)
    anna.locator("[data-action=seek]").click()
    expect(ben.locator("[data-seek]")).to_contain_text("10 min + 10 s par coup")
    ben.locator("input[name=pace][value=fast]").check(force=True)
    ben.locator("[data-action=seek]").click()
    for page in (anna, ben):
        page.wait_for_url("**/t/*")
        expect(page.locator("seat-list .clock-main")).to_have_count(2)


def test_a_computer_is_offered_after_a_while(person: Person) -> None:
    page = person(width=360)
    page.clock.install()
    _enter(page, "Anna")
    page.locator("[data-action=seek]").click()
    page.locator("fill-offer").wait_for(state="attached")
    expect(page.locator("[data-fill]")).to_have_count(0)
    page.clock.fast_forward(21_000)
    expect(page.locator(".lobby-searching")).to_contain_text("Personne pour l’instant")
    expect(page.locator("fill-offer")).to_contain_text("à votre niveau")
    expect_fitting(page, "offered computers")
    assert objections_in_both(page) == []
    blox = page.locator("[data-fill]", has_text="Blox")
    expect(blox).to_contain_text("à 2, Confirmé")
    blox.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(READY)
    expect(page.locator("main")).to_contain_text("Confirmé")


def test_two_who_wait_for_four_begin_together_with_computers(person: Person) -> None:
    anna, ben = person(), person()
    anna.clock.install()
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        _enter(page, name)
        _only(page, "on-top")
        for box in page.locator("input[name=players]").all():
            box.set_checked(box.get_attribute("value") == "4", force=True)
        page.locator("[data-action=seek]").click()
    expect(anna.locator("[data-seek] strong")).to_have_text("Ben")
    anna.clock.fast_forward(21_000)
    expect(ben.locator("[data-fill]")).to_have_count(0)
    offer = anna.locator("[data-fill]")
    expect(offer).to_contain_text("avec Ben")
    offer.focus()
    anna.keyboard.press("Enter")
    expect(anna.locator("fill-offer")).to_contain_text("Pas encore d’accord : Ben")
    expect(anna.locator("[data-action=fill-alone]")).to_be_focused()
    expect(ben.locator("fill-offer")).to_contain_text("Anna propose")
    assert objections_in_both(anna) == []
    assert objections_in_both(ben) == []
    anna.locator("[data-action=fill-not]").click()
    expect(ben.locator("[data-fill]")).to_have_count(0)
    anna.locator("[data-fill]").click()
    ben.locator("[data-fill]").click()
    for page in (anna, ben):
        page.wait_for_url("**/t/*")
        page.wait_for_selector(READY)
        for name in ("Anna", "Ben", "Confirmé 1", "Confirmé 2"):
            expect(page.locator("main")).to_contain_text(name)


def test_a_server_without_lobby_shows_nothing_of_it(
    person: Person, tmp_path: Path, pages: Path
) -> None:
    page = person()
    with serving(tmp_path / "tables.sqlite3", pages) as plain:
        page.goto(plain.address)
        page.locator(".home[data-ready=true]").wait_for()
        expect(page.locator("a[href='/lobby']")).to_have_count(0)
        page.goto(f"{plain.address}/lobby")
        expect(page.locator(".message h1")).to_be_visible()
