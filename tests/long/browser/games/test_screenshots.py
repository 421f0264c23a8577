"""Pictures of every page at three sizes, kept in build/screenshots; nothing sticks out sideways."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, Person
from tests.browser.support.playing import (
    CURTAIN,
    READY,
    SMALL,
    await_turn,
    expect_fitting,
    finish,
    lay,
    make_table,
    sit_down,
)
from tests.server.serving import Serving

SHOTS = ROOT / "build" / "screenshots"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}


def keep(page: Page, name: str) -> None:
    """Keep a picture of the page at each size."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SHOTS / f"{name}-{size}.png")
        # On a desktop what is long scrolls beside the board, which stays.
        if size == "desktop" and page.locator(".stage-area").count():
            page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
            expect(page.locator(".stage-area")).to_be_in_viewport(ratio=0.99)
            page.evaluate("() => scrollTo(0, 0)")
        expect_fitting(page, f"{name}-{size}")


@pytest.fixture(scope="module")
def tables(site: Serving, browsers: dict[bool, Browser]) -> dict[str, dict[str, Any]]:
    """A table that waits, one in the middle of a game, and one whose game is over."""
    anne = {"kind": "person", "name": "Anne"}
    bot = {"kind": "bot", "level": 1}
    others = ("Béa", "Chloé")
    made = {
        "waiting": make_table(site.address, anne, {"kind": "open"}),
        # Three persons round one screen: bots could end the game before its middle.
        "playing": make_table(site.address, anne, *({"kind": "person", "name": n} for n in others)),
        "over": make_table(site.address, anne, bot, **SMALL),
        "teams": make_table(
            site.address, anne, bot, *[{"kind": "open"}] * 2, game="on-top", teams=True
        ),
        "hidden": make_table(site.address, anne, {"kind": "person", "name": "Béa"}, game="blox"),
    }
    page = browsers[False].new_page(base_url=site.address, reduced_motion="reduce")
    sit_down(page, made["playing"])
    for _ in range(7):
        assert await_turn(page)
        lay(page)
    assert await_turn(page)
    sit_down(page, made["over"])
    finish(page)
    page.close()
    return made


def test_pictures(person: Person, tables: dict[str, dict[str, Any]]) -> None:
    page = person()
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    keep(page, "home")
    page.goto("/rules/block-ness")
    page.wait_for_selector(".rules-page[data-ready=true]")
    keep(page, "rules")
    sit_down(page, tables["waiting"])
    page.wait_for_selector(".qr")
    keep(page, "gathering")
    sit_down(page, tables["playing"])
    page.wait_for_selector(READY)
    keep(page, "plan")
    sit_down(page, tables["over"])
    page.wait_for_selector(READY)
    keep(page, "over")
    page.goto(f"/r/{tables['over']['table']}")
    page.wait_for_selector(READY)
    page.keyboard.press("End")
    page.wait_for_selector("table-over")
    keep(page, "replay")
    page.goto("/editor/blox/layout")
    page.locator("[data-action=house]").click()
    page.wait_for_selector(".editor[data-verdict=good]")
    keep(page, "board")
    page.goto("/editor/on-top/start")
    for cell in ("D50", "D60", "U13", "D52"):
        page.locator(f"[data-cell={cell}]").click()
    page.wait_for_selector("[data-state=filled]")
    keep(page, "start")
    sit_down(page, tables["teams"])
    page.wait_for_selector(".lobby-team")
    keep(page, "teams")
    sit_down(page, tables["hidden"])
    page.wait_for_selector(CURTAIN)
    keep(page, "curtain")


def test_pictures_in_three_dimensions(person: Person, tables: dict[str, dict[str, Any]]) -> None:
    page = person(solid=True)
    sit_down(page, tables["playing"])
    page.wait_for_selector(READY)
    assert page.locator("game-board").get_attribute("data-drawn") == "solid"
    keep(page, "table")
