"""Ratings on the page: leaderboards, profiles, and tables with rated games."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Connection

from empile.server.store import database
from empile.server.store.opening import prepare
from tests.browser.accounts.conftest import sign_up, unlimited
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import expect_fitting
from tests.community.people import Browser
from tests.community.playing import finish, member_of, new_table, take_place
from tests.community.playing import person as place_of
from tests.community.ratings.logs import START, make_people, store_game
from tests.community.ratings.test_rating_routes import RATED
from tests.long.community.ratings.test_apply import project, rate_all
from tests.server.serving import Serving, serving


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server on which five people have played, replacing that of the package."""
    data = tmp_path_factory.mktemp("ratings") / "tables.sqlite3"
    prepare(data)

    def play(connection: Connection) -> None:
        make_people(connection, 5)
        numbers: list[int] = []
        for turn in range(5):
            for one in range(1, 6):
                for other in range(one + 1, 6):
                    number = len(numbers) + 1
                    ranks = [2, 1] if turn == 3 else [1, 2]
                    store_game(connection, number, START + number * 9_000_000, ranks, [one, other])
                    numbers.append(number)
        project(connection, numbers)
        rate_all(connection)

    database.write(data, play)
    with unlimited(), serving(data, pages, accounts="open") as running:
        yield running


def _look(page: Page, name: str) -> None:
    """Check that a page fits, for each width."""
    for width, height in ((1440, 900), (820, 1180), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, name)


def test_leaderboard_lists_players_and_bots_apart(person: Person) -> None:
    page = person()
    page.goto("/leaderboard?game=blox")
    page.wait_for_selector(".profile-page[data-ready=true]")
    players = page.locator("[data-list=members] tbody tr")
    expect(players).to_have_count(5)
    expect(players.first).to_contain_text("M1")
    expect(page.locator("[data-list=bots] tbody tr")).to_have_count(5)
    _look(page, "leaderboard")
    assert objections_in_both(page) == []
    page.locator("select[data-action=speed]").select_option("slow")
    expect(players).to_have_count(0)
    page.locator("select[data-action=speed]").select_option("fast")
    expect(players).to_have_count(5)
    players.first.locator("a").click()
    page.wait_for_selector(".profile-page[data-ready=true] .rating-plot")
    assert page.locator(".rating-plot circle").count() == 20
    page.locator("member-ratings details summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("member-ratings details tbody tr")).to_have_count(20)
    _look(page, "profile")
    assert objections_in_both(page) == []


def test_rated_table_shows_ratings_and_what_the_game_changed(person: Person, site: Serving) -> None:
    anne, bert = Browser(site), Browser(site)
    for browser, name in ((anne, "Anne Rated"), (bert, "Bert Rated")):
        browser.sign_up(name)
        changed = browser.patch(f"/api/members/{member_of(browser)}", json={"listed": True})
        assert changed.status_code == 200
    made = new_table(anne, [place_of(member=member_of(anne)), {"kind": "open"}], **RATED)

    page = person(width=360, height=740)
    sign_up(page)
    page.goto(f"/t/{made['table']}")
    ratings = page.locator("table-ratings")
    expect(ratings.locator("li")).to_have_count(2)
    expect(ratings.locator("[data-place='-1'] .rating")).to_have_text("1500? ± 246")
    expect(ratings.locator("[data-place='-1'] .rating-expected")).to_contain_text("50")
    expect_fitting(page, "a rated table")

    joined = take_place(bert, made["table"], member=member_of(bert))
    with ThreadPoolExecutor(1) as apart:  # Playwright has an event loop in this thread
        apart.submit(finish, site, made["table"], made["token"], joined["token"]).result()
    expect(ratings.locator(".rating-change")).to_have_count(2)
    before = [int(text.split("?")[0]) for text in ratings.locator(".rating").all_inner_texts()]
    assert sorted(before)[0] < 1500 < sorted(before)[1]
    assert sum(before) == 3000
    expect_fitting(page, "a rated table")
    assert objections_in_both(page) == []
