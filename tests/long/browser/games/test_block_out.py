"""Block Out! in the browser where odds judge: its cards by pointing, by finger and by keys."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.block_out import BLOCK, CARD, ODDS, by_keys, play
from tests.browser.support.playing import (
    BOT,
    LAY,
    READY,
    await_turn,
    expect_fitting,
    expect_over,
    lay_shown,
    moves_told,
    shown,
    sit_down_with,
)
from tests.server.serving import Serving

LANGUAGES = ("de", "en", "es", "fr")


def _sit_down(page: Page, site: Serving, *others: dict[str, Any], **options: Any) -> None:
    sit_down_with(page, site, *others, game="block-out", **{**ODDS, **options})


def test_a_whole_game_by_pointing_with_a_reload_in_the_middle(
    person: Person, site: Serving
) -> None:
    page = person()
    _sit_down(page, site, BOT)
    moves: list[str] = []
    while await_turn(page):
        moves.append(play(page, card_first=len(moves) % 2 == 1))
        if len(moves) == 2:
            page.reload()
            page.wait_for_selector(READY)
    assert len(moves) >= 3
    expect(page.locator(".ranks li")).to_have_count(2)
    # One's own moves are told in their order; others may have made the same ones between them.
    told = iter(moves_told(page))
    assert [move for move in moves if move not in told] == []


def test_a_whole_game_by_keyboard_alone(person: Person, site: Serving) -> None:
    page = person()
    _sit_down(page, site, BOT, BOT)
    moves: list[str] = []
    while await_turn(page):
        moves.append(by_keys(page))
    assert len(moves) >= 2
    expect_over(page, 3)


def test_a_whole_game_by_finger_on_a_phone(person: Person, site: Serving) -> None:
    page = person(360, 740, touch=True)
    _sit_down(page, site, BOT)
    played = 0
    while await_turn(page):
        play(page, card_first=played % 2 == 0, touch=True)
        played += 1
    assert played >= 3


def _record(*events: str) -> str:
    return json.dumps(
        {
            "format": "empile/1",
            "game": "block-out",
            "rules": 1,
            "options": {"players": 2, "referee": "odds"},
            "seats": ["Anne", "Béa"],
            "events": events,
            "result": None,
        }
    )


BUILT = (
    "~hand kL nL yL y* ** ** pass",
    "~hand kS kM nS nM yS yM reverse",
    *("kL>kL", "~stands", "kM>kM", "~stands"),
)


def test_a_fall_is_watched_again_block_by_block(person: Person, site: Serving) -> None:
    page = person()
    page.goto("/games")
    page.locator("#record").fill(_record(*BUILT, "nL>nL", "~falls"))
    page.get_by_role("button", name="Regarder").click()
    page.wait_for_selector(READY)
    replay = page.locator(".replay")
    frames = int(replay.get_attribute("data-frames") or "0")
    described = page.locator("#board-told")
    heights: dict[str, None] = {}
    for _ in range(frames):
        heights |= dict.fromkeys(re.findall(r"a (un|\d) blocs?", described.inner_text()))
        if replay.get_attribute("data-frame") == str(frames):
            break
        before = replay.get_attribute("data-frame")
        page.keyboard.press("ArrowRight")
        expect(replay).not_to_have_attribute("data-frame", before or "")
    # A block and its fall are one step.
    assert list(heights) == ["un", "2"]
    expect(described).to_contain_text("pas encore de tour")
    # In the picture the blocks are back where they wait: none is above the others.
    expect(page.locator(".flat [data-block]")).to_have_count(9)


def test_a_block_chosen_first_takes_the_card_that_could_do_least_else(
    person: Person, site: Serving
) -> None:
    page = person()
    _sit_down(page, site, BOT)
    assert await_turn(page)
    hand = {
        (card.get_attribute("data-choice") or "").removeprefix("card:")
        for card in page.locator(CARD).all()
    }
    for target in page.locator(BLOCK).all():
        block = target.get_attribute("data-value") or ""
        target.click()
        page.wait_for_selector(LAY)
        card = shown(page).partition(">")[0]
        assert card in hand
        fitting = {block, f"{block[0]}*", f"*{block[1]}", "**"} & hand
        assert card.count("*") == min(found.count("*") for found in fitting)
        expect(page.locator(f"[data-choice='card:{card}']")).to_have_attribute(
            "aria-pressed", "true"
        )
        expect(page.locator(f".flat [data-ghost={block}]")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(LAY)).to_have_count(0)


def test_a_card_lights_its_blocks_and_another_card_can_be_chosen(
    person: Person, site: Serving
) -> None:
    page = person()
    _sit_down(page, site, BOT)
    assert await_turn(page)
    cards = page.locator(CARD)
    for index in range(cards.count()):
        card = (cards.nth(index).get_attribute("data-choice") or "").removeprefix("card:")
        cards.nth(index).click()
        expect(cards.nth(index)).to_have_attribute("aria-pressed", "true")
        blocks = {target.get_attribute("data-value") or "" for target in page.locator(BLOCK).all()}
        fits = {
            block
            for block in blocks
            if len(card) == 2 and card[0] in ("*", block[0]) and card[1] in ("*", block[1])
        }
        expect(page.locator(".flat .lit")).to_have_count(0 if len(fits) == 1 else len(fits))
        cards.nth(index).click()
        expect(cards.nth(index)).to_have_attribute("aria-pressed", "false")


def test_in_three_dimensions_blocks_are_placed_from_the_table_and_from_above(
    person: Person, site: Serving
) -> None:
    page = person(640, 560, solid=True)
    page.emulate_media(reduced_motion="no-preference")
    _sit_down(page, site, BOT)
    assert page.locator("game-board").get_attribute("data-drawn") == "solid"
    assert await_turn(page)
    play(page)
    page.locator("[data-action=plan]").click()
    assert await_turn(page)
    # Seen from above, the blocks that wait lie around the tower as far as on the table.
    page.wait_for_function(
        """() => {
          const box = document.querySelector('game-board').getBoundingClientRect();
          const middles = [...document.querySelectorAll('.target[data-part=block]')].map((target) => {
            const { x, y, width, height } = target.getBoundingClientRect();
            return Math.hypot(x + width / 2 - box.x - box.width / 2, y + height / 2 - box.y - box.height / 2);
          });
          return middles.length > 1 && Math.max(...middles) - Math.min(...middles) < 2;
        }"""
    )
    play(page)


def test_axe_finds_nothing(person: Person, site: Serving) -> None:
    page = person()
    objections: dict[str, list[str]] = {}
    _sit_down(page, site, BOT, BOT, BOT)
    assert await_turn(page)
    objections["turn"] = objections_in_both(page)
    page.locator(CARD).first.click()
    page.wait_for_selector("[data-action=undo]")
    objections["chosen"] = objections_in_both(page)
    page.keyboard.press("Escape")
    while await_turn(page):
        play(page)
    objections["over"] = objections_in_both(page)
    assert {name: found for name, found in objections.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_nothing_sticks_out(person: Person, site: Serving, language: str) -> None:
    page = person(360, 740, language=language)
    _sit_down(page, site, BOT, BOT, BOT, turn_limit=8)
    assert await_turn(page)
    expect_fitting(page, "turn")
    page.locator(CARD).first.click()
    page.wait_for_selector("[data-action=undo]")
    expect_fitting(page, "chosen")
    if not shown(page):
        page.locator(BLOCK).first.click()
    lay_shown(page)
    while await_turn(page):
        play(page)
    expect_fitting(page, "over")
