"""Learning a game on the page: every lesson, by keyboard alone and by clicking, on a small phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import empile
from empile.engine.lessons import lessons_of
from tests.browser.conftest import ROOT, Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.learning import (
    Choose,
    await_lesson,
    choose_by_keys,
    choose_by_mouse,
    game_names,
    open_lesson,
    parts_of,
    wrong_move,
)
from tests.browser.support.playing import focused, tab_to

GAMES = game_names()
PHONE = (360, 740)
GO_ON = "[data-action=go-on]"
LAY = "[data-action=play-move]"
SHOTS = ROOT / "build" / "screenshots"


def fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def learn_all(page: Page, game: str, choose: Choose, press: bool) -> None:
    """Go through all lessons; the first one is open. ``press``: by Enter alone."""
    lessons = lessons_of(empile.load(game))
    for number, lesson in enumerate(lessons, 1):
        run = lesson.begin()
        for step in range(1, len(lesson.steps) + 1):
            await_lesson(page, lesson.name, step)
            assert fits(page), lesson.name
            move = run.right_moves()[0]
            choose(page, move, parts_of(run, move))
            if press:
                while not focused(page, LAY):  # cards may still be added; then it is a step back
                    page.keyboard.press("Shift+Tab")
                    assert not focused(page, "body")
                page.keyboard.press("Enter")
            else:
                page.locator(LAY).click()
            page.wait_for_selector(".learn[data-phase=right]")
            assert run.answer(move)
            expect(page.locator(".lesson-said.right")).to_contain_text("Bravo")
            assert fits(page), lesson.name
            page.wait_for_function(
                "selector => document.activeElement?.matches(selector)", arg=GO_ON
            )
            page.keyboard.press("Enter")
        expect(page.locator(".lesson-dot.done")).to_have_count(number)
    page.wait_for_selector(".learn[data-phase=over]")


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_by_keyboard_alone(person: Person, game: str) -> None:
    page = person(*PHONE)
    page.goto("/learn")
    page.wait_for_selector(".learning[data-ready=true]")
    tab_to(page, f"[href='/learn/{game}']")
    page.keyboard.press("Enter")
    learn_all(page, game, choose_by_keys, press=True)
    assert focused(page, "h1")
    tab_to(page, "[data-action=play]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".home[data-ready=true]")
    expect(page.locator("#play-game")).to_have_text(_name(game))


def _name(game: str) -> str:
    name = empile.load(game).presenter.catalogue.messages("fr")["name"]
    assert isinstance(name, str)
    return name


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_by_clicking(person: Person, game: str) -> None:
    page = person(*PHONE)
    page.goto(f"/rules/{game}")
    page.locator(f".rules-page [href='/learn/{game}']").click()
    learn_all(page, game, choose_by_mouse, press=False)
    page.reload()
    page.wait_for_selector(".learn[data-phase=asking]")
    done = page.locator(".lesson-dot.done")
    expect(done).to_have_count(len(lessons_of(empile.load(game))))


@pytest.mark.parametrize("game", GAMES)
def test_another_legal_move_gets_a_friendly_word_and_the_position_back(
    person: Person, game: str
) -> None:
    page = person(*PHONE)
    lesson = next(one for one in lessons_of(empile.load(game)) if wrong_move(one.begin()))
    run = lesson.begin()
    open_lesson(page, game, lesson.name)
    told = page.locator("#board-told").inner_text()
    wrong = wrong_move(run)
    assert wrong is not None
    choose_by_mouse(page, wrong, parts_of(run, wrong))
    page.locator(LAY).click()
    expect(page.locator(".lesson-said.again")).to_be_visible()
    expect(page.locator(".lesson-hint")).to_be_visible()
    expect(page.locator(".learn")).to_have_attribute("data-phase", "asking")
    expect(page.locator(".learn")).to_have_attribute("data-preview", "")
    assert page.locator("#board-told").inner_text() == told
    expect(page.locator("[data-told]")).to_contain_text(page.locator(".lesson-hint").inner_text())
    assert focused(page, ".target"), "who plays by keys goes on at the board"
    move = run.right_moves()[0]
    choose_by_mouse(page, move, parts_of(run, move))
    page.locator(LAY).click()
    page.wait_for_selector(".learn[data-phase=right]")


@pytest.mark.parametrize("game", GAMES)
def test_what_follows_a_move_is_shown_position_by_position(person: Person, game: str) -> None:
    page = person(*PHONE)
    page.emulate_media(reduced_motion="no-preference")
    lesson = next(one for one in lessons_of(empile.load(game)) if len(one.steps) > 1)
    run = lesson.begin()
    open_lesson(page, game, lesson.name)
    move = run.right_moves()[0]
    choose_by_mouse(page, move, parts_of(run, move))
    page.locator(LAY).click()
    page.wait_for_selector(".learn[data-phase=right]:not([data-frames-left='0'])")
    page.wait_for_selector(".learn[data-phase=right][data-frames-left='0']")
    page.locator(GO_ON).click()
    await_lesson(page, lesson.name, 2)


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(person: Person, game: str) -> None:
    page = person(*PHONE)
    found: dict[str, list[str]] = {}
    lesson = next(one for one in lessons_of(empile.load(game)) if wrong_move(one.begin()))
    run = lesson.begin()
    open_lesson(page, game, lesson.name)
    found["asking"] = objections_in_both(page)
    wrong, move = wrong_move(run), run.right_moves()[0]
    assert wrong is not None
    choose_by_mouse(page, wrong, parts_of(run, wrong))
    found["choosing"] = objections_in_both(page)
    page.locator(LAY).click()
    page.wait_for_selector(".lesson-said.again")
    found["again"] = objections_in_both(page)
    choose_by_mouse(page, move, parts_of(run, move))
    page.locator(LAY).click()
    page.wait_for_selector(".learn[data-phase=right]")
    found["right"] = objections_in_both(page)
    assert {name: objected for name, objected in found.items() if objected} == {}


@pytest.mark.parametrize("game", GAMES)
def test_pictures(person: Person, game: str) -> None:
    page = person(*PHONE, solid=True)
    open_lesson(page, game, lessons_of(empile.load(game))[1].name)
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width, height in (PHONE, (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SHOTS / f"learn-{game}-{width}.png")
        assert fits(page), width


def test_the_words_follow_the_language(person: Person) -> None:
    game = GAMES[0]
    lesson = lessons_of(empile.load(game))[0]
    for language in empile.load(game).presenter.catalogue.languages:
        page = person(*PHONE, language=language)
        open_lesson(page, game, lesson.name)
        title = lesson.game.presenter.catalogue.format(language, lesson.title)
        expect(page.locator("h1")).to_have_text(title)


def test_what_cannot_be_learnt_is_told(person: Person) -> None:
    page = person(*PHONE)
    page.goto("/learn/chess")
    expect(page.get_by_role("alert")).to_be_visible()
    page.goto(f"/learn/{GAMES[0]}/no-such-lesson")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Accueil"))).not_to_have_count(0)
