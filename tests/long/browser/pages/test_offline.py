"""The page without a connection and as an app: what is kept, new versions, and when to install."""

from __future__ import annotations

import re
import shutil
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Page, expect

import empile
from empile.engine.lessons import lessons_of
from empile.server.http.puzzles.answers import find_puzzle, of_day, whole
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.learning import (
    await_lesson,
    choose_by_keys,
    choose_by_mouse,
    parts_of,
    wrong_move,
)
from tests.browser.support.playing import READY, focused, tab_to
from tests.server.serving import serving
from tests.support.tcp_server import serving_files

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
LAY = "[data-action=play-move]"
PLAYING = f".solo[data-phase=playing]:has({READY} .target)"
LEVEL = "1-01"


def keep(page: Page, address: str) -> None:
    """Open the page, and wait until all lessons and a level are kept."""
    page.goto(address)
    page.wait_for_function(CONTROLLED)
    page.goto(f"{address}/offline")
    page.wait_for_selector("[data-kept=solo]")


def expect_fit(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def learn_a_move(page: Page, address: str) -> None:
    """Make a wrong move and a right one in the first lesson of Blox."""
    lesson = lessons_of(empile.load("blox"))[0]
    run = lesson.begin()
    page.goto(f"{address}/learn/blox/{lesson.name}")
    await_lesson(page, lesson.name, 1)
    wrong, right = wrong_move(run), run.right_moves()[0]
    assert wrong is not None
    choose_by_mouse(page, wrong, parts_of(run, wrong))
    page.locator(LAY).click()
    page.wait_for_selector(".lesson-said.again")
    choose_by_keys(page, right, parts_of(run, right))
    while not focused(page, LAY):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".learn[data-phase=right]")
    expect(page.locator(".lesson-said.right")).to_contain_text("Bravo")


def solve_a_level(page: Page, address: str) -> None:
    """Solve the first level with a hint and without the server."""
    game = empile.load("block-ness", players=1)
    assert game.solo is not None
    level = next(one for one in game.solo.levels() if one.id == LEVEL)
    state = level.state()
    moves = game.solo.solution(state)
    assert moves
    page.goto(f"{address}/solo/{LEVEL}")
    page.wait_for_selector(PLAYING)
    page.locator("[data-action=hint]").click()
    page.wait_for_selector(".solo-hint li")
    for move in moves:
        parts = state.game.presenter.move_parts(state, state.text_to_action(move))
        choose_by_mouse(page, move, parts)
        page.locator(LAY).click()
        state.apply_action(state.text_to_action(move))
        expect(page.locator("[data-count=left]")).to_have_text(
            str(len(state.position()["reserves"][0]))
        )
    page.wait_for_selector(".solo[data-phase=solved]")


def solve_the_puzzle_of_the_day(page: Page, address: str) -> None:
    """Make a wrong move, which is only called wrong, and then the right ones."""
    day = of_day(datetime.now(UTC).date().isoformat()).puzzle
    puzzle = whole(find_puzzle(day.game, day.id))
    page.goto(f"{address}/puzzles/daily")
    page.wait_for_selector(".puzzle[data-phase=asking]")
    first = puzzle.steps[0]
    wrong = next(move for move in first.legal if move.text != first.right)
    choose_by_mouse(page, wrong.text, wrong.parts)
    page.locator(LAY).click()
    expect(page.locator(".lesson-said.again")).to_contain_text("Un autre coup mène plus loin.")
    for number, step in enumerate(puzzle.steps):
        page.wait_for_selector(f".puzzle[data-phase=asking][data-step='{number}']")
        parts = next(move.parts for move in step.legal if move.text == step.right)
        choose_by_mouse(page, step.right, parts)
        page.locator(LAY).click()
    page.wait_for_selector(".puzzle[data-phase=solved]")


def test_page_works_without_its_server(person: Person, tmp_path: Path, pages: Path) -> None:
    page = person(360, 740, keeps=True)
    with ExitStack() as running:
        server = running.enter_context(serving(tmp_path / "tables.sqlite3", pages))
        address = server.address
        keep(page, address)
        assert objections_in_both(page) == []
        expect_fit(page)
        expect(page.locator(".offline-page")).to_have_attribute(
            "data-kept", re.compile("keeping|complete")
        )
        taught = [name for name in empile.game_names() if lessons_of(empile.load(name))]
        assert page.locator("[data-kept=lessons]").count() == len(taught)

    # The server is gone, and the network is there.
    page.goto(f"{address}/offline")
    expect(page.locator(".offline-page")).to_contain_text("injoignable")
    learn_a_move(page, address)
    solve_a_level(page, address)
    solve_the_puzzle_of_the_day(page, address)
    page.goto(f"{address}/rules/on-top")
    page.wait_for_selector(".rules-page[data-ready=true]")

    # The network is gone too: a page that needs it says what works instead.
    page.context.set_offline(True)
    page.goto(f"{address}/start")
    expect(page.locator("h1")).to_have_text("Cette page a besoin d’une connexion")
    expect_fit(page)
    tab_to(page, "a[data-kept=lessons]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".learn[data-phase=asking]")
    page.wait_for_selector("[data-bar=offline]")
    expect(page.locator("offline-bar")).to_contain_text("hors connexion")


def test_kept_data_can_be_removed(person: Person, tmp_path: Path, pages: Path) -> None:
    page = person(820, 900, keeps=True)
    with serving(tmp_path / "tables.sqlite3", pages) as server:
        page.goto(f"{server.address}/offline")
        page.wait_for_function(CONTROLLED)
        page.locator("[data-action=forget]").click()
        page.wait_for_selector(".offline-page[data-kept=off]")
        assert page.evaluate("() => caches.keys()") == []
        page.locator("[data-action=keep]").click()
        page.wait_for_selector(".offline-page[data-kept=keeping]")


def test_new_version_is_announced_and_shown(person: Person, tmp_path: Path, pages: Path) -> None:
    folder = tmp_path / "pages"
    shutil.copytree(pages, folder)
    index = (folder / "index.html").read_text("utf-8")
    found = re.search(r'name="empile-build" content="(\w+)"', index)
    assert found
    page = person(360, 740, keeps=True)
    with serving_files(folder) as address:
        page.goto(address)
        page.wait_for_function(CONTROLLED)
        assert page.locator("[data-bar=update]").count() == 0
        for name in ("index.html", "sw.js"):
            text = (folder / name).read_text("utf-8")
            (folder / name).write_text(text.replace(found[1], "newer"), "utf-8")
        page.evaluate(
            "() => navigator.serviceWorker.getRegistration().then(one => one.update())"
            ".then(() => null)"
        )
        page.wait_for_selector("[data-bar=update]")
        expect_fit(page)
        page.locator("[data-action=update]").click()
        page.wait_for_selector('meta[name="empile-build"][content="newer"]', state="attached")
        page.wait_for_function(CONTROLLED)


def offer_to_install(page: Page) -> None:
    page.evaluate(
        """() => {
          const offer = new Event("beforeinstallprompt");
          offer.prompt = () => Promise.resolve({ outcome: "dismissed" });
          dispatchEvent(offer);
        }"""
    )


def test_install_is_offered_on_another_day_after_something_was_finished(person: Person) -> None:
    page = person(360, 740)
    page.goto("/")
    page.wait_for_selector("offline-bar", state="attached")
    offer_to_install(page)
    assert page.locator("[data-bar=install]").count() == 0  # a first visit
    page.evaluate(
        """() => {
          localStorage.setItem("empile.days", "1 2026-01-01");
          localStorage.setItem("empile.learnt.blox", "enter");
        }"""
    )
    page.reload()
    page.wait_for_selector("offline-bar", state="attached")
    offer_to_install(page)
    page.wait_for_selector("[data-bar=install] [data-action=install]")
    expect_fit(page)
    assert objections_in_both(page) == []
    page.locator("[data-action=no-install]").click()
    page.wait_for_selector("[data-bar=install]", state="detached")
    page.reload()
    page.wait_for_selector("offline-bar", state="attached")
    offer_to_install(page)
    assert page.locator("[data-bar=install]").count() == 0
