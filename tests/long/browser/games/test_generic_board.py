"""The board of games that have none of their own on the page: made from their SVG documents."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import empile
from empile.engine.compiled.warm import warm
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.learning import choose_by_keys, choose_by_mouse
from tests.browser.support.playing import (
    LAY,
    READY,
    await_turn,
    expect_fitting,
    expect_over,
    lay_shown,
    lift,
    make_table,
    sit_down,
    tab_to,
)
from tests.server.serving import Serving, serving

BOARD = "game-board svg.generic-board"
TWO = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})
MOVES = (
    *("b2", "c2", "c3", "b3", "c2-d2 e1", "b3-a2 a1", "d2-e1 d1", "c3-d2 d1", "e1-d1 e1"),
    *("d2-e2 e1", "d1-e1 d1"),
)
"""A game of Climb; both seats build what the first one climbs."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server that has Climb too, which has neither a page nor messages."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "climb").mkdir()
    text = "from tests.support.climb import Climb as GAME\n\n__all__ = ['GAME']\n"
    (folder / "climb" / "__init__.py").write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        games = [os.environ["EMPILE_GAMES"], str(folder)]
        patched.setenv("EMPILE_GAMES", os.pathsep.join(games))
        warm(empile.load("climb"))
        with serving(tmp_path_factory.mktemp("site") / "tables.sqlite3", pages) as running:
            yield running


@pytest.mark.parametrize(
    ("width", "by_keys"), [(360, False), (820, True), (1440, False)], ids=["360", "820", "1440"]
)
def test_a_whole_game_on_cells(person: Person, site: Serving, width: int, *, by_keys: bool) -> None:
    page = person(width=width)
    sit_down(page, make_table(site.address, *TWO, game="climb"))
    page.wait_for_selector(READY)
    first, second = page.locator(".seat-name").all_text_contents()
    expect(page.locator(".target")).to_have_count(25)
    assert page.locator(".generic-open, .generic-movable").count() == 0, "every cell is free"
    match = empile.Match(empile.load("climb"))
    for index, move in enumerate(MOVES):
        assert await_turn(page)
        parts = match.game.presenter.move_parts(match.state, match.state.text_to_action(move))
        if by_keys:
            tab_to(page, ".target")
        (choose_by_keys if by_keys else choose_by_mouse)(page, move, parts)
        expect(page.locator(f"{BOARD} .generic-preview").first).to_be_visible()
        if index == 5:
            expect_fitting(page, "the table")
            assert objections_in_both(page) == []
            told = page.locator("#board-told").text_content() or ""
            assert f"À {second} de jouer." in told
            assert f"Dernier coup\N{NO-BREAK SPACE}: {first}, c2-d2 e1." in told
            assert f"d2: {first}" in told
            assert "e1: hauteur 1" in told
        lay_shown(page, keys=by_keys)
        match.play(move)
    expect_over(page, 2)
    expect(page.locator(".generic-last")).to_have_count(2)
    page.locator("[data-action=review]").click()
    page.wait_for_selector(f".replay {READY}")
    page.keyboard.press("End")
    expect(page.locator(f"{BOARD} [data-at]")).to_have_count(4 + 7)  # workers and blocks


def test_cells_are_chosen_in_a_study(person: Person, site: Serving) -> None:
    page = person()
    page.goto("/study/climb")
    page.wait_for_selector(READY)
    choose_by_mouse(page, "b2", {"cell": "b2"})
    page.locator(LAY).press("Enter")
    expect(page.locator(f"{BOARD} [data-at=b2]")).to_have_count(1)


@pytest.mark.parametrize(("hand", "parts"), [("ABC", ["stone", "verb"]), ("AAA", ["verb"])])
def test_a_picture_without_places_is_shown_and_its_moves_are_chosen_beside_it(
    person: Person, site: Serving, hand: str, parts: list[str]
) -> None:
    page = person()
    sit_down(page, make_table(site.address, *TWO, game="cairn", begins=0, start=_with_hand(hand)))
    lift(page)
    page.wait_for_selector(READY)
    expect(page.locator(BOARD)).to_be_visible()
    expect(page.locator("list-chooser")).to_have_count(0)
    for part in parts:  # what alone is possible is chosen already
        page.locator(f"[data-choice^='{part}:'][aria-disabled=false]").first.click()
    lay_shown(page)


def _with_hand(hand: str) -> dict[str, Any]:
    """Return a position of Cairn in which the first seat holds some stones, and has one to swap."""
    game = empile.load("cairn")
    box = Counter(
        {letter: int(count) for letter, count in zip("ABC", game.params["stones"], strict=True)}
    )
    other, discard = "BC", "C"
    deck = box - Counter(hand + other + discard)
    return {
        "stage": "play",
        "seat": 0,
        "cairn": "",
        "discard": discard,
        "scores": [0, 0],
        "turns": 0,
        "hands": [hand, other],
        "deck": "".join(sorted(deck.elements())),
    }


@pytest.fixture
def board(person: Person, pages: Path) -> Page:
    """A page on which ``show(svg)`` draws a document as the next position of one generic board."""
    page = person()
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    chunks: dict[str, Any] = json.loads((pages / "chunks.json").read_text("utf-8"))
    page.evaluate(
        """async address => {
          const model = (await import(address)).default(key => key, {});
          const shared = { boardSetup: {}, names: [], mine: [], toAct: null, legal: [], chosen: {}, preview: null,
            restPoses: {}, last: null };
          let before = null;
          window.show = picture => {
            const input = { ...shared, position: { picture } };
            model.update(input, before);
            const drawn = model.element(input);
            if (!drawn.isConnected) document.body.append(drawn);
            before = input;
          };
        }""",
        f"/{chunks['src/board/generic/index.ts']['file']}",
    )
    return page


def moving(page: Page) -> int:
    """Return how many things move or fade on the board."""
    count: int = page.evaluate(
        "() => document.querySelector('svg.generic-board').getAnimations({ subtree: true }).length"
    )
    return count


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_move_by_their_ids(board: Page, motion: Any) -> None:
    def show(*pieces: tuple[str, int]) -> None:
        drawn = "".join(
            f'<rect id="piece-{name}" x="{x}" width="9" height="9"/>' for name, x in pieces
        )
        board.evaluate("svg => show(svg)", f'<svg viewBox="0 0 99 9">{drawn}</svg>')

    board.emulate_media(reduced_motion=motion)
    show(("stays", 0), ("moves", 10), ("goes", 20))
    assert moving(board) == 0, "the first picture is there at once"
    show(("stays", 0), ("moves", 50), ("comes", 70))
    # A copy moves while the piece is hidden; one piece comes, and one goes.
    assert moving(board) == (4 if motion == "no-preference" else 0)
    board.wait_for_function(
        "() => !document.querySelector('svg.generic-board').getAnimations({ subtree: true }).length"
    )
    expect(board.locator(f"{BOARD.removeprefix('game-board ')} rect[id*=piece]")).to_have_count(3)


def test_a_picture_does_nothing_but_show(board: Page) -> None:
    asked: list[str] = []
    board.on("request", lambda request: asked.append(request.url))
    board.evaluate(
        "svg => show(svg)",
        """<svg viewBox="0 0 9 9" onload="window.ran = 1"><script>window.ran = 2</script>
        <style>* { visibility: hidden }</style><image href="/api/games" onerror="window.ran = 3"/>
        <foreignObject><button xmlns="http://www.w3.org/1999/xhtml">x</button></foreignObject>
        <use href="/x.svg#a"/><rect id="app" width="9" height="9" fill="url(/y.svg#b)" onclick="window.ran = 4"/></svg>""",
    )
    board.locator("svg.generic-board rect").last.dispatch_event("click")
    assert board.evaluate("() => window.ran") is None
    assert (
        board.locator("svg.generic-board :is(script, style, image, foreignObject, button)").count()
        == 0
    )
    assert board.locator("svg.generic-board [id=app]").count() == 0, "IDs are the picture's own"
    # The page below may still load what comes after it.
    assert not [url for url in asked if url.endswith(("/api/games", ".svg"))]
    expect(board.get_by_role("main")).to_be_visible()
