"""Running games are watched with live pictures."""

from __future__ import annotations

from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Page, expect

from empile.client import connect
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting, unfold
from tests.server.serving import Serving, legal, make, perform, serving

_Value = TypeVar("_Value")


def apart(scene: Coroutine[Any, Any, _Value]) -> _Value:
    """Run a coroutine in a thread: Playwright has an event loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(perform, scene).result()


def begin(server: Serving, game: str = "on-top") -> tuple[str, str]:
    """Begin a public game of two people; return the table and its token."""
    made = apart(make(server.address, ["person", "person"], game, listed=True))
    return made.table, made.token


def move(server: Serving, table: str, token: str) -> None:
    """Play a move."""

    async def scene() -> None:
        async with await connect(server.address, table, token) as seat:
            while seat.state is None or not seat.state.mine:
                await seat.receive()
            await seat.act(legal(seat))

    apart(scene())


def expect_drawn(page: Page, table: str) -> str:
    """Wait until the picture of a game is there; return its address."""
    picture = page.locator(f"[data-watch='{table}'] img")
    page.wait_for_function(
        "image => image.complete && image.naturalWidth > 0", arg=picture.element_handle()
    )
    return picture.get_attribute("src") or ""


@pytest.mark.parametrize("width", [360, 1440])
def test_games_of_another_process_are_watched_live(
    person: Person, both: list[Serving], width: int
) -> None:
    table, token = begin(both[0])
    other, _ = begin(both[0], "blox")
    page = person(width=width)
    page.goto(f"{both[1].address}/lobby")
    page.locator(f"[data-watch='{table}']").wait_for()
    page.locator(".lobby-page a[href='/watch']").click()
    page.locator(".watch-page[data-ready=true]").wait_for()
    before = expect_drawn(page, table)
    expect_drawn(page, other)
    expect(page.locator(".watched-featured")).to_have_count(1)
    expect_fitting(page, f"games to watch at {width} px")
    assert objections_in_both(page) == []
    move(both[0], table, token)
    picture = page.locator(f"[data-watch='{table}'] img")
    expect(picture).not_to_have_attribute("src", before)
    expect_drawn(page, table)
    page.locator(f"[data-watch='{table}'] a").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{table}")
    page.wait_for_selector(READY)
    expect(page.locator("main")).to_contain_text("spectateur")


def test_who_does_not_permit_it_is_not_watched(person: Person, both: list[Serving]) -> None:
    anna, ben, watcher = person(), person(), person()
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        page.goto("/lobby")
        page.locator(".lobby-page[data-ready=true]").wait_for()
        page.locator("[data-action=seek]").click()
        page.locator("[name=name-0]").fill(name)
    unfold(anna)
    anna.locator("input[name=watch]").uncheck()
    for page in (anna, ben):
        page.locator("[data-way=seek]").click()
    anna.wait_for_url("**/t/*")
    private = anna.url.rpartition("/")[2]
    anna.goto("/lobby")
    anna.locator("[data-action=seek]").click()
    expect(anna.locator(".more-options summary")).to_contain_text("sans spectateurs")
    public, _ = begin(both[0])
    watcher.goto("/watch")
    watcher.locator(f"[data-watch='{public}']").wait_for()
    expect(watcher.locator(f"[data-watch='{private}']")).to_have_count(0)


def test_a_server_without_lobby_has_nothing_to_watch(
    person: Person, tmp_path: Path, pages: Path
) -> None:
    page = person()
    with serving(tmp_path / "tables.sqlite3", pages) as plain:
        page.goto(f"{plain.address}/watch")
        expect(page.locator(".message h1")).to_be_visible()


def test_nothing_to_watch_is_said(person: Person, tmp_path: Path, pages: Path) -> None:
    page = person()
    with serving(tmp_path / "tables.sqlite3", pages, lobby=True) as quiet:
        page.goto(f"{quiet.address}/watch")
        expect(page.locator(".watch-page [role=status]")).to_contain_text("Aucune partie")
        expect(page.locator(".watch-page a[href='/lobby']")).to_be_visible()
