"""Two strangers find each other, by mouse and by keyboard."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting, open_form, play_with, unfold
from tests.server.serving import Serving, serving
from tests.support.patience import slowness


def _enter(page: Page, address: str = "") -> None:
    page.goto(f"{address}/lobby")
    page.locator(".lobby-page[data-ready=true]").wait_for()


def _fill(page: Page, name: str, game: str, *others: str, pace: str = "none") -> None:
    """Say in the sheet who plays what."""
    page.locator("[data-action=seek]").click()
    page.locator("who-plays select[name=game]").select_option(game)
    play_with(page, *others)
    page.locator("[name=name-0]").fill(name)
    if pace != "none":
        unfold(page)
        page.locator(f"[name=pace][value={pace}]").check(force=True)


def _seek(page: Page, name: str, game: str, *others: str, pace: str = "none") -> None:
    """Look for somebody."""
    _fill(page, name, game, *others, pace=pace)
    page.locator("[data-way=seek]").click()


@pytest.mark.alone
def test_strangers_of_two_processes_meet_within_two_seconds(
    person: Person, both: list[Serving]
) -> None:
    anna, ben = person(), person()
    _enter(anna)
    _enter(ben, both[1].address)
    _seek(anna, "Anna", "blox")
    expect(anna.locator("[data-action=cancel]")).to_be_focused()
    expect(anna.locator(".lobby-searching")).to_contain_text("Recherche")
    expect(ben.locator("[data-seek] strong")).to_have_text("Anna")
    assert objections_in_both(anna) == []
    _fill(ben, "Ben", "blox")
    assert objections_in_both(ben) == []
    clicked = time.monotonic()
    ben.locator("[data-way=seek]").click()
    ben.wait_for_url("**/t/*")
    anna.wait_for_url("**/t/*")
    assert time.monotonic() - clicked < 2.0 * slowness()
    for page in (anna, ben):
        page.wait_for_selector(READY)
        expect(page.locator(".seat-tags", has_text="vous")).to_have_count(1)
        for name in ("Anna", "Ben"):
            expect(page.locator("main")).to_contain_text(name)


def test_keyboard_alone_takes_what_somebody_looks_for(person: Person) -> None:
    anna, ben = person(), person(width=360)
    _enter(anna)
    _seek(anna, "Anna", "on-top")
    _enter(ben)
    wish = ben.locator("[data-seek] [data-wish]")
    expect(wish).to_have_attribute("aria-label", "On Top à 2, avec Anna")
    for _ in range(40):
        ben.keyboard.press("Tab")
        if wish.evaluate("button => button === document.activeElement"):
            break
    ben.keyboard.press("Enter")
    ben.wait_for_url("**/t/*")
    anna.wait_for_url("**/t/*")


def test_a_chosen_game_outlasts_news_of_others(person: Person) -> None:
    anna, ben = person(), person()
    _enter(anna)
    _fill(anna, "Anna", "on-top")
    _enter(ben)
    _seek(ben, "Ben", "blox")
    expect(anna.locator("[data-seek]")).to_contain_text("Ben")
    expect(anna.locator("who-plays select[name=game]")).to_have_value("on-top")


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_the_page_fits(person: Person, width: int) -> None:
    page = person(width=width)
    page.goto("/")
    page.locator("a[href='/lobby']").click()
    page.locator(".lobby-page[data-ready=true]").wait_for()
    expect_fitting(page, f"lobby at {width} px")


def test_search_can_be_stopped(person: Person) -> None:
    page = person()
    _enter(page)
    _seek(page, "Anna", "blox")
    page.locator("[data-action=cancel]").click()
    expect(page.locator("[data-action=seek]")).to_be_focused()


def test_two_searches_that_do_not_fit_say_why_and_meet_with_one_tap(person: Person) -> None:
    anna, ben = person(), person(width=360)
    for page in (anna, ben):
        _enter(page)
    _seek(anna, "Anna", "on-top", pace="fast")
    _seek(ben, "Ben", "blox")
    row = ben.locator("[data-seek]")
    expect(row.locator("[data-reasons]")).to_have_attribute("data-reasons", "game clock")
    expect(row).to_contain_text("autre jeu, autre pendule")
    expect_fitting(ben, "searches that do not fit")
    assert objections_in_both(ben) == []
    # More games and numbers of players do not change the clock.
    ben.locator("[data-widen=games]").click()
    expect(ben.locator("[data-wanted]")).to_contain_text("On Top à 2")
    expect(ben.locator("[data-widen=games]")).to_have_count(0)
    expect(row.locator("[data-reasons]")).to_have_attribute("data-reasons", "clock")
    ben.locator("[data-widen=players]").click()
    expect(ben.locator("[data-wanted]")).to_contain_text("On Top à 2/3/4")
    widen = row.locator("[data-action=widen]")
    expect(widen).to_have_attribute("aria-label", "Élargir la recherche, avec Anna")
    widen.focus()
    ben.keyboard.press("Enter")
    for page in (anna, ben):
        page.wait_for_url("**/t/*")
        expect(page.locator("seat-list .clock-main")).to_have_count(2)


def test_home_looks_for_somebody_again(person: Person) -> None:
    page = person(360, 640, touch=True)
    open_form(page, "blox", "anybody")
    page.locator("[data-way=seek]").tap()
    expect(page.locator(".lobby-searching")).to_be_visible()
    page.locator("[data-tab=play]").tap()
    expect(page.locator("[data-action=change]")).to_contain_text("en ligne")
    page.locator("[data-action=play-now]").tap()
    page.wait_for_url("**/lobby")
    expect(page.locator("[data-wanted]")).to_have_text("Blox à 2 · Sans pendule")


def test_a_lost_connection_is_said_and_the_search_goes_on(person: Person) -> None:
    anna, ben = person(), person()
    _enter(anna)
    _seek(anna, "Anna", "blox")
    _enter(ben)
    expect(ben.locator("[data-seek]")).to_have_count(1)
    anna.context.set_offline(True)
    anna.evaluate("document.querySelector('lobby-page').socket.socket.close()")
    expect(anna.locator(".lobby-searching")).to_contain_text("Connexion perdue")
    expect(ben.locator("[data-seek]")).to_have_count(0)
    anna.context.set_offline(False)
    expect(ben.locator("[data-seek]")).to_have_count(1)


def test_games_with_a_clock_are_found_by_those_who_want_one(person: Person) -> None:
    anna, ben = person(), person()
    for page in (anna, ben):
        _enter(page)
    _seek(anna, "Anna", "blox", pace="fast")
    expect(ben.locator("[data-seek]")).to_contain_text("10 min + 10 s par coup")
    _seek(ben, "Ben", "blox", pace="fast")
    for page in (anna, ben):
        page.wait_for_url("**/t/*")
        expect(page.locator("seat-list .clock-main")).to_have_count(2)


def test_a_computer_is_offered_after_a_while(person: Person) -> None:
    page = person(width=360)
    page.clock.install()
    _enter(page)
    _seek(page, "Anna", "on-top")
    page.locator("[data-widen=games]").click()
    expect(page.locator("[data-wanted]")).to_contain_text("Blox")
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
        _enter(page)
        _seek(page, name, "on-top", "anybody", "anybody", "anybody")
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
