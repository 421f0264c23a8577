"""A table that the page plays by itself: a whole game without the server, and what is left of it after a reload."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.support.here import SERVER, begin_here, events_of, refuse
from tests.browser.support.playing import (
    BOT,
    MY_TURN,
    READY,
    await_turn,
    expect_fitting,
    expect_over,
    finish,
    lay,
    moves_told,
)


def test_a_game_is_played_and_kept_without_the_server(person: Person) -> None:
    page = person()
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto("/?game=block-ness")
    page.wait_for_selector(".home[data-ready=true]")
    table = begin_here(page, "block-ness", BOT)
    refuse(page)
    assert await_turn(page)
    lay(page)
    page.wait_for_selector(MY_TURN)
    before, seq = moves_told(page), events_of(page)

    page.reload()
    page.wait_for_selector(MY_TURN)
    assert (moves_told(page), events_of(page)) == (before, seq)
    expect(page.locator("local-note")).to_contain_text("dans ce navigateur")
    finish(page)
    expect_over(page, 2)
    assert sockets == [], "a table in the page needs no connection"

    page.locator("[data-action=rematch]").click()
    page.wait_for_selector(f"{MY_TURN}[data-game='2']")
    page.context.unroute(SERVER)
    page.goto(f"/r/{table}?game=1")
    page.wait_for_selector(f".replay {READY}")
    page.goto("/")
    expect(page.locator(f".left-list a[href='/t/{table}']")).to_be_visible()


def test_play_begins_in_the_page_when_the_server_does_not_answer(person: Person) -> None:
    page = person(360, 740, touch=True)
    page.goto("/?game=blox")
    page.wait_for_selector(".home[data-ready=true]")
    page.route("**/api/tables", lambda route: route.abort())
    page.locator("[data-action=play-now]").click()
    page.wait_for_url("**/t/~*")
    page.wait_for_selector(MY_TURN)
    expect_fitting(page, "a table in the page")
