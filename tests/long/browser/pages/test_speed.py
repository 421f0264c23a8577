"""Pages load without jumping, in few requests; a table is played before its picture is there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import empile
from empile.engine.contracts.referee import headless_options
from tests.browser.conftest import Person
from tests.browser.support.learning import await_lesson
from tests.browser.support.playing import (
    ANNE,
    BOT,
    CURTAIN,
    MY_TURN,
    READY,
    lay,
    make_table,
    sit_down,
)
from tests.browser.support.records import random_record, replay_address
from tests.browser.support.speed import OBSERVE, LoadFigures, load_figures
from tests.server.serving import Serving
from tests.support.patience import slowness

SHIFT = 0.05
"""The most that may move while a page loads, as Cumulative Layout Shift."""
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
GAMES = ("block-ness", "block-out", "blox", "on-top")
PEOPLE = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})
PAGES = {
    "/": ".home[data-ready=true]",
    "/rules/blox": ".rules-page[data-ready=true]",
    "/scorepad/on-top": "scorepad-page h1",
    "/editor/blox/layout": ".editor",
    "/solo": ".solo-map",
    "/start": ".message",
}
HOME_REQUESTS, HOME_BYTES = 34, 245_000
OPENING = 4_000
"""Milliseconds until a board can be clicked, a bot's move included. Loose, for busy machines:
``benchmarks/page_speed.py`` measures it."""
SLOWER, HOME_READY = 4, 2_000
"""How much slower phones are, and milliseconds in which the home page is ready on them."""
CLICKABLE = f"{MY_TURN} :is(.target, [data-choice]:not([aria-disabled=true]))"
TABLE_REQUESTS, TABLE_BYTES = 28, 158_500
"""The most for a first visit, with fonts and pictures; home with the board, a table until it is played."""


def _opened(page: Page, address: str, ready: str) -> LoadFigures:
    page.add_init_script(OBSERVE)
    page.goto(address)
    page.wait_for_selector(ready)
    page.wait_for_load_state("networkidle")
    return load_figures(page)


def _table(site: Serving, game: str) -> str:
    made = make_table(site.address, *PEOPLE, game=game)
    return f"/t/{made['table']}#seat={made['token']}"


def _addresses(site: Serving) -> Iterator[tuple[str, str]]:
    yield from PAGES.items()
    for game in GAMES:
        yield _table(site, game), f"{READY}, dialog[open]"
    yield "/learn/block-ness", READY
    yield replay_address(random_record("on-top")), READY


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_while_pages_load(person: Person, site: Serving, size: str) -> None:
    moved: dict[str, list[str]] = {}
    for address, ready in _addresses(site):
        page = person(*SIZES[size])
        figures = _opened(page, address, ready)
        if figures.shift > SHIFT:
            moved[address[:40]] = figures.moved
        page.context.close()
    assert moved == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_when_a_bot_moves_first(
    person: Person, site: Serving, game: str, size: str
) -> None:
    options = headless_options(empile.game_class(game))
    page = person(*SIZES[size])
    page.add_init_script(OBSERVE)
    sit_down(page, make_table(site.address, ANNE, BOT, game=game, begins=1, **options))
    page.wait_for_selector(MY_TURN)
    page.wait_for_load_state("networkidle")
    figures = load_figures(page)
    assert figures.shift <= SHIFT, figures.moved


@pytest.mark.alone
@pytest.mark.parametrize("game", GAMES)
def test_a_board_can_soon_be_clicked(person: Person, site: Serving, game: str) -> None:
    options = headless_options(empile.game_class(game))
    for size in SIZES.values():
        page = person(*size)
        sit_down(page, make_table(site.address, ANNE, BOT, game=game, **options))
        page.wait_for_selector(CLICKABLE)
        assert page.evaluate("() => performance.now()") <= OPENING * slowness()
        page.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_home_page_is_soon_ready_on_a_slow_device(person: Person, size: str) -> None:
    """Told by the processor time of the page's thread, which other work does not lengthen."""
    page = person(*SIZES[size])
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("/")
    page.wait_for_selector(PAGES["/"])
    metrics = tools.send("Performance.getMetrics")["metrics"]
    (seconds,) = (entry["value"] for entry in metrics if entry["name"] == "TaskDuration")
    print(f"home on a {size}: {1000 * seconds:.0f} ms of processor time until it is ready")
    assert seconds > 0
    assert SLOWER * 1000 * seconds <= HOME_READY * slowness()


def test_first_visit_needs_few_requests_and_bytes(person: Person, site: Serving) -> None:
    home = _opened(person(), "/", PAGES["/"])
    table = _opened(person(), _table(site, "block-ness"), MY_TURN)
    print(f"home: {home.requests} requests, {home.bytes:,} bytes")
    print(f"table: {table.requests} requests, {table.bytes:,} bytes")
    assert home.requests <= HOME_REQUESTS
    assert home.bytes <= HOME_BYTES
    assert table.requests <= TABLE_REQUESTS
    assert table.bytes <= TABLE_BYTES


def test_a_table_is_played_before_its_picture_in_three_dimensions_is_there(
    person: Person, site: Serving, pages: Path
) -> None:
    chunks = json.loads((pages / "chunks.json").read_text("utf-8"))
    page = person(solid=True)
    held: list[Route] = []
    page.route(f"**/{chunks['src/stage/index.ts']['file']}", lambda route: held.append(route))
    page.goto(_table(site, "block-ness"))
    page.wait_for_selector("game-board[data-drawn=flat]:not([data-ready])")
    moves = []
    for _ in range(2):
        page.wait_for_selector(MY_TURN)
        moves.append(lay(page))
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_selector(f"{READY}[data-drawn=solid]")
    page.wait_for_selector(MY_TURN)
    moves.append(lay(page))
    assert page.locator(".wide-log code").all_text_contents()[-3:] == moves


def test_a_board_stays_flat_if_its_picture_cannot_be_loaded(
    person: Person, site: Serving, pages: Path
) -> None:
    chunks = json.loads((pages / "chunks.json").read_text("utf-8"))
    page = person(solid=True)
    page.route(f"**/{chunks['src/stage/index.ts']['file']}", lambda route: route.abort())
    page.goto("/learn/block-ness")
    page.wait_for_selector(f"{READY}[data-drawn=flat]")
    lesson = page.locator(".learn").get_attribute("data-lesson")
    assert lesson
    await_lesson(page, lesson, 1)


def test_a_picture_that_could_not_be_loaded_is_tried_again(
    person: Person, site: Serving, pages: Path
) -> None:
    chunks = json.loads((pages / "chunks.json").read_text("utf-8"))
    page = person(solid=True, asks=False)
    stage = f"**/{chunks['src/stage/index.ts']['file']}"
    page.route(stage, lambda route: route.abort())
    page.goto(_table(site, "block-ness"))
    page.wait_for_selector(f"{READY}[data-drawn=flat][data-views]")
    view = page.locator("[data-action=plan]")
    with page.expect_request(stage):
        view.click()
    page.wait_for_selector(f"{READY}[data-drawn=flat][data-views]")
    page.unroute(stage)
    view.click()
    view.click()
    page.wait_for_selector(f"{READY}[data-drawn=solid]")


def test_a_page_without_webgl_offers_no_3d_though_workers_have_it(
    person: Person, site: Serving
) -> None:
    page = person(solid=True, asks=False)
    page.add_init_script(
        """const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith("webgl") ? null : get.call(this, kind, ...rest);
        };"""
    )
    page.goto(_table(site, "block-ness"))
    page.wait_for_selector(f"{READY}[data-drawn=flat][data-views]")
    page.locator("[data-action=plan]").click()
    page.wait_for_selector(f"{READY}[data-drawn=flat]:not([data-views])")
    expect(page.locator("[data-action=plan]")).to_be_hidden()


@pytest.mark.parametrize("game", ["block-ness", "blox", "on-top"])
def test_boards_open_from_above_where_3d_is_slow(
    person: Person, site: Serving, pages: Path, game: str
) -> None:
    """Nothing in three dimensions is loaded before it is asked for."""
    chunks = json.loads((pages / "chunks.json").read_text("utf-8"))
    stage = chunks["src/stage/index.ts"]["file"]
    page = person(solid=True, asks=False)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(_table(site, game))
    page.wait_for_selector(f"{READY}[data-drawn=flat][data-views], {CURTAIN}")
    assert not [url for url in asked if url.endswith(stage)]
    if page.locator(CURTAIN).count():
        page.locator("[data-action=lift]").click()
        page.wait_for_selector(f"{READY}[data-drawn=flat][data-views]")
    page.locator("[data-action=plan]").click()
    page.wait_for_selector(f"{READY}[data-drawn=solid]")
    assert [url for url in asked if url.endswith(stage)]
    page.reload()
    page.wait_for_selector(f"{READY}[data-drawn=solid], {CURTAIN}")


def test_towers_open_in_3d_even_where_it_is_slow(person: Person, site: Serving) -> None:
    """From above, a tower is its top block."""
    page = person(solid=True, asks=False)
    page.goto(_table(site, "block-out"))
    page.locator("[data-action=lift]").or_(page.locator(READY)).first.wait_for()
    if page.locator(CURTAIN).count():
        page.locator("[data-action=lift]").click()
    page.wait_for_selector(f"{READY}[data-drawn=solid]")
