"""A hint at a table: asked for by mouse and by keys, shown on the board, played or hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.blox import CARD
from tests.browser.support.playing import (
    ANNE,
    BOT,
    CURTAIN,
    LAY,
    MY_TURN,
    READY,
    SMALL,
    await_turn,
    choose_action,
    focused,
    lay_shown,
    lift,
    make_table,
    open_form,
    sit_down,
    tab_to,
    unfold,
)
from tests.long.browser.games.test_screenshots import keep
from tests.server.serving import Serving

BOB: dict[str, Any] = {"kind": "person", "name": "Bob"}
HINT = "[data-action=hint]"
CARD_SHOWN = ".hint-card"
GAMES = ["block-ness", "blox", "on-top"]


def _sit(page: Page, site: Serving, game: str, *others: dict[str, Any], **options: Any) -> None:
    made = make_table(site.address, ANNE, *(others or (BOT,)), game=game, **options)
    sit_down(page, made)
    page.wait_for_selector(READY)
    page.wait_for_selector(MY_TURN)


def _hinted(page: Page) -> str:
    """Wait for the hint; return the move that it shows on the board."""
    page.wait_for_selector(CARD_SHOWN)
    best = page.locator(CARD_SHOWN).get_attribute("data-hint") or ""
    expect(page.locator(".table")).to_have_attribute("data-preview", best)
    return best


def _laid(page: Page, site: Serving) -> list[str]:
    """Return the moves of this page's table, as the server has them."""
    (table,) = (room.table for room in site.registry.rooms if f"/t/{room.table.id}" in page.url)
    assert table.current is not None
    return [event.text for event in table.current.events if event.seat >= 0]


def _expect_gone(page: Page) -> None:
    expect(page.locator(CARD_SHOWN)).to_have_count(0)
    expect(page.locator(".table")).to_have_attribute("data-preview", "")
    expect(page.locator("[data-action=undo]")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_shown_and_played_by_mouse(person: Person, site: Serving, game: str) -> None:
    page = person()
    _sit(page, site, game)
    page.locator(HINT).click()
    best = _hinted(page)
    card = page.locator(CARD_SHOWN)
    expect(card).to_contain_text("% de chances de gagner")
    expect(card.locator(".hint-expected").first).to_contain_text(
        re.compile(r"environ \d+ \D+ contre \d+$")
    )
    told = page.locator("[data-told]").inner_text()
    assert told.startswith("Indice")
    assert "chances de gagner" in told
    assert "Vous demandez un indice" in page.locator(".wide-log").inner_text()
    lay_shown(page)
    expect(page.locator(CARD_SHOWN)).to_have_count(0)
    assert best in _laid(page, site)


def test_in_teams_the_points_of_partners_are_told_together(person: Person, site: Serving) -> None:
    page = person()
    _sit(page, site, "on-top", BOT, BOT, BOT, teams=True)
    page.locator(HINT).click()
    _hinted(page)
    expect(page.locator(".hint-expected").first).to_have_text(
        re.compile(r"^\D*\d+\s% de chances de gagner · environ \d+ points? contre \d+$")
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_shown_and_played_by_keys(person: Person, site: Serving, game: str) -> None:
    page = person()
    _sit(page, site, game)
    tab_to(page, f".target, {CARD}", most=60)
    page.keyboard.press("h")
    best = _hinted(page)
    page.wait_for_function("() => document.activeElement?.matches('[data-action=play-move]')")
    lay_shown(page, keys=True)
    assert best in _laid(page, site)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_hidden_again(person: Person, site: Serving, game: str) -> None:
    page = person()
    _sit(page, site, game)
    for hide in (HINT, "[data-action=hint-close]", "[data-action=undo]", "Escape"):
        page.locator(HINT).click()
        _hinted(page)
        if hide == "Escape":
            page.keyboard.press(hide)
        else:
            page.locator(hide).click()
        _expect_gone(page)
    # Asked again it is the same, and the table heard of it once.
    lines = page.locator(".wide-log li").all_inner_texts()
    assert len([line for line in lines if "un indice" in line]) == 1


def test_what_was_chosen_before_a_hint_comes_back(person: Person, site: Serving) -> None:
    page = person()
    _sit(page, site, "block-ness")
    page.locator(".target[data-part=near]").nth(3).click()
    chosen = page.locator(".target[aria-pressed=true]").first.get_attribute("data-target")
    page.locator(HINT).click()
    _hinted(page)
    page.locator(HINT).click()
    expect(page.locator(CARD_SHOWN)).to_have_count(0)
    expect(page.locator(f"[data-target='{chosen}']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(LAY)).to_have_count(0)


def test_other_moves_of_a_hint_are_shown_and_one_chooses_for_oneself(
    person: Person, site: Serving
) -> None:
    page = person()
    _sit(page, site, "block-ness")
    page.locator(HINT).click()
    best = _hinted(page)
    page.locator(f"{CARD_SHOWN} summary").click()
    moves = page.locator(".hint-move")
    assert 2 <= moves.count() <= 4
    second = moves.nth(1).get_attribute("data-move") or ""
    assert second != best
    moves.nth(1).click()
    expect(page.locator(".table")).to_have_attribute("data-preview", second)
    expect(moves.nth(1)).to_have_attribute("aria-pressed", "true")
    moves.nth(0).click()
    expect(page.locator(".table")).to_have_attribute("data-preview", best)
    # Whoever chooses something else has it their way; the hint stays to be read.
    other = page.locator(".target[data-part=near][aria-pressed=false]").first
    other.click()
    expect(page.locator(CARD_SHOWN)).to_be_visible()
    assert page.locator(".table").get_attribute("data-preview") != best


def test_the_letter_does_not_ask_in_fields_and_dialogs(person: Person, site: Serving) -> None:
    page = person()
    _sit(page, site, "block-ness")
    choose_action(page, "lists")
    page.locator("list-chooser select").first.focus()
    page.keyboard.press("h")
    page.locator("[data-action=rules]").click()
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    expect(page.locator(HINT)).to_have_attribute("aria-busy", "false")
    assert page.locator(CARD_SHOWN).count() == 0
    assert "un indice" not in page.locator(".wide-log").inner_text()


def test_without_hints_there_is_nothing_to_ask(person: Person, site: Serving) -> None:
    page = person()
    open_form(page, "block-ness")
    unfold(page)
    page.locator("[name=hints]").uncheck()
    expect(page.locator(".more-options summary")).to_contain_text("sans indices")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(READY)
    assert await_turn(page)
    expect(page.locator(".table")).to_contain_text("Les indices sont désactivés")
    expect(page.locator(HINT)).to_have_count(0)
    tab_to(page, ".target")
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=undo]")).to_be_visible()
    assert page.locator(CARD_SHOWN).count() == 0


def test_others_hear_that_a_hint_was_asked_for_and_not_what_it_says(
    person: Person, site: Serving
) -> None:
    anne, bob = person(), person()
    made = make_table(site.address, ANNE, {"kind": "open"})
    sit_down(anne, made)
    bob.goto(f"/t/{made['table']}")
    bob.locator("[name=name]").fill("Bob")
    bob.keyboard.press("Enter")
    for page in (anne, bob):
        page.wait_for_selector(READY)
    first = anne if anne.locator(MY_TURN).count() else bob
    second = bob if first is anne else anne
    name = "Anne" if first is anne else "Bob"
    expect(second.locator(HINT)).to_have_count(0)
    first.locator(HINT).click()
    _hinted(first)
    expect(second.locator(".wide-log")).to_contain_text(f"{name} demande un indice")
    expect(second.locator("[data-told]")).to_have_text(f"{name} demande un indice")
    assert second.locator(CARD_SHOWN).count() == 0


def test_passed_round_one_screen_a_hint_stays_with_who_asked(person: Person, site: Serving) -> None:
    page = person()
    made = make_table(site.address, ANNE, BOB, game="blox")
    sit_down(page, made)
    lift(page)
    page.locator(HINT).click()
    _hinted(page)
    page.locator(LAY).click()
    page.wait_for_selector(CURTAIN)
    assert page.locator(CARD_SHOWN).count() == 0
    lift(page)
    assert page.locator(CARD_SHOWN).count() == 0
    page.locator(HINT).click()
    _hinted(page)


def test_a_hint_at_the_end_of_a_small_game(person: Person, site: Serving) -> None:
    """To follow every hint is to play a whole game."""
    page = person()
    _sit(page, site, "block-ness", BOT, **SMALL)
    followed = 0
    while await_turn(page):
        page.locator(HINT).click()
        _hinted(page)
        lay_shown(page)
        followed += 1
    assert followed > 1
    expect(page.locator("table-over")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(person: Person, site: Serving, game: str) -> None:
    page = person()
    _sit(page, site, game)
    page.locator(HINT).click()
    _hinted(page)
    page.locator(f"{CARD_SHOWN} summary").click()
    assert objections_in_both(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_pictures(person: Person, site: Serving, game: str) -> None:
    page = person()
    _sit(page, site, game, BOT, BOT)
    page.locator(HINT).click()
    _hinted(page)
    assert not focused(page, LAY), "who asks by mouse keeps the focus"
    keep(page, f"hint-{game}")
