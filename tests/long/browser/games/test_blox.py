"""Blox in the browser: whole games by pointing and by keys, on a phone, to the last round."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.blox import by_keys, exchange, hand, point
from tests.browser.support.playing import (
    BOT,
    READY,
    TERMINAL,
    await_turn,
    choose_action,
    expect_fitting,
    expect_over,
    moves_told,
    sit_down_with,
)
from tests.server.serving import Serving


def _sit_down(page: Page, site: Serving, *others: dict[str, Any], rounds: int) -> None:
    sit_down_with(page, site, *others, game="blox", round_limit=rounds)


def test_a_whole_game_by_pointing_with_a_reload_in_the_middle(
    person: Person, site: Serving
) -> None:
    page = person()
    _sit_down(page, site, BOT, rounds=5)
    moves: list[str] = []
    while await_turn(page):
        assert len(hand(page)) == 5
        moves.append(exchange(page, 2) if len(moves) == 1 else point(page))
        if len(moves) == 3:
            page.reload()
            page.wait_for_selector(READY)
    assert len(moves) == 5
    assert moves[1].startswith("/ ")
    expect(page.locator(".ranks li")).to_have_count(2)
    assert [move for move in moves_told(page) if move in moves] == moves


def test_a_whole_game_by_keyboard_alone(person: Person, site: Serving) -> None:
    page = person()
    _sit_down(page, site, BOT, BOT, rounds=4)
    laid = 0
    while await_turn(page):
        by_keys(page)
        laid += 1
    assert laid == 4
    expect_over(page, 3)


def test_a_whole_game_by_finger_on_a_phone(person: Person, site: Serving) -> None:
    page = person(360, 740, touch=True)
    _sit_down(page, site, BOT, rounds=4)
    laid = 0
    while await_turn(page):
        point(page, touch=True)
        laid += 1
    assert laid == 4
    expect_over(page, 2)


def test_axe_finds_nothing(person: Person, site: Serving) -> None:
    page = person()
    objections: dict[str, list[str]] = {}
    page.goto("/rules/blox")
    page.wait_for_selector(".rules-page[data-ready=true]")
    objections["rules"] = objections_in_both(page)
    _sit_down(page, site, BOT, rounds=2)
    assert await_turn(page)
    objections["turn"] = objections_in_both(page)
    page.locator(".target").first.click()
    page.wait_for_selector("[data-action=undo]")
    objections["chosen"] = objections_in_both(page)
    page.keyboard.press("Escape")
    choose_action(page, "lists")
    page.wait_for_selector("list-chooser select")
    objections["lists"] = objections_in_both(page)
    while await_turn(page):
        point(page)
    objections["over"] = objections_in_both(page)
    assert {name: found for name, found in objections.items() if found} == {}


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_on_a_phone_nothing_sticks_out(person: Person, site: Serving, language: str) -> None:
    page = person(360, 740, language=language)
    page.goto("/rules/blox")
    page.wait_for_selector(".rules-page[data-ready=true]")
    expect_fitting(page, "rules")
    _sit_down(page, site, BOT, BOT, BOT, rounds=1)
    assert await_turn(page)
    expect_fitting(page, "turn")
    page.locator(".target").first.click()
    page.wait_for_selector("[data-action=undo]")
    expect_fitting(page, "chosen")
    page.keyboard.press("Escape")
    point(page)
    page.wait_for_selector(TERMINAL)
    expect_fitting(page, "over")
