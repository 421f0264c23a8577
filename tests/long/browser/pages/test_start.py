"""A position of a replay is shared by link, and a new game begins from it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

import empile
from empile.engine.random import below, new_stream
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_to
from tests.browser.support.playing import MY_TURN, READY, TERMINAL, finish, lay, tab_to
from tests.server.serving import Serving

START = ".table[data-state=start]"


def random_game() -> empile.Match:
    match, stream = empile.Match(empile.load("block-ness")), new_stream(4)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
    return match


def watch(page: Page, match: empile.Match, frame: int) -> None:
    """Replay a game up to a frame."""
    page.goto("/games")
    page.locator("#record").fill(match.record(["Anne", "Béa"]).to_json())
    page.locator("#record").locator("xpath=ancestor::form").locator("button").first.click()
    page.wait_for_selector(READY)
    for _ in range(frame):
        page.keyboard.press("ArrowRight")
    expect(page.locator(f".replay[data-frame='{frame}']")).to_be_visible()


def test_a_new_game_begins_from_a_position_of_a_replay(person: Person, site: Serving) -> None:
    match = random_game()
    page = person()
    watch(page, match, 6)
    page.locator("[data-action=play-on]").click()
    page.wait_for_selector(f"{START} {READY}")
    assert objections_to(page) == []

    page.locator("[data-action=play]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(f"{MY_TURN}, {TERMINAL}")
    table = page.url.rpartition("/")[2]
    token = page.evaluate("() => JSON.stringify(localStorage)")
    assert table in token
    if page.locator(MY_TURN).count():
        lay(page)
    finish(page)
    page.wait_for_selector(TERMINAL)
    record: dict[str, Any] = page.evaluate(
        "id => fetch(`/api/tables/${id}/record`).then(answer => answer.json())", table
    )
    assert record["start"] == match.state_before(6).position()
    assert empile.Record.from_dict(record).final_state().is_terminal()


def test_a_position_is_shared_by_link(person: Person) -> None:
    match = random_game()
    page = person()
    watch(page, match, 4)
    page.locator("[data-action=play-on]").click()
    page.wait_for_selector(f"{START} {READY}")
    link = page.url
    assert "/start#p=" in link
    other = person()
    other.goto(link)
    other.wait_for_selector(f"{START} {READY}")
    tab_to(other, "[data-action=copy-position]")
    other.keyboard.press("Enter")
    expect(other.locator(".start-share .told")).not_to_be_empty()


def test_a_damaged_link_is_refused_in_words(person: Person) -> None:
    page = person()
    page.goto("/start#p=abc")
    expect(page.get_by_role("alert")).to_contain_text("ne contient pas de position")


def test_a_replay_offers_no_game_where_none_can_begin(person: Person) -> None:
    match = random_game()
    page = person()
    watch(page, match, 1)
    expect(page.locator("[data-action=play-on]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(f".replay[data-frame='{len(match.events)}']")).to_be_visible()
    expect(page.locator("[data-action=play-on]")).to_have_count(0)
