"""On Top in the browser: whole games by pointing, by finger and by keys; what a tile would bring."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.on_top import (
    GHOST,
    IN_HAND,
    PLACE,
    SMALL,
    TURN,
    by_keys,
    closing,
    drag,
    middle,
    point,
    tap,
)
from tests.browser.support.playing import (
    BOT,
    LAY,
    MY_TURN,
    READY,
    await_turn,
    choose_action,
    expect_fitting,
    expect_over,
    lay_shown,
    moves_told,
    shown,
    sit_down_with,
)
from tests.server.serving import Serving

BEA: dict[str, Any] = {"kind": "person", "name": "Béa"}
LANGUAGES = ("de", "en", "es", "fr")


def _sit_down(page: Page, site: Serving, *others: dict[str, Any], **options: Any) -> None:
    sit_down_with(page, site, *others, game="on-top", **options)


def test_a_whole_game_by_pointing_with_a_reload_in_the_middle(
    person: Person, site: Serving
) -> None:
    page = person()
    _sit_down(page, site, BOT, **SMALL)
    moves: list[str] = []
    while await_turn(page):
        moves.append(point(page, turn=len(moves) % 2 == 1))
        if len(moves) == 2:
            page.reload()
            page.wait_for_selector(READY)
    assert len(moves) >= 3
    expect(page.locator(".ranks li")).to_have_count(2)
    told = moves_told(page)
    assert [move for move in told if move in moves] == moves


def test_a_whole_game_by_keyboard_alone(person: Person, site: Serving) -> None:
    page = person()
    _sit_down(page, site, BOT, BOT, **SMALL)
    moves: list[str] = []
    while await_turn(page):
        moves.append(by_keys(page, turn=not moves))
    assert len(moves) >= 2
    expect_over(page, 3)
    expect(page.locator(".remarks p")).to_have_count(0)


def test_a_whole_game_by_finger_on_a_phone(person: Person, site: Serving) -> None:
    page = person(360, 740, touch=True)
    _sit_down(page, site, BOT, **SMALL)
    laid = 0
    while await_turn(page):
        tap(page, page.locator(PLACE).first)
        page.wait_for_selector(GHOST)
        before = shown(page)
        tap(page, page.locator(GHOST))
        assert shown(page).split()[0] == before.split()[0]
        assert shown(page) != before
        page.locator(TURN).tap()
        assert shown(page) == before
        lay_shown(page, touch=True)
        laid += 1
    assert laid >= 3


def test_a_finger_beside_the_middle_chooses_the_nearest_place(
    person: Person, site: Serving
) -> None:
    page = person(360, 740, touch=True)
    _sit_down(page, site, BEA)
    places = page.locator(PLACE).all()
    middles = [(place.get_attribute("data-value"), *middle(place)) for place in places]
    assert len(middles) == 12
    name, x, y = middles[0]
    nearest = min(
        ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5 for _, other_x, other_y in middles[1:]
    )
    assert nearest < 26, "places lie closer together than fingers are wide"
    # Less than half the way to the next place, in all four directions.
    for across, down in ((0.4, 0), (-0.4, 0), (0, 0.4), (0, -0.4)):
        page.touchscreen.tap(x + across * nearest, y + down * nearest)
        page.wait_for_selector("[data-note=aiming]")
        # It is magnified, and a second tap beside it chooses it, too.
        near_x, near_y = middle(page.locator(f'{PLACE}[data-value="{name}"]'))
        page.touchscreen.tap(near_x + across * nearest, near_y + down * nearest)
        page.wait_for_selector(GHOST)
        assert shown(page).split()[0] == name
        page.locator("[data-action=undo]").tap()
        expect(page.locator(GHOST)).to_have_count(0)


def test_the_tile_is_dragged_from_the_hand_and_from_place_to_place(
    person: Person, site: Serving
) -> None:
    page = person()
    _sit_down(page, site, BEA)
    first, second = (page.locator(f"[data-target='place:{name}']") for name in ("U12D12", "D52U53"))
    if second.count() == 0:
        first, second = page.locator(PLACE).first, page.locator(PLACE).last
    names = [thing.get_attribute("data-value") for thing in (first, second)]
    drag(page, page.locator(IN_HAND).first, first)
    assert shown(page).split()[0] == names[0]
    expect(page.locator(".carried")).to_have_count(0)
    drag(page, page.locator(GHOST), page.locator(f"[data-target='place:{names[1]}']"))
    assert shown(page).split()[0] == names[1]
    assert lay_shown(page).split()[0] == names[1]


def test_a_drop_is_previewed_even_if_moves_need_no_confirmation(
    person: Person, site: Serving
) -> None:
    page = person()
    page.add_init_script("localStorage.setItem('empile.confirm', 'off')")
    _sit_down(page, site, BEA)
    spot = page.locator(PLACE).first
    name = spot.get_attribute("data-value")
    drag(page, page.locator(IN_HAND).first, spot)
    assert shown(page).split()[0] == name
    page.locator(GHOST).click()  # turns it
    assert shown(page).split()[0] == name
    assert lay_shown(page).split()[0] == name


def test_what_a_tile_would_bring_is_shown_before_it_is_laid(person: Person, site: Serving) -> None:
    page = person()
    _sit_down(page, site, BEA, **SMALL)
    for _ in range(8):
        assert await_turn(page)
        if closing(page).count():
            break
        point(page)
    place = closing(page).first
    told = place.get_attribute("aria-label") or ""
    points = [int(found) for found in re.findall(r"(\d+) points?", told)]
    assert points
    place.click()
    page.wait_for_selector(LAY)
    note = page.locator(".panel-note").first
    assert re.findall(r"(\d+) points?", note.inner_text()) == [str(each) for each in points]
    picture = page.locator(".flat svg")
    for each in points:
        expect(picture.get_by_text(f"+{each}", exact=True).first).to_be_attached()
    # Turned, it may bring something else: then it is that which is told.
    before = note.inner_text()
    turned = shown(page)
    page.locator(TURN).click()
    assert shown(page) != turned
    page.locator(TURN).click()
    assert (shown(page), note.inner_text()) == (turned, before)
    scored = page.locator(".seat .fact-value").all_inner_texts()
    lay_shown(page)
    page.wait_for_function(
        "before => JSON.stringify([...document.querySelectorAll('.seat .fact-value')]"
        ".map((fact) => fact.innerText)) !== before",
        arg=json.dumps(scored),
    )


TWO_CIRCLES: dict[str, Any] = {
    "format": "empile/1",
    "game": "on-top",
    "rules": 1,
    "options": {"players": 2, "start": ["D51"]},
    "seats": ["Anne", "Béa"],
    "events": ["~BRWY", "~BRWY"],
    "result": None,
}
"""One tile closes two circles: the second worked case of the rules."""


def test_two_circles_that_one_tile_closes_are_watched_again(person: Person, site: Serving) -> None:
    page = person()
    laid = ("U61D60 WYBR", "U51D50 BRWY")
    drawn = [f"~{min(tile, tile[2:] + tile[:2])}" for _, tile in map(str.split, laid)]
    events = [event for pair in zip(drawn, laid, strict=True) for event in pair]
    page.goto("/games")
    page.locator("#record").fill(json.dumps({**TWO_CIRCLES, "events": events}))
    page.get_by_role("button", name="Regarder").click()
    page.wait_for_selector(READY)
    replay = page.locator(".replay")
    frames = replay.get_attribute("data-frames") or ""
    picture = page.locator(".flat svg")
    # A space of the score track, a row and a diagonal.
    expect(picture.get_by_text("1", exact=True)).to_have_count(3)
    page.keyboard.press("End")
    expect(replay).to_have_attribute("data-frame", frames)
    # Two towers of one; yellow scores 1 for its own, blue 2 on the golden border.
    expect(picture.get_by_text("1", exact=True)).to_have_count(5)
    assert page.locator(".seat .fact-value").all_inner_texts() == ["2", "×19", "1", "×19"]
    page.keyboard.press("Home")
    expect(picture.get_by_text("1", exact=True)).to_have_count(3)
    page.locator("[data-action=settings]").click()
    page.locator("[data-setting=coordinates][value=off]").check()
    expect(picture.get_by_text("1", exact=True)).to_have_count(1)


def test_in_three_dimensions_tiles_are_laid_from_the_table_and_from_above(
    person: Person, site: Serving
) -> None:
    page = person(640, 560, solid=True)
    page.emulate_media(reduced_motion="no-preference")
    _sit_down(page, site, BEA, **SMALL)
    assert page.locator("game-board").get_attribute("data-drawn") == "solid"
    point(page)
    page.wait_for_selector(MY_TURN)
    page.locator("[data-action=plan]").click()
    page.wait_for_selector(MY_TURN)
    # Seen from above, places of one row lie on one height.
    page.wait_for_function(
        """() => {
          const rows = {};
          for (const target of document.querySelectorAll('.target')) {
            const [, x, y] = target.dataset.value.match(/^U(\\d)(\\d)D\\1\\2$/) ?? [];
            if (x === undefined) continue;
            const box = target.getBoundingClientRect();
            (rows[y] ??= []).push(box.y + box.height / 2);
          }
          return Object.values(rows).every((row) => Math.max(...row) - Math.min(...row) < 1);
        }"""
    )
    point(page, turn=True)
    page.wait_for_selector(MY_TURN)


_SIGNS = """() => {
  const [, , pawns] = document.querySelector('game-board').scene.root.children;
  return pawns.children[0].geometry.getAttribute('position').count / 4;
}"""
"""Counts the signs on pawns, stocks and markers: marks and numbers, four corners each."""


def test_pawns_keep_their_marks_and_numbers_while_they_fly(person: Person, site: Serving) -> None:
    page = person(640, 560, solid=True)
    page.emulate_media(reduced_motion="no-preference")
    _sit_down(page, site, BEA, **SMALL)
    for _ in range(8):
        page.wait_for_selector(MY_TURN)
        if closing(page).count():
            break
        point(page)
    closing(page).first.click()
    page.wait_for_selector(LAY)
    page.evaluate(
        f"""() => {{
          const count = {_SIGNS};
          window.seen = [];
          const look = () => {{ window.seen.push(count()); requestAnimationFrame(look); }};
          requestAnimationFrame(look);
        }}"""
    )
    before = page.evaluate("() => window.seen.length")
    lay_shown(page)
    page.evaluate("() => document.querySelector('game-board').settled()")
    page.wait_for_function("n => window.seen.length > n + 5", arg=before)
    seen = page.evaluate("() => window.seen")
    assert max(seen) > seen[0], "pawns have come, with a sign on each that flies"
    assert min(seen) >= min(seen[0], seen[-1])


def test_axe_finds_nothing(person: Person, site: Serving) -> None:
    page = person()
    objections: dict[str, list[str]] = {}
    page.goto("/rules/on-top")
    page.wait_for_selector(".rules-page[data-ready=true]")
    objections["rules"] = objections_in_both(page)
    _sit_down(page, site, BOT, BOT, BOT, teams=True)
    assert await_turn(page)
    objections["turn"] = objections_in_both(page)
    page.locator(PLACE).first.click()
    page.wait_for_selector(GHOST)
    objections["shown"] = objections_in_both(page)
    page.keyboard.press("Escape")
    choose_action(page, "lists")
    page.wait_for_selector("list-chooser select")
    objections["lists"] = objections_in_both(page)
    _sit_down(page, site, BOT, **SMALL)
    while await_turn(page):
        point(page)
    objections["over"] = objections_in_both(page)
    assert {name: found for name, found in objections.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_nothing_sticks_out(person: Person, site: Serving, language: str) -> None:
    page = person(360, 740, language=language)
    page.goto("/rules/on-top")
    page.wait_for_selector(".rules-page[data-ready=true]")
    expect_fitting(page, "rules")
    _sit_down(page, site, BOT, BOT, BOT, **SMALL)
    assert await_turn(page)
    expect_fitting(page, "turn")
    page.locator(PLACE).first.click()
    page.wait_for_selector(LAY)
    expect_fitting(page, "shown")
    buttons = page.locator(".confirm button").all()
    assert len(buttons) == 3
    for button in buttons:
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["height"] >= 44
        assert box["width"] >= 44
    lay_shown(page)
    while await_turn(page):
        point(page)
    expect_fitting(page, "over")
