"""The list of all games of a browser: what it knows, its filters, and what is done from it."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    ANNE,
    BOT,
    READY,
    SMALL,
    TERMINAL,
    await_turn,
    expect_fitting,
    finish,
    make_table,
    sit_down,
    sit_down_with,
)
from tests.server.serving import Serving

BEA = {"kind": "person", "name": "Béa"}
ROWS = ".games-list li"
OLDER = """count => {
  const games = JSON.parse(localStorage.getItem("empile.games"));
  const won = Object.values(games).find(({ ranks }) => ranks !== null);
  for (let at = 1; at <= count; at += 1) games[`OLDTABLE${at}/1`] = { ...won, table: `OLDTABLE${at}`, number: 1, at };
  localStorage.setItem("empile.games", JSON.stringify(games));
}"""
"""Adds old games of other tables to those that the browser has kept."""


def _open_games(page: Page) -> None:
    page.goto("/")
    page.locator(".home a[href='/games']").click()
    page.wait_for_selector(".games-page[data-ready=true]")


def _play_two(page: Page, site: Serving) -> None:
    """Finish a game of Block Ness for both seats, and begin one of Blox with a bot."""
    sit_down_with(page, site, BEA, **SMALL)
    finish(page)
    page.wait_for_selector(TERMINAL)
    sit_down(page, make_table(site.address, ANNE, BOT, game="blox"))
    page.wait_for_selector(READY)


def test_games_are_listed_with_players_and_result(person: Person, site: Serving) -> None:
    page = person()
    _play_two(page, site)
    _open_games(page)
    expect(page.locator(ROWS)).to_have_count(2)
    running = page.locator(f"{ROWS}[data-result=running]")
    expect(running).to_contain_text("Blox")
    expect(running).to_contain_text("Débutant")
    expect(page.locator(f"{ROWS}[data-result=won]")).to_contain_text("Block Ness")
    assert objections_in_both(page) == []


def test_a_running_game_is_resumed_and_a_finished_one_reviewed(
    person: Person, site: Serving
) -> None:
    page = person()
    _play_two(page, site)
    _open_games(page)
    page.locator(f"{ROWS}[data-result=running] a").first.click()
    page.wait_for_selector(READY)
    _open_games(page)
    page.locator(f"{ROWS}[data-result=won] .games-game").click()
    page.wait_for_selector("replay-page input[type=range]")
    page.locator("[data-action=analyse]").click()
    page.wait_for_selector("analysis-panel")


def test_filters_find_games_among_many_and_are_cleared(person: Person, site: Serving) -> None:
    page = person()
    _play_two(page, site)
    page.evaluate(OLDER, 8)
    _open_games(page)
    rows = page.locator(ROWS)
    expect(rows).to_have_count(10)
    page.locator("select[name=game]").select_option("blox")
    expect(rows).to_have_count(1)
    page.locator("select[name=result]").select_option("won")
    expect(rows).to_have_count(0)
    expect(page.locator(".games-count")).to_have_text("Aucune partie ne correspond.")
    page.locator("button[type=reset]").click()
    expect(rows).to_have_count(10)
    page.locator("input[name=name]").fill("debut")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Blox")


def test_removing_a_game_can_be_undone_by_keys(person: Person, site: Serving) -> None:
    page = person()
    _play_two(page, site)
    _open_games(page)
    page.locator(f"{ROWS}[data-result=running] [data-action=remove]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator("[data-action=undo]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_count(2)
    expect(page.locator(f"{ROWS}[data-result=running] .games-game")).to_be_focused()
    page.keyboard.press("Enter")  # the seat is back, too
    page.wait_for_selector(READY)
    assert await_turn(page)


def test_a_removed_game_stays_removed(person: Person, site: Serving) -> None:
    page = person()
    _play_two(page, site)
    _open_games(page)
    page.locator(f"{ROWS}[data-result=won] [data-action=remove]").click()
    expect(page.locator(ROWS)).to_have_count(1)
    page.reload()
    page.wait_for_selector(".games-page[data-ready=true]")
    expect(page.locator(ROWS)).to_have_count(1)


def test_earlier_games_of_a_table_are_found_and_saved(
    person: Person, site: Serving, tmp_path: Path
) -> None:
    page = person()
    sit_down_with(page, site, BEA, **SMALL)
    finish(page)
    page.wait_for_selector(TERMINAL)
    page.locator("[data-action=rematch]").click()
    page.wait_for_selector(".table[data-turn=mine]")
    # As in a browser that has only the seat.
    page.goto("/")
    page.evaluate("() => localStorage.removeItem('empile.games')")
    _open_games(page)
    expect(page.locator(ROWS)).to_have_count(2)
    expect(page.locator(f"{ROWS}[data-result=running]")).to_have_count(1)
    with page.expect_download() as waiting:
        page.locator(f"{ROWS}[data-result=won] [data-action=save]").click()
    waiting.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text("utf-8"))
    assert record["result"] is not None
    assert sorted(record["seats"]) == ["Anne", "Béa"]


def test_the_page_fits_on_a_phone(person: Person, site: Serving) -> None:
    page = person(360, 700, touch=True)
    _play_two(page, site)
    _open_games(page)
    expect_fitting(page, "the list")


def test_without_games_the_page_says_so(person: Person) -> None:
    page = person()
    page.goto("/games")
    page.wait_for_selector(".games-page[data-ready=true]")
    expect(page.locator(".games-count")).to_contain_text("Aucune partie pour l’instant")


def test_only_games_that_are_listed_are_asked_about(person: Person, site: Serving) -> None:
    """The first fifty; the others once they are listed, and none twice within a minute."""
    page = person()
    page.goto("/start")
    count = 53
    made = [make_table(site.address, ANNE, BEA) for _ in range(count)]
    now = 1_800_000_000_000
    games = {
        f"{one['table']}/1": {
            "table": one["table"],
            "number": 1,
            "game": "block-ness",
            "at": now - number,
            "names": ["Anne", "Béa"],
            "mine": [0, 1],
            "ranks": None,
            "scores": [0, 0],
            "resigned": [],
        }
        for number, one in enumerate(made)
    }
    tables = {
        one["table"]: {
            "id": one["table"],
            "token": one["token"],
            "game": "block-ness",
            "at": now - number,
        }
        for number, one in enumerate(made)
    }
    page.evaluate(
        "kept => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))",
        {"empile.games": json.dumps(games), "empile.tables": json.dumps(tables)},
    )
    asked: list[str] = []
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto("/games")
    page.wait_for_selector(".games-page[data-ready=true]")
    expect(page.locator(ROWS)).to_have_count(50)
    assert len(asked) == 50
    page.locator("[data-action=more]").click()
    expect(page.locator(ROWS)).to_have_count(count)
    page.wait_for_selector(".games-page[data-ready=true]")
    assert len(asked) == count
    page.get_by_role("link", name="Accueil").first.click()
    expect(page.locator(".left-turn")).to_have_count(6)
    expect(page.locator(".left-turn", has_text="…")).to_have_count(0)
    at_home = len(asked)
    assert at_home == count + 6
    page.go_back()
    page.wait_for_selector(".games-page[data-ready=true]")
    expect(page.locator(ROWS)).to_have_count(50)
    assert len(asked) == at_home
