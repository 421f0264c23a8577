"""Puzzles on the page: the list, right and wrong moves, the solution, by keyboard, at all sizes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

import empile
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.puzzles.library import file_of
from empile.puzzles.missed import missed
from empile.puzzles.puzzle import Puzzle
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.learning import Choose, choose_by_keys, choose_by_mouse
from tests.browser.support.playing import expect_fitting, make_table, sit_down
from tests.long.puzzles.test_missed import played
from tests.server.serving import Serving
from tests.support.patience import PATIENCE

GAMES = [name for name in empile.game_names() if file_of(name).exists()]
SIZES = ((1440, 900), (820, 1180), (360, 740))
READY = ".puzzle[data-phase=asking]"
SOLVED = ".puzzle[data-phase=solved]"
LAY = "[data-action=play-move]"
SEQ = 3
"""The last event of a game that has just begun."""


def whole(site: Serving, game: str, *, moves: int, rating: int = 0) -> dict[str, Any]:
    """Return the easiest puzzle with so many moves of the solver, or more, and such a rating."""
    listed = httpx.get(f"{site.address}/api/puzzles/{game}", timeout=PATIENCE).json()["puzzles"]
    chosen = next(one for one in listed if one["moves"] >= moves and one["rating"] >= rating)
    path = f"{site.address}/api/puzzles/{game}/{chosen['id']}"
    found: dict[str, Any] = httpx.get(path, timeout=PATIENCE).json()
    return found


def open_puzzle(page: Page, puzzle: dict[str, Any]) -> None:
    page.goto(f"/puzzles/{puzzle['info']['game']}/{puzzle['info']['id']}")
    page.wait_for_selector(READY)


def parts(puzzle: dict[str, Any], step: int, text: str) -> dict[str, str]:
    """Return the parts of a legal move of a step."""
    found: dict[str, str] = next(
        move["parts"] for move in puzzle["steps"][step]["legal"] if move["text"] == text
    )
    return found


def solve(page: Page, puzzle: dict[str, Any], choose: Choose) -> None:
    """Make the right moves; the first step is open."""
    for number, step in enumerate(puzzle["steps"]):
        page.wait_for_selector(f"{READY}[data-step='{number}']")
        choose(page, step["right"], parts(puzzle, number, step["right"]))
        page.locator(LAY).press("Enter")
    page.wait_for_selector(SOLVED)


def expect_boards(page: Page, count: int) -> None:
    """Scroll to all small boards; they are drawn without anything for three dimensions."""
    expect(page.locator("small-board")).to_have_count(count)
    for board in page.locator("small-board").all():
        board.scroll_into_view_if_needed()
        expect(board.locator("img")).to_have_js_property("complete", value=True)
        assert board.locator("img").evaluate("(image) => image.naturalWidth") > 0
    names = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert [name for name in names if re.search(r"/(stage|scene|three)[^/]*\.js", name)] == []


def test_the_list_leads_to_the_puzzle_of_the_day(person: Person) -> None:
    page = person()
    page.goto("/")
    page.locator("a[href='/puzzles']").first.click()
    expect(page.locator(".puzzles[data-ready=true] section[data-game]")).to_have_count(len(GAMES))
    expect_boards(page, 1 + 4 * len(GAMES))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "puzzles")
    assert objections_in_both(page) == []
    page.locator("[data-action=daily]").click()
    page.wait_for_selector(READY)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "the puzzle of the day")
    assert objections_in_both(page) == []


def test_pages_left_open_show_the_puzzle_of_the_new_day(person: Person) -> None:
    """The day is that of the browser, which is not at UTC; the page is looked at after midnight."""
    page = person()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url[-10:]) if "daily?" in one.url else None)
    for number, (path, ready) in enumerate((("/puzzles", ".puzzles"), ("/puzzles/daily", READY))):
        page.clock.set_fixed_time(datetime(2026, 11, 28 + number, 23, 50))
        page.goto(path)
        page.wait_for_selector(ready)
        day = 29 + number
        with page.expect_request(f"**/api/puzzles/daily?day=2026-11-{day}"):
            page.clock.set_fixed_time(datetime(2026, 11, day, 0, 10))
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_selector(ready)
    assert asked == ["2026-11-28", "2026-11-29", "2026-11-29", "2026-11-30"]


@pytest.mark.parametrize("game", GAMES)
def test_right_moves_solve_a_puzzle_and_raise_the_rating(
    person: Person, site: Serving, game: str
) -> None:
    page = person()
    puzzle = whole(site, game, moves=1, rating=1300)  # an easy one hardly raises the rating
    open_puzzle(page, puzzle)
    solve(page, puzzle, choose_by_mouse)
    expect(page.locator(".lesson-said.right")).to_contain_text("Résolu")
    expect(page.locator("[data-action=next-puzzle]")).to_be_focused()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "a solved puzzle")
    assert objections_in_both(page) == []
    page.locator("[data-action=next-puzzle]").click()
    page.wait_for_selector(f"{READY}:not([data-puzzle='{puzzle['info']['id']}'])")
    page.goto("/puzzles")
    expect(page.locator(f"section[data-game={game}]")).to_contain_text("1 sur")
    expect(page.locator("[data-action=history]")).not_to_contain_text("1500")


def test_a_line_is_solved_by_keyboard_alone(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    puzzle = whole(site, "block-ness", moves=2)
    open_puzzle(page, puzzle)
    solve(page, puzzle, choose_by_keys)
    told = page.locator("[data-told]")
    expect(told).to_contain_text("Résolu")


def test_a_wrong_move_is_refuted_and_the_solution_shown(person: Person, site: Serving) -> None:
    page = person()
    puzzle = whole(site, "block-ness", moves=2)
    open_puzzle(page, puzzle)
    step = puzzle["steps"][0]
    wrong = next(move for move in step["legal"] if move["text"] != step["right"])
    choose_by_mouse(page, wrong["text"], wrong["parts"])
    held: list[Route] = []
    page.route("**/try", lambda route: held.append(route))
    with page.expect_request("**/try"):
        page.locator(LAY).click()
    # It is called wrong at once, before the server has a reply.
    page.wait_for_selector(".puzzle[data-phase=answering][data-wrong]")
    expect(page.locator(".lesson-said.again")).to_contain_text("Un autre coup mène plus loin.")
    held[0].continue_()
    replied = ".puzzle[data-phase=showing][data-frame='1']"
    page.wait_for_selector(replied)  # the reply is on the board
    page.wait_for_selector(f"{READY}[data-wrong][data-frame='-1']")  # and taken back
    expect(page.locator("[data-told]")).to_contain_text("tête en")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "a refuted move")
    assert objections_in_both(page) == []
    page.locator("[data-action=reply]").press("Enter")
    page.wait_for_selector(replied)
    page.wait_for_selector(READY)
    expect(page.locator("[data-action=reply]")).to_be_focused()
    page.locator("[data-action=solution]").click()
    page.wait_for_selector(SOLVED)
    expect(page.locator(".lesson-said.right")).to_contain_text("La solution")
    page.goto("/puzzles?state=missed")
    expect(page.locator(f"[href*='{puzzle['info']['id']}'] .puzzle-missed")).to_be_visible()


def test_an_unknown_puzzle_leads_to_the_list(person: Person) -> None:
    page = person()
    page.goto("/puzzles/block-ness/0000000000")
    expect(page.locator("[role=alert]")).not_to_be_empty()
    page.locator("main a[href='/puzzles']").click()
    page.wait_for_selector(".puzzles[data-ready=true]")


def played_at(site: Serving, moves: Sequence[str]) -> dict[str, Any]:
    """Play a game of two by REST; return the table with the token of the seat that moved first."""
    made = make_table(site.address, {"kind": "person", "name": "Anne"}, {"kind": "open"})
    path = f"{site.address}/api/tables/{made['table']}"
    joined = httpx.post(f"{path}/join", json={"name": "Bea"}, timeout=PATIENCE).json()
    tokens = [made["token"], joined["token"]]
    movers: list[str] = []
    seq = SEQ
    for text in moves:
        for token in tokens:
            headers = {"authorization": f"Bearer {token}"}
            body = {"seq": seq, "action": text}
            answer = httpx.post(f"{path}/moves", json=body, headers=headers, timeout=PATIENCE)
            if answer.is_success:
                movers.append(token)
                seq = answer.json()["seq"]
                break
        else:
            raise AssertionError(text)
    return {"table": made["table"], "token": movers[0]}


def game_with_a_missed_move() -> tuple[Record, list[Puzzle]]:
    """Return a game of Block Ness in which seat 0 missed something, as a puzzle of one move."""
    for seed in range(7, 40):  # those before miss nothing
        record = played("block-ness", seed)
        found = missed(record, 0, new_stream(0))
        if found and len(found[0].line) == 1:
            return record, found
    raise AssertionError("no game has a missed move")


def test_what_was_missed_in_a_game_becomes_a_puzzle(person: Person, site: Serving) -> None:
    record, found = game_with_a_missed_move()
    made = played_at(site, record.events)
    page = person()
    sit_down(page, made)
    page.locator("table-over").wait_for()
    page.goto(f"/puzzles/missed/{made['table']}?seat=0")  # as earlier versions linked to it
    page.locator("[data-action=missed]").click()
    page.wait_for_selector(READY)
    assert page.locator(".puzzle").get_attribute("data-puzzle") == found[0].id
    state = found[0].state()
    wrong = next(text for text in state.legal_texts() if text != found[0].line[0])
    for text in (wrong, found[0].line[0]):
        action = state.text_to_action(text)
        choose_by_mouse(page, text, state.game.presenter.move_parts(state, action))
        page.locator(LAY).click()
        if text == wrong:
            page.wait_for_selector(f"{READY}[data-wrong]")
            expect(page.locator(".lesson-said.again")).not_to_be_empty()
    page.wait_for_selector(SOLVED)
    page.goto("/puzzles")
    expect(page.locator(".puzzles[data-ready=true] section[data-game]")).to_have_count(len(GAMES))
