"""Whole games that the page plays by itself, by keys, by finger and by mouse, while the server is stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser.conftest import Person
from tests.browser.support import block_out, blox, on_top
from tests.browser.support.axe import objections_in_both
from tests.browser.support.here import begin_here, events_of
from tests.browser.support.playing import (
    ANNE,
    BOT,
    CURTAIN,
    MY_TURN,
    await_turn,
    choose_action,
    expect_fitting,
    expect_over,
    going_on,
    lay,
    lift,
    moves_told,
)
from tests.server.serving import Serving, serving

BEA = {"kind": "person", "name": "Béa"}
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async game => {
  const cache = await caches.open("empile-engine");
  return (await cache.keys()).some(({ url }) => url.includes(`/engine/${game}.`));
}"""
"""Whether the browser keeps the rules of a game."""

Move = Callable[[Page], object]
GAMES: dict[str, tuple[Move, dict[str, object], dict[str, object]]] = {
    "block-ness": (blox.by_keys, {}, {}),
    "block-out": (block_out.play, {"turn_limit": 16}, {}),
    "blox": (lambda page: blox.point(page, touch=True), {"round_limit": 6}, {"touch": True}),
    "on-top": (on_top.point, {}, {}),
}
"""By game: how moves are made, options of a game that is not too long, and the person."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_after_the_server_has_stopped(
    person: Person, tmp_path: Path, pages: Path, game: str
) -> None:
    move, options, who = GAMES[game]
    size = (360, 740) if who else (1280, 900)
    page = person(*size, keeps=True, **who)
    with serving(tmp_path / "tables.sqlite3", pages) as server:
        page.goto(server.address)
        page.wait_for_function(CONTROLLED)
        page.goto(f"{server.address}/offline")
        page.wait_for_selector("[data-kept=solo]")  # the lists of games and levels are kept by now
        table = begin_here(page, game, BOT, address=server.address, **options)
        page.wait_for_selector(MY_TURN)
        page.wait_for_function(KEPT, arg=game)

    for _ in range(2):
        move(page)
        assert await_turn(page)
    told, seq = moves_told(page), events_of(page)
    page.reload()
    page.wait_for_selector(MY_TURN)
    assert (moves_told(page), events_of(page)) == (told, seq)
    expect_fitting(page, f"a table of {game} in the page")
    while await_turn(page):
        move(page)
    expect_over(page, 2)
    page.locator("[data-action=rematch]").click()
    page.wait_for_selector(f"{MY_TURN}[data-game='2']")

    page.goto(f"{server.address}/?game={game}")
    page.wait_for_selector(f".left-list a[href='/t/{table}']")
    page.locator("[data-action=play-now]").click()
    page.wait_for_url(lambda url: "/t/~" in url and table not in url)
    page.wait_for_selector(MY_TURN)


def test_two_people_hand_one_another_the_device(person: Person, site: Serving) -> None:
    page = person()
    begin_here(page, "blox", BEA)
    first = lift(page)
    assert "Passez l’appareil à" in first
    expect(page.locator("local-note")).to_contain_text("toutes les mains")
    blox.point(page)
    page.wait_for_selector(CURTAIN)
    assert lift(page) != first
    choose_action(page, "resign")
    page.locator("[data-action=resign-now]").first.click()
    expect_over(page, 2)


def test_moves_are_taken_back_and_hinted(person: Person, site: Serving) -> None:
    page = person()
    begin_here(page, "block-ness", BOT)
    assert await_turn(page)
    move = lay(page)
    page.wait_for_selector(MY_TURN)
    page.locator("[data-action=takeback]").click()
    expect(page.locator(".wide-log")).to_contain_text("repris")
    page.wait_for_selector(MY_TURN)
    page.locator("[data-action=hint]").click()
    page.wait_for_selector(".hint-card")
    assert page.locator(".hint-card").get_attribute("data-hint")
    assert move in moves_told(page)


def test_a_table_in_the_page_satisfies_axe(person: Person, site: Serving) -> None:
    page = person(360, 740, touch=True)
    begin_here(page, "blox", BOT)
    page.wait_for_selector(MY_TURN)
    assert objections_in_both(page) == []


MASTER = {"kind": "bot", "level": 5}
SLOW = """() => {
  // Between two steps of a search a message is sent through a channel.
  const Channel = MessageChannel;
  self.MessageChannel = class extends Channel {
    constructor() {
      super();
      const post = this.port2.postMessage.bind(this.port2);
      this.port2.postMessage = (message) => void setTimeout(() => post(message), 3000);
    }
  };
}"""
"""Lets searches of a worker take very long from now on."""


def _thinking(page: Page) -> Worker:
    """Let the computer think for a long time; return its worker."""
    page.wait_for_selector(MY_TURN)
    blox.point(page)
    page.wait_for_selector(MY_TURN)
    (search,) = [worker for worker in page.workers if "/assets/bot-worker" in worker.url]
    search.evaluate(SLOW)
    blox.point(page)
    page.wait_for_selector("[data-action=hurry]")
    return search


def test_the_computer_can_be_told_to_move(person: Person, site: Serving) -> None:
    page = person()
    begin_here(page, "blox", MASTER)
    _thinking(page)
    with going_on(page):
        page.locator("[data-action=hurry]").click()
    page.wait_for_selector(MY_TURN)


def test_a_search_that_breaks_off_stops_the_table_until_it_is_resumed(
    person: Person, site: Serving
) -> None:
    page = person()
    begin_here(page, "blox", MASTER)
    search = _thinking(page)
    told = moves_told(page)
    search.evaluate("() => void setTimeout(() => { throw new Error('trapped'); })")
    banner = page.locator(".turn-banner")
    expect(banner).to_contain_text("Les règles se sont arrêtées dans cette page")
    assert moves_told(page) == told, "what was played can be read"
    page.locator("[data-action=resume]").click()
    page.wait_for_selector(MY_TURN)
    assert moves_told(page)[: len(told)] == told


def test_a_second_tab_may_take_over(person: Person, site: Serving) -> None:
    page = person()
    begin_here(page, "block-ness", BOT)
    assert await_turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("[data-notice=elsewhere]")
    expect(other.locator("game-board .target")).to_have_count(0)
    other.locator("[data-action=play-here]").click()
    other.wait_for_selector(MY_TURN)
    expect(other.locator("[data-notice=elsewhere]")).to_have_count(0)
    page.wait_for_selector("[data-notice=elsewhere]")
    lay(other)
    other.wait_for_selector(MY_TURN)
    page.locator("[data-action=play-here]").click()
    page.wait_for_selector(MY_TURN)
    assert moves_told(page) == moves_told(other)


def test_the_sheet_chooses_where_to_play(person: Person, site: Serving) -> None:
    page = person()
    page.goto("/?game=block-ness")
    page.locator("[data-action=change]").click()
    page.locator(".more-options summary").click()
    page.locator("[name=here]").check()
    page.locator("[name=who-1]").select_option("open")
    expect(page.locator("[name=here]")).to_have_count(0)
    page.locator("[name=who-1]").select_option("bot")
    page.locator("who-plays [data-action=play]").click()
    page.wait_for_url("**/t/~*")
    page.wait_for_selector(MY_TURN)
    assert ANNE["name"] not in page.url
