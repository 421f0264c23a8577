"""Solo puzzles on the page: levels by keyboard and by mouse, help, stars, links and the editor."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import empile
from empile.engine.game import State
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_to
from tests.browser.support.learning import choose_by_keys, choose_by_mouse
from tests.browser.support.playing import LAY, READY, expect_fitting, focused, tab_to
from tests.server.serving import Serving

PHONE = (360, 740)
LEVEL = "1-01"
PLAYING = ".solo[data-phase=playing]"
OWN = "base:d4h8;_f5f8.3,d4d6.1;d6d4;2.2,2.4"
"""A level of one's own as in a link."""
UNSOLVABLE = "base:d4f8;d4d6.1;d6d4;2.2,5.1"


def ask(site: Serving, path: str, body: dict[str, Any] | None = None) -> Any:
    request = urllib.request.Request(
        f"{site.address}/api/{path}",
        None if body is None else json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def level_of(site: Serving, name: str) -> dict[str, Any]:
    found: dict[str, Any] = ask(site, f"solo/levels/{name}")
    return {"variant": found["variant"], "start": found["start"]}


def solution(site: Serving, name: str) -> list[str]:
    moves: list[str] = ask(site, "solo/solution", level_of(site, name))["moves"]
    return moves


def wrong_move(site: Serving, name: str) -> str:
    """Return a move after which the level cannot be solved."""
    level = level_of(site, name)
    state = state_of(level)
    return next(
        move
        for move in state.legal_texts()
        if ask(site, "solo/solution", {**level, "moves": [move]})["moves"] is None
    )


def state_of(level: dict[str, Any]) -> State:
    return empile.load("block-ness", players=1, variant=level["variant"]).state_from_position(
        level["start"]
    )


def open_level(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(f"{PLAYING}:has({READY} .target)")


def play(
    page: Page, level: dict[str, Any], moves: list[str], choose: Callable[..., None], *, keys: bool
) -> None:
    """Play moves from the start of a level, which is shown."""
    state = state_of(level)
    for count, move in enumerate(moves, 1):
        page.wait_for_selector(f"{PLAYING}[data-moves='{count - 1}']")
        choose(page, move, state.game.presenter.move_parts(state, state.text_to_action(move)))
        if keys:
            page.wait_for_function("lay => document.activeElement?.matches(lay)", arg=LAY)
            page.keyboard.press("Enter")
        else:
            page.locator(LAY).click()
        page.wait_for_selector(f".solo[data-moves='{count}']:not([data-phase=busy])")
        state.apply_text(move)


def test_a_whole_level_by_keyboard_alone(person: Person, site: Serving) -> None:
    page = person(*PHONE)
    page.goto("/learn")
    page.wait_for_selector(".learning[data-ready=true]")
    tab_to(page, "[href='/solo']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".solo-map")
    expect_fitting(page, "the map")
    tab_to(page, "[data-action=go-on]")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{PLAYING}:has({READY} .target)")
    assert focused(page, "h1")
    play(page, level_of(site, LEVEL), solution(site, LEVEL), choose_by_keys, keys=True)
    page.wait_for_selector(".solo[data-phase=solved]")
    page.wait_for_function("() => document.activeElement?.matches('[data-action=next-level]')")
    expect(page.locator("[data-told]")).to_contain_text("3 étoiles")
    expect_fitting(page, "a solved level")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{PLAYING}[data-level='1-02']")
    assert focused(page, "h1")
    assert "jouer" not in page.locator(".turn-banner").inner_text()


def test_a_level_by_mouse_keeps_its_stars(person: Person, site: Serving) -> None:
    page = person()
    open_level(page, f"/solo/{LEVEL}")
    moves = solution(site, LEVEL)
    play(page, level_of(site, LEVEL), moves, choose_by_mouse, keys=False)
    expect(page.locator(".solo-over.solved .stars .won")).to_have_count(3)
    page.goto("/solo")
    dot = page.locator(f"[data-level='{LEVEL}']")
    expect(dot.locator(".won")).to_have_count(3)
    page.reload()
    expect(dot.locator(".won")).to_have_count(3)
    expect(dot).to_have_attribute("aria-label", re.compile("3 étoiles"))
    dot.click()
    page.wait_for_selector(PLAYING)
    expect(page.locator(".solo-best")).to_contain_text(f"coups {len(moves)}")


def test_stars_without_storage_last_until_the_page_is_left(person: Person, site: Serving) -> None:
    page = person()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }})"
    )
    open_level(page, f"/solo/{LEVEL}")
    play(page, level_of(site, LEVEL), solution(site, LEVEL), choose_by_mouse, keys=False)
    page.locator(".lesson-at [href='/solo']").click()
    expect(page.locator(f"[data-level='{LEVEL}'] .won")).to_have_count(3)
    page.locator("[data-action=editor]").click()
    page.wait_for_selector(".solo-editor[data-ready=true]")


def test_moves_are_taken_back_and_cost_a_star(person: Person, site: Serving) -> None:
    page = person()
    open_level(page, f"/solo/{LEVEL}")
    level, moves = level_of(site, LEVEL), solution(site, LEVEL)
    begun = page.locator("#board-told").inner_text()
    play(page, level, moves[:1], choose_by_mouse, keys=False)
    assert page.locator("#board-told").inner_text() != begun
    page.keyboard.press("Control+z")
    page.wait_for_selector(f"{PLAYING}[data-moves='0']")
    assert page.locator("#board-told").inner_text() == begun
    expect(page.locator("[data-action=undo-move]")).to_be_disabled()
    expect(page.locator("[data-told]")).to_contain_text("1 coup repris")
    assert focused(page, ".target")
    play(page, level, moves, choose_by_mouse, keys=False)
    expect(page.locator(".solo-over .won")).to_have_count(2)
    expect(page.locator("[data-count=moves]")).to_have_text(str(len(moves) + 1))
    page.locator(".solo-over [data-action=again]").click()
    page.wait_for_selector(f"{PLAYING}[data-moves='0']")
    expect(page.locator("[data-count=moves]")).to_have_text("0")


def test_hints_tell_more_step_by_step_until_the_move(person: Person, site: Serving) -> None:
    page = person(*PHONE)
    open_level(page, f"/solo/{LEVEL}")
    hint = page.locator("[data-action=hint]")
    for step in range(1, 5):
        hint.click()
        page.wait_for_selector(f".solo[data-hints='{step}']")
        expect(page.locator(".solo-hint li")).to_have_count(step)
        told = page.locator(".solo-hint li").last.inner_text()
        assert not re.search(r"\bsolo\.", told)
        expect(page.locator("[data-told]")).to_have_text(told)
    expect(hint).to_be_disabled()
    assert page.locator(".solo").get_attribute("data-preview") == solution(site, LEVEL)[0]
    page.locator(LAY).click()
    page.wait_for_selector(f"{PLAYING}[data-moves='1'][data-hints='0']")
    expect(page.locator("[data-count=hints]")).to_have_text("4")
    level = level_of(site, LEVEL)
    state = state_of(level)
    first, *rest = solution(site, LEVEL)
    state.apply_text(first)
    for move in rest:
        choose_by_mouse(
            page, move, state.game.presenter.move_parts(state, state.text_to_action(move))
        )
        page.locator(LAY).click()
        state.apply_text(move)
        page.wait_for_selector(".solo:not([data-phase=busy])[data-preview='']")
    expect(page.locator(".solo-over.solved .won")).to_have_count(1)


def test_hint_after_a_wrong_move_takes_it_back(person: Person, site: Serving) -> None:
    page = person()
    name = "3-01"
    open_level(page, f"/solo/{name}")
    level = level_of(site, name)
    play(page, level, [wrong_move(site, name)], choose_by_mouse, keys=False)
    if page.locator(".solo[data-phase=stuck]").count():
        assert focused(page, "[data-action=take-back]")
        page.keyboard.press("Enter")
    else:
        page.locator("[data-action=hint]").click()
        page.locator("[data-action=take-back-many]").click()
    page.wait_for_selector(f"{PLAYING}[data-moves='0']")
    page.wait_for_function("() => document.activeElement?.matches('.target')")


def test_stuck_offers_to_take_back(person: Person) -> None:
    page = person(*PHONE)
    open_level(page, f"/solo/own#level={UNSOLVABLE}")
    while page.locator(PLAYING).count():
        moves = page.locator(".solo").get_attribute("data-moves")
        page.locator("[data-action=lists]").click() if not page.locator(".lists").count() else None
        while not page.locator(".solo").get_attribute("data-preview"):
            part = page.locator(".lists select").filter(
                has=page.locator("option[value='']:checked")
            )
            part.first.select_option(index=1)
        page.locator(LAY).click()
        page.wait_for_function(
            "moves => document.querySelector('.solo').dataset.moves !== moves", arg=moves
        )
        page.wait_for_selector(".solo:not([data-phase=busy])")
    page.wait_for_selector(".solo[data-phase=stuck]")
    page.wait_for_function("() => document.activeElement?.matches('[data-action=take-back]')")
    expect(page.locator("[data-told]")).to_contain_text("Plus aucun anneau")
    expect_fitting(page, "a stuck level")
    page.keyboard.press("Enter")
    page.wait_for_selector(PLAYING)


def test_the_solution_is_shown_step_by_step(person: Person, site: Serving) -> None:
    page = person(*PHONE)
    open_level(page, f"/solo/{LEVEL}")
    moves = solution(site, LEVEL)
    page.locator("[data-action=solution]").click()
    film = page.locator(".solo-film")
    expect(film).to_have_attribute("data-film-last", str(len(moves)))
    expect(film).to_have_attribute("data-film-at", "0")  # reduced motion: it waits for the user
    assert focused(page, "#film-title")
    page.keyboard.press("ArrowRight")
    expect(film).to_have_attribute("data-film-at", "1")
    expect(page.locator(".solo .target")).to_have_count(0)
    page.locator("[data-action='replay.last']").click()
    expect(film).to_have_attribute("data-film-at", str(len(moves)))
    expect(page.locator("[data-action='replay.next']")).to_be_disabled()
    expect_fitting(page, "the solution")
    page.keyboard.press("Escape")
    page.wait_for_selector(f"{PLAYING}[data-moves='0']")
    expect(page.locator("[data-count=hints]")).to_have_text("solution vue")


def test_the_solution_plays_by_itself_and_can_be_paused(person: Person, site: Serving) -> None:
    page = person()
    page.emulate_media(reduced_motion="no-preference")
    open_level(page, f"/solo/{LEVEL}")
    page.locator("[data-action=solution]").click()
    page.wait_for_selector(".solo-film[data-film-at='1']")
    page.locator("[data-action='replay.play'][aria-label=Pause]").click()
    expect(page.locator("[data-action='replay.play']")).not_to_have_attribute("aria-label", "Pause")


def test_a_solved_level_is_saved_as_a_game(person: Person, site: Serving, tmp_path: Path) -> None:
    page = person()
    open_level(page, f"/solo/{LEVEL}")
    play(page, level_of(site, LEVEL), solution(site, LEVEL), choose_by_mouse, keys=False)
    with page.expect_download() as download:
        page.locator("[data-action=save]").click()
    path = tmp_path / "solo.json"
    download.value.save_as(path)
    record = empile.Record.from_json(path.read_bytes())
    assert record.start == level_of(site, LEVEL)["start"]
    assert record.final_state().returns() == [1.0]


def test_links_lead_to_levels(person: Person) -> None:
    page = person()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copied = "() => navigator.clipboard.readText()"
    open_level(page, "/solo/2-01")
    page.locator("[data-action=share]").click()
    expect(page.locator(".side .told")).to_be_visible()
    assert page.evaluate(copied).endswith("/solo/2-01")
    open_level(page, f"/solo/own#level={OWN}")
    page.locator("[data-action=share]").click()
    expect(page.locator(".side .told")).to_be_visible()
    link = page.evaluate(copied)
    assert link.endswith(f"/solo/own#level={OWN}")
    words = page.locator(".solo-words li").all_text_contents()
    other = person()
    open_level(other, link)
    assert other.locator(".solo-words li").all_text_contents() == words
    other.goto("/solo/own#level=base:nonsense")
    other.reload()
    expect(other.locator("[role=alert]")).to_be_visible()


def test_obstacles_are_told_to_screen_readers(person: Person) -> None:
    page = person()
    open_level(page, f"/solo/own#level={OWN}")
    assert "1 anneau de pierre" in page.locator("#board-told").inner_text()
    words = page.locator(".solo-words li").all_text_contents()
    assert words[0] == "Anneau de pierre f5–f8, hauteur 3"
    assert words[1] == "Votre anneau d4–d6, hauteur 1"


def verdict(page: Page, kind: str, solvable: str = "") -> None:
    page.wait_for_selector(f".solo-editor[data-verdict={kind}][data-solvable='{solvable}']")


def test_the_editor_by_keyboard_says_whether_a_level_can_be_solved(person: Person) -> None:
    page = person(820, 1100)
    page.goto("/solo/editor")
    # Nothing is wrong before anything has been set up.
    verdict(page, "empty")
    expect(page.locator(".editor-faults")).to_have_count(0)
    tab_to(page, "[data-hole]")

    def go(hole: str) -> None:
        here = page.evaluate("() => document.activeElement.dataset.hole")
        right, up = ord(hole[0]) - ord(here[0]), int(hole[1:]) - int(here[1:])
        for key, times in (
            ("ArrowRight", right),
            ("ArrowLeft", -right),
            ("ArrowUp", up),
            ("ArrowDown", -up),
        ):
            for _ in range(times):
                page.keyboard.press(key)
        page.keyboard.press("Enter")

    go("d4")
    go("d6")
    expect(page.locator("[data-ring]")).to_have_count(1)
    assert focused(page, "[data-hole=d6]")
    page.keyboard.press("2")
    tab_to(page, "[data-action=add-ring]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand='2.2']")).to_have_count(1)
    verdict(page, "good", "true")
    expect(page.locator(".solo-verdict")).to_contain_text("solution")
    page.keyboard.press("Control+z")
    expect(page.locator("[data-hand='2.2']")).to_have_count(0)
    page.keyboard.press("Control+y")
    expect(page.locator("[data-hand='2.2']")).to_have_count(1)
    verdict(page, "good", "true")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(f"{PLAYING}[data-level=own]")


def test_the_editor_by_mouse_gives_reasons_in_words(person: Person) -> None:
    page = person()
    page.goto(f"/solo/editor#level={OWN}")
    verdict(page, "good", "true")
    page.locator("input[value=stone]").check()
    page.locator(".lake-palette [data-number=height]").select_option("3")
    page.locator("[data-hole=e6]").click()
    page.locator("[data-hole=g6]").click()
    verdict(page, "bad")
    expect(page.locator(".editor-faults")).to_contain_text("il doit être plus haut")
    expect(page.locator("[data-hole=f6]")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-action=play]")).to_be_disabled()
    page.locator("[data-ring='2'] [data-ring-action=higher]").click()
    verdict(page, "good", "true")
    page.locator("[data-ring='2'] [data-ring-action=remove]").click()
    page.locator("input[value=zone]").check()
    page.locator("[data-hole=d4]").click()
    page.locator("[data-hole=f8]").click()
    page.locator("[data-number=length]").select_option("5")
    page.locator("[data-action=add-ring]").click()
    verdict(page, "good", "false")
    page.reload()
    verdict(page, "good", "false")
    expect(page.locator("[data-hand='5.3']")).to_have_count(1)


def test_the_editor_shows_when_the_server_is_gone(person: Person) -> None:
    page = person()
    page.goto(f"/solo/editor#level={OWN}")
    verdict(page, "good", "true")
    page.route("**/api/solo/check", lambda route: route.abort())
    page.locator("[data-ring-action=remove]").first.click()
    verdict(page, "unknown")
    page.unroute("**/api/solo/check")
    page.locator(".solo-verdict button").click()
    page.wait_for_selector(".solo-editor[data-verdict=good]")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(person: Person, site: Serving, dark: bool) -> None:
    page = person(*PHONE, dark=dark)
    found: dict[str, list[str]] = {}
    page.goto("/solo")
    page.wait_for_selector(".solo-map")
    page.locator(".solo-how summary").click()
    found["map"] = objections_to(page)
    open_level(page, f"/solo/{LEVEL}")
    found["level"] = objections_to(page)
    page.locator("[data-action=hint]").click()
    page.wait_for_selector(".solo-hint")
    found["hint"] = objections_to(page)
    page.locator("[data-action=solution]").click()
    page.wait_for_selector(".solo-film")
    found["film"] = objections_to(page)
    page.locator("[data-action=close-film]").click()
    play(page, level_of(site, LEVEL), solution(site, LEVEL), choose_by_mouse, keys=False)
    found["solved"] = objections_to(page)
    page.goto(f"/solo/editor#level={OWN}")
    verdict(page, "good", "true")
    found["editor"] = objections_to(page)
    expect_fitting(page, "the editor")
    assert {where: what for where, what in found.items() if what} == {}
