"""The home page: a card for each game, three or four of them, and what one picks is begun."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

import empile
from tests.browser.conftest import Person
from tests.browser.pages.test_access import objections_in_both
from tests.browser.support.playing import focused, tab_to


def open_home(page: Page) -> None:
    """Open the home page."""
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")


def boxes(page: Page) -> list[dict[str, float]]:
    """Return where the cards are."""
    found: list[dict[str, float]] = page.locator(".game").evaluate_all(
        """cards => cards.map(card => {
            const { left, top, right, bottom } = card.getBoundingClientRect();
            return { left, top, right, bottom };
        })"""
    )
    return found


def test_cards_fill_their_rows_with_three_games_and_with_four(person: Person) -> None:
    page = person()
    open_home(page)
    names = empile.game_names()
    expect(page.locator(".game")).to_have_count(len(names))
    for (width, columns), count in product(((360, 1), (820, 2), (1440, 2)), (3, 4)):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(
            """count => {
                const games = document.querySelector(".games");
                while (games.children.length < count) games.append(games.firstElementChild.cloneNode(true));
                while (games.children.length > count) games.lastElementChild.remove();
            }""",
            count,
        )
        cards = boxes(page)
        left, right = min(card["left"] for card in cards), max(card["right"] for card in cards)
        rows: dict[int, list[dict[str, float]]] = {}
        for card in cards:
            rows.setdefault(round(card["top"]), []).append(card)
        for row in rows.values():
            assert len(row) <= columns
            assert row[0]["left"] == pytest.approx(left, abs=1)
            assert row[-1]["right"] == pytest.approx(right, abs=1), "no hole at the end of a row"
            assert len({round(card["bottom"]) for card in row}) == 1, "cards of a row are as high"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_game_is_picked_by_keys_and_its_table_is_asked_for(person: Person) -> None:
    page = person()
    open_home(page)
    names = empile.game_names()
    tab_to(page, ".game:last-child .game-pick", most=60)
    assert focused(page, "[aria-pressed=false]")
    page.keyboard.press("Enter")
    expect(page.locator(".game.picked")).to_have_count(1)
    expect(page.locator(".game:last-child .game-pick")).to_have_attribute("aria-pressed", "true")
    game = empile.load(names[-1])
    expect(page.locator(".maker-game")).to_have_text(
        str(game.presenter.catalogue.messages("fr")["name"])
    )
    assert focused(page, ".game:last-child .game-pick"), "the focus stays where it was"


def test_on_a_phone_what_is_asked_comes_into_view(person: Person) -> None:
    page = person(width=360, height=640, touch=True)
    open_home(page)
    page.locator(".game-pick").nth(1).tap()
    expect(page.locator(".maker h2")).to_be_in_viewport()


def test_axe_finds_nothing(person: Person) -> None:
    page = person()
    open_home(page)
    page.locator(".game-pick").last.click()
    page.locator(".more-options summary").click()
    for width in (360, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert objections_in_both(page) == []


def test_covers_have_the_letters_of_the_language(person: Person) -> None:
    page = person()
    open_home(page)
    cover = page.locator(".game", has_text="Block Out!").locator("img")
    shown = {"fr": cover.get_attribute("src")}
    for language in ("de", "en", "es"):
        page.locator("[data-action=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        shown[language] = cover.get_attribute("src")
    assert shown["es"] == shown["fr"], "P, M and G in both"
    assert len(set(shown.values())) == 3
